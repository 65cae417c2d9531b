import { cosineOf } from './evidence.ts';
import type { DroppedItem, Judged } from './validity.ts';

/** A result that will be shown, with the ids of others that say the very same. */
export interface Selected extends Judged {
  readonly sameText: readonly string[];
}

export interface Cut {
  readonly selected: readonly Selected[];
  readonly dropped: readonly DroppedItem[];
}

/**
 * Cuts a ranked list to k: first what only a faint likeness vouches for goes, then repetitions of one text, then the
 * tail. The order of the list stays.
 *
 * Two items repeat each other when namespace, speaker and content hash are equal: the same words from another mouth
 * are another statement. What happened again at another time, in the same words, is another episode.
 *
 * @param cosineFloor a result that `recall` alone proposed needs at least this cosine
 */
export function cutToK(judged: readonly Judged[], k: number, cosineFloor: number): Cut {
  const selected: (Selected & { readonly sameText: string[] })[] = [];
  const dropped: DroppedItem[] = [];
  const firstOf = new Map<string, Judged & { readonly sameText: string[] }>();
  for (const one of judged) {
    const { namespace, author, contentHash, kind, occurredAt } = one.item;
    const key = JSON.stringify([namespace, author, contentHash, kind === 'episode' ? occurredAt : null]);
    const first = firstOf.get(key);
    if (isFaint(one, cosineFloor)) dropped.push({ ...one, reason: 'below-floor', by: null });
    else if (first !== undefined) {
      first.sameText.push(one.item.itemId);
      dropped.push({ ...one, reason: 'same-text', by: first.item.itemId });
    } else {
      const kept = { ...one, sameText: [] };
      firstOf.set(key, kept);
      if (selected.length < k) selected.push(kept);
      else dropped.push({ ...one, reason: 'beyond-k', by: null });
    }
  }
  return { selected, dropped };
}

function isFaint({ hits }: Judged, cosineFloor: number): boolean {
  return hits.every(({ path }) => path === 'recall') && (cosineOf({ hits }) ?? 0) < cosineFloor;
}
