import { existsSync } from 'node:fs';
import { PiperError } from '../../base/errors.ts';
import { BenchmarkFormat } from '../../contract/bench.ts';
import type { MethodParams, MethodResult } from '../../contract/methods.ts';
import { convertBeir } from './beir.ts';
import type { ConvertedSet } from './convertedSet.ts';
import { convertEndoflife } from './endoflifeBenchmark.ts';
import { convertFactConsolidation } from './factconsolidation.ts';
import { convertLocomo } from './locomo.ts';
import { convertMusique } from './musique.ts';
import { jsonFileOf, recogniseFolder } from './recogniseFolder.ts';
import { checkPlace, writeBenchmark } from './writeBenchmark.ts';

const converters: Readonly<Record<BenchmarkFormat, (source: string) => ConvertedSet>> = {
  locomo: (source) => convertLocomo(jsonFileOf(source)),
  beir: convertBeir,
  musique: convertMusique,
  endoflife: convertEndoflife,
  factconsolidation: (source) => convertFactConsolidation(jsonFileOf(source)),
};

/**
 * Makes a benchmark folder of a public set. With a limit the probes are taken evenly from all of the set; the corpus
 * stays whole. Throws PiperError where the set is not one of those, or is not as it should be, or the place is taken.
 */
export function convert({
  source,
  destination,
  format,
  limit,
}: MethodParams<'bench.import'>): MethodResult<'bench.import'> {
  if (!existsSync(source)) {
    throw new PiperError('unreadable-file', `${source} is not there.`, 'Check the path.');
  }
  checkPlace(destination);
  const known = format ?? formatOf(source);
  const set = converters[known](source);
  const probes = limit === undefined ? set.probes : evenly(set.probes, limit);
  const { objects, about, leftOut } = set;
  writeBenchmark(destination, { objects, probes, about: { ...about, leftOut } });
  return { folder: destination, format: known, objects: objects.length, probes: probes.length, leftOut };
}

function formatOf(source: string): BenchmarkFormat {
  const recognised = recogniseFolder(source);
  if (recognised === 'benchmark') {
    throw new PiperError(
      'invalid-params',
      `${source} is a benchmark already.`,
      `Run it as it is: piper-memory bench run ${source}`,
    );
  }
  if (recognised !== 'corpus') return recognised;
  throw new PiperError(
    'unrecognised-format',
    `${source} is none of the sets that can become a benchmark.`,
    `Name its format (${BenchmarkFormat.options.join(', ')}), or write corpus.pmem.jsonl and probes.jsonl yourself.`,
  );
}

function evenly<T>(all: readonly T[], limit: number): T[] {
  if (all.length <= limit) return [...all];
  return all.filter((_, at) => Math.floor((at * limit) / all.length) !== Math.floor(((at - 1) * limit) / all.length));
}
