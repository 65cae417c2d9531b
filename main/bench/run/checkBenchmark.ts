import type { z } from 'zod';
import { PiperError } from '../../base/errors.ts';
import type { Probe } from '../../contract/bench.ts';
import type { Benchmark } from './readFolder.ts';

/**
 * What a reader of lines cannot see: ids that are there twice or nowhere. Throws PiperError `bad-benchmark`. An object
 * needs an id, since gold can name nothing else; ids are unique within their namespace, and a probe's are looked up in its own.
 */
export function checkBenchmark({ objects, probes }: Pick<Benchmark, 'objects' | 'probes'>): void {
  if (objects.length === 0) throw badBenchmark('The corpus is empty.', 'Put a memory object on each line.');
  if (probes.length === 0) throw badBenchmark('There are no probes.', 'Put a probe on each line of probes.jsonl.');
  const byNamespace = new Map<string, Set<string>>();
  for (const [at, { id, namespace = 'default' }] of objects.entries()) {
    if (id === undefined) {
      throw badBenchmark(`Object ${at + 1} of the corpus has no id.`, 'Give each object an id: gold names it.');
    }
    const ids = byNamespace.get(namespace) ?? new Set();
    byNamespace.set(namespace, ids);
    if (ids.has(id)) throw badBenchmark(`The corpus holds the id ${id} twice.`, 'Give each object an id of its own.');
    ids.add(id);
  }
  const seen = new Set<string>();
  for (const probe of probes) {
    if (seen.has(probe.id)) throw badBenchmark(`Two probes bear the id ${probe.id}.`, 'Give each an id of its own.');
    seen.add(probe.id);
    checkProbe(probe, byNamespace.get(probe.namespace ?? 'default') ?? new Set());
  }
}

function checkProbe(probe: Probe, ids: ReadonlySet<string>): void {
  const { gold, stale, negatives } = probe;
  const named = { gold, stale, ...negatives };
  for (const [what, those] of Object.entries(named)) {
    const missing = those.find((id) => !ids.has(id));
    if (missing === undefined) continue;
    throw badBenchmark(
      `Probe ${probe.id} names ${missing} (${what}), which is not in the corpus of its namespace.`,
      'Add the object to the corpus, or correct the probe.',
    );
  }
  if (new Set(gold).size < gold.length) {
    throw badBenchmark(`Probe ${probe.id} names one object twice as gold.`, 'Name each object of the gold once.');
  }
  const both = gold.find((id) => stale.includes(id));
  if (both !== undefined) {
    throw badBenchmark(
      `Probe ${probe.id} names ${both} as gold and as stale.`,
      'What answers is not superseded for this question: take the id out of one of the two.',
    );
  }
  if (gold.length > 0 && (probe.family === 'H' || probe.mode === 'null')) {
    throw badBenchmark(
      `Probe ${probe.id} of ${probe.family === 'H' ? 'family H' : 'mode “null”'} has gold.`,
      'Family H and mode “null” ask for what is not there: give the probe another, or no gold.',
    );
  }
  if (gold.length === 0 && probe.family !== 'H') {
    throw badBenchmark(
      `Probe ${probe.id} of family ${probe.family} has no gold.`,
      'A question that nothing answers belongs to family H.',
    );
  }
}

export function badBenchmark(message: string, remedy: string, cause?: unknown): PiperError {
  return new PiperError('bad-benchmark', message, remedy, { cause });
}

/** The first thing that a schema found wrong, with its place. */
export function firstIssue({ issues }: Pick<z.ZodError, 'issues'>): string {
  const [issue] = issues;
  if (issue === undefined) return 'not valid';
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}
