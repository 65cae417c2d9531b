import { canonicalJson } from '../../base/hash.ts';
import type { BenchResults, R4Score } from '../../contract/bench.ts';
import { seedsReport } from './percentileOf.ts';
import { table } from './reportText.ts';

/** The seed of R4-Bench v1. */
const frozenSeed = 1;

export interface SeedScore {
  readonly seed: number;
  readonly score: R4Score;
}

/** So many seeds that are not the one of v1. */
export function seedsOf(count: number): number[] {
  return Array.from({ length: count }, (_, at) => frozenSeed + 1 + at);
}

/**
 * Whether results may stand for a run that is still to be made: the same setup on the same versions. A dirty checkout has no
 * name, so that nothing counts as run on it.
 */
export function standsFor(done: Rests, wanted: Rests): boolean {
  const { commit } = wanted.versions;
  const named = commit !== null && !commit.endsWith('-dirty');
  return named && rests(done) === rests(wanted);
}

type Rests = Pick<BenchResults, 'setup' | 'versions'>;

function rests({ setup, versions }: Rests): string {
  return canonicalJson({ setup, versions });
}

/** v1 among the other seeds as plain text: each total, then where v1 lies in total, by part and by family. */
export function seedsText(frozen: R4Score, seeds: readonly SeedScore[]): string {
  const { rows, representative } = seedsReport(
    frozen,
    seeds.map(({ score }) => score),
  );
  const [total] = rows;
  const mean = seeds.reduce((sum, { score }) => sum + score.total, 0) / seeds.length;
  const range = total === undefined ? '' : `10th percentile ${tenth(total.p10)}, 90th ${tenth(total.p90)}`;
  const digits = (name: string) => (name.length === 1 ? 3 : 1);
  return [
    table([
      ['seed', 'R4'],
      [`${frozenSeed} (v1)`, tenth(frozen.total)],
      ...seeds.map(({ seed, score }) => [String(seed), tenth(score.total)]),
    ]),
    table([
      ['', 'v1', 'p10', 'p90', 'below v1', ''],
      ...rows.map(({ name, value, p10, p90, percentile, within }) => [
        name,
        ...[value, p10, p90].map((one) => one.toFixed(digits(name))),
        `${Math.round(100 * percentile)} %`,
        within ? '' : 'outside',
      ]),
    ]),
    `Mean of ${seeds.length} other seeds ${tenth(mean)}, ${range}: v1 at ${tenth(frozen.total)} lies ${representative ? 'between' : 'OUTSIDE'}.`,
  ].join('\n\n');
}

function tenth(value: number): string {
  return value.toFixed(1);
}
