import type { Hash } from 'node:crypto';
import type { Database } from '../../store/sqlite.ts';
import type { NewItem } from './itemOfEvent.ts';

/** Every column of `items` beside the row number, and the member of an item that it holds. */
export const itemColumns = [
  ['namespace', 'namespace'],
  ['item_id', 'itemId'],
  ['kind', 'kind'],
  ['text', 'text'],
  ['title', 'title'],
  ['author', 'author'],
  ['thread', 'thread'],
  ['position', 'position'],
  ['caption', 'caption'],
  ['entities', 'entities'],
  ['derived_from', 'derivedFrom'],
  ['source', 'source'],
  ['source_type', 'sourceType'],
  ['occurred_at', 'occurredAt'],
  ['valid_from', 'validFrom'],
  ['valid_to', 'validTo'],
  ['observed_at', 'observedAt'],
  ['recorded_at', 'recordedAt'],
  ['known_at', 'knownAt'],
  ['authority', 'authority'],
  ['confidence', 'confidence'],
  ['salience', 'salience'],
  ['privacy_class', 'privacyClass'],
  ['retention_class', 'retentionClass'],
  ['trust', 'trust'],
  ['content_hash', 'contentHash'],
  ['event_seq', 'eventSeq'],
  ['event_id', 'eventId'],
  ['document_id', 'documentId'],
  ['start_at', 'start'],
  ['end_at', 'end'],
  ['heading', 'heading'],
] as const satisfies readonly (readonly [string, keyof NewItem])[];

/** The one place that writes rows of `items`, so that the counts beside them stay exact. */
export interface ItemRows {
  /** The new row's number, or null when the id is taken in its namespace: then nothing is written. */
  insert(item: NewItem): number | null;
  remove(namespace: string, itemId: string): void;
  /** The item that an event made, by which its other projections refer to it; null once it is erased. */
  ofEvent(namespace: string, eventSeq: number): { readonly rowid: number; readonly itemId: string } | null;
  truncate(): void;
  /** Feeds every item and count, by namespace and id. */
  digest(hash: Hash): void;
}

export function openItemRows(db: Database): ItemRows {
  const insertItem = db.prepare(
    `INSERT INTO items (${itemColumns.map(([column]) => column).join(', ')})
     VALUES (${itemColumns.map(() => '?').join(', ')}) ON CONFLICT (namespace, item_id) DO NOTHING`,
  );
  const countUp = db.prepare<[string, string]>(
    `INSERT INTO item_counts (namespace, kind, items) VALUES (?, ?, 1)
     ON CONFLICT (namespace, kind) DO UPDATE SET items = items + 1`,
  );
  const deleteItem = db.prepare<[string, string], { kind: string }>(
    'DELETE FROM items WHERE namespace = ? AND item_id = ? RETURNING kind',
  );
  const countDown = db.prepare<[string, string]>(
    'UPDATE item_counts SET items = items - 1 WHERE namespace = ? AND kind = ?',
  );
  const dropEmptyCount = db.prepare<[string, string]>(
    'DELETE FROM item_counts WHERE namespace = ? AND kind = ? AND items = 0',
  );
  const selectOfEvent = db.prepare<[string, number], { rowid: number; itemId: string }>(
    'SELECT rowid, item_id AS itemId FROM items WHERE namespace = ? AND event_seq = ? AND document_id IS NULL',
  );
  const deleteItems = db.prepare('DELETE FROM items');
  const deleteCounts = db.prepare('DELETE FROM item_counts');
  const allItems = db
    .prepare<[], unknown[]>(
      `SELECT ${itemColumns.map(([column]) => column).join(', ')} FROM items ORDER BY namespace, item_id`,
    )
    .raw();
  const allCounts = db
    .prepare<[], unknown[]>('SELECT namespace, kind, items FROM item_counts ORDER BY namespace, kind')
    .raw();

  return {
    insert(item) {
      const values = itemColumns.map(([, member]) =>
        member === 'entities' || member === 'derivedFrom' ? JSON.stringify(item[member]) : item[member],
      );
      const { changes, lastInsertRowid } = insertItem.run(values);
      if (changes === 0) return null;
      countUp.run(item.namespace, item.kind);
      return Number(lastInsertRowid);
    },
    remove(namespace, itemId) {
      const gone = deleteItem.get(namespace, itemId);
      if (gone === undefined) return;
      countDown.run(namespace, gone.kind);
      dropEmptyCount.run(namespace, gone.kind);
    },
    ofEvent: (namespace, eventSeq) => selectOfEvent.get(namespace, eventSeq) ?? null,
    truncate() {
      deleteItems.run();
      deleteCounts.run();
    },
    digest(hash) {
      feedRows(hash, 'items', allItems.iterate());
      feedRows(hash, 'counts', allCounts.iterate());
    },
  };
}

/** Feeds a table's rows, one JSON line each, under the table's name. */
export function feedRows(hash: Hash, name: string, rows: Iterable<unknown>): void {
  hash.update(`${name}\n`);
  for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
}
