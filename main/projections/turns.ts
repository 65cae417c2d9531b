import type { Database } from '../store/sqlite.ts';
import { memoryOf } from './itemOfEvent.ts';
import { feedRows, openItemRows } from './itemRows.ts';
import type { Projection } from './projection.ts';

/** The rows of the turns before and after one in its thread; null at either end, and for what is no turn. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/**
 * The order of each conversation: items with a thread and a position, ascending; two with the same position stand in
 * the order they were written. What stands around a turn changes with a new one, or with one that goes: its neighbours
 * count as touched too.
 */
export function openTurns(db: Database): Projection {
  const rows = openItemRows(db);
  const neighbours = openNeighbours(db);
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
  const selectFollowing = db
    .prepare<[string, string, number, number], number>(
      `SELECT item FROM turns WHERE namespace = ? AND thread = ? AND (position, item) > (?, ?) ORDER BY position, item`,
    )
    .pluck();
  const deleteAll = db.prepare('DELETE FROM turns');
  const allTurns = db
    .prepare<[], unknown[]>(
      `SELECT t.namespace, t.thread, t.position, i.item_id FROM turns t JOIN items i ON i.rowid = t.item
       ORDER BY t.namespace, t.thread, t.position, i.event_seq`,
    )
    .raw();

  /**
   * The rows beside the added ones. Turns mostly come in runs: each run is walked once, from its first turn to the row
   * after its last, which is far cheaper than looking up every turn's neighbours.
   */
  function* around(added: readonly Place[]): Generator<number> {
    const waiting = new Set(added.map(({ rowid }) => rowid));
    for (const { namespace, thread, position, rowid } of added.toSorted(byPosition)) {
      if (!waiting.delete(rowid)) continue;
      const { previous } = neighbours(rowid);
      if (previous !== null) yield previous;
      for (const next of selectFollowing.iterate(namespace, thread, position, rowid)) {
        yield next;
        if (!waiting.delete(next)) break;
      }
    }
  }

  return {
    name: 'turns',
    version: 1,
    apply(events, change) {
      const added: Place[] = [];
      for (const event of events) {
        const { thread, position } = memoryOf(event) ?? {};
        if (thread === undefined || position === undefined) continue;
        const item = rows.ofEvent(event.namespace, event.seq);
        if (item === null) continue;
        insertTurn.run(event.namespace, thread, position, item.rowid);
        added.push({ namespace: event.namespace, thread, position, rowid: item.rowid });
      }
      for (const rowid of around(added)) change.touched.add(rowid);
    },
    erase(namespace, itemId, change) {
      const rowid = selectRow.get(namespace, itemId);
      if (rowid === undefined) return;
      const { previous, next } = neighbours(rowid);
      deleteTurn.run(rowid);
      if (previous !== null) change?.touched.add(previous);
      if (next !== null) change?.touched.add(next);
    },
    truncate: () => {
      deleteAll.run();
    },
    digest: (hash) => feedRows(hash, 'turns', allTurns.iterate()),
  };
}

interface Place {
  readonly namespace: string;
  readonly thread: string;
  readonly position: number;
  readonly rowid: number;
}

/** Threads need no order among themselves: a run ends where the thread ends. */
function byPosition(a: Place, b: Place): number {
  return a.position - b.position || a.rowid - b.rowid;
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
