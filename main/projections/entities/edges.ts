import type { Database } from '../../store/sqlite.ts';
import { itemOfEvent, memoryOf } from '../items/itemOfEvent.ts';
import { feedRows, openItemRows } from '../items/itemRows.ts';
import type { Projection } from '../projection.ts';
import { openGraphChanges } from './graphChanges.ts';
import { keyOfName } from './nameEvents.ts';

/**
 * Relations between names. Every item with an edge makes one, and so does every fact whose object is a string that may
 * be a name, unless it denies that value. An end that is no name (nothing but space, or a whole text) makes none: the item stays what it says.
 */
export function openEdges(db: Database): Projection {
  const rows = openItemRows(db);
  const changes = openGraphChanges(db);
  const insertEdge = db.prepare<
    [string, number, string, string, string, string, string, string, number | null, number | null, number]
  >(
    `INSERT INTO edges (namespace, item, kind, from_key, from_name, relation, to_key, to_name, valid_from, valid_to,
       known_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSupport = db.prepare<[number, number, string]>(
    'INSERT INTO edge_supports (edge, place, item_id) VALUES (?, ?, ?)',
  );
  const deleteSupports = db.prepare<[string, string]>(
    `DELETE FROM edge_supports WHERE edge IN (SELECT e.id FROM items i JOIN edges e ON e.item = i.rowid
       WHERE i.namespace = ? AND i.item_id = ?)`,
  );
  const deleteEdges = db.prepare<[string, string]>(
    'DELETE FROM edges WHERE item = (SELECT rowid FROM items WHERE namespace = ? AND item_id = ?)',
  );
  const selectSupported = db
    .prepare<[string, string], number>(
      `SELECT s.edge FROM edge_supports s JOIN edges e ON e.id = s.edge WHERE e.namespace = ? AND s.item_id = ? LIMIT 1`,
    )
    .pluck();
  const deleteAll = ['edges', 'edge_supports'].map((table) => db.prepare(`DELETE FROM ${table}`));
  const allEdges = db
    .prepare<[], unknown[]>(
      `SELECT e.namespace, i.item_id, e.kind, e.from_key, e.from_name, e.relation, e.to_key, e.to_name, e.valid_from,
         e.valid_to, e.known_at,
         (SELECT json_group_array(s.item_id) FROM (SELECT item_id FROM edge_supports WHERE edge = e.id ORDER BY place) s)
       FROM edges e JOIN items i ON i.rowid = e.item ORDER BY e.namespace, i.item_id, e.kind`,
    )
    .raw();

  return {
    name: 'edges',
    version: 2,
    apply(events) {
      for (const event of events) {
        const memory = memoryOf(event);
        if (!memory?.edge && !memory?.fact) continue;
        const item = rows.ofEvent(event.namespace, event.seq);
        if (item === null) continue;
        const { validFrom = null, validTo = null } = itemOfEvent(event) ?? {};
        for (const { kind, from, relation, to } of relationsOf(memory)) {
          const [fromKey, toKey] = [keyOfName(from), keyOfName(to)];
          if (fromKey === null || toKey === null || relation.length > longestRelation) continue;
          const ends = [fromKey, from.trim(), relation.trim(), toKey, to.trim()] as const;
          const { lastInsertRowid } = insertEdge.run(
            ...[event.namespace, item.rowid, kind, ...ends, validFrom, validTo, event.knownAt],
          );
          for (const [place, id] of (memory.derivedFrom ?? []).entries()) {
            insertSupport.run(Number(lastInsertRowid), place, id);
          }
        }
      }
    },
    erase(namespace, itemId) {
      deleteSupports.run(namespace, itemId);
      const { changes: deleted } = deleteEdges.run(namespace, itemId);
      if (deleted > 0 || selectSupported.get(namespace, itemId) !== undefined) changes.bump(namespace);
    },
    truncate() {
      for (const statement of deleteAll) statement.run();
      changes.bumpAll();
    },
    digest: (hash) => feedRows(hash, 'edges', allEdges.iterate()),
  };
}

/** What is longer is a text and no relation. UTF-16 code units. */
const longestRelation = 500;

interface Relation {
  readonly kind: 'edge' | 'fact';
  readonly from: string;
  readonly relation: string;
  readonly to: string;
}

function relationsOf({ edge, fact }: NonNullable<ReturnType<typeof memoryOf>>): Relation[] {
  return [
    ...(edge ? [{ kind: 'edge' as const, from: edge.from, relation: edge.relation, to: edge.to }] : []),
    ...(fact && fact.holds === undefined && typeof fact.object === 'string'
      ? [{ kind: 'fact' as const, from: fact.subject, relation: fact.predicate, to: fact.object }]
      : []),
  ];
}
