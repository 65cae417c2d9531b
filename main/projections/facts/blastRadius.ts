import type { z } from 'zod';
import type { BlastRadius } from '../../contract/facts.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Verdicts, Witness, Word } from '../../truth/evidence.ts';
import { holdingsAt } from '../../truth/questions.ts';
import { judge, timelineOf } from '../../truth/resolve.ts';
import { openWordGraph } from '../items/wordGraph.ts';
import type { Names, ResolvedSlot, Slot } from './factReads.ts';
import { type FactRow, openFactRows } from './factRows.ts';
import { factStandings } from './factStandings.ts';
import { slotKey } from './facts.ts';
import { holdingView } from './factViews.ts';

export type Effect = z.infer<typeof BlastRadius>;

/** What is to be taken back, and the present from which its effect is judged (milliseconds since 1970). */
export interface Retraction {
  readonly namespace: string;
  readonly itemIds: readonly string[];
  readonly source: string | null;
  readonly distrust: boolean;
  readonly now: number;
}

/**
 * What a retraction would change, found by judging everything it reaches with and without it; nothing is written. What it
 * reaches are the items that go, what was concluded from them, and what they speak of, at any number of removes.
 */
export function openBlastRadius(db: Database, names: Names): (retraction: Retraction) => Effect {
  const rows = openFactRows(db);
  const wordsAbout = openWordGraph(db);
  const selectOfSource = db
    .prepare<[string, string], string>(
      'SELECT item_id FROM items WHERE namespace = ? AND source = ? AND document_id IS NULL ORDER BY event_seq',
    )
    .pluck();
  const selectReached = db
    .prepare<{ namespace: string; ids: string }, string>(
      `SELECT d.item_id FROM json_each($ids) asked
         CROSS JOIN derivations d ON d.namespace = $namespace AND d.source_item = asked.value
       UNION SELECT s.target_item FROM json_each($ids) asked
         CROSS JOIN supersessions s ON s.namespace = $namespace AND s.by_item = asked.value
       UNION SELECT i.item_id FROM json_each($ids) asked
         CROSS JOIN retractions r ON r.namespace = $namespace AND r.event_id = asked.value
         CROSS JOIN items i ON i.namespace = $namespace AND i.source = r.source
       UNION SELECT older.item_id FROM json_each($ids) asked
         CROSS JOIN documents d ON d.namespace = $namespace AND d.item_id = asked.value
         CROSS JOIN documents older ON older.namespace = $namespace AND older.source_ref = d.source_ref
           AND older.event_seq < d.event_seq
       UNION SELECT stated.item_id FROM json_each($ids) asked
         CROSS JOIN items i ON i.namespace = $namespace AND i.item_id = asked.value
         CROSS JOIN facts never ON never.item = i.rowid AND never.denial = 'never'
         CROSS JOIN facts f ON f.namespace = $namespace AND f.slot_key = never.slot_key
           AND f.value_key = never.value_key AND f.denial IS NULL
         CROSS JOIN items stated ON stated.rowid = f.item`,
    )
    .pluck();

  function reachedFrom(namespace: string, itemIds: readonly string[]): string[] {
    const reached = new Set(itemIds);
    for (let open = [...reached]; open.length > 0; ) {
      const next = selectReached.all({ namespace, ids: JSON.stringify(open) }).filter((id) => !reached.has(id));
      for (const id of next) reached.add(id);
      open = next;
    }
    return [...reached];
  }

  /** The slots of some facts, each with every row of it. */
  function slotsOf(namespace: string, facts: readonly FactRow[]): (Slot & { readonly rows: readonly FactRow[] })[] {
    const slots = new Map<string, Slot>();
    for (const { slotKey: own, subject, predicate } of facts) {
      if (slots.has(own)) continue;
      const predicates = names.predicateKeys(namespace, predicate);
      const keys = names.canonicalKeys(namespace, subject).flatMap((one) => predicates.map((two) => slotKey(one, two)));
      for (const key of keys) if (!slots.has(key)) slots.set(key, { namespace, subject, predicate, keys });
    }
    return [...new Set(slots.values())].map((slot) => ({ ...slot, rows: rows.ofSlots(namespace, slot.keys) }));
  }

  return ({ namespace, itemIds, source, distrust, now }) => {
    const named = [...new Set([...itemIds, ...(source === null ? [] : selectOfSource.all(namespace, source))])];
    const reached = reachedFrom(namespace, named);
    const slots = slotsOf(namespace, rows.ofItems(namespace, reached));
    const concerned = new Set([...reached, ...slots.flatMap((slot) => slot.rows.map(({ id }) => id))]);
    const { witnesses, words } = wordsAbout(namespace, concerned, { knownAt: null });
    const before = judge(witnesses, words, null);
    const after = judge(
      [...witnesses, proposal],
      [...words, ...named.map((target) => takesBack(target, distrust && !itemIds.includes(target)))],
      null,
    );
    const pairs = slots.map((slot) => ({ before: resolved(slot, before), after: resolved(slot, after) }));
    const gone = new Set(named);
    const others = reached.filter((id) => !gone.has(id));
    const revivedFacts = pairs.flatMap((pair) => presentOnlyAfter(pair, now)).filter((id) => !gone.has(id));
    const revived = others.filter(
      (id) => isAlive(after, id) && (!isAlive(before, id) || isFreed(id, before, after, now)),
    );
    return {
      retracted: named.filter((id) => isAlive(before, id)),
      dependent: others.filter((id) => isAlive(before, id) && after.fates.get(id)?.why === 'unsupported'),
      revived: [...new Set([...revived, ...revivedFacts])],
      changes: pairs.flatMap((pair) => changeOf(pair, now)),
    };
  };
}

