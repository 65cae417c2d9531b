/** Jaccard index of the sets of the first k: |A ∩ B| / |A ∪ B|; 1 where both are empty. */
export function jaccardAt(a: readonly string[], b: readonly string[], k: number): number {
  const [left, right] = [new Set(a.slice(0, k)), new Set(b.slice(0, k))];
  const both = sharedBy(left, right);
  const either = left.size + right.size - both;
  return either === 0 ? 1 : both / either;
}

/**
 * Rank-biased overlap (Webber, Moffat and Zobel 2010, equation 7) as far as the longer list goes, over what it could
 * reach there: Σ p^(d−1)·|A₁..d ∩ B₁..d| / d, divided by Σ p^(d−1). 0 for disjoint lists, 1 for equal ones and for two
 * empty ones. `p`, 0 to 1: how much each rank counts of the one before it.
 */
export function rankBiasedOverlap(a: readonly string[], b: readonly string[], p = 0.9): number {
  const depth = Math.max(a.length, b.length);
  if (depth === 0) return 1;
  let [agreement, whole, weight] = [0, 0, 1];
  for (let d = 1; d <= depth; d++) {
    const shared = sharedBy(new Set(a.slice(0, d)), new Set(b.slice(0, d)));
    agreement += (weight * shared) / d;
    whole += weight;
    weight *= p;
  }
  return agreement / whole;
}

function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((one) => b.has(one)).length;
}
