import { describe, expect, test } from 'vitest';
import type { TimeQuestion } from '../../../main/contract/packet.ts';
import { pastAsked, withoutTimeWords } from '../../../main/retrieval/pastTexts.ts';
import { filterValidity, type Judged } from '../../../main/retrieval/validity.ts';
import { answer, days, item, judged, noon, searchHit, term } from './support.ts';

const instant = (ms: number) => new Date(ms).toISOString();
const time = (rest: Partial<TimeQuestion>): TimeQuestion => ({
  mode: 'at',
  at: null,
  from: null,
  knownAt: null,
  value: null,
  phrase: 'then',
  ...rest,
});
const day = (n: number) => time({ from: instant(noon - days(n)), at: instant(noon - days(n - 1) - 1) });

/** Three versions of one text, each at its day; the last one holds. */
const starts = [30, 20, 10];
const versions = ['Rossi', 'Bianchi', 'Verdi'].map((name, at): Judged => {
  const [from, to] = [noon - days(starts[at] ?? 0), noon - days(starts[at + 1] ?? 0)];
  const one = judged(item(at + 1, `Our plumber is ${name}.`, { occurredAt: from }), [searchHit(3 - at)]);
  if (at === 2) return one;
  const standing = {
    ...one.standing,
    currentness: 'superseded',
    isCurrent: false,
    by: 'm3',
    held: { from, to },
  } as const;
  return { ...one, standing };
});

function shown(asked: TimeQuestion) {
  const frame = { at: noon, knownAt: null };
  const { kept, dropped } = filterValidity(versions.toReversed(), frame, false, pastAsked(asked, noon));
  return { kept: kept.map(({ rowid }) => rowid), dropped: dropped.map(({ rowid }) => rowid) };
}

describe('a text that was replaced', () => {
  test('answers a question about the time in which it held, before what took its place', () => {
    expect(shown(day(25))).toEqual({ kept: [1, 3], dropped: [2] });
    expect(shown(day(15))).toEqual({ kept: [2, 3], dropped: [1] });
  });

  test('stands behind what took its place within the time that is asked about', () => {
    const span = time({ from: instant(noon - days(12)), at: instant(noon - days(8)) });
    expect(shown(span)).toEqual({ kept: [3, 2], dropped: [1] });
  });

  test('is hidden where it did not hold, and from a question about the present', () => {
    expect(shown(day(40)).kept).toEqual([3]);
    expect(shown(day(1)).kept).toEqual([3]);
    expect(shown(time({ mode: 'now', phrase: 'now' })).kept).toEqual([3]);
    expect(shown(time({ from: instant(noon - days(25)), at: instant(noon) })).kept).toEqual([3]);
  });

  test('answers what was before, the latest first, or before the value that is named', () => {
    expect(shown(time({ mode: 'before' })).kept).toEqual([2, 1, 3]);
    expect(shown(time({ mode: 'before', value: 'Bianchi' }))).toEqual({ kept: [1, 3], dropped: [2] });
    expect(shown(time({ mode: 'after', value: 'Rossi' }))).toEqual({ kept: [2, 3], dropped: [1] });
  });

  test('is a part of a history', () => {
    expect(shown(time({ mode: 'history' })).kept).toHaveLength(3);
  });

  test('is never shown where it was taken back or is distrusted', () => {
    const [first] = versions;
    if (first === undefined) throw new Error('no versions');
    const taken = { ...first, standing: { ...first.standing, currentness: 'retracted' as const } };
    const past = pastAsked(day(25), noon);
    expect(filterValidity([taken], { at: noon, knownAt: null }, false, past).kept).toEqual([]);
  });
});

test('words of the time are no words of what is asked', () => {
  const past = pastAsked(time({ at: instant(noon - days(9)), phrase: 'March 2026' }), noon);
  if (past === null) throw new Error('no past');
  const result = answer({ terms: [term('plumber'), term('march'), term('2026')] });
  const [only] = withoutTimeWords([{ result }], past);
  expect(only?.result.terms?.map((one) => one.term)).toEqual(['plumber']);
});
