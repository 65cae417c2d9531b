import type { Database } from '../store/sqlite.ts';
import { itemOfEvent, memoryOf } from './itemOfEvent.ts';
import { feedRows, openItemRows } from './itemRows.ts';
import type { Projection } from './projection.ts';

/**
 * What items say of other items: that they replace them, that they were never true, that they are taken back. The
 * target may arrive later or never, so that a row needs nothing but its id.
 */
export function openSupersessions(db: Database): Projection {
  const rows = openItemRows(db);
  const insertRow = db.prepare<[string, string, string, string, number]>(
    `INSERT INTO supersessions (namespace, by_item, relation, target_item, from_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  // Rows that name the erased item as their target stay: they are the word of another item, which still stands.
  const deleteRows = db.prepare<[string, string]>('DELETE FROM supersessions WHERE namespace = ? AND by_item = ?');
  const deleteAll = db.prepare('DELETE FROM supersessions');
  const allRows = db
    .prepare<[], unknown[]>(
      `SELECT namespace, by_item, relation, target_item, from_ms FROM supersessions
       ORDER BY namespace, by_item, relation, target_item`,
    )
    .raw();

  return {
    name: 'supersessions',
    version: 1,
    apply(events) {
      for (const event of events) {
        const memory = memoryOf(event);
        if (!memory || !(memory.supersedes || memory.corrects || memory.retracts)) continue;
        const by = rows.ofEvent(event.namespace, event.seq);
        if (by === null) continue;
        const from = itemOfEvent(event)?.validFrom ?? event.occurredAt;
        for (const relation of ['supersedes', 'corrects', 'retracts'] as const) {
          for (const target of memory[relation] ?? []) {
            // An item that names itself would hide itself.
            if (target !== by.itemId) insertRow.run(event.namespace, by.itemId, relation, target, from);
          }
        }
      }
    },
    erase: (namespace, itemId) => {
      deleteRows.run(namespace, itemId);
    },
    truncate: () => {
      deleteAll.run();
    },
    digest: (hash) => feedRows(hash, 'supersessions', allRows.iterate()),
  };
}
