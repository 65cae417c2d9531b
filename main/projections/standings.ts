import type { Database } from '../store/sqlite.ts';
import type { Verdicts } from '../truth/evidence.ts';
import { bandOf } from '../truth/rank.ts';
import { judge } from '../truth/resolve.ts';
import { openStatedCauses } from './causes/statedCauses.ts';
import { openEntityReads } from './entities/entityReads.ts';
import { type FactRow, openFactRows, type Stretch } from './facts/factRows.ts';
import type { FactStanding } from './facts/factStandings.ts';
import { openSlotResolver, type SlotsOfRows } from './facts/slotResolver.ts';
import { coveredShare, joinSpans } from './facts/spans.ts';
import type { Item } from './items/item.ts';
import { openWordGraph } from './items/wordGraph.ts';
import type { Currentness, Frame, StaleSpan, Standing, StatedSpan } from './standing.ts';
import { openVersionReads, type StatementVersion } from './versions/versionReads.ts';

/** How every item stands in a frame, by its row: what hides or labels it, whichever path proposed it. */
export type Standings = (rows: readonly Item[], frame: Frame) => Map<number, Standing>;

/** An item of which stale statements make up at least this share says nothing else worth telling. */
const mostlyStale = 0.5;

/**
 * What weighs most comes first: a word that denies the item (or all that it was concluded from), a word that replaces it,
 * the slot of a fact, the item's own interval, and at last what its text states: versions, extracted facts and causes.
 */
export function openStandings(db: Database): Standings {
  const slots = openSlotResolver(db, openEntityReads(db));
  const versions = openVersionReads(db);
  const wordsAbout = openWordGraph(db);
  const rows = openFactRows(db);
  const statedCauses = openStatedCauses(db);
  const selectId = db.prepare<[number], { namespace: string; itemId: string; since: number }>(
    'SELECT namespace, item_id AS itemId, coalesce(valid_from, occurred_at) AS since FROM items WHERE rowid = ?',
  );

  /** Whether an item of another version stands in the frame; asked of a few of them only. */
  function inForce(rowid: number, { at, knownAt }: Frame): boolean {
    const named = selectId.get(rowid);
    if (named === undefined || named.since > at) return false;
    const { witnesses, words } = wordsAbout(named.namespace, [named.itemId], { knownAt });
    return judge(witnesses, words, null).fates.get(named.itemId)?.alive === true;
  }

  function ofNamespace(namespace: string, items: readonly Item[], frame: Frame): [number, Standing][] {
    const resolved = slots(
      namespace,
      items.map(({ itemId }) => itemId),
      items.map(stretchOf),
      frame,
    );
    const known = new Map<number, boolean>();
    const stands = (rowid: number) => {
      const answer = known.get(rowid) ?? inForce(rowid, frame);
      known.set(rowid, answer);
      return answer;
    };
    const statements = versions(items, { knownAt: frame.knownAt, inForce: stands });
    const causes = statedCauses(namespace, items, frame.knownAt);
    return items.map((item) => {
      const facts = resolved.statedIn.get(item.itemId) ?? [];
      const ofItem = statements.get(item.rowid) ?? [];
      const deciding = ofItem.flatMap((statement) => besideFacts(namespace, facts, statement, resolved) ?? []);
      const told = { versions: deciding, causes: causes.get(item.itemId) ?? [] };
      return [item.rowid, standingIn(item, frame, resolved, told)];
    });
  }

  /**
   * What is left of a version beside the facts that both statements state. Where these are one value, or values of a slot
   * that holds one at a time, the rule knows better than their likeness and nothing is left. A slot of many values holds
   * both and knows of no order: there the likeness still tells which one is the earlier, but not that it has ended.
   */
  function besideFacts(
    namespace: string,
    facts: readonly FactRow[],
    statement: StatementVersion,
    { cardinalityOf }: SlotsOfRows,
  ): StatementVersion | null {
    const { replacedBy } = statement;
    const own = facts.filter(({ extraction }) => extraction !== null && overlap(extraction, statement));
    if (replacedBy === null || own.length === 0) return statement;
    const later = rows.statedIn(namespace, [replacedBy]);
    const shared = own.filter(({ slotKey }) => later.some((other) => other.slotKey === slotKey));
    if (shared.length === 0) return statement;
    const undecided = shared.every(
      (fact) =>
        cardinalityOf(fact) === 'many' &&
        !later.some(({ slotKey, valueKey }) => slotKey === fact.slotKey && valueKey === fact.valueKey),
    );
    return undecided ? { ...statement, replacedBy: { ...replacedBy, cardinality: 'many' } } : null;
  }

  return (rows, frame) =>
    new Map(
      [...Map.groupBy(rows, ({ namespace }) => namespace)].flatMap(([namespace, items]) =>
        ofNamespace(namespace, items, frame),
      ),
    );
}

