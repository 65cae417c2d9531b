import type { EdgeView, EntityView } from '../../contract/entities.ts';
import type { MethodParams, MethodResult } from '../../contract/methods.ts';
import { nameKey } from '../../language/names.ts';
import type { Database } from '../../store/sqlite.ts';
import type { EdgeReads, EdgeRow, JudgedEdge } from './edgeReads.ts';
import type { EntityReads } from './entityReads.ts';
import { keyOfName, type NameSort } from './nameEvents.ts';

/** A name as it is now: the entity that it means, the keys of all its names, and whether it is known at all. */
export interface NamedEntity {
  readonly key: string;
  /** Null while nothing uses the name. */
  readonly entityId: string | null;
  readonly keys: readonly string[];
}

/** What callers ask of entities: resolve, list, neighbours, and what a name means before more is said about it. */
export interface EntityQuestions {
  /** The name's own entity, aliases inside longer names apart; null for what is no name. */
  named(namespace: string, sort: NameSort, name: string): NamedEntity | null;
  entityResolved(params: MethodParams<'entities.resolve'>): MethodResult<'entities.resolve'>;
  entitiesListed(params: MethodParams<'entities.list'>): MethodResult<'entities.list'>;
  /** @param at the instant of valid time in which edges must hold, in milliseconds since 1970 */
  neighbours(params: MethodParams<'entities.neighbours'>, at: number): MethodResult<'entities.neighbours'>;
}

const nearShown = 10;
/** Edges read at each name and in each direction. */
const mostAround = 1000;

export function openEntityQuestions(db: Database, entities: EntityReads, edges: EdgeReads): EntityQuestions {
  const selectName = db
    .prepare<[string, NameSort, string], string>(
      'SELECT entity FROM names WHERE namespace = ? AND sort = ? AND key = ?',
    )
    .pluck();
  const selectKeys = db
    .prepare<[string, string], string>('SELECT key FROM names WHERE namespace = ? AND entity = ? ORDER BY id')
    .pluck();

  function named(namespace: string, sort: NameSort, name: string): NamedEntity | null {
    const key = keyOfName(name);
    if (key === null) return null;
    const entityId = selectName.get(namespace, sort, key) ?? null;
    return { key, entityId, keys: entityId === null ? [] : selectKeys.all(namespace, entityId) };
  }

  function neighbours(params: MethodParams<'entities.neighbours'>, at: number): MethodResult<'entities.neighbours'> {
    const { namespace, depth, limit } = params;
    const start = entities.resolve(namespace, params.name);
    if (start === null) return { entity: null, entities: [], edges: [], truncated: false };
    const relations = params.relation === undefined ? null : entities.predicateKeys(namespace, params.relation);
    const wanted = (row: EdgeRow) => relations === null || relations.includes(nameKey(row.relation));
    const holds = ({ known, view }: JudgedEdge) => known && (view.isCurrent || params.includeHistorical);
    const found = new Map<number, JudgedEdge>();
    const seen = new Set<string>(start.keys);
    let keys: readonly string[] = start.keys;
    let truncated = false;
    for (let step = 0; step < depth && keys.length > 0 && !truncated; step++) {
      const around = edges.around(namespace, keys, mostAround).filter((row) => wanted(row) && !found.has(row.id));
      const judged = edges.judge(around, { at, knownAt: null }).filter(holds).toSorted(byRecencyAndSupport);
      truncated = found.size + judged.length > limit;
      const taken = judged.slice(0, limit - found.size);
      for (const edge of taken) found.set(edge.row.id, edge);
      const reached = new Set(taken.flatMap(({ row }) => [row.fromKey, row.toKey]).filter((key) => !seen.has(key)));
      keys = [...new Set([...reached].flatMap((key) => named(namespace, 'entity', key)?.keys ?? []))];
      for (const key of keys) seen.add(key);
    }
    return { entity: entities.view(namespace, start.entityId), ...shown(namespace, [...found.values()]), truncated };
  }

  /** The edges, and the entities at their ends, each once. */
  function shown(namespace: string, found: readonly JudgedEdge[]): { entities: EntityView[]; edges: EdgeView[] } {
    const ends = found.flatMap(({ row }) => [row.fromKey, row.toKey]);
    const ids = new Set(ends.flatMap((key) => selectName.get(namespace, 'entity', key) ?? []));
    return {
      entities: [...ids].flatMap((id) => entities.view(namespace, id) ?? []),
      edges: found.map(({ view }) => view),
    };
  }

  return {
    named,
    entityResolved({ namespace, name }) {
      const found = entities.resolve(namespace, name);
      return {
        entity: found === null ? null : entities.view(namespace, found.entityId),
        near: entities.near(namespace, name, nearShown),
      };
    },
    entitiesListed: ({ namespace, text, limit }) => entities.list(namespace, text, limit),
    neighbours,
  };
}

function byRecencyAndSupport(a: JudgedEdge, b: JudgedEdge): number {
  return (
    b.row.knownAt - a.row.knownAt ||
    b.supports.length - a.supports.length ||
    b.view.confidence - a.view.confidence ||
    b.row.id - a.row.id
  );
}
