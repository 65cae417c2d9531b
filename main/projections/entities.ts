import { sha256 } from '../base/hash.ts';
import type { LedgerEvent } from '../ledger/event.ts';
import type { Database } from '../store/sqlite.ts';
import { openNameJoins } from './entityNames.ts';
import { openGraphChanges } from './graphChanges.ts';
import { memoryOf } from './itemOfEvent.ts';
import { feedRows, openItemRows } from './itemRows.ts';
import { keyOfName, type NameSort, type NameUse, namesOf, statementOf } from './nameEvents.ts';
import { thirdsOf } from './nameThirds.ts';
import type { Projection } from './projection.ts';

/**
 * The names that things are called by and the entities that they mean. A name comes from an item's entities, its author,
 * the subject of a fact, the ends of an edge, or from what is said about names themselves. Each is its own entity until
 * an alias or a merge joins it to another.
 */
export function openEntities(db: Database): Projection {
  const rows = openItemRows(db);
  const names = openNames(db);
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

  return {
    name: 'entities',
    version: 1,
    apply(events) {
      for (const event of events) {
        if (event.payload === null) continue;
        const uses = namesOf(event);
        if (uses.length === 0) continue;
        names.use(event, uses, rows.ofEvent(event.namespace, event.seq)?.rowid ?? null);
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

/** Rows of `names` and `name_uses`, which always agree: a name that nothing uses any more is gone. */
function openNames(db: Database) {
  const selectName = db
    .prepare<[string, NameSort, string], number>('SELECT id FROM names WHERE namespace = ? AND sort = ? AND key = ?')
    .pluck();
  const insertName = db.prepare<{
    namespace: string;
    sort: NameSort;
    key: string;
    form: string;
    ownId: string;
    mentions: number;
    seq: number;
    place: number;
    knownAt: number;
  }>(
    `INSERT INTO names (namespace, sort, key, name, own_id, entity, shown, how, mentions, first_seq, first_place,
       first_known, last_known)
     VALUES ($namespace, $sort, $key, $form, $ownId, $ownId, 1, 'spelling', $mentions, $seq, $place, $knownAt, $knownAt)`,
  );
  const addUse = db.prepare<{ id: number; mentions: number; knownAt: number }>(
    `UPDATE names SET mentions = mentions + $mentions, first_known = min(first_known, $knownAt),
       last_known = max(last_known, $knownAt) WHERE id = $id`,
  );
  const insertUse = db.prepare<[number, number, number, string, number | null, number]>(
    'INSERT INTO name_uses (name, event_seq, place, form, item, known_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertThird = db.prepare<[string, number, number, string, number]>(
    'INSERT INTO name_thirds (namespace, length, third, letters, name) VALUES (?, ?, ?, ?, ?)',
  );
  const deleteThird = db.prepare<[string, number, number, string, number]>(
    'DELETE FROM name_thirds WHERE namespace = ? AND length = ? AND third = ? AND letters = ? AND name = ?',
  );
  const deleteUses = db.prepare<[number], number>('DELETE FROM name_uses WHERE event_seq = ? RETURNING name').pluck();
  // Read as a whole: a name with very many uses is erased seldom.
  const recount = db.prepare<[number]>(
    `UPDATE names SET (mentions, first_known, last_known) =
         (SELECT count(item), min(known_at), max(known_at) FROM name_uses WHERE name = names.id),
       (first_seq, first_place, name) =
         (SELECT event_seq, place, form FROM name_uses WHERE name = names.id ORDER BY event_seq LIMIT 1)
     WHERE id = ? AND EXISTS (SELECT 1 FROM name_uses WHERE name = names.id)`,
  );
  const deleteName = db.prepare<[number], { sort: NameSort; key: string }>(
    'DELETE FROM names WHERE id = ? RETURNING sort, key',
  );
  const deleteAll = ['names', 'name_uses', 'name_thirds'].map((table) => db.prepare(`DELETE FROM ${table}`));
  const allNames = db
    .prepare<[], unknown[]>(
      `SELECT namespace, sort, key, name, entity, shown, how, event_id, mentions, first_seq, first_place, first_known,
         last_known
       FROM names ORDER BY namespace, sort, key`,
    )
    .raw();
  const allUses = db
    .prepare<[], unknown[]>(
      `SELECT n.namespace, n.sort, n.key, u.event_seq, u.place, u.form, i.item_id, u.known_at
       FROM name_uses u JOIN names n ON n.id = u.name LEFT JOIN items i ON i.rowid = u.item
       ORDER BY n.namespace, n.sort, n.key, u.event_seq`,
    )
    .raw();

  function keepThirds(namespace: string, key: string, id: number): void {
    for (const { length, third, letters } of thirdsOf(key)) insertThird.run(namespace, length, third, letters, id);
  }

  return {
    use({ namespace, seq, knownAt }: LedgerEvent, uses: readonly NameUse[], item: number | null): void {
      for (const [place, { sort, key, form }] of uses.entries()) {
        const mentions = item === null ? 0 : 1;
        let id = selectName.get(namespace, sort, key);
        if (id !== undefined) addUse.run({ id, mentions, knownAt });
        else {
          const ownId = `${sort}-${sha256(`${namespace}\n${sort}\n${key}`).slice(0, 16)}`;
          const row = { namespace, sort, key, form, ownId, mentions, seq, place, knownAt };
          id = Number(insertName.run(row).lastInsertRowid);
          if (sort === 'entity') keepThirds(namespace, key, id);
        }
        insertUse.run(id, seq, place, form, item, knownAt);
      }
    },
    /** Takes an event's uses away; false where it has none. */
    forget(namespace: string, seq: number): boolean {
      const used = deleteUses.all(seq);
      for (const id of used) {
        if (recount.run(id).changes > 0) continue;
        const gone = deleteName.get(id);
        if (gone?.sort !== 'entity') continue;
        for (const { length, third, letters } of thirdsOf(gone.key)) {
          deleteThird.run(namespace, length, third, letters, id);
        }
      }
      return used.length > 0;
    },
    truncate(): void {
      for (const statement of deleteAll) statement.run();
    },
    all: () => allNames.iterate(),
    allUses: () => allUses.iterate(),
  };
}
