import type { ItemKind } from '../../contract/memory.ts';
import type { MethodResult } from '../../contract/methods.ts';
import { toInstant } from '../../contract/time.ts';
import type { Database } from '../../store/sqlite.ts';
import { type Neighbours, openNeighbours } from '../documents/turns.ts';
import type { ProjectionPosition } from '../projector.ts';
import type { Item, ItemRef } from './item.ts';
import { itemColumns } from './itemRows.ts';

/** What the rest of the engine reads of the items. Works on any connection to `memory.db`, a read-only one too. */
export interface ItemReads {
  /** The items of these rows, in the order asked for; rows that are gone are left out. */
  itemsByRowid(rowids: readonly number[]): Item[];
  /** The items of these references, in the order asked for; those that are gone are left out. */
  itemsNamed(refs: readonly ItemRef[]): Item[];
  item(namespace: string, itemId: string): Item | null;
  /** The event that holds an id in its namespace, or null while it is free. */
  owner(namespace: string, itemId: string): string | null;
  /** The newest document of a source: what an import compares a file with. */
  newestDocument(namespace: string, sourceRef: string): { itemId: string; textHash: string } | null;
  /** Every namespace with its count, the one written last first. */
  namespaces(): MethodResult<'namespaces.list'>['namespaces'];
  countsByKind(): Partial<Record<ItemKind, number>>;
  total(): number;
  positions(): ProjectionPosition[];
  turnNeighbours(rowid: number): Neighbours;
}

type ItemRow = Omit<Item, 'entities' | 'derivedFrom' | 'supersedes'> & {
  readonly entities: string;
  readonly derivedFrom: string;
};

export function openItemReads(db: Database): ItemReads {
  const selectItems = db.prepare<[string], ItemRow>(
    `SELECT rowid, ${itemColumns.map(([column, member]) => `${column} AS "${member}"`).join(', ')}
     FROM items WHERE rowid IN (SELECT value FROM json_each(?))`,
  );
  const selectRow = db
    .prepare<[string, string], number>('SELECT rowid FROM items WHERE namespace = ? AND item_id = ?')
    .pluck();
  const selectOwner = db
    .prepare<{ namespace: string; itemId: string }, string>(
      `SELECT event_id FROM items WHERE namespace = $namespace AND item_id = $itemId
       UNION ALL SELECT event_id FROM taken_ids WHERE namespace = $namespace AND item_id = $itemId LIMIT 1`,
    )
    .pluck();
  const selectNewestDocument = db.prepare<[string, string], { itemId: string; textHash: string }>(
    `SELECT item_id AS itemId, content_hash AS textHash FROM documents
     WHERE namespace = ? AND source_ref = ? ORDER BY event_seq DESC LIMIT 1`,
  );
  const selectNamespaces = db.prepare<[], { namespace: string; items: number; lastKnownAt: number | null }>(
    `SELECT c.namespace, sum(c.items) AS items,
       (SELECT max(known_at) FROM items i WHERE i.namespace = c.namespace) AS lastKnownAt,
       (SELECT max(event_seq) FROM items i WHERE i.namespace = c.namespace) AS lastSeq
     FROM item_counts c GROUP BY c.namespace ORDER BY lastSeq DESC`,
  );
  const selectKinds = db.prepare<[], { kind: ItemKind; items: number }>(
    'SELECT kind, sum(items) AS items FROM item_counts GROUP BY kind ORDER BY kind',
  );
  const selectTotal = db.prepare<[], number>('SELECT coalesce(sum(items), 0) FROM item_counts').pluck();
  const selectPositions = db.prepare<[], ProjectionPosition>(
    'SELECT projection AS name, position FROM checkpoints ORDER BY projection',
  );
  const selectSupersedes = openSupersedes(db);
  const turnNeighbours = openNeighbours(db);

  function itemsByRowid(rowids: readonly number[]): Item[] {
    const asked = JSON.stringify(rowids);
    const rows = new Map(selectItems.all(asked).map((row) => [row.rowid, row]));
    const supersedes = Map.groupBy(selectSupersedes.all(asked), ({ rowid }) => rowid);
    return rowids.flatMap((rowid) => {
      const row = rows.get(rowid);
      if (row === undefined) return [];
      return {
        ...row,
        entities: JSON.parse(row.entities) as string[],
        derivedFrom: JSON.parse(row.derivedFrom) as string[],
        supersedes: (supersedes.get(rowid) ?? []).map(({ itemId }) => itemId),
      };
    });
  }

  function itemsNamed(refs: readonly ItemRef[]): Item[] {
    return itemsByRowid(refs.flatMap(({ namespace, itemId }) => selectRow.get(namespace, itemId) ?? []));
  }

  return {
    itemsByRowid,
    itemsNamed,
    item: (namespace, itemId) => itemsNamed([{ namespace, itemId }])[0] ?? null,
    owner: (namespace, itemId) => selectOwner.get({ namespace, itemId }) ?? null,
    newestDocument: (namespace, sourceRef) => selectNewestDocument.get(namespace, sourceRef) ?? null,
    namespaces: () =>
      selectNamespaces.all().map(({ namespace, items, lastKnownAt }) => ({
        namespace,
        items,
        lastKnownAt: toInstant(lastKnownAt),
      })),
    countsByKind: () => Object.fromEntries(selectKinds.all().map(({ kind, items }) => [kind, items])),
    total: () => selectTotal.get() ?? 0,
    positions: () => selectPositions.all(),
    turnNeighbours,
  };
}

/** The ids that each asked row (a JSON array of row numbers) names as replaced; for a document, its predecessor too. */
function openSupersedes(db: Database) {
  return db.prepare<[string], { rowid: number; itemId: string }>(
    `WITH asked AS MATERIALIZED
       (SELECT rowid, namespace, item_id FROM items WHERE rowid IN (SELECT value FROM json_each(?)))
     SELECT a.rowid, s.target_item AS itemId FROM asked a
       JOIN supersessions s ON s.namespace = a.namespace AND s.by_item = a.item_id
     UNION
     SELECT a.rowid, older.item_id FROM asked a
       JOIN documents d ON d.namespace = a.namespace AND d.item_id = a.item_id
       JOIN documents older ON older.namespace = d.namespace AND older.source_ref = d.source_ref
         AND older.event_seq = (SELECT max(event_seq) FROM documents o WHERE o.namespace = d.namespace
           AND o.source_ref = d.source_ref AND o.event_seq < d.event_seq)
     ORDER BY 1, 2`,
  );
}
