import type { FactAnswer, FactAssertion } from '../../contract/facts.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Timeline, Verdicts, Witness } from '../../truth/evidence.ts';
import { judge, timelineOf } from '../../truth/resolve.ts';
import type { EntityReads } from '../entities/entityReads.ts';
import { openWordGraph, type RecordFrame, type WordGraph } from '../items/wordGraph.ts';
import { type FactRow, openFactRows } from './factRows.ts';
import { slotKey } from './facts.ts';
import { answerOf, assertionViews } from './factViews.ts';
import { isSettledBy } from './newest.ts';

export type { By, RecordFrame } from '../items/wordGraph.ts';

/** What facts need to know of names: which keys mean the same subject or predicate. */
export type Names = Pick<EntityReads, 'canonicalKeys' | 'predicateKeys' | 'resolve'>;

/** A subject's predicate under all the names that it goes by. `keys` are rows' `slot_key`s: normal forms of both. */
export interface Slot {
  readonly namespace: string;
  readonly subject: string;
  readonly predicate: string;
  readonly keys: readonly string[];
}

/** A slot that something is held of, and how much: for choosing among slots before anything is resolved. */
export interface SlotSummary extends Slot {
  readonly assertions: number;
  readonly lastKnownAt: number;
}

/** A slot's assertions as known in a frame, and everything that decides among them. */
export interface ResolvedSlot {
  readonly slot: Slot;
  readonly rows: readonly FactRow[];
  readonly verdicts: Verdicts;
  readonly timeline: Timeline;
  /** Whoever bears on it. */
  readonly witnesses: readonly Witness[];
}

/** What the rest of the engine reads of the facts. Works on any connection to `memory.db`. */
export interface FactReads {
  /** The slot of a name (or any alias of it) and a predicate, whether anything is held of it or not. */
  slot(namespace: string, subject: string, predicate: string): Slot;
  /** Every slot about a subject, given by any of its names; those with the newest evidence first. */
  slotsOfSubject(namespace: string, subject: string): SlotSummary[];
  /** Every slot with a predicate, those with the newest evidence first. */
  slotsOfPredicate(namespace: string, predicate: string, limit: number): SlotSummary[];
  /** The slot with every assertion that is known in the frame, who stands, and the life that follows. */
  resolve(slot: Slot, frame: RecordFrame): ResolvedSlot;
  /** The slot's life as resolved from everything known in the frame. */
  timeline(slot: Slot, frame: RecordFrame): Timeline;
  /** The contract's answer for an instant of valid time. */
  answer(
    namespace: string,
    subject: string,
    predicate: string,
    frame: RecordFrame & { readonly at: number },
  ): FactAnswer;
  /** Every assertion of the slot that is known in the frame, by valid_from, with its status. */
  assertions(slot: Slot, frame: RecordFrame): FactAssertion[];
  /** Items that were concluded from one, directly. */
  dependentsOf(namespace: string, itemId: string): string[];
  /** The row numbers of items, for a path's candidates; ids that are gone are left out. */
  rowsOf(namespace: string, itemIds: readonly string[]): ReadonlyMap<string, number>;
}

