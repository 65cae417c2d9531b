import type { AssertionStatus } from '../contract/facts.ts';
import { contests, correctionsIn } from './denials.ts';
import type { Assertion, Evidence, Fate, Part, Segment, Timeline, Verdicts, Witness, Word } from './evidence.ts';
import { fatesAt } from './fates.ts';
import { type Life, partsOf } from './lives.ts';
import { bandOf, compareKnown, compareStrength, compareWithinBand } from './rank.ts';
import { successionsAt } from './supersession.ts';

/**
 * A slot's whole life by the resolution rule of data-model.md, as known at an instant (milliseconds; null for all that
 * is known). O(n log n) in the number of assertions and words.
 */
export function resolve({ assertions, witnesses, words }: Evidence, knownAt: number | null): Timeline {
  // An assertion is its own witness.
  const all = new Map([...witnesses, ...assertions].map((one) => [one.id, one]));
  const spoken = [...words, ...correctionsIn(assertions)];
  return timelineOf(assertions, judge([...all.values()], spoken, knownAt));
}

/**
 * Who stands, and which words count, among everything that bears on some slots or items. Each witness is given once; the
 * words include the corrections that lie in denials (`denials.ts`).
 */
export function judge(witnesses: readonly Witness[], words: readonly Word[], knownAt: number | null): Verdicts {
  const { fates, denials } = fatesAt(witnesses, words, knownAt);
  return { fates, denials, successions: Map.groupBy(successionsAt(witnesses, words, fates), ({ target }) => target) };
}

/** The life of one slot, given who stands. */
export function timelineOf(assertions: readonly Assertion[], { fates, successions }: Verdicts): Timeline {
  const known = assertions.filter(({ id }) => fates.has(id));
  const standing = known.filter(({ id }) => fates.get(id)?.alive === true);
  const lives = livesOf(standing, successions);
  const cardinality = cardinalityOf(standing);
  // Where many values may hold at once, each has a life of its own.
  const groups = cardinality === 'one' ? [lives] : Map.groupBy(lives, ({ assertion }) => assertion.valueKey).values();
  const decided = [...groups].map((group) => ({ group, parts: partsOf(group) }));
  const segments = decided.flatMap(({ group, parts }) => segmentsOf(parts, group)).sort(compareSegments);
  const absences = decided.flatMap(({ parts }) => parts.filter(({ winner }) => winner.denial !== null));
  const contesting = new Set(decided.flatMap(({ parts }) => parts.flatMap(({ contestedBy }) => contestedBy)));
  absences.sort((a, b) => a.from - b.from || compareWithinBand(a.winner, b.winner));
  return { cardinality, segments, absences, statuses: statusesOf({ known, fates, lives, segments, contesting }) };
}

/** What the strongest, then latest known, of those that say something of it says; one value unless said otherwise. */
function cardinalityOf(standing: readonly Assertion[]): 'one' | 'many' {
  const stated = standing.filter(({ cardinality }) => cardinality !== null);
  const decides = stated.toSorted((a, b) => bandOf(a.authority) - bandOf(b.authority) || compareKnown(a, b)).at(-1);
  return decides?.cardinality ?? 'one';
}

/**
 * What explicit replacement leaves of each assertion: it ends there, unless its band is the higher one. Where a denial of
 * its value replaces it that stands above it, the denial decides instead, so that nothing older comes back. A `never` has
 * no life of its own.
 */
function livesOf(standing: readonly Assertion[], successions: Verdicts['successions']): Life[] {
  const said = new Map(standing.map((one) => [one.id, one]));
  const deniers = deniersIn(standing);
  const nevers = Map.groupBy(
    standing.filter(({ denial }) => denial === 'never'),
    ({ valueKey }) => valueKey,
  );
  const lifeOf = (assertion: Assertion): Life => {
    const words = successions.get(assertion.id) ?? [];
    const tooWeak = (word: Word) => bandOf(word.authority) < bandOf(assertion.authority);
    const denies = ({ by }: Word) =>
      assertion.denial === null &&
      (deniers.get(by) ?? []).some(
        (denial) => denial.valueKey === assertion.valueKey && compareStrength(denial, assertion) > 0,
      );
    const contesting = assertion.denial === null ? (nevers.get(assertion.valueKey) ?? []) : [];
    return {
      assertion,
      end: words
        .filter((word) => !tooWeak(word) && !denies(word))
        .reduce((end, { from }) => Math.min(end, from), assertion.validTo ?? Number.POSITIVE_INFINITY),
      disputes: [
        ...words
          .filter((word) => tooWeak(word) && !saysSame(said.get(word.by), assertion))
          .map(({ by, from, until }) => ({ by, from, until: until ?? Number.POSITIVE_INFINITY })),
        ...contesting
          .filter((never) => contests(never, assertion))
          .map(({ id }) => ({ by: id, from: assertion.validFrom, until: Number.POSITIVE_INFINITY })),
      ],
    };
  };
  return standing.filter(({ denial }) => denial !== 'never').map(lifeOf);
}

