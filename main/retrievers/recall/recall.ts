import { PiperError } from '../../base/errors.ts';
import type { Near } from '../../projections/vectors/freshVectors.ts';
import type { Embedder } from '../../store/embedder.ts';
import type { Candidate, Path, PathQuery, PathResult } from '../path.ts';

/** One tier's nearest items to a vector of this embedder, nearest first. */
export type NearestTier = (
  embedderId: string,
  vector: Float32Array,
  namespaces: readonly string[],
  k: number,
) => Promise<readonly Near[]>;

export interface RecallParts {
  /** The embedder of questions; null while there is none. */
  readonly embedder: () => Embedder | null;
  readonly nearestFresh: NearestTier;
  readonly nearestSettled: NearestTier;
  /** Items in these namespaces whose vectors are still to be made. */
  readonly lagging: (namespaces: readonly string[]) => Promise<number>;
  /** Candidates below this cosine are not proposed; −1 lets all pass. */
  readonly floor: number;
  /** A tier that could not be asked: the other one still answers. */
  readonly onFailure?: ((tier: Tier, error: unknown) => void) | undefined;
}

export type Tier = 'fresh' | 'settled';

/** A tier's answer, or the reason why it gave none. */
type TierAnswer =
  | { readonly tier: Tier; readonly near: readonly Near[] }
  | { readonly tier: Tier; readonly failed: string };

/**
 * Finds paraphrases and concepts: embeds the question once, asks both tiers and merges by cosine. It says so when it
 * could not look (no embedder, no tier answers) or saw only a part (a tier failed, vectors still to be made).
 */
export function openRecall(parts: RecallParts): Path {
  async function retrieve({ text, namespaces, depth }: PathQuery, signal: AbortSignal): Promise<PathResult> {
    signal.throwIfAborted();
    const embedder = parts.embedder();
    // Counted before the tiers are asked: what is embedded meanwhile then counts as missing rather than as seen.
    const counting = parts.lagging(namespaces);
    if (embedder === null) return couldNotLook('embedder-missing', await counting);
    const [lagging, [vector]] = await Promise.all([counting, embedder.embed([text], 'query')]);
    signal.throwIfAborted();
    if (vector === undefined) throw new Error('the embedder gave no vector');
    const answers = await Promise.all([
      askTier('fresh', () => parts.nearestFresh(embedder.id, vector, namespaces, depth)),
      askTier('settled', () => parts.nearestSettled(embedder.id, vector, namespaces, depth)),
    ]);
    signal.throwIfAborted();
    const failed = answers.flatMap((answer) => ('failed' in answer ? [answer.failed] : []));
    if (failed.length === answers.length) return couldNotLook(failed[0] ?? 'internal', lagging);
    const candidates = merge(answers, depth, parts.floor);
    if (failed.length > 0) return { status: 'partial', reason: failed[0] ?? 'internal', candidates, lagging };
    if (lagging > 0) return { status: 'partial', reason: 'index-behind', candidates, lagging };
    return { status: 'ok', reason: null, candidates, lagging };
  }

  async function askTier(tier: Tier, ask: () => Promise<readonly Near[]>): Promise<TierAnswer> {
    try {
      return { tier, near: await ask() };
    } catch (error) {
      parts.onFailure?.(tier, error);
      return { tier, failed: error instanceof PiperError ? error.code : 'internal' };
    }
  }

  return {
    path: 'recall',
    // A cosine means something only together with the embedder that it comes from.
    get version() {
      return `recall-1/${parts.embedder()?.id ?? 'none'}`;
    },
    retrieve,
  };
}

/** The nearest of both tiers, each item once with its higher cosine; equal ones in the order they were written. */
function merge(answers: readonly TierAnswer[], depth: number, floor: number): Candidate[] {
  const best = new Map<number, { rowid: number; cosine: number; tier: Tier }>();
  for (const answer of answers) {
    for (const { rowid, cosine } of 'near' in answer ? answer.near : []) {
      const known = best.get(rowid);
      if (cosine >= floor && (known === undefined || cosine > known.cosine)) {
        best.set(rowid, { rowid, cosine, tier: answer.tier });
      }
    }
  }
  return [...best.values()]
    .sort((a, b) => b.cosine - a.cosine || a.rowid - b.rowid)
    .slice(0, depth)
    .map(({ rowid, cosine, tier }, index) => ({ rowid, rank: index + 1, score: cosine, signals: { cosine, tier } }));
}

function couldNotLook(reason: string, lagging: number): PathResult {
  return { status: 'could_not_look', reason, candidates: [], lagging };
}
