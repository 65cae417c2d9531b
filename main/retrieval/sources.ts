import type { RetrievalPath } from '../contract/packet.ts';
import { type Item, type ItemRef, itemKey } from '../projections/items/item.ts';
import type { Hit } from './fuse.ts';
import { standingBehind } from './livePart.ts';
import { retrievalPaths } from './router.ts';
import type { Judged, JudgedItem } from './validity.ts';

/** The item whose words a statement was read in: a fact, edge or cause that was concluded from one other item. */
export function sourceOf({ kind, namespace, derivedFrom }: Item): ItemRef | null {
  const [itemId] = derivedFrom;
  const structured = kind === 'fact' || kind === 'edge' || kind === 'cause';
  return structured && derivedFrom.length === 1 && itemId !== undefined ? { namespace, itemId } : null;
}

/**
 * Puts the source in the place of every statement that was read in it word for word: the evidence is what somebody said,
 * and the structure that a path went by (the fact, the edges) rides along. A source stands where the best of its
 * statements or it itself stood, with the hits of all.
 */
export function inWordsOfSources(judged: readonly Judged[], sources: readonly JudgedItem[]): Judged[] {
  const byKey = new Map([...judged, ...sources].map((one) => [itemKey(one.item), one]));
  const merged = new Map<string, Judged>();
  for (const one of judged) {
    const source = sourceOf(one.item);
    const whole = source === null ? undefined : byKey.get(itemKey(source));
    const shown = whole?.item.text.includes(one.item.text) ? inItsWords(one, whole) : one;
    const key = itemKey(shown.item);
    const earlier = merged.get(key);
    merged.set(key, earlier === undefined ? shown : together(earlier, shown));
  }
  return [...merged.values()];
}

function inItsWords(one: Judged, whole: JudgedItem): Judged {
  const { item, episodeId } = whole;
  const { fact, contradicts } = one.standing;
  const standing = standingBehind(one, whole);
  return {
    ...one,
    rowid: item.rowid,
    item,
    episodeId,
    standing: { ...standing, fact, contradicts: [...new Set([...standing.contradicts, ...contradicts])] },
    rows: [...(one.rows ?? []), one.rowid],
  };
}

function together(first: Judged, second: Judged): Judged {
  const best = new Map<RetrievalPath, Hit>();
  for (const hit of [...first.hits, ...second.hits]) {
    const known = best.get(hit.path);
    if (known === undefined || hit.rank < known.rank) best.set(hit.path, hit);
  }
  const [head, ...tail] = retrievalPaths.flatMap((path) => best.get(path) ?? []);
  return {
    ...first,
    hits: head === undefined ? first.hits : [head, ...tail],
    // Of one text, what is asked for may be live by one statement and stale by another.
    standing: {
      ...(second.standing.isCurrent ? second.standing : first.standing),
      fact: first.standing.fact ?? second.standing.fact,
    },
    rows: [...new Set([...(first.rows ?? []), ...(second.rows ?? []), second.rowid])],
  };
}