export function openFactReads(db: Database, names: Names): FactReads {
  const rows = openFactRows(db);
  const wordsAbout = openWordGraph(db);
  const selectOfSubject = db.prepare<{ namespace: string; keys: string }, SummaryRow>(
    `SELECT f.slot_key AS slotKey, f.subject, f.predicate, count(*) AS assertions, max(f.known_at) AS lastKnownAt
     FROM json_each($keys) asked CROSS JOIN facts f ON f.namespace = $namespace
       AND f.slot_key >= asked.value || char(10) AND f.slot_key < asked.value || char(11)
     GROUP BY f.slot_key ORDER BY lastKnownAt DESC, slotKey`,
  );
  const selectOfPredicate = db.prepare<{ namespace: string; keys: string; limit: number }, SummaryRow>(
    `SELECT f.slot_key AS slotKey, f.subject, f.predicate, count(*) AS assertions, max(f.known_at) AS lastKnownAt
     FROM json_each($keys) asked CROSS JOIN facts f ON f.namespace = $namespace AND f.predicate_key = asked.value
     GROUP BY f.slot_key ORDER BY lastKnownAt DESC, slotKey LIMIT $limit`,
  );
  const selectRowids = db.prepare<{ namespace: string; ids: string }, { rowid: number; id: string }>(
    `SELECT i.rowid, i.item_id AS id FROM json_each($ids) asked
       CROSS JOIN items i ON i.namespace = $namespace AND i.item_id = asked.value`,
  );

  const selectDependents = db
    .prepare<[string, string], string>(
      'SELECT item_id FROM derivations WHERE namespace = ? AND source_item = ? ORDER BY item_id',
    )
    .pluck();

  function slot(namespace: string, subject: string, predicate: string): Slot {
    const subjects = names.canonicalKeys(namespace, subject);
    const predicates = names.predicateKeys(namespace, predicate);
    const keys = subjects.flatMap((one) => predicates.map((other) => slotKey(one, other)));
    return { namespace, subject, predicate, keys };
  }

  /** One summary for a slot, whatever names its rows use. */
  function summaries(namespace: string, found: readonly SummaryRow[]): SlotSummary[] {
    const merged = new Map<string, SlotSummary>();
    for (const { subject, predicate, assertions, lastKnownAt } of found) {
      const one = slot(namespace, subject, predicate);
      const id = one.keys.toSorted().join('\n\n');
      const known = merged.get(id);
      merged.set(id, {
        ...(known ?? one),
        assertions: assertions + (known?.assertions ?? 0),
        lastKnownAt: Math.max(lastKnownAt, known?.lastKnownAt ?? lastKnownAt),
      });
    }
    return [...merged.values()];
  }

  function resolve(slot: Slot, frame: RecordFrame): ResolvedSlot {
    return resolveRows(slot, rows.ofSlots(slot.namespace, slot.keys), frame);
  }

  function resolveRows(slot: Slot, all: readonly FactRow[], frame: RecordFrame): ResolvedSlot {
    const graph = wordsAbout(
      slot.namespace,
      all.map(({ id }) => id),
      frame,
    );
    const known = knownIn(all, graph);
    const verdicts = judge(graph.witnesses, graph.words, null);
    return { slot, rows: known, verdicts, timeline: timelineOf(known, verdicts), witnesses: graph.witnesses };
  }

  /** The present of a long slot from its newest statements; null where older ones may bear on it. */
  function resolveNewest(slot: Slot, at: number): ResolvedSlot | null {
    const newest = rows.newestOfSlots(slot.namespace, slot.keys, mostNewest);
    if (newest === null) return null;
    const resolved = resolveRows(slot, newest, { knownAt: null });
    return isSettledBy(resolved.timeline, at) ? resolved : null;
  }

  return {
    slot,
    slotsOfSubject: (namespace, subject) =>
      summaries(
        namespace,
        selectOfSubject.all({ namespace, keys: JSON.stringify(names.canonicalKeys(namespace, subject)) }),
      ),
    slotsOfPredicate: (namespace, predicate, limit) =>
      summaries(
        namespace,
        selectOfPredicate.all({ namespace, keys: JSON.stringify(names.predicateKeys(namespace, predicate)), limit }),
      ),
    resolve,
    timeline: (slot, frame) => resolve(slot, frame).timeline,
    answer(namespace, subject, predicate, { at, ...frame }) {
      const asked = slot(namespace, subject, predicate);
      const everything = () => rows.ofSlots(namespace, asked.keys);
      const isKnown = () =>
        names.resolve(namespace, subject) !== null ||
        selectOfSubject.get({ namespace, keys: JSON.stringify(names.canonicalKeys(namespace, subject)) }) !== undefined;
      const newest = frame.knownAt === null ? resolveNewest(asked, at) : null;
      return answerOf(newest ?? resolve(asked, frame), { at, knownAt: frame.knownAt, everything, isKnown });
    },
    assertions: (slot, frame) => assertionViews(resolve(slot, frame)),
    dependentsOf: (namespace, itemId) => selectDependents.all(namespace, itemId),
    rowsOf: (namespace, itemIds) =>
      new Map(selectRowids.all({ namespace, ids: JSON.stringify(itemIds) }).map(({ id, rowid }) => [id, rowid])),
  };
}

/** So many statements nearly always hold the present value and the one before it. */
const mostNewest = 32;

/** The rows whose witnesses were known in the frame that the graph was read in. */
export function knownIn(rows: readonly FactRow[], { witnesses }: WordGraph): FactRow[] {
  const known = new Set(witnesses.map(({ id }) => id));
  return rows.filter(({ id }) => known.has(id));
}

interface SummaryRow {
  readonly slotKey: string;
  readonly subject: string;
  readonly predicate: string;
  readonly assertions: number;
  readonly lastKnownAt: number;
}
