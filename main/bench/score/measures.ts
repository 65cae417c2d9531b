import type { Probe, ProbeAnswer, ProbeFamily, ProbeRow } from '../../contract/bench.ts';
import type { RetrievalPath } from '../../contract/packet.ts';

/** How many results are asked for; what stands behind them is not looked at. */
export const askedResults = 10;

/** The families that credit a path itself, and not a text that happens to say the same. */
export const creditedPath: Readonly<Partial<Record<ProbeFamily, RetrievalPath>>> = {
  C: 'associate',
  D: 'graph',
  E: 'causal',
};

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The rank (from 1) of each wanted object: that of the first result that counts for it, Infinity where none does.
 *
 * @param counts of each result, best first, the objects that it counts for
 */
export function ranksOf(wanted: readonly string[], counts: readonly (readonly string[])[]): number[] {
  return wanted.map((id) => {
    const at = counts.findIndex((objects) => objects.includes(id));
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  });
}

/** Share of the gold objects in the first k. `ranks` of at least one. */
export function recallAt(k: number, ranks: readonly number[]): number {
  return ranks.filter((rank) => rank <= k).length / ranks.length;
}

/**
 * nDCG@k with binary gains (Järvelin and Kekäläinen 2002): Σ 1/log2(rank + 1) over the gold objects in the first k, by
 * the same sum with them at ranks 1, 2, …. One result may count for several objects, hence the cap at 1.
 */
export function ndcgAt(k: number, ranks: readonly number[]): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 1);
  const dcg = ranks.reduce((sum, rank) => sum + (rank <= k ? gain(rank) : 0), 0);
  const ideal = Array.from({ length: Math.min(k, ranks.length) }, (_, at) => gain(at + 1)).reduce((a, b) => a + b, 0);
  return Math.min(1, dcg / ideal);
}

/** One over the rank of the first gold object, 0 where none was returned. */
export function reciprocalRank(ranks: readonly number[]): number {
  return 1 / Math.min(...ranks);
}

/** Nothing is the right answer: all of family H, and whatever other probe has no gold. */
export function expectsNothing({ family, gold }: Pick<Probe, 'family' | 'gold'>): boolean {
  return family === 'H' || gold.length === 0;
}

/** Known absent: status `none`, and nothing shown. Not having been able to look is no absence. */
export function isEmpty({ status, results }: Pick<ProbeAnswer, 'status' | 'results'>): boolean {
  return status === 'none' && results.length === 0;
}

/** The objects that each result counts for, whatever path it came by. Who could not look has shown nothing. */
export function shownObjects({ status, results }: Pick<ProbeAnswer, 'status' | 'results'>): (readonly string[])[] {
  return status === 'could_not_look' ? [] : results.slice(0, askedResults).map(({ counts }) => counts);
}

/** The same with the credit rule of bench.md: in C, D and E only the probe's own path and only structure counts. */
export function creditedObjects({ family }: Pick<Probe, 'family'>, answer: ProbeAnswer): (readonly string[])[] {
  const own = creditedPath[family];
  return shownObjects(answer).map((counts, at) => {
    const result = answer.results[at];
    return own === undefined || (result?.structural && result.paths.includes(own)) ? counts : [];
  });
}

export type Measures = Pick<ProbeRow, 'quality' | 'recallAt5' | 'reciprocalRank' | 'stale' | 'asOf' | 'support'>;

/** All measures of one answer to one probe, 0 to 1 each; null where the measure does not apply to the probe. */
export function measure(probe: Probe, answer: ProbeAnswer): Measures {
  const stale = probe.mode === 'current' ? staleError(probe, answer) : null;
  if (expectsNothing(probe)) {
    const right = isEmpty(answer) ? 1 : 0;
    const asOf = probe.mode === 'asof' ? right : null;
    return { quality: right, recallAt5: right, reciprocalRank: right, stale, asOf, support: null };
  }
  const ranks = ranksOf(probe.gold, creditedObjects(probe, answer));
  return {
    quality: ndcgAt(5, ranks),
    recallAt5: recallAt(5, ranks),
    reciprocalRank: reciprocalRank(ranks),
    stale,
    asOf: probe.mode === 'asof' ? Number(Math.min(...ranks) === 1) : null,
    support: probe.family === 'D' || probe.family === 'G' ? recallAt(askedResults, ranks) : null,
  };
}

/**
 * 1 where a superseded object stands above a gold object, or in the list instead of one; else ½ where no gold object is
 * credited in the top 5; else 0. What stands above what is read off the list as shown: a stale text is an error by
 * whatever path it came.
 */
export function staleError(probe: Probe, answer: ProbeAnswer): 0 | 0.5 | 1 {
  const shown = shownObjects(answer);
  const staleAt = Math.min(...ranksOf(probe.stale, shown));
  if (expectsNothing(probe)) return staleAt <= askedResults ? 1 : 0;
  if (staleAt < Math.max(...ranksOf(probe.gold, shown))) return 1;
  return Math.min(...ranksOf(probe.gold, creditedObjects(probe, answer))) > 5 ? 0.5 : 0;
}
