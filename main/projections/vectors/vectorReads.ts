import type { Database } from '../../store/sqlite.ts';
import { type Near, openNearestFresh } from './freshVectors.ts';
import { openVectorCounts, type VectorCounts } from './vectorState.ts';

/** A vector of the settled tier, named as that store names it: row numbers do not outlive a rebuild. */
export interface SettledRef {
  readonly namespace: string;
  readonly itemId: string;
  readonly contentHash: string;
}

/** What `recall` and the status read of the vectors. Works on any connection to `memory.db` with sqlite-vec. */
export interface VectorReads {
  nearestFresh(embedderId: string, vector: Float32Array, namespaces: readonly string[], k: number): Near[];
  /**
   * The rows of settled vectors, in their order; null for one that is gone or whose item has another text by now.
   */
  rowsOf(refs: readonly SettledRef[]): (number | null)[];
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
  const countLagging = db
    .prepare<[string], number>(
      `SELECT count(*) FROM vector_state WHERE tier = 'pending' AND namespace IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  return {
    nearestFresh: openNearestFresh(db),
    rowsOf: (refs) =>
      refs.map(({ namespace, itemId, contentHash }) => selectRow.get(namespace, itemId, contentHash) ?? null),
    lagging: (namespaces) => countLagging.get(JSON.stringify(namespaces)) ?? 0,
    counts: openVectorCounts(db),
  };
}
