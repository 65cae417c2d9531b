import type { Database } from '../../store/sqlite.ts';
import { hasOwnWords, memoryOf } from '../items/itemOfEvent.ts';
import { feedRows, openItemRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';

/** The rows of the turns before and after one in its thread; null at either end, and for what is no turn. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/**
 * The order of each conversation: items with a thread and a position, ascending; two with the same position stand in
 * the order they were written.
 */
export function openTurns(db: Database): Projection {
  const rows = openItemRows(db);
  const insertTurn = db.prepare<[string, string, number, number]>(
    'INSERT INTO turns (namespace, thread, position, item) VALUES (?, ?, ?, ?)',
  );
  const selectRow = db
    .prepare<[string, string], number>('SELECT rowid FROM items WHERE namespace = ? AND item_id = ?')
    .pluck();
  const deleteTurn = db.prepare<[number]>(
    `DELETE FROM turns WHERE (namespace, thread, position, item) =
       (SELECT namespace, thread, position, rowid FROM items WHERE rowid = ?)`,
  );
  const deleteAll = db.prepare('DELETE FROM turns');
  const allTurns = db
    .prepare<[], unknown[]>(
      `SELECT t.namespace, t.thread, t.position, i.item_id FROM turns t JOIN items i ON i.rowid = t.item
       ORDER BY t.namespace, t.thread, t.position, i.event_seq`,
    )
    .raw();

  return {
    name: 'turns',
    version: 2,
    apply(events) {
      for (const event of events) {
        const { thread, position } = memoryOf(event) ?? {};
        // What was concluded from a turn keeps its place, but is no turn between two others.
        if (thread === undefined || position === undefined || !hasOwnWords(event)) continue;
        const item = rows.ofEvent(event.namespace, event.seq);
        if (item !== null) insertTurn.run(event.namespace, thread, position, item.rowid);
      }
    },
    erase(namespace, itemId) {
      const rowid = selectRow.get(namespace, itemId);
      if (rowid !== undefined) deleteTurn.run(rowid);
    },
    truncate: () => {
      deleteAll.run();
    },
    digest: (hash) => feedRows(hash, 'turns', allTurns.iterate()),
  };
}

/** Looks up the neighbours of a turn by the number of its row. */
export function openNeighbours(db: Database): (rowid: number) => Neighbours {
  const selectPlace = db.prepare<[number], { namespace: string; thread: string | null; position: number | null }>(
    'SELECT namespace, thread, position FROM items WHERE rowid = ?',
  );
  const selectPrevious = db
    .prepare<[string, string, number, number], number>(
      `SELECT item FROM turns WHERE namespace = ? AND thread = ? AND (position, item) < (?, ?)
       ORDER BY position DESC, item DESC LIMIT 1`,
    )
    .pluck();
  const selectNext = db
    .prepare<[string, string, number, number], number>(
      `SELECT item FROM turns WHERE namespace = ? AND thread = ? AND (position, item) > (?, ?)
       ORDER BY position, item LIMIT 1`,
    )
    .pluck();
  return (rowid) => {
    const place = selectPlace.get(rowid);
    if (place === undefined || place.thread === null || place.position === null) return { previous: null, next: null };
    const at = [place.namespace, place.thread, place.position, rowid] as const;
    return { previous: selectPrevious.get(...at) ?? null, next: selectNext.get(...at) ?? null };
  };
}
