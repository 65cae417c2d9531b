import type { EdgeView } from '../contract/entities.ts';
import type { RetrievalPath } from '../contract/packet.ts';
import type { Candidate } from '../retrievers/path.ts';
import { retrievalPaths } from './router.ts';

/** One path's word for an item. */
export interface Hit {
  readonly path: RetrievalPath;
  readonly rank: number;
  readonly score: number;
  readonly signals: Readonly<Record<string, unknown>>;
  /** The question asked for just this state of it. */
  readonly asked?: boolean | undefined;
  readonly edges?: readonly EdgeView[] | undefined;
}

/** An item that at least one path proposed, with all of their words, in the order of the paths. */
export interface Fused {
  readonly rowid: number;
  /** The weighted reciprocal rank sum; with a single path, that path's own score. */
  readonly score: number;
  readonly hits: readonly [Hit, ...Hit[]];
}

/**
 * Weighted reciprocal rank fusion: score = Σ weight_p / (k0 + rank_p), ranks from 1 (Cormack, Clarke, Büttcher 2009); of
 * `graph` as much of its weight as its paths fit.
 * What a structure says was asked for comes first, in its path's order: likeness cannot overrule it.
 * Items are told apart by row; nothing depends on the order of the lists or of their entries. Ties go to the best
 * rank, then to the path named first in `retrievalPaths`, which no two items share.
 * With one list its own order and scores stand.
 */
export function fuse(
  lists: readonly { readonly path: RetrievalPath; readonly candidates: readonly Candidate[] }[],
  options: { readonly k0: number; readonly weights: Readonly<Record<RetrievalPath, number>> },
): Fused[] {
  const hitsOf = new Map<number, Map<RetrievalPath, Hit>>();
  for (const { path, candidates } of lists) {
    for (const { rowid, rank, score, signals, asked, edges } of candidates) {
      const hits = hitsOf.get(rowid) ?? new Map<RetrievalPath, Hit>();
      const known = hits.get(path);
      if (known === undefined || rank < known.rank) hits.set(path, { path, rank, score, signals, asked, edges });
      hitsOf.set(rowid, hits);
    }
  }
  const alone = new Set(lists.map(({ path }) => path)).size === 1;
  const fused = [...hitsOf].flatMap(([rowid, byPath]) => {
    // Summed in a fixed order: floating-point addition is not associative.
    const [first, ...others] = retrievalPaths.flatMap((path) => byPath.get(path) ?? []);
    if (first === undefined) return [];
    const worth = (hit: Hit) => (options.weights[hit.path] * fitOf(hit)) / (options.k0 + hit.rank);
    const rrf = [first, ...others].reduce((sum, hit) => sum + worth(hit), 0);
    return [{ rowid, hits: [first, ...others] as const, score: alone ? first.score : rrf }];
  });
  return fused.sort(alone ? byRank : byScore);
}

/**
 * The first of `graph`'s list may still meet little of the question, or only lie near what it names, and its score says how
 * much. R4 seeds 111 and 112, nDCG@5 of B and D and G together: 1.783 with the whole weight, 1.794 from .25, 1.792 from .4.
 * MuSiQue-100, all paths fused, R@10: .576 with the whole weight, .567 from .3.
 */
function fitOf({ path, score }: Hit): number {
  return path === 'graph' ? Math.min(1, score / fittingPath) : 1;
}

const fittingPath = 0.3;

function byRank(a: Fused, b: Fused): number {
  return a.hits[0].rank - b.hits[0].rank || a.rowid - b.rowid;
}

function byScore(a: Fused, b: Fused): number {
  const [first, second] = [bestHit(a), bestHit(b)];
  const [wanted, other] = [askedRank(a), askedRank(b)];
  return (
    (wanted === other ? 0 : wanted - other) ||
    b.score - a.score ||
    first.rank - second.rank ||
    retrievalPaths.indexOf(first.path) - retrievalPaths.indexOf(second.path) ||
    a.rowid - b.rowid
  );
}

/**
 * The place among what was asked for by its structure; behind all of it for what is only alike. Of equal places that of a
 * slot comes first: it alone knows which value is meant in time.
 */
function askedRank({ hits }: Pick<Fused, 'hits'>): number {
  const placeOf = ({ asked, path, rank }: Hit) => {
    if (asked !== true) return Number.POSITIVE_INFINITY;
    return path === 'temporal' ? rank : rank + 0.5;
  };
  return Math.min(...hits.map(placeOf));
}

/** The hit of the best rank; of equals the one whose path comes first. */
export function bestHit({ hits }: Pick<Fused, 'hits'>): Hit {
  return hits.reduce((best, hit) => (hit.rank < best.rank ? hit : best));
}
