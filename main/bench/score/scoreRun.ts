import type { BenchResults, ProbeRow, R4Score } from '../../contract/bench.ts';
import { ProbeFamily } from '../../contract/bench.ts';
import { expectsNothing, mean } from './measures.ts';
import { missingAnswer } from './scoredAnswer.ts';
import { type AskedProbe, bestRoute, forcedRoutes, withAnswer } from './scoreProbe.ts';

/**
 * The R4 score (bench.md) of rows that hold every probe of the benchmark.
 *
 * A family without probes is left out of the averages. A part that no probe measures has `of` 0 (half of `temporal`
 * where only one kind of its questions exists), and the total is the points of the others scaled to 100: for R4-Bench
 * with its oracle that is the plain sum.
 */
export function scoreRun(rows: readonly ProbeRow[]): R4Score {
  return scoreCounted(rows.map(counted));
}

/** What scoring adds up of a row, with its results counted: a bootstrap scores the same rows thousands of times. */
export type CountedRow = Pick<ProbeRow, 'recallAt5' | 'reciprocalRank' | 'quality' | 'regret'> &
  Pick<ProbeRow, 'stale' | 'asOf' | 'support'> & {
    readonly family: ProbeFamily;
    readonly wantsResults: boolean;
    readonly surfaced: number;
    /** Results with all seven fields of provenance. */
    readonly complete: number;
  };

export function counted(row: ProbeRow): CountedRow {
  const { probe, answer, recallAt5, reciprocalRank, quality, regret, stale, asOf, support } = row;
  return {
    family: probe.family,
    wantsResults: !expectsNothing(probe),
    surfaced: answer.results.length,
    complete: answer.results.filter(({ provenance }) => provenance === 7).length,
    ...{ recallAt5, reciprocalRank, quality, regret, stale, asOf, support },
  };
}

/** The score of counted rows. */
export function scoreCounted(rows: readonly CountedRow[]): R4Score {
  const { families, ...sums } = sumsOf(rows);
  const averages = Object.fromEntries(
    ProbeFamily.options.flatMap((family) => {
      const of = families.get(family);
      return of === undefined ? [] : [[family, averagesOf(of)] as const];
    }),
  );
  const ranked = Object.entries(averages).flatMap(([family, one]) => (family === 'H' ? [] : [one]));
  const staleErrorRate = averageOf(sums.stale);
  const asOfAccuracy = averageOf(sums.asOf);
  const falsePositives = complement(averageOf(sums.nothing));
  const parts = {
    candidateRecall: part(30, macro(Object.values(averages), 'recallAt5')),
    ranking: sum(part(12, macro(ranked, 'ndcgAt5')), part(8, macro(ranked, 'mrr'))),
    route: part(15, complement(averageOf(sums.regret))),
    temporal: sum(part(7.5, complement(staleErrorRate)), part(7.5, asOfAccuracy)),
    support: part(10, averageOf(sums.support)),
    negative: part(5, complement(falsePositives)),
    provenance: part(5, averageOf(sums.provenance) ?? (sums.wantsResults ? 0 : null)),
  };
  const whole = Object.values(parts).reduce(sum);
  return { total: 100 * whole.value, parts, families: averages, staleErrorRate, asOfAccuracy, falsePositives };
}

/** What an average is made of: how many were measured, and their sum. */
interface Sum {
  n: number;
  sum: number;
}

interface FamilySums {
  readonly recallAt5: Sum;
  readonly ndcgAt5: Sum;
  readonly mrr: Sum;
  readonly regret: Sum;
}

const zero = (): Sum => ({ n: 0, sum: 0 });

/** null was not measured. */
function add(to: Sum, value: number | null): void {
  if (value === null) return;
  to.n++;
  to.sum += value;
}

/** null of nothing. */
function averageOf({ n, sum }: Sum): number | null {
  return n === 0 ? null : sum / n;
}

function sumsOf(rows: readonly CountedRow[]) {
  const families = new Map<ProbeFamily, FamilySums>();
  const sums = { regret: zero(), stale: zero(), asOf: zero(), support: zero(), nothing: zero(), provenance: zero() };
  for (const row of rows) {
    const of = families.get(row.family) ?? { recallAt5: zero(), ndcgAt5: zero(), mrr: zero(), regret: zero() };
    families.set(row.family, of);
    add(of.recallAt5, row.recallAt5);
    add(of.ndcgAt5, row.quality);
    add(of.mrr, row.reciprocalRank);
    add(of.regret, row.regret);
    add(sums.regret, row.regret);
    add(sums.stale, row.stale);
    add(sums.asOf, row.asOf);
    add(sums.support, row.support);
    if (row.family === 'H') add(sums.nothing, row.quality);
    sums.provenance.n += row.surfaced;
    sums.provenance.sum += row.complete;
  }
  // Who surfaces nothing where something is wanted has preserved nothing; where nothing is, there is nothing to preserve.
  return { families, ...sums, wantsResults: rows.some(({ wantsResults }) => wantsResults) };
}

type Family = NonNullable<R4Score['families'][ProbeFamily]>;

/** For H, `ndcgAt5` and `mrr` are the share answered by nothing. */
function averagesOf({ recallAt5, ndcgAt5, mrr, regret }: FamilySums): Family {
  const { n } = recallAt5;
  return {
    probes: n,
    recallAt5: recallAt5.sum / n,
    ndcgAt5: ndcgAt5.sum / n,
    mrr: mrr.sum / n,
    regret: averageOf(regret),
  };
}

/** The average over families, each counting the same. */
function macro(families: readonly Family[], measure: 'recallAt5' | 'ndcgAt5' | 'mrr'): number | null {
  return families.length === 0 ? null : mean(families.map((family) => family[measure]));
}

function complement(share: number | null): number | null {
  return share === null ? null : 1 - share;
}

type Part = R4Score['parts']['support'];

/** A part with its weight; null: nothing measures it. */
function part(of: number, value: number | null): Part {
  return value === null ? { points: 0, of: 0, value: 0 } : { points: of * value, of, value };
}

function sum(first: Part, second: Part): Part {
  const of = first.of + second.of;
  const points = first.points + second.points;
  return { points, of, value: of === 0 ? 0 : points / of };
}

/**
 * What each forced route would score on every probe, and `oracle`: for each probe the best of them. Their regret is
 * against the same oracle as the run's. Nothing where no route was forced.
 *
 * @param forced by probe id, the answers by route
 */
export function scoreRoutes(
  rows: readonly ProbeRow[],
  forced: ReadonlyMap<string, AskedProbe['forced']>,
): BenchResults['routes'] {
  const names = forcedRoutes.map(({ name }) => name).filter((name) => rows.some(({ byRoute }) => name in byRoute));
  if (names.length === 0) return {};
  const scoreOf = (routeOf: (row: ProbeRow) => string) => {
    const { total, families } = scoreRun(
      rows.map((row) => withAnswer(row, forced.get(row.probe.id)?.[routeOf(row)] ?? missingAnswer)),
    );
    return { total, families };
  };
  return Object.fromEntries([
    ...names.map((name) => [name, scoreOf(() => name)]),
    ['oracle', scoreOf(({ byRoute }) => bestRoute(byRoute)?.route ?? '')],
  ]);
}
