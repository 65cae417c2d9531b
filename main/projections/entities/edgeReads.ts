import type { EdgeView } from '../../contract/entities.ts';
import { toInstant } from '../../contract/time.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Item } from '../items/item.ts';
import type { ItemReads } from '../items/itemReads.ts';
import type { Frame, Standing } from '../standing.ts';
import type { Standings } from '../standings.ts';

/** An edge as it is stored, with the row of the item that states it. Times are milliseconds since 1970. */
export interface EdgeRow {
  readonly id: number;
  readonly namespace: string;
  readonly item: number;
  readonly kind: 'edge' | 'fact';
  readonly fromKey: string;
  readonly fromName: string;
  readonly relation: string;
  readonly toKey: string;
  readonly toName: string;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  readonly knownAt: number;
}

/** An edge in a frame: whether it holds there, as callers see it, and the rows of the items that it rests on. */
export interface JudgedEdge {
  readonly row: EdgeRow;
  readonly view: EdgeView;
  /** Known in the frame at all. */
  readonly known: boolean;
  /** The rows of the items that state it: those it was concluded from, else its own. */
  readonly supports: readonly number[];
}

/** Edges of `memory.db`, over any connection. A fact is one when its object is the name of something. */
export interface EdgeReads {
  /** Edges at any of these names, the newest first, at most `limit` for each name and direction. */
  around(namespace: string, keys: readonly string[], limit: number): EdgeRow[];
  rows(ids: readonly number[]): EdgeRow[];
  judge(rows: readonly EdgeRow[], frame: Frame): JudgedEdge[];
}

/**
 * SQL: the key of the name that the far end of the edge `e` means, null where it means none. The ends of an edge always
 * are names. The object of a fact may be any word: it means the name that is written so, or in other capitals (`github`
 * is `GitHub`).
 */
export const farEnd = `coalesce(
  (SELECT n.key FROM names n WHERE n.namespace = e.namespace AND n.sort = 'entity' AND n.key = e.to_key),
  (SELECT n.key FROM names n WHERE n.namespace = e.namespace AND n.sort = 'entity' AND n.folded = e.to_key
   ORDER BY n.first_seq, n.first_place LIMIT 1))`;

const columns = `e.id, e.namespace, e.item, e.kind, e.from_key AS fromKey, e.from_name AS fromName, e.relation,
  ${farEnd} AS toKey, e.to_name AS toName, e.valid_from AS validFrom, e.valid_to AS validTo, e.known_at AS knownAt`;

export function openEdgeReads(db: Database, items: ItemReads, standings: Standings): EdgeReads {
  const selectSide = (side: 'from_key' | 'to_key') =>
    db.prepare<[string, string, number], EdgeRow>(
      `SELECT ${columns} FROM edges e WHERE e.namespace = ? AND e.${side} = ? AND ${farEnd} IS NOT NULL
       ORDER BY e.known_at DESC, e.id DESC LIMIT ?`,
    );
  const [selectFrom, selectTo] = [selectSide('from_key'), selectSide('to_key')];
  const selectRows = db.prepare<[string], EdgeRow>(
    `SELECT ${columns} FROM edges e WHERE e.id IN (SELECT value FROM json_each(?)) AND ${farEnd} IS NOT NULL`,
  );
  const selectFolded = db
    .prepare<[string, string], string>(
      `SELECT DISTINCT folded FROM names WHERE namespace = ? AND sort = 'entity' AND key IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  const selectSupports = db.prepare<[string], { edge: number; rowid: number; itemId: string }>(
    `SELECT s.edge, i.rowid, i.item_id AS itemId FROM edge_supports s JOIN edges e ON e.id = s.edge
       JOIN items i ON i.namespace = e.namespace AND i.item_id = s.item_id
     WHERE s.edge IN (SELECT value FROM json_each(?)) ORDER BY s.edge, s.place`,
  );

  return {
    around(namespace, keys, limit) {
      const meant = new Set(keys);
      const written = new Set([...keys, ...selectFolded.all(namespace, JSON.stringify(keys))]);
      const found = [
        ...keys.flatMap((key) => selectFrom.all(namespace, key, limit)),
        ...[...written].flatMap((key) => selectTo.all(namespace, key, limit)).filter(({ toKey }) => meant.has(toKey)),
      ];
      return [...new Map(found.map((row) => [row.id, row])).values()].sort(
        (a, b) => b.knownAt - a.knownAt || b.id - a.id,
      );
    },
    rows(ids) {
      const rows = new Map(selectRows.all(JSON.stringify(ids)).map((row) => [row.id, row]));
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
    judge(rows, frame) {
      const stated = new Map(items.itemsByRowid([...new Set(rows.map(({ item }) => item))]).map((i) => [i.rowid, i]));
      const standing = standings([...stated.values()], frame);
      const supports = Map.groupBy(selectSupports.all(JSON.stringify(rows.map(({ id }) => id))), ({ edge }) => edge);
      return rows.flatMap((row) => {
        const item = stated.get(row.item);
        if (item === undefined) return [];
        const known = frame.knownAt === null || item.knownAt <= frame.knownAt;
        const resting = supports.get(row.id) ?? [{ rowid: item.rowid, itemId: item.itemId }];
        return { row, known, supports: resting.map(({ rowid }) => rowid), view: viewOf(row, item, standing, resting) };
      });
    },
  };
}

function viewOf(
  row: EdgeRow,
  item: Item,
  standings: ReadonlyMap<number, Standing>,
  supports: readonly { readonly itemId: string }[],
): EdgeView {
  const standing = standings.get(item.rowid);
  const fact = row.kind === 'fact' ? (standing?.fact ?? null) : null;
  return {
    itemId: item.itemId,
    from: row.fromName,
    relation: row.relation,
    to: row.toName,
    validFrom: toInstant(fact ? fact.validFrom : row.validFrom),
    validTo: toInstant(fact ? fact.validTo : row.validTo),
    knownAt: toInstant(item.knownAt),
    isCurrent: standing?.isCurrent ?? false,
    support: supports.map(({ itemId }) => itemId),
    confidence: item.confidence,
  };
}
