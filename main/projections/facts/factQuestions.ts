import type { FactAnswer } from '../../contract/facts.ts';
import type { MethodResult } from '../../contract/methods.ts';
import { toInstant } from '../../contract/time.ts';
import type { Database } from '../../store/sqlite.ts';
import { holdingsAt } from '../../truth/questions.ts';
import { openEntityReads } from '../entities/entityReads.ts';
import { openWordGraph } from '../items/wordGraph.ts';
import { type Effect, openBlastRadius, type Retraction } from './blastRadius.ts';
import { explain } from './explainFact.ts';
import { openFactReads, type RecordFrame } from './factReads.ts';
import { type FactRow, openFactRows } from './factRows.ts';
import { assertionViews, holdingView, segmentView } from './factViews.ts';

/** A slot as a question names it. */
export interface AskedSlot {
  readonly namespace: string;
  readonly subject: string;
  readonly predicate: string;
}

/** Everything that `facts.*` asks of the store. Works on any connection to `memory.db`. Times are milliseconds. */
export interface FactQuestions {
  factAnswer(asked: AskedSlot, frame: RecordFrame & { readonly at: number }): FactAnswer;
  factHistory(asked: AskedSlot, frame: RecordFrame): MethodResult<'facts.history'>;
  /** Null where the item is no fact and states none, or was not known by then. */
  factExplained(
    namespace: string,
    itemId: string,
    frame: { readonly knownAt: number | null; readonly now: number },
  ): MethodResult<'facts.explain'> | null;
  factSlots(namespace: string, text: string, limit: number, now: number): MethodResult<'facts.list'>;
  /** The facts that an item is or states, and for each what it corrects. */
  factsIn(namespace: string, itemId: string): StatedFact[];
  /** Of these ids those that name neither an item nor a retraction. */
  unknownIds(namespace: string, ids: readonly string[]): string[];
  /** Whether anything in the namespace comes from a source of that name. */
  sourceKnown(namespace: string, source: string): boolean;
  blastRadius(retraction: Retraction): Effect;
}

/** A fact as a correction needs it. */
export interface StatedFact
  extends Pick<
    FactRow,
    'id' | 'eventId' | 'subject' | 'predicate' | 'value' | 'cardinality' | 'denial' | 'validFrom' | 'validTo'
  > {
  /** Everything that it says was never true, at any number of removes. */
  readonly corrects: readonly string[];
}

export function openFactQuestions(db: Database): FactQuestions {
  const names = openEntityReads(db);
  const facts = openFactReads(db, names);
  const rows = openFactRows(db);
  const wordsAbout = openWordGraph(db);
  const blastRadius = openBlastRadius(db, names);
  const selectSlots = db.prepare<
    { namespace: string; words: string; limit: number },
    { subject: string; predicate: string }
  >(
    `SELECT f.subject, f.predicate, max(f.known_at) AS lastKnownAt FROM facts f
     WHERE f.namespace = $namespace AND NOT EXISTS (SELECT 1 FROM json_each($words) word
       WHERE instr(lower(f.subject || ' ' || f.predicate || ' ' || f.object), word.value) = 0)
     GROUP BY f.slot_key ORDER BY lastKnownAt DESC, f.slot_key LIMIT $limit`,
  );
  const selectCorrected = db
    .prepare<{ namespace: string; itemId: string }, string>(
      `WITH RECURSIVE corrected (id) AS (
         SELECT target_item FROM supersessions WHERE namespace = $namespace AND by_item = $itemId AND relation = 'corrects'
         UNION SELECT s.target_item FROM corrected c JOIN supersessions s
           ON s.namespace = $namespace AND s.by_item = c.id AND s.relation = 'corrects')
       SELECT id FROM corrected WHERE id <> $itemId ORDER BY id`,
    )
    .pluck();
  const selectUnknown = db
    .prepare<{ namespace: string; ids: string }, string>(
      `SELECT asked.value FROM json_each($ids) asked
       WHERE NOT EXISTS (SELECT 1 FROM items i WHERE i.namespace = $namespace AND i.item_id = asked.value)
         AND NOT EXISTS (SELECT 1 FROM taken_ids t WHERE t.namespace = $namespace AND t.item_id = asked.value)
         AND NOT EXISTS (SELECT 1 FROM retractions r WHERE r.namespace = $namespace AND r.event_id = asked.value)`,
    )
    .pluck();
  const selectOfSource = db
    .prepare<[string, string], number>('SELECT 1 FROM items WHERE namespace = ? AND source = ? LIMIT 1')
    .pluck();

  /** The fact that an item is, else those that were found in its text. */
  function factsOf(namespace: string, itemId: string): FactRow[] {
    const own = rows.ofItems(namespace, [itemId]);
    return own.length > 0 ? own : rows.statedIn(namespace, [{ itemId, start: 0, end: Number.MAX_SAFE_INTEGER }]);
  }

  return {
    factAnswer: ({ namespace, subject, predicate }, frame) => facts.answer(namespace, subject, predicate, frame),
    factHistory({ namespace, subject, predicate }, frame) {
      const resolved = facts.resolve(facts.slot(namespace, subject, predicate), frame);
      const segments = resolved.timeline.segments.map(segmentView);
      return { subject, predicate, segments, assertions: assertionViews(resolved) };
    },
    factExplained(namespace, itemId, { knownAt, now }) {
      const row = factsOf(namespace, itemId)[0];
      if (row === undefined) return null;
      const resolved = facts.resolve(facts.slot(namespace, row.subject, row.predicate), { knownAt });
      const chain = assertionViews(resolved);
      const graph = wordsAbout(
        namespace,
        chain.map(({ factId }) => factId),
        { knownAt },
      );
      const dependents = facts.dependentsOf(namespace, row.id);
      return explain({ resolved, factId: row.id, chain, graph, now, dependents });
    },
    factSlots(namespace, text, limit, now) {
      const words = JSON.stringify(text.toLowerCase().split(/\s+/).filter(Boolean));
      const found = selectSlots.all({ namespace, words, limit });
      const slots = found.map(({ subject, predicate }) => facts.slot(namespace, subject, predicate));
      // Two rows that name a thing by different aliases are one slot.
      const distinct = new Map(slots.map((slot) => [slot.keys.toSorted().join('\n\n'), slot]));
      return {
        slots: [...distinct.values()].map((slot) => {
          const { rows, timeline } = facts.resolve(slot, { knownAt: null });
          const value = holdingsAt(timeline, now).at(-1);
          return {
            subject: slot.subject,
            predicate: slot.predicate,
            assertions: rows.length,
            lastKnownAt: toInstant(Math.max(...rows.map(({ knownAt }) => knownAt))),
            value: value === undefined ? null : holdingView(value),
          };
        }),
      };
    },
    factsIn: (namespace, itemId) =>
      factsOf(namespace, itemId).map((row) => {
        const { id, eventId, subject, predicate, value, cardinality, denial, validFrom, validTo } = row;
        const corrects = selectCorrected.all({ namespace, itemId: id });
        return { id, eventId, subject, predicate, value, cardinality, denial, validFrom, validTo, corrects };
      }),
    unknownIds: (namespace, ids) => selectUnknown.all({ namespace, ids: JSON.stringify(ids) }),
    sourceKnown: (namespace, source) => selectOfSource.get(namespace, source) !== undefined,
    blastRadius,
  };
}
