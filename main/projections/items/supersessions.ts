import type { EventPayload } from '../../contract/events.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Projection } from '../projection.ts';
import { itemOfEvent, memoryOf } from './itemOfEvent.ts';
import { feedRows, openItemRows } from './itemRows.ts';

/**
 * What items and retractions say of items: that they replace them, that they were never true, that they are taken back;
 * and which items were concluded from which. The target may arrive later or never, so that a row needs nothing but its
 * id.
 */
export function openSupersessions(db: Database): Projection {
  const rows = openItemRows(db);
  const insertWord = db.prepare<[string, string, string, string, number, number | null]>(
    `INSERT INTO supersessions (namespace, by_item, relation, target_item, from_ms, until_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const insertRetraction = db.prepare<[string, string, number, number, number, string | null, number]>(
    `INSERT INTO retractions (namespace, event_id, seq, known_at, recorded_at, source, distrust)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertDerivation = db.prepare<[string, string, string, number]>(
    'INSERT INTO derivations (namespace, source_item, item_id, extracted) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  // Rows that name the erased item as their target stay: they are the word of another item, which still stands.
  const deletes = [
    db.prepare<[string, string]>('DELETE FROM supersessions WHERE namespace = ? AND by_item = ?'),
    db.prepare<[string, string]>('DELETE FROM retractions WHERE namespace = ? AND event_id = ?'),
    db.prepare<[string, string]>('DELETE FROM derivations WHERE namespace = ? AND item_id = ?'),
  ];
  const tables = ['supersessions', 'retractions', 'derivations'] as const;
  const truncates = tables.map((table) => db.prepare(`DELETE FROM ${table}`));
  const selects = [
    ['supersessions', 'SELECT * FROM supersessions ORDER BY namespace, by_item, relation, target_item'],
    ['retractions', 'SELECT * FROM retractions ORDER BY namespace, event_id'],
    ['derivations', 'SELECT * FROM derivations ORDER BY namespace, source_item, item_id'],
  ] as const;
  const all = selects.map(([table, sql]) => [table, db.prepare<[], unknown[]>(sql).raw()] as const);

  function applyMemory(event: LedgerEvent): void {
    const memory = memoryOf(event);
    if (!memory || !(memory.supersedes || memory.corrects || memory.retracts || memory.derivedFrom)) return;
    const by = rows.ofEvent(event.namespace, event.seq);
    if (by === null) return;
    const item = itemOfEvent(event);
    const from = item?.validFrom ?? event.occurredAt;
    for (const relation of ['supersedes', 'corrects', 'retracts'] as const) {
      for (const target of memory[relation] ?? []) {
        // An item that names itself would hide itself.
        if (target === by.itemId) continue;
        insertWord.run(event.namespace, by.itemId, relation, target, from, item?.validTo ?? null);
      }
    }
    for (const source of memory.derivedFrom ?? []) {
      insertDerivation.run(event.namespace, source, by.itemId, source === memory.extraction?.sourceItem ? 1 : 0);
    }
  }

  function applyRetraction(event: LedgerEvent): void {
    const retraction = retractionOf(event);
    if (retraction === null) return;
    const { namespace, eventId, seq, knownAt, recordedAt, occurredAt } = event;
    const { retracts, source = null, distrust } = retraction;
    insertRetraction.run(namespace, eventId, seq, knownAt, recordedAt, source, distrust ? 1 : 0);
    for (const target of retracts) insertWord.run(namespace, eventId, 'retracts', target, occurredAt, null);
  }

  return {
    name: 'supersessions',
    version: 2,
    apply(events) {
      for (const event of events) {
        applyMemory(event);
        applyRetraction(event);
      }
    },
    erase: (namespace, itemId) => {
      for (const statement of deletes) statement.run(namespace, itemId);
    },
    truncate: () => {
      for (const statement of truncates) statement.run();
    },
    digest: (hash) => {
      for (const [table, rows] of all) feedRows(hash, table, rows.iterate());
    },
  };
}

/** What a `retraction` event says; null for other types and once it is erased. */
function retractionOf({ eventType, payload }: LedgerEvent): EventPayload<'retraction'> | null {
  return eventType === 'retraction' ? (payload as EventPayload<'retraction'> | null) : null;
}
