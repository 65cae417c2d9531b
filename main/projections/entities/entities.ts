import type { LedgerEvent } from '../../ledger/event.ts';
import type { Database } from '../../store/sqlite.ts';
import { memoryOf } from '../items/itemOfEvent.ts';
import { feedRows, openItemRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';
import { openNameJoins } from './entityNames.ts';
import { openGraphChanges } from './graphChanges.ts';
import { keyOfName, type NameSort, namesOf, statementOf } from './nameEvents.ts';
import { openNameRows } from './nameRows.ts';
import type { Regrouped } from './nameSpellings.ts';

/**
 * The names that things are called by and the entities that they mean. A name comes from an item's entities, its author,
 * the subject of a fact and an object that is written as a name, the ends of an edge, or from what is said about names
 * themselves. Each is its own entity, with those that differ from it in capitals alone, until an alias or a merge joins it
 * to another.
 */
export function openEntities(db: Database): Projection {
  const rows = openItemRows(db);
  const names = openNameRows(db);
  const joins = openNameJoins(db);
  const changes = openGraphChanges(db);
  const insertStatement = db.prepare<
    [string, number, string, string | null, NameSort, string, string, string, string | null]
  >(
    `INSERT INTO name_statements (namespace, event_seq, event_id, item, sort, act, name, others, type)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const deleteStatement = db.prepare<[string, number]>(
    'DELETE FROM name_statements WHERE namespace = ? AND event_seq = ?',
  );
  const selectStatement = db
    .prepare<[string], number>('SELECT event_seq FROM name_statements WHERE namespace = ? LIMIT 1')
    .pluck();
  const selectSeq = db
    .prepare<{ namespace: string; id: string }, number>(
      `SELECT event_seq FROM items WHERE namespace = $namespace AND item_id = $id AND document_id IS NULL
       UNION ALL SELECT event_seq FROM name_statements WHERE namespace = $namespace AND event_id = $id AND item IS NULL
       LIMIT 1`,
    )
    .pluck();
  const deleteStatements = db.prepare('DELETE FROM name_statements');
  const allStatements = db
    .prepare<[], unknown[]>(
      `SELECT namespace, event_seq, event_id, item, sort, act, name, others, type FROM name_statements
       ORDER BY namespace, event_seq`,
    )
    .raw();

  function applyStatement(event: LedgerEvent): void {
    const said = statementOf(event);
    const name = said && keyOfName(said.name);
    const others = said?.others.map(keyOfName).filter((key) => key !== null) ?? [];
    if (!said || !name || others.length === 0) return;
    const { namespace, seq: eventSeq, eventId } = event;
    const item = memoryOf(event) === null ? null : (rows.ofEvent(namespace, eventSeq)?.itemId ?? null);
    const { sort, act, type } = said;
    insertStatement.run(namespace, eventSeq, eventId, item, sort, act, name, JSON.stringify(others), type);
    const changed = joins.carryOut({ ...said, namespace, eventSeq, eventId, name, others });
    if (changed) changes.bump(namespace);
  }

  /** Makes out the entities anew where spellings changed that statements bear on. */
  function follow(namespace: string, regrouped: readonly Regrouped[]): void {
    if (regrouped.includes('stated')) joins.replay(namespace);
    if (regrouped.includes('stated') || regrouped.includes('known')) changes.bump(namespace);
  }

  return {
    name: 'entities',
    version: 2,
    apply(events) {
      for (const event of events) {
        if (event.payload === null) continue;
        const uses = namesOf(event);
        if (uses.length === 0) continue;
        follow(event.namespace, names.use(event, uses, rows.ofEvent(event.namespace, event.seq)?.rowid ?? null));
        applyStatement(event);
      }
    },
    erase(namespace, itemId) {
      const seq = selectSeq.get({ namespace, id: itemId });
      if (seq === undefined || !names.forget(namespace, seq)) return;
      const said = deleteStatement.run(namespace, seq).changes > 0;
      if (said || selectStatement.get(namespace) !== undefined) joins.replay(namespace);
      changes.bump(namespace);
    },
    truncate() {
      deleteStatements.run();
      names.truncate();
      changes.bumpAll();
    },
    digest(hash) {
      feedRows(hash, 'names', names.all());
      feedRows(hash, 'name uses', names.allUses());
      feedRows(hash, 'name statements', allStatements.iterate());
    },
  };
}
