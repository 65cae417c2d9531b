import { tellsFailure } from '../language/failureWords.ts';
import type { Database } from '../store/sqlite.ts';
import { type Item, itemKey } from './items/item.ts';
import type { ItemReads } from './items/itemReads.ts';
import type { Frame } from './standing.ts';
import type { Standings } from './standings.ts';

/** What speaks against relying on an item, beside its own standing. */
export interface Misgiving {
  readonly namespace: string;
  readonly itemId: string;
  /** Who relied on it reported a failure, or it is evidence of an episode that ended in one. */
  readonly failedBefore: boolean;
  /** What it was taken from has a later version, or does not hold any more. */
  readonly sourceChanged: boolean;
}

/** Misgivings about items, seen from a frame; those about whom there is none are left out. */
export type Misgivings = (items: readonly Item[], frame: Frame) => Misgiving[];

export function openMisgivings(db: Database, reads: ItemReads, standings: Standings): Misgivings {
  const selectFailure = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM reliance r JOIN failed_sessions f ON f.session_id = r.session_id
       WHERE r.namespace = ? AND r.item_id = ? LIMIT 1`,
    )
    .pluck();
  const selectOutcomes = db.prepare<[string, string], { outcome: string | null; reward: number | null }>(
    `SELECT e.outcome, e.reward FROM episode_evidence v JOIN episodes e ON e.item = v.episode
     WHERE v.namespace = ? AND v.item_id = ? LIMIT 20`,
  );

  function failedBefore({ namespace, itemId }: Item): boolean {
    if (selectFailure.get(namespace, itemId) !== undefined) return true;
    return selectOutcomes
      .all(namespace, itemId)
      .some(({ outcome, reward }) => (reward !== null && reward < 0) || (outcome !== null && tellsFailure(outcome)));
  }

  /** A document that was imported later than the item was written, under the very name that it gives as its source. */
  function hasLaterDocument({ namespace, source, documentId, itemId, eventSeq }: Item, { knownAt }: Frame): boolean {
    const newest = source === null ? null : reads.newestDocument(namespace, source);
    if (newest === null || newest.itemId === documentId || newest.itemId === itemId) return false;
    const document = reads.item(namespace, newest.itemId);
    return document !== null && document.eventSeq > eventSeq && (knownAt === null || document.knownAt <= knownAt);
  }

  /** The items whose origins, what they were concluded from or cut from, are replaced or taken back. */
  function withFallenOrigin(items: readonly Item[], frame: Frame): Set<Item> {
    const originsOf = ({ namespace, derivedFrom, documentId }: Item) =>
      [...derivedFrom, ...(documentId === null ? [] : [documentId])].map((itemId) => ({ namespace, itemId }));
    const refs = new Map(items.flatMap(originsOf).map((ref) => [itemKey(ref), ref]));
    if (refs.size === 0) return new Set();
    const origins = reads.itemsNamed([...refs.values()]);
    const standing = standings(origins, frame);
    const fallen = new Set(
      origins.filter(({ rowid }) => hasFallen.has(standing.get(rowid)?.currentness ?? 'current')).map(itemKey),
    );
    return new Set(items.filter((item) => originsOf(item).some((ref) => fallen.has(itemKey(ref)))));
  }

  return (items, frame) => {
    const fallen = withFallenOrigin(items, frame);
    return items.flatMap((item) => {
      const told = {
        namespace: item.namespace,
        itemId: item.itemId,
        failedBefore: failedBefore(item),
        sourceChanged: fallen.has(item) || hasLaterDocument(item, frame),
      };
      return told.failedBefore || told.sourceChanged ? [told] : [];
    });
  };
}

const hasFallen: ReadonlySet<string> = new Set(['superseded', 'retracted', 'distrusted']);