/** The text that counts as an item's own: rules file what they find in a document under the chunk that says it. */
function stretchOf({ itemId, text }: Item): Stretch {
  return { itemId, start: 0, end: Math.max(1, text.length) };
}

/** What a text states beside the values of slots. */
interface Told {
  /** Statements whose versions decide, because no slot holds both. */
  readonly versions: readonly StatementVersion[];
  readonly causes: readonly StatedSpan[];
}

function standingIn(item: Item, frame: Frame, resolved: SlotsOfRows, told: Told): Standing {
  const { verdicts } = resolved;
  const denied = deniedStanding(item, verdicts);
  if (denied !== null) return denied;
  const said = replacements(item, verdicts, frame.at);
  const fact = resolved.facts.get(item.itemId);
  if (fact !== undefined) {
    const stands = resolved.standingOf(fact, frame.at);
    return standing(stands.currentness, stands.by, { ...stands, supersededBy: said.by });
  }
  const last = said.by.at(-1);
  const contradicts = said.tooWeak;
  if (last !== undefined) {
    return standing('superseded', last, { supersededBy: said.by, contradicts, held: heldUntil(item, said.from) });
  }
  if (item.validTo !== null && item.validTo <= frame.at) {
    return standing('expired', null, { contradicts, held: heldUntil(item, item.validTo) });
  }
  if (item.validFrom !== null && item.validFrom > frame.at) return standing('not-yet-valid', null, { contradicts });
  return textStanding(item, frame, resolved, told, contradicts);
}

/** Distrust weighs most; what was never true, was taken back or has lost its grounds reads as retracted. */
function deniedStanding({ itemId }: Item, { fates, denials }: Verdicts): Standing | null {
  const fate = fates.get(itemId);
  if (fate === undefined || fate.alive) return null;
  const supersededBy = denials.filter(({ target }) => target === itemId).map(({ by }) => by);
  if (fate.why === 'distrusted') return standing('distrusted', fate.by, { supersededBy });
  return standing('retracted', fate.by, { supersededBy });
}

/** Who replaces an item at an instant, in the order in which it took effect, and `from` when; a lower band only contradicts. */
function replacements({ itemId, authority }: Item, { successions }: Verdicts, at: number) {
  const words = (successions.get(itemId) ?? [])
    .filter(({ from }) => from <= at)
    .toSorted((a, b) => a.from - b.from || (a.by < b.by ? -1 : 1));
  const tooWeak = words.filter((word) => bandOf(word.authority) < bandOf(authority));
  const by = words.filter((word) => !tooWeak.includes(word)).map((word) => word.by);
  const from = words.find((word) => !tooWeak.includes(word))?.from ?? at;
  return { by: [...new Set(by)], from, tooWeak: [...new Set(tooWeak.map((word) => word.by))] };
}

