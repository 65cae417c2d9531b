import type { EventPayload } from '../contract/events.ts';
import { tellsFailure } from '../language/failureWords.ts';
import type { Database } from '../store/sqlite.ts';
import { feedRows } from './items/itemRows.ts';
import type { Projection } from './projection.ts';

/**
 * Which items were relied on where something went wrong, as use reports say. The words of a report stay in the ledger; an
 * outcome may be told long after the use, in an event of its own.
 */
export function openFailures(db: Database): Projection {
  const insertReliance = db.prepare<[string, string, string]>(
    'INSERT OR IGNORE INTO reliance (namespace, item_id, session_id) VALUES (?, ?, ?)',
  );
  const insertFailure = db.prepare<[string]>('INSERT OR IGNORE INTO failed_sessions (session_id) VALUES (?)');
  const deleteItem = db.prepare<[string, string]>('DELETE FROM reliance WHERE namespace = ? AND item_id = ?');
  const deleteAll = ['reliance', 'failed_sessions'].map((table) => db.prepare(`DELETE FROM ${table}`));
  const allReliance = db
    .prepare<[], unknown[]>(
      'SELECT namespace, item_id, session_id FROM reliance ORDER BY namespace, item_id, session_id',
    )
    .raw();
  const allFailed = db.prepare<[], unknown[]>('SELECT session_id FROM failed_sessions ORDER BY session_id').raw();
  return {
    name: 'failures',
    version: 1,
    apply(events) {
      for (const { eventType, payload, namespace } of events) {
        if (eventType !== 'evidence_use' || payload === null) continue;
        // The ledger checked the payload against its type when it was written.
        const { sessionId, uses, outcome } = payload as EventPayload<'evidence_use'>;
        for (const { itemId, mark } of uses) if (mark !== 'ignored') insertReliance.run(namespace, itemId, sessionId);
        if (outcome !== undefined && tellsFailure(outcome)) insertFailure.run(sessionId);
      }
    },
    erase: (namespace, itemId) => {
      deleteItem.run(namespace, itemId);
    },
    truncate: () => {
      for (const statement of deleteAll) statement.run();
    },
    digest(hash) {
      feedRows(hash, 'reliance', allReliance.iterate());
      feedRows(hash, 'failed_sessions', allFailed.iterate());
    },
  };
}
