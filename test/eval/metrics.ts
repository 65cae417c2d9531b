/** Ranking measures over one question: `ranked` are ids best first, `gold` the ids that answer it. */

/** Share of the gold in the first k. */
export function recallAt(k: number, ranked: readonly string[], gold: ReadonlySet<string>): number {
  return ranked.slice(0, k).filter((id) => gold.has(id)).length / gold.size;
}

/** nDCG@k with binary gains: Σ 1/log2(rank+1) over gold in the first k, by the best possible sum. */
export function ndcgAt(k: number, ranked: readonly string[], gold: ReadonlySet<string>): number {
  const gain = (index: number) => 1 / Math.log2(index + 2);
  const dcg = ranked.slice(0, k).reduce((sum, id, index) => sum + (gold.has(id) ? gain(index) : 0), 0);
  const ideal = Array.from({ length: Math.min(k, gold.size) }, (_, index) => gain(index)).reduce((a, b) => a + b, 0);
  return dcg / ideal;
}

/** One over the rank of the first gold id, 0 where none was returned. */
export function reciprocalRank(ranked: readonly string[], gold: ReadonlySet<string>): number {
  const index = ranked.findIndex((id) => gold.has(id));
  return index < 0 ? 0 : 1 / (index + 1);
}

/** Whether the whole support set is in the first k. */
export function allSupportAt(k: number, ranked: readonly string[], gold: ReadonlySet<string>): number {
  return recallAt(k, ranked, gold) === 1 ? 1 : 0;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The p-th percentile (0–1) by the nearest-rank method. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? 0;
}

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * 95 % interval of the mean of paired differences a−b by the percentile bootstrap (Efron 1979), with a seeded
 * generator so that a run can be repeated.
 */
export function pairedBootstrap(a: readonly number[], b: readonly number[], seed: number, rounds = 10_000): Interval {
  const differences = a.map((value, index) => value - (b[index] ?? 0));
  const random = mulberry32(seed);
  const means = Array.from({ length: rounds }, () => {
    let sum = 0;
    for (let draw = 0; draw < differences.length; draw++) {
      sum += differences[Math.floor(random() * differences.length)] ?? 0;
    }
    return sum / differences.length;
  });
  return { mean: mean(differences), low: percentile(means, 0.025), high: percentile(means, 0.975) };
}

/** A small seeded generator (Tommy Ettinger's mulberry32): uniform in [0, 1). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