/** A text stands as what it states does: whole where that is all it says, else part by part. */
function textStanding(
  item: Item,
  frame: Frame,
  resolved: SlotsOfRows,
  { versions: statements, causes }: Told,
  contradicts: readonly string[],
): Standing {
  const stated = [...holdingFirst(statedFacts(item, frame, resolved)), ...holdingFirst(causes)];
  const whole = statements.find((statement) => statement.whole)?.replacedBy;
  const held = heldUntilReplaced(item, statements);
  if (whole?.cardinality === 'one') return standing('superseded', whole.itemId, { contradicts, held });
  const replaced = staleVersions(statements);
  const losing = stated.filter(({ currentness }) => isStale.has(currentness));
  const stale = joinSpans([...replaced, ...losing]);
  const by = stale.findLast((span) => span.by !== null)?.by ?? null;
  if (stale.length > 0 && coveredShare(item.text, stale) >= mostlyStale) {
    const contests = replaced.length === 0 && losing.every(({ currentness }) => currentness === 'contested');
    return standing(contests ? 'contested' : 'superseded', by, { stale, contradicts, held });
  }
  const ahead = stated.filter(({ currentness }) => currentness === 'not-yet-valid');
  if (ahead.length > 0 && coveredShare(item.text, joinSpans(ahead)) >= mostlyStale) {
    return standing('not-yet-valid', null, { contradicts });
  }
  if (whole) return standing('earlier', whole.itemId, { stale, contradicts });
  return standing('current', null, { stale, contradicts });
}

/** A text holds until the first of its statements is replaced. */
function heldUntilReplaced(item: Item, statements: readonly StatementVersion[]): Standing['held'] {
  const ends = statements.flatMap(({ replacedBy }) => (replacedBy?.cardinality === 'one' ? [replacedBy.since] : []));
  return ends.length === 0 ? null : heldUntil(item, Math.min(...ends));
}

/** From its own time; null where it ends before that. */
function heldUntil({ validFrom, occurredAt }: Item, to: number): Standing['held'] {
  const from = validFrom ?? occurredAt;
  return from < to ? { from, to } : null;
}

function staleVersions(statements: readonly StatementVersion[]): StaleSpan[] {
  return statements.flatMap(({ start, end, replacedBy }) =>
    replacedBy?.cardinality === 'one' ? [{ start, end, by: replacedBy.itemId }] : [],
  );
}

/** Where the text states facts, and how these stand. */
function statedFacts(item: Item, frame: Frame, resolved: SlotsOfRows): StatedSpan[] {
  return (resolved.statedIn.get(item.itemId) ?? []).flatMap((row): StatedSpan[] => {
    if (row.extraction === null) return [];
    const { currentness, by } = statedStanding(row, resolved, frame.at);
    const start = Math.max(0, row.extraction.start);
    const end = Math.min(item.text.length, row.extraction.end);
    return start < end ? [{ start, end, by, currentness }] : [];
  });
}

/**
 * Of one place that states several things, what holds weighs most: “changed from 300 to 600” is no stale sentence while
 * 600 holds, nor is “not driftwood, but a hinge” while it was the hinge.
 */
function holdingFirst(spans: readonly StatedSpan[]): StatedSpan[] {
  const holding = spans.filter(({ currentness }) => currentness === 'current');
  return spans.filter((span) => span.currentness === 'current' || !holding.some((other) => overlap(other, span)));
}

function overlap(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end;
}

const isStale: ReadonlySet<Currentness> = new Set(['superseded', 'contested', 'retracted', 'distrusted']);

function statedStanding(row: FactRow, resolved: SlotsOfRows, at: number): Pick<FactStanding, 'currentness' | 'by'> {
  const fate = resolved.verdicts.fates.get(row.id);
  if (fate?.alive === false) return { currentness: 'retracted', by: fate.by };
  return resolved.standingOf(row, at);
}

function standing(currentness: Currentness, by: string | null, rest: Partial<Standing>): Standing {
  const { supersededBy = [], contradicts = [], fact = null, held = null, stale = [] } = rest;
  const replaced = by !== null && currentness !== 'retracted' && currentness !== 'contested';
  const named = replaced && !supersededBy.includes(by) ? [by] : [];
  return {
    currentness,
    isCurrent: currentness === 'current',
    by,
    supersededBy: [...supersededBy, ...named],
    contradicts,
    fact,
    held,
    stale,
  };
}
