import { sha256 } from '../../base/hash.ts';
import { foldedKey, gluedKey } from '../../language/names.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import type { Database } from '../../store/sqlite.ts';
import type { NameSort, NameUse } from './nameEvents.ts';
import { openNameSpellings, type Regrouped } from './nameSpellings.ts';
import { thirdsOf } from './nameThirds.ts';

/** Rows of `names` and `name_uses`, which always agree: a name that nothing uses any more is gone. */
export function openNameRows(db: Database) {
  const spellings = openNameSpellings(db);
  const selectName = db.prepare<[string, NameSort, string], { id: number; folded: string }>(
    'SELECT id, folded FROM names WHERE namespace = ? AND sort = ? AND key = ?',
  );
  const insertName = db.prepare<{
    namespace: string;
    sort: NameSort;
    key: string;
    folded: string;
    glued: string;
    form: string;
    ownId: string;
    mentions: number;
    seq: number;
    place: number;
    knownAt: number;
  }>(
    `INSERT INTO names (namespace, sort, key, folded, glued, name, own_id, base, entity, shown, how, mentions, first_seq,
       first_place, first_known, last_known)
     VALUES ($namespace, $sort, $key, $folded, $glued, $form, $ownId, $ownId, $ownId, 1, 'spelling', $mentions, $seq, $place, $knownAt, $knownAt)`,
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
  const updateFolded = db.prepare<[string, number]>('UPDATE names SET folded = ? WHERE id = ?');
  const selectForms = db.prepare<[number], string>('SELECT DISTINCT form FROM name_uses WHERE name = ?').pluck();
  const selectById = db.prepare<[number], { sort: NameSort; key: string; folded: string }>(
    'SELECT sort, key, folded FROM names WHERE id = ?',
  );
  const deleteName = db.prepare<[number]>('DELETE FROM names WHERE id = ?');
  const deleteAll = ['names', 'name_uses', 'name_thirds'].map((table) => db.prepare(`DELETE FROM ${table}`));
  const allNames = db
    .prepare<[], unknown[]>(
      `SELECT namespace, sort, key, folded, glued, name, base, entity, shown, how, event_id, mentions, first_seq, first_place, first_known,
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

  function dropThirds(namespace: string, key: string, id: number): void {
    for (const { length, third, letters } of thirdsOf(key)) deleteThird.run(namespace, length, third, letters, id);
  }

  function insert({ namespace, seq, knownAt }: LedgerEvent, use: NameUse, place: number, mentions: number): number {
    const { sort, key, form } = use;
    const ownId = `${sort}-${sha256(`${namespace}\n${sort}\n${key}`).slice(0, 16)}`;
    const spelled = { key, folded: foldedKey(form), glued: gluedKey(key), form };
    const row = { namespace, sort, ...spelled, ownId, mentions, seq, place, knownAt };
    const id = Number(insertName.run(row).lastInsertRowid);
    if (sort === 'entity') keepThirds(namespace, key, id);
    return id;
  }

  /** Writes down how a name is spelled; how that changed which names are one. */
  function refold(namespace: string, id: number, folded: string, seq: number): Regrouped {
    const known = selectById.get(id);
    if (known === undefined || known.folded === folded) return 'same';
    updateFolded.run(folded, id);
    spellings.regroup(namespace, known.sort, known.folded, seq);
    spellings.regroup(namespace, known.sort, folded, seq);
    // It may have left an entity whose id was its own.
    return 'stated';
  }

  return {
    /** Keeps an event's uses; how they changed which spellings are one. */
    use(event: LedgerEvent, uses: readonly NameUse[], item: number | null): Regrouped[] {
      const { namespace, seq, knownAt } = event;
      return uses.map((use, place) => {
        const { sort, key, form } = use;
        const mentions = item === null ? 0 : 1;
        const known = selectName.get(namespace, sort, key);
        if (known !== undefined) addUse.run({ id: known.id, mentions, knownAt });
        const id = known?.id ?? insert(event, use, place, mentions);
        insertUse.run(id, seq, place, form, item, knownAt);
        if (known === undefined) return spellings.regroup(namespace, sort, foldedKey(form), seq);
        const differs = known.folded !== key && foldedKey(form) !== known.folded;
        return differs ? refold(namespace, id, key, seq) : 'same';
      });
    },
    /** Takes an event's uses away; false where it has none. Where statements bear on names, they must be carried out anew. */
    forget(namespace: string, seq: number): boolean {
      const used = deleteUses.all(seq);
      for (const id of used) {
        const name = selectById.get(id);
        if (name === undefined) continue;
        const { sort, key } = name;
        if (recount.run(id).changes > 0) {
          const folded = new Set(selectForms.all(id).map(foldedKey));
          refold(namespace, id, folded.size === 1 ? ([...folded][0] ?? key) : key, seq);
        } else {
          deleteName.run(id);
          if (sort === 'entity') dropThirds(namespace, key, id);
        }
        spellings.regroup(namespace, sort, name.folded, seq);
        spellings.regroup(namespace, sort, selectById.get(id)?.folded ?? key, seq);
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
