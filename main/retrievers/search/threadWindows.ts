import type { Database } from '../../store/sqlite.ts';

/** The turns around one, in their order and with itself among them; it alone when it belongs to no thread. */
export interface Window {
  readonly items: readonly number[];
  /** Its own place in `items`. */
  readonly at: number;
}

/** Reads the windows of items, `reach` turns to each side, with one statement for all. */
export function openThreadWindows(db: Database, reach: number): (items: readonly number[]) => Window[] {
  const selectWindows = db
    .prepare<[string], [item: number, before: string | null, after: string | null]>(
      `SELECT middle.rowid,
         (SELECT group_concat(item) FROM (
            SELECT item FROM turns WHERE namespace = middle.namespace AND thread = middle.thread
              AND position <= middle.position AND (position, item) < (middle.position, middle.rowid)
            ORDER BY position DESC, item DESC LIMIT ${reach})),
         (SELECT group_concat(item) FROM (
            SELECT item FROM turns WHERE namespace = middle.namespace AND thread = middle.thread
              AND position >= middle.position AND (position, item) > (middle.position, middle.rowid)
            ORDER BY position, item LIMIT ${reach}))
       FROM json_each(?) JOIN items middle ON middle.rowid = value`,
    )
    .raw();
  return (items) =>
    selectWindows.all(JSON.stringify(items)).map(([item, nearestFirst, after]) => {
      const before = numbersIn(nearestFirst).reverse();
      return { items: [...before, item, ...numbersIn(after)], at: before.length };
    });
}

function numbersIn(list: string | null): number[] {
  return list === null ? [] : list.split(',').map(Number);
}
