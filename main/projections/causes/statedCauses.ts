import type { Database } from '../../store/sqlite.ts';
import type { ItemRef } from '../items/item.ts';
import type { StatedSpan } from '../standing.ts';
import { openCauseReads } from './causeReads.ts';

type Telling = ItemRef & { readonly text: string };

/**
 * For items of one namespace, by item id: where their texts tell causes, and how these stand as known by an instant in
 * milliseconds (null: all that is known). An item that is a cause itself tells it with all of its words.
 */
export type StatedCauses = (
  namespace: string,
  items: readonly Telling[],
  knownAt: number | null,
) => ReadonlyMap<string, readonly StatedSpan[]>;

export function openStatedCauses(db: Database): StatedCauses {
  const reads = openCauseReads(db);
  const selectTold = db.prepare<{ namespace: string; ids: string }, Told>(
    `SELECT asked.value AS toldIn, i.item_id AS causeId, i.text, i.known_at AS knownAt
     FROM json_each($ids) asked
       CROSS JOIN derivations d ON d.namespace = $namespace AND d.source_item = asked.value AND d.extracted
       CROSS JOIN items i ON i.namespace = d.namespace AND i.item_id = d.item_id
       CROSS JOIN causes c ON c.item = i.rowid
     UNION ALL
     SELECT asked.value, i.item_id, i.text, i.known_at
     FROM json_each($ids) asked
       CROSS JOIN items i ON i.namespace = $namespace AND i.item_id = asked.value
       CROSS JOIN causes c ON c.item = i.rowid`,
  );

  function standingOf(namespace: string, causeId: string, knownAt: number | null): Omit<StatedSpan, 'start' | 'end'> {
    const cause = reads.byId(namespace, causeId);
    if (cause === null) return { currentness: 'current', by: null };
    const { status, overturnedBy } = reads.view(cause, knownAt);
    // A denial is no cause, and still what its text says.
    const stands = status === 'standing' || (!cause.holds && overturnedBy === null && status === 'overturned');
    return stands ? { currentness: 'current', by: null } : { currentness: 'retracted', by: overturnedBy };
  }

  return (namespace, items, knownAt) => {
    const ids = JSON.stringify(items.map(({ itemId }) => itemId));
    const told = selectTold.all({ namespace, ids }).filter((cause) => knownAt === null || cause.knownAt <= knownAt);
    const texts = new Map(items.map(({ itemId, text }) => [itemId, text]));
    const spans = told.flatMap(({ toldIn, causeId, text }): (readonly [string, StatedSpan])[] => {
      const start = texts.get(toldIn)?.indexOf(text) ?? -1;
      if (start < 0) return [];
      return [[toldIn, { start, end: start + text.length, ...standingOf(namespace, causeId, knownAt) }]];
    });
    return new Map(
      [...Map.groupBy(spans, ([toldIn]) => toldIn)].map(([toldIn, of]) => [toldIn, of.map(([, span]) => span)]),
    );
  };
}

interface Told {
  /** The item in whose text the cause was read; for an item that is one, itself. */
  readonly toldIn: string;
  readonly causeId: string;
  readonly text: string;
  readonly knownAt: number;
}