/** The retraction that is only thought of: the last thing that becomes known. */
const proposal: Witness = {
  id: '\u0000proposal',
  knownAt: Number.MAX_SAFE_INTEGER,
  seq: Number.MAX_SAFE_INTEGER,
  invalid: false,
  derivedFrom: [],
};

function takesBack(target: string, distrusts: boolean): Word {
  const relation = distrusts ? 'distrusts' : 'retracts';
  return { by: proposal.id, relation, target, from: 0, until: null, authority: 1 };
}

interface Pair {
  readonly before: ResolvedSlot;
  readonly after: ResolvedSlot;
}

function resolved({ rows, ...slot }: Slot & { readonly rows: readonly FactRow[] }, verdicts: Verdicts): ResolvedSlot {
  return { slot, rows, verdicts, timeline: timelineOf(rows, verdicts), witnesses: rows };
}

function isAlive({ fates }: Verdicts, id: string): boolean {
  return fates.get(id)?.alive === true;
}

/** Whether something replaced an item that nothing replaces any more. */
function isFreed(id: string, before: Verdicts, after: Verdicts, now: number): boolean {
  const isReplaced = ({ successions }: Verdicts) => (successions.get(id) ?? []).some(({ from }) => from <= now);
  return isReplaced(before) && !isReplaced(after);
}

/** Assertions whose value holds now without having done so before. */
function presentOnlyAfter({ before, after }: Pair, now: number): string[] {
  const presentIn = (slot: ResolvedSlot) => {
    const standing = factStandings(slot, now);
    const living = slot.rows.filter(({ id }) => isAlive(slot.verdicts, id));
    return living.filter((row) => standing(row).currentness === 'current').map(({ id }) => id);
  };
  const already = new Set(presentIn(before));
  return presentIn(after).filter((id) => !already.has(id));
}

function changeOf({ before, after }: Pair, now: number): Effect['changes'] {
  const [old, new_] = [holdingsAt(before.timeline, now), holdingsAt(after.timeline, now)];
  const keysOf = (holdings: typeof old) =>
    holdings
      .map(({ segment }) => segment.valueKey)
      .sort()
      .join('\n');
  if (keysOf(old) === keysOf(new_)) return [];
  const { subject, predicate } = before.slot;
  return [{ subject, predicate, before: old.map(holdingView), after: new_.map(holdingView) }];
}