/** Who speaks in denials that end a value: they themselves, and what they were concluded from. */
function deniersIn(standing: readonly Assertion[]): Map<string, Assertion[]> {
  const deniers = new Map<string, Assertion[]>();
  for (const one of standing.filter(({ denial }) => denial === 'no-longer')) {
    for (const id of [one.id, ...one.derivedFrom]) {
      const those = deniers.get(id);
      if (those === undefined) deniers.set(id, [one]);
      else those.push(one);
    }
  }
  return deniers;
}

function saysSame(one: Assertion | undefined, other: Assertion): boolean {
  return one !== undefined && one.valueKey === other.valueKey && (one.denial === null) === (other.denial === null);
}

/** Joins parts that follow each other with the same value, and finds who else supports each and which denial ends it. */
function segmentsOf(parts: readonly Part[], lives: readonly Life[]): Segment[] {
  const runs: [Part, ...Part[]][] = [];
  const denials = new Map<number, Assertion>();
  for (const part of parts) {
    if (part.winner.denial !== null) {
      denials.set(part.from, part.winner);
      continue;
    }
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last?.to === part.from && last.winner.valueKey === part.winner.valueKey) run.push(part);
    else runs.push([part]);
  }
  const support = supportOf(runs, lives);
  return runs.map((run, place) => {
    const last = run.at(-1) ?? run[0];
    const denial = last.to === null ? undefined : denials.get(last.to);
    return {
      value: last.winner.value,
      valueKey: last.winner.valueKey,
      from: run[0].from,
      to: last.to,
      parts: run,
      support: support[place] ?? [],
      endedBy: denial?.valueKey === last.winner.valueKey ? denial.id : null,
    };
  });
}

/** Those who decide a part of a run, and those of its value that begin in it. */
function supportOf(runs: readonly (readonly [Part, ...Part[]])[], lives: readonly Life[]): string[][] {
  const support = runs.map((run) => new Set(run.map(({ winner }) => winner)));
  const beginnings = runs.map(([first]) => first.from);
  for (const { assertion, end } of lives) {
    if (assertion.denial !== null || assertion.validFrom >= end) continue;
    const place = lastNotAfter(beginnings, assertion.validFrom);
    const last = runs[place]?.at(-1);
    const begins = last !== undefined && (last.to === null || assertion.validFrom < last.to);
    if (begins && last.winner.valueKey === assertion.valueKey) support[place]?.add(assertion);
  }
  return support.map((assertions) => [...assertions].sort(compareWithinBand).map(({ id }) => id));
}

/** The place of the last of these ascending numbers that is not above the given one; -1 where all are. */
function lastNotAfter(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? limit) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Judged {
  readonly known: readonly Assertion[];
  readonly fates: ReadonlyMap<string, Fate>;
  readonly lives: readonly Life[];
  readonly segments: readonly Segment[];
  /** Who is named in a dispute. */
  readonly contesting: ReadonlySet<string>;
}

/** A statement stands where its value holds in some part of its time, a denial where its value does not. */
function statusesOf({ known, fates, lives, segments, contesting }: Judged): Map<string, AssertionStatus> {
  const ends = new Map(lives.map(({ assertion, end }) => [assertion.id, end]));
  const ofValue = Map.groupBy(segments, ({ valueKey }) => valueKey);
  const beginnings = new Map([...ofValue].map(([key, those]) => [key, those.map(({ from }) => from)]));
  const holds = ({ id, valueKey, validFrom }: Assertion) => {
    const end = ends.get(id) ?? validFrom;
    if (validFrom >= end) return false;
    const place = lastNotAfter(beginnings.get(valueKey) ?? [], end - 1);
    const last = ofValue.get(valueKey)?.[place];
    return last !== undefined && (last.to === null || validFrom < last.to);
  };
  const isAbsent = ({ id, valueKey, validFrom, denial }: Assertion) => {
    const held = ofValue.get(valueKey) ?? [];
    if (denial === 'never') return held.length === 0;
    const end = ends.get(id) ?? validFrom;
    if (validFrom >= end) return false;
    const first = held[lastNotAfter(beginnings.get(valueKey) ?? [], validFrom)];
    return first === undefined || (first.to ?? Number.POSITIVE_INFINITY) < end;
  };
  return new Map(
    known.map((assertion) => {
      const why = fates.get(assertion.id)?.why;
      if (why) return [assertion.id, why];
      const stands = assertion.denial === null ? holds(assertion) : isAbsent(assertion);
      if (stands) return [assertion.id, 'standing'];
      return [assertion.id, contesting.has(assertion.id) ? 'contested' : 'superseded'];
    }),
  );
}

function compareSegments(a: Segment, b: Segment): number {
  return a.from - b.from || (a.valueKey < b.valueKey ? -1 : 1);
}
