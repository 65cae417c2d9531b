import type { Database } from '../../store/sqlite.ts';
import { type NearestFresh, openNearestFresh } from './freshVectors.ts';
import { openVectorCounts, type VectorCounts } from './vectorState.ts';

/** A vector of the settled tier, named as that store names it: row numbers do not outlive a rebuild. */
export interface SettledRef {
  readonly namespace: string;
  readonly itemId: string;
  readonly contentHash: string;
}

/** What `recall` and the status read of the vectors. Works on any connection to `memory.db` with sqlite-vec. */
export interface VectorReads {
  readonly nearestFresh: NearestFresh;
  /**
   * The rows of settled vectors, in their order; null for one that is gone or whose item has another text by now.
   */
  rowsOf(refs: readonly SettledRef[]): (number | null)[];
  /** The settled ones among some rows, as the settled tier names them. */
  settledAmong(rowids: readonly number[]): SettledRef[];
  /** Items in these namespaces whose vectors are still to be made. */
  lagging(namespaces: readonly string[]): number;
  counts(): VectorCounts;
}

export function openVectorReads(db: Database): VectorReads {
  const selectRow = db
    .prepare<[string, string, string], number>(
      `SELECT i.rowid FROM items i JOIN vector_state s ON s.item = i.rowid
       WHERE i.namespace = ? AND i.item_id = ? AND s.content_hash = ?`,
    )
    .pluck();
  const selectSettled = db.prepare<[string], SettledRef>(
    `SELECT i.namespace, i.item_id AS itemId, s.content_hash AS contentHash
     FROM vector_state s JOIN items i ON i.rowid = s.item
     WHERE s.tier = 'settled' AND s.item IN (SELECT value FROM json_each(?))`,
  );
  const countLagging = db
    .prepare<[string], number>(
      `SELECT count(*) FROM vector_state WHERE tier = 'pending' AND namespace IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  return {
    nearestFresh: openNearestFresh(db),
    rowsOf: (refs) =>
      refs.map(({ namespace, itemId, contentHash }) => selectRow.get(namespace, itemId, contentHash) ?? null),
    settledAmong: (rowids) => selectSettled.all(JSON.stringify(rowids)),
    lagging: (namespaces) => countLagging.get(JSON.stringify(namespaces)) ?? 0,
    counts: openVectorCounts(db),
  };
}
