import type { BenchResults, Probe, ProbeRow } from '../../contract/bench.ts';
import { figuresOf } from './figures.ts';
import { creditedPath } from './measures.ts';
import { type AskedProbe, scoreProbe } from './scoreProbe.ts';
import { scoreRoutes, scoreRun } from './scoreRun.ts';

/** Object ids by namespace: they are unique only within one. */
export type ObjectIds = ReadonlyMap<string, ReadonlySet<string>>;

export interface ScoreBenchmarkOptions {
  /** Whether every route was to be forced on every probe. */
  readonly oracle: boolean;
  /** The objects that the store holds. */
  readonly stored: ObjectIds;
  /**
   * Those of which it surely holds a fact, an edge or a cause; what any answer shows as one is added. Left out, only the
   * answers tell, and only of C, D and E.
   */
  readonly structured?: ObjectIds | undefined;
  /** For ablated and forced runs: the rows of the whole engine, whose oracle theirs is. */
  readonly whole?: readonly ProbeRow[] | undefined;
}

export type Asked = Omit<AskedProbe, 'probe'>;
export type Scored = Pick<BenchResults, 'score' | 'routes' | 'figures' | 'probes'>;

/**
 * Scores a whole run: every probe of the benchmark, whether or not it was answered.
 *
 * @param asked what the run got, by probe id; a probe that is not in it scores as a failure
 */
export function scoreBenchmark(
  probes: readonly Probe[],
  asked: ReadonlyMap<string, Asked>,
  options: ScoreBenchmarkOptions,
): Scored {
  const whole = new Map(options.whole?.map(({ probe, byRoute }) => [probe.id, byRoute]));
  const structured = structuredBy(probes, asked, options.structured ?? new Map());
  const rows = probes.map((probe) => {
    const namespace = probe.namespace ?? 'default';
    const isTold = options.structured !== undefined || creditedPath[probe.family] !== undefined;
    const known = {
      stored: options.stored.get(namespace) ?? new Set<string>(),
      structured: isTold ? (structured.get(namespace) ?? new Set<string>()) : null,
    };
    const one = asked.get(probe.id) ?? { answer: null, sessionId: null, forced: {} };
    return scoreProbe({ probe, ...one }, { oracle: options.oracle, whole: whole.get(probe.id), known });
  });
  const forced = new Map([...asked].map(([id, one]) => [id, one.forced]));
  return { score: scoreRun(rows), routes: scoreRoutes(rows, forced), figures: figuresOf(rows), probes: rows };
}

/** The objects that are known to have structure, and those of which some answer shows an edge, a path or a cause. */
function structuredBy(probes: readonly Probe[], asked: ReadonlyMap<string, Asked>, known: ObjectIds): ObjectIds {
  const structured = new Map([...known].map(([namespace, ids]) => [namespace, new Set(ids)]));
  for (const { id, namespace = 'default' } of probes) {
    const { answer = null, forced = {} } = asked.get(id) ?? {};
    const ids = structured.get(namespace) ?? new Set<string>();
    structured.set(namespace, ids);
    for (const { results } of [...(answer === null ? [] : [answer]), ...Object.values(forced)]) {
      for (const { counts } of results.filter((result) => result.structural)) for (const one of counts) ids.add(one);
    }
  }
  return structured;
}
