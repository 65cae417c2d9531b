import type { Database } from '../../store/sqlite.ts';

/** How many items' vectors are still to be made, in the fresh tier, and in the settled one. */
export interface VectorCounts {
  readonly pending: number;
  readonly fresh: number;
  readonly settled: number;
}

/** A row and the text that its vector is of, by its hash. */
export interface VectorOf {
  readonly rowid: number;
  readonly contentHash: string;
}

export interface StateRow extends VectorOf {
  readonly namespace: string;
  readonly tier: 'pending' | 'fresh' | 'settled';
}

/** An embedder whose vectors this store holds; `embedder` is its number in `memory.db`. */
export interface KnownEmbedder {
  readonly embedder: number;
  readonly embedderId: string;
  readonly dimensions: number;
}

/** The rows of `vector_state` and `embedders`: where the vector of each item is, and whose it is. */
export type VectorState = ReturnType<typeof openVectorState>;

export function openVectorState(db: Database) {
  const selectState = db.prepare<[number], StateRow>(
    'SELECT item AS rowid, namespace, content_hash AS contentHash, tier FROM vector_state WHERE item = ?',
  );
  const upsertPending = db.prepare<[number, string, string]>(
    `INSERT INTO vector_state (item, namespace, content_hash, embedder, tier) VALUES (?, ?, ?, NULL, 'pending')
     ON CONFLICT (item) DO UPDATE SET content_hash = excluded.content_hash, embedder = NULL, tier = 'pending'`,
  );
  const deleteState = db.prepare<[number]>('DELETE FROM vector_state WHERE item = ?');
  const deleteStates = db.prepare('DELETE FROM vector_state');
  const selectSharer = db.prepare<[string]>('SELECT 1 FROM vector_state WHERE content_hash = ? LIMIT 1').pluck();
  // The newest first: what was just written is wanted before the rest of an import.
  const selectPending = db.prepare<[number], VectorOf>(
    `SELECT item AS rowid, content_hash AS contentHash FROM vector_state WHERE tier = 'pending'
     ORDER BY item DESC LIMIT ?`,
  );
  const selectFresh = db.prepare<[number], VectorOf & { namespace: string; itemId: string }>(
    `SELECT s.item AS rowid, s.content_hash AS contentHash, i.namespace, i.item_id AS itemId
     FROM vector_state s JOIN items i ON i.rowid = s.item WHERE s.tier = 'fresh' ORDER BY s.item LIMIT ?`,
  );
  const makeFresh = db.prepare<[number, number, string]>(
    `UPDATE vector_state SET tier = 'fresh', embedder = ? WHERE item = ? AND content_hash = ? AND tier = 'pending'`,
  );
  const makeSettled = db.prepare<[number, string, number]>(
    `UPDATE vector_state SET tier = 'settled' WHERE item = ? AND content_hash = ? AND embedder = ? AND tier = 'fresh'`,
  );
  const unsettle = db.prepare(`UPDATE vector_state SET tier = 'pending', embedder = NULL WHERE tier = 'settled'`);
  const disown = db.prepare<[number]>(`UPDATE vector_state SET tier = 'pending', embedder = NULL WHERE embedder <> ?`);
  const insertEmbedder = db.prepare<[string, number]>('INSERT INTO embedders (embedder_id, dimensions) VALUES (?, ?)');
  const deleteEmbedder = db.prepare<[number]>('DELETE FROM embedders WHERE embedder = ?');
  const selectEmbedders = db.prepare<[], KnownEmbedder>(
    'SELECT embedder, embedder_id AS embedderId, dimensions FROM embedders ORDER BY embedder',
  );
  const insertRemoval = db.prepare<[string, string]>(
    'INSERT INTO vector_removals (namespace, item_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const selectRemovals = db.prepare<[number], { namespace: string; itemId: string }>(
    'SELECT namespace, item_id AS itemId FROM vector_removals ORDER BY namespace, item_id LIMIT ?',
  );
  const deleteRemoval = db.prepare<[string, string]>('DELETE FROM vector_removals WHERE namespace = ? AND item_id = ?');

  const insertWithheld = db.prepare<[number]>('INSERT INTO vectors_withheld (item) VALUES (?) ON CONFLICT DO NOTHING');
  const deleteWithheld = db.prepare<[number]>('DELETE FROM vectors_withheld WHERE item = ?');
  const deleteAllWithheld = db.prepare('DELETE FROM vectors_withheld');
  const selectWithheld = db.prepare<[], number>('SELECT item FROM vectors_withheld ORDER BY item').pluck();

  return {
    get: (rowid: number): StateRow | null => selectState.get(rowid) ?? null,
    setPending(rowid: number, namespace: string, contentHash: string): void {
      upsertPending.run(rowid, namespace, contentHash);
    },
    remove(rowid: number): void {
      deleteState.run(rowid);
    },
    removeAll(): void {
      deleteStates.run();
      deleteAllWithheld.run();
    },
    /** Whether any item's embedded text has this hash. */
    wants: (contentHash: string): boolean => selectSharer.get(contentHash) !== undefined,
    pending: (limit: number): VectorOf[] => selectPending.all(limit),
    fresh: (limit: number) => selectFresh.all(limit),
    /** False when the item is gone, has another text by now, or already has its vector. */
    makeFresh: (row: VectorOf, embedder: number): boolean =>
      makeFresh.run(embedder, row.rowid, row.contentHash).changes > 0,
    /** False when the item is gone or its vector is no longer this one. */
    makeSettled: (row: VectorOf, embedder: number): boolean =>
      makeSettled.run(row.rowid, row.contentHash, embedder).changes > 0,
    /** How many settled vectors have to be made again. */
    unsettleAll: (): number => unsettle.run().changes,
    /** Everything whose vector is another embedder's becomes pending. */
    disownOthers: (embedder: number): number => disown.run(embedder).changes,
    embedders: (): KnownEmbedder[] => selectEmbedders.all(),
    addEmbedder: (embedderId: string, dimensions: number): number =>
      Number(insertEmbedder.run(embedderId, dimensions).lastInsertRowid),
    removeEmbedder(embedder: number): void {
      deleteEmbedder.run(embedder);
    },
    /** Items that have no vector because the present embedder must not see their texts. */
    withheld: (): number[] => selectWithheld.all(),
    addWithheld(rowid: number): void {
      insertWithheld.run(rowid);
    },
    removeWithheld(rowid: number): void {
      deleteWithheld.run(rowid);
    },
    addRemoval(namespace: string, itemId: string): void {
      insertRemoval.run(namespace, itemId);
    },
    removals: (limit: number) => selectRemovals.all(limit),
    settleRemoval(namespace: string, itemId: string): void {
      deleteRemoval.run(namespace, itemId);
    },
  };
}

/** Counts on any connection to `memory.db`. */
export function openVectorCounts(db: Database): () => VectorCounts {
  const countTier = db.prepare<[], VectorCounts & { total: number }>(
    `SELECT (SELECT count(*) FROM vector_state WHERE tier = 'pending') AS pending,
              (SELECT count(*) FROM vector_state WHERE tier = 'fresh') AS fresh,
              (SELECT count(*) FROM vector_state) AS total, 0 AS settled`,
  );
  return () => {
    const { pending, fresh, total } = countTier.get() ?? { pending: 0, fresh: 0, total: 0 };
    return { pending, fresh, settled: total - pending - fresh };
  };
}
