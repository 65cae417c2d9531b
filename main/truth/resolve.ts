import type { AssertionStatus } from '../contract/facts.ts';
import type { Assertion, Evidence, Fate, Part, Segment, Timeline, Verdicts, Witness, Word } from './evidence.ts';
import { fatesAt } from './fates.ts';
import { type Life, partsOf } from './lives.ts';
import { bandOf, compareKnown, compareWithinBand } from './rank.ts';
import { successionsAt } from './supersession.ts';

/**
 * A slot's whole life by the resolution rule of data-model.md, as known at an instant (milliseconds; null for all that
 * is known). O(n log n) in the number of assertions and words.
 */
export function resolve({ assertions, witnesses, words }: Evidence, knownAt: number | null): Timeline {
  // An assertion is its own witness.
  const all = new Map([...witnesses, ...assertions].map((one) => [one.id, one]));
  return timelineOf(assertions, judge([...all.values()], words, knownAt));
}

/** Who stands, and which words count, among everything that bears on some slots or items. Each witness is given once. */
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
  const segments = [...groups].flatMap((group) => segmentsOf(partsOf(group), group)).sort(compareSegments);
  return { cardinality, segments, statuses: statusesOf(known, fates, lives, segments) };
}

/** What the strongest, then latest known, of those that say something of it says; one value unless said otherwise. */
function cardinalityOf(standing: readonly Assertion[]): 'one' | 'many' {
  const stated = standing.filter(({ cardinality }) => cardinality !== null);
  const decides = stated.toSorted((a, b) => bandOf(a.authority) - bandOf(b.authority) || compareKnown(a, b)).at(-1);
  return decides?.cardinality ?? 'one';
}

/** What explicit replacement leaves of each assertion: it ends there, unless its band is the higher one. */
function livesOf(standing: readonly Assertion[], successions: Verdicts['successions']): Life[] {
  const values = new Map(standing.map(({ id, valueKey }) => [id, valueKey]));
  return standing.map((assertion) => {
    const words = successions.get(assertion.id) ?? [];
    const tooWeak = (word: Word) => bandOf(word.authority) < bandOf(assertion.authority);
    return {
      assertion,
      end: words
        .filter((word) => !tooWeak(word))
        .reduce((end, { from }) => Math.min(end, from), assertion.validTo ?? Number.POSITIVE_INFINITY),
      disputes: words
        .filter((word) => tooWeak(word) && values.get(word.by) !== assertion.valueKey)
        .map(({ by, from, until }) => ({ by, from, until: until ?? Number.POSITIVE_INFINITY })),
    };
  });
}

/** Joins parts that follow each other with the same value, and finds who else supports each. */
function segmentsOf(parts: readonly Part[], lives: readonly Life[]): Segment[] {
  const runs: [Part, ...Part[]][] = [];
  for (const part of parts) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last?.to === part.from && last.winner.valueKey === part.winner.valueKey) run.push(part);
    else runs.push([part]);
  }
  const support = supportOf(runs, lives);
  return runs.map((run, place) => {
    const last = run.at(-1) ?? run[0];
    return {
      value: last.winner.value,
      valueKey: last.winner.valueKey,
      from: run[0].from,
      to: last.to,
      parts: run,
      support: support[place] ?? [],
    };
  });
}

/** Those who decide a part of a run, and those of its value that begin in it. */
function supportOf(runs: readonly (readonly [Part, ...Part[]])[], lives: readonly Life[]): string[][] {
  const support = runs.map((run) => new Set(run.map(({ winner }) => winner)));
  const beginnings = runs.map(([first]) => first.from);
  for (const { assertion, end } of lives) {
    if (assertion.validFrom >= end) continue;
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

function statusesOf(
  known: readonly Assertion[],
  fates: ReadonlyMap<string, Fate>,
  lives: readonly Life[],
  segments: readonly Segment[],
): Map<string, AssertionStatus> {
  const ends = new Map(lives.map(({ assertion, end }) => [assertion.id, end]));
  const ofValue = Map.groupBy(segments, ({ valueKey }) => valueKey);
  const beginnings = new Map([...ofValue].map(([key, those]) => [key, those.map(({ from }) => from)]));
  const contesting = new Set(segments.flatMap(({ parts }) => parts.flatMap(({ contestedBy }) => contestedBy)));
  const holds = ({ id, valueKey, validFrom }: Assertion) => {
    const end = ends.get(id) ?? validFrom;
    if (validFrom >= end) return false;
    const place = lastNotAfter(beginnings.get(valueKey) ?? [], end - 1);
    const last = ofValue.get(valueKey)?.[place];
    return last !== undefined && (last.to === null || validFrom < last.to);
  };
  return new Map(
    known.map((assertion) => {
      const why = fates.get(assertion.id)?.why;
      if (why) return [assertion.id, why];
      if (holds(assertion)) return [assertion.id, 'standing'];
      return [assertion.id, contesting.has(assertion.id) ? 'contested' : 'superseded'];
    }),
  );
}

function compareSegments(a: Segment, b: Segment): number {
  return a.from - b.from || (a.valueKey < b.valueKey ? -1 : 1);
}
