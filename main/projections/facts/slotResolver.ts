import type { Database } from '../../store/sqlite.ts';
import type { Verdicts } from '../../truth/evidence.ts';
import { judge, timelineOf } from '../../truth/resolve.ts';
import { openWordGraph, type RecordFrame } from '../items/wordGraph.ts';
import { knownIn, type Names, type ResolvedSlot } from './factReads.ts';
import { type FactRow, openFactRows, type Stretch } from './factRows.ts';
import { type FactStanding, factStandings } from './factStandings.ts';
import { slotKey } from './facts.ts';

/** Some items, the facts that they are or state, and the slots of those facts, all judged together. */
export interface SlotsOfRows {
  /** Asked items that are facts. */
  readonly facts: ReadonlyMap<string, FactRow>;
  /** For each asked item the facts that were found in its text. */
  readonly statedIn: ReadonlyMap<string, readonly FactRow[]>;
  readonly verdicts: Verdicts;
  /** How a fact stands at an instant, for one who is not denied by any word. */
  standingOf(row: FactRow, at: number): FactStanding;
  /** How many values the slot of a fact may have at a time. */
  cardinalityOf(row: FactRow): 'one' | 'many';
}

/**
 * Reads, in a few statements however many items there are, everything that decides about some items of one namespace.
 * `stretches` say for each item, in the same order, which text counts as its own.
 */
export function openSlotResolver(db: Database, names: Names) {
  const rows = openFactRows(db);
  const wordsAbout = openWordGraph(db);

  /** The keys that mean the same slot as a row's own. */
  function openKeys(namespace: string) {
    const subjects = new Map<string, string[]>();
    const predicates = new Map<string, string[]>();
    const once = (known: Map<string, string[]>, name: string, look: () => string[]) => {
      const keys = known.get(name) ?? look();
      known.set(name, keys);
      return keys;
    };
    return ({ subject, predicate }: FactRow) => {
      const those = once(subjects, subject, () => names.canonicalKeys(namespace, subject));
      const others = once(predicates, predicate, () => names.predicateKeys(namespace, predicate));
      return those.flatMap((one) => others.map((other) => slotKey(one, other)));
    };
  }

  return (
    namespace: string,
    itemIds: readonly string[],
    stretches: readonly Stretch[],
    frame: RecordFrame,
  ): SlotsOfRows => {
    const facts = rows.ofItems(namespace, itemIds);
    const stated = rows.statedIn(namespace, stretches);
    const keysOf = openKeys(namespace);
    const own = new Map([...facts, ...stated].map((row) => [row.slotKey, keysOf(row)]));
    const all = rows.ofSlots(namespace, [...new Set([...own.values()].flat())]);
    const graph = wordsAbout(namespace, new Set([...itemIds, ...all.map(({ id }) => id)]), frame);
    const verdicts = judge(graph.witnesses, graph.words, null);
    const bySlotKey = Map.groupBy(knownIn(all, graph), (row) => row.slotKey);
    const resolved = new Map<string, ResolvedSlot>();

    function slotOf(row: FactRow): ResolvedSlot {
      const known = resolved.get(row.slotKey);
      if (known !== undefined) return known;
      const { subject, predicate } = row;
      const keys = own.get(row.slotKey) ?? [row.slotKey];
      const members = keys.flatMap((key) => bySlotKey.get(key) ?? []);
      const slot = { namespace, subject, predicate, keys };
      const made = {
        slot,
        rows: members,
        verdicts,
        timeline: timelineOf(members, verdicts),
        witnesses: graph.witnesses,
      };
      for (const key of keys) resolved.set(key, made);
      return made;
    }

    /** One for each slot: rows come for one instant after the other. */
    const moments = new Map<ResolvedSlot, { readonly at: number; readonly standing: (row: FactRow) => FactStanding }>();
    function standingOf(row: FactRow, at: number): FactStanding {
      const slot = slotOf(row);
      const known = moments.get(slot);
      const moment = known?.at === at ? known : { at, standing: factStandings(slot, at) };
      moments.set(slot, moment);
      return moment.standing(row);
    }

    const byStatement = Map.groupBy(knownIn(stated, graph), ({ statedIn }) => statedIn ?? '');
    return {
      facts: new Map(knownIn(facts, graph).map((row) => [row.id, row])),
      statedIn: new Map(itemIds.map((id, at) => [id, within(byStatement, stretches[at])])),
      verdicts,
      standingOf,
      cardinalityOf: (row) => slotOf(row).timeline.cardinality,
    };
  };
}

function within(byStatement: ReadonlyMap<string, readonly FactRow[]>, stretch: Stretch | undefined): FactRow[] {
  if (stretch === undefined) return [];
  const { itemId, start, end } = stretch;
  return (byStatement.get(itemId) ?? []).filter(
    ({ extraction }) => extraction !== null && extraction.start >= start && extraction.start < end,
  );
}
