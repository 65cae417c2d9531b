import { describe, expect, test } from 'vitest';
import type { Assertion, Witness, Word } from '../../../main/truth/evidence.ts';
import { holdingsAt, predecessorAt, successorAt } from '../../../main/truth/questions.ts';
import { resolve } from '../../../main/truth/resolve.ts';
import { drawn, says, witness, word } from './facts.ts';

function resolved(
  assertions: readonly Assertion[],
  rest: { witnesses?: readonly Witness[]; words?: readonly Word[]; knownAt?: number | null } = {},
) {
  const { witnesses = [], words = [], knownAt = null } = rest;
  return resolve({ assertions, witnesses, words }, knownAt);
}

describe('a chain of values', () => {
  const chain = [says('a', 'A', 10), says('b', 'B', 20), says('c', 'C', 30)];

  test('each ends where the next begins, and none is deleted', () => {
    const timeline = resolved(chain);
    expect(drawn(timeline)).toEqual(['A[10, 20)', 'B[20, 30)', 'C[30, ∞)']);
    expect([...timeline.statuses.values()]).toEqual(['standing', 'standing', 'standing']);
  });

  test('knows what held before and after an instant', () => {
    const timeline = resolved(chain);
    expect(predecessorAt(timeline, 25)?.value).toBe('A');
    expect(successorAt(timeline, 25)?.value).toBe('C');
    expect(predecessorAt(timeline, 5)).toBeNull();
    expect(successorAt(timeline, 30)).toBeNull();
  });

  test('a return to an earlier value is a value of its own', () => {
    expect(drawn(resolved([...chain, says('d', 'A', 40)]))).toEqual([
      'A[10, 20)',
      'B[20, 30)',
      'C[30, 40)',
      'A[40, ∞)',
    ]);
  });

  test('the same value said twice is one stretch with two supports', () => {
    const timeline = resolved([says('a', 'A', 10), says('a2', 'A', 15), says('b', 'B', 20)]);
    expect(timeline.segments.map(({ support }) => support)).toEqual([['a', 'a2'], ['b']]);
  });

  test('what was said of the past later lands in the past, and only for those who knew', () => {
    const late = [...chain, says('late', 'X', 15, { knownAt: 35 })];
    expect(drawn(resolved(late))).toEqual(['A[10, 15)', 'X[15, 20)', 'B[20, 30)', 'C[30, ∞)']);
    expect(drawn(resolved(late, { knownAt: 34 }))).toEqual(['A[10, 20)', 'B[20, 30)', 'C[30, ∞)']);
  });
});

describe('intervals', () => {
  test('a limited value gives way to the older open one when it ends', () => {
    expect(drawn(resolved([says('a', 'A', 10), says('b', 'B', 20, { validTo: 25 })]))).toEqual([
      'A[10, 20)',
      'B[20, 25)',
      'A[25, ∞)',
    ]);
  });

  test('an explicit replacement ends its target for good', () => {
    const words = [word('b', 'supersedes', 'a', { from: 20, until: 25 })];
    const timeline = resolved([says('a', 'A', 10), says('b', 'B', 20, { validTo: 25 })], { words });
    expect(drawn(timeline)).toEqual(['A[10, 20)', 'B[20, 25)']);
    expect(holdingsAt(timeline, 25)).toEqual([]);
  });

  test('one that is replaced from its beginning on never held', () => {
    const timeline = resolved([says('a', 'A', 10), says('b', 'B', 10, { knownAt: 20 })]);
    expect(drawn(timeline)).toEqual(['B[10, ∞)']);
    expect(timeline.statuses.get('a')).toBe('superseded');
  });
});

describe('authority', () => {
  const register = says('register', 'A', 10, { authority: 0.9 });

  test('a later claim of a lower band contests and does not win', () => {
    const timeline = resolved([register, says('hearsay', 'B', 20, { authority: 0.3 })]);
    expect(drawn(timeline)).toEqual(['A[10, ∞)']);
    expect(timeline.statuses.get('hearsay')).toBe('contested');
    expect(holdingsAt(timeline, 15)[0]?.part.contestedBy).toEqual([]);
    expect(holdingsAt(timeline, 20)[0]?.part.contestedBy).toEqual(['hearsay']);
  });

  test('an earlier claim of a lower band is merely superseded', () => {
    const timeline = resolved([register, says('hearsay', 'B', 5, { authority: 0.3 })]);
    expect(drawn(timeline)).toEqual(['B[5, 10)', 'A[10, ∞)']);
    expect(timeline.segments.every(({ parts }) => parts.every(({ contestedBy }) => contestedBy.length === 0))).toBe(
      true,
    );
  });

  test('an explicit replacement from a lower band is a dispute from then on', () => {
    const words = [word('note', 'supersedes', 'register', { from: 20 })];
    const timeline = resolved([register], { witnesses: [witness('note', 20)], words });
    expect(drawn(timeline)).toEqual(['A[10, ∞)']);
    expect(holdingsAt(timeline, 19)[0]?.part.contestedBy).toEqual([]);
    expect(holdingsAt(timeline, 21)[0]?.part.contestedBy).toEqual(['note']);
  });

  test('within a band the number does not matter, the later does', () => {
    expect(drawn(resolved([says('a', 'A', 10, { authority: 0.79 }), says('b', 'B', 20, { authority: 0.5 })]))).toEqual([
      'A[10, 20)',
      'B[20, ∞)',
    ]);
  });
});

describe('ties', () => {
  const same = { knownAt: 10, sourceSeq: 1 };

  test('of one source the later place decides, whatever was written down first', () => {
    const first = says('first', 'A', 10, { ...same, place: 90 });
    const second = says('second', 'B', 10, { ...same, place: 40 });
    expect(drawn(resolved([first, second]))).toEqual(['A[10, ∞)']);
  });

  test('else the higher seq does', () => {
    expect(drawn(resolved([says('a', 'A', 10), says('b', 'B', 10)]))).toEqual(['B[10, ∞)']);
  });
});

describe('words', () => {
  const [a, b] = [says('a', 'A', 10), says('b', 'B', 20)];

  test('a correction says never true, a change says true until', () => {
    const words = [word('fix', 'corrects', 'b')];
    const timeline = resolved([a, b], { witnesses: [witness('fix', 30)], words });
    expect(drawn(timeline)).toEqual(['A[10, ∞)']);
    expect(timeline.statuses.get('b')).toBe('corrected');
  });

  test('retracting a retraction revives what it took, and so on', () => {
    const witnesses = ['r1', 'r2', 'r3'].map((id, at) => witness(id, 30 + at));
    const words = [word('r1', 'retracts', 'b'), word('r2', 'retracts', 'r1'), word('r3', 'retracts', 'r2')];
    expect([30, 31, 32].map((knownAt) => drawn(resolved([a, b], { witnesses, words, knownAt })).length)).toEqual([
      1, 2, 1,
    ]);
  });

  test('a successor that is taken back gives its place back', () => {
    const words = [word('b', 'supersedes', 'a', { from: 20 }), word('r', 'retracts', 'b')];
    expect(drawn(resolved([a, b], { witnesses: [witness('r', 30)], words }))).toEqual(['A[10, ∞)']);
  });

  test('a correction of a correction lets the first one stand again', () => {
    const words = [word('fix', 'corrects', 'a'), word('fix2', 'corrects', 'fix')];
    const fix = says('fix', 'X', 10, { knownAt: 30 });
    expect(drawn(resolved([a, fix], { witnesses: [witness('fix2', 40)], words }))).toEqual(['A[10, ∞)']);
  });

  test('the words of an invalid item do not count', () => {
    const words = [word('poison', 'retracts', 'a')];
    const witnesses = [witness('poison', 30, { invalid: true })];
    expect(drawn(resolved([a], { witnesses, words }))).toEqual(['A[10, ∞)']);
  });

  test('a distrusted source takes what it said with it', () => {
    const words = [word('r', 'distrusts', 'b')];
    expect(resolved([a, b], { witnesses: [witness('r', 30)], words }).statuses.get('b')).toBe('distrusted');
  });
});

describe('grounds', () => {
  const witnesses = [witness('s1', 1), witness('s2', 1), witness('r1', 30), witness('r2', 31)];
  const concluded = says('c', 'C', 10, { derivedFrom: ['s1', 's2'] });
  const words = [word('r1', 'retracts', 's1'), word('r2', 'retracts', 's2')];

  test('a conclusion stands while one of its grounds does', () => {
    expect(resolved([concluded], { witnesses, words, knownAt: 30 }).statuses.get('c')).toBe('standing');
    expect(resolved([concluded], { witnesses, words }).statuses.get('c')).toBe('unsupported');
  });

  test('what is not known has not fallen', () => {
    const other = says('d', 'D', 10, { derivedFrom: ['nobody knows'] });
    expect(resolved([other]).statuses.get('d')).toBe('standing');
  });
});

describe('circles', () => {
  test('of two that replace each other, the one known later does', () => {
    const assertions = [says('a', 'A', 10), says('b', 'B', 20)];
    const words = [word('a', 'supersedes', 'b', { from: 10 }), word('b', 'supersedes', 'a', { from: 20 })];
    expect(drawn(resolved(assertions, { words }))).toEqual(['A[10, 20)', 'B[20, ∞)']);
  });

  test('of two that retract each other, the one known later stands', () => {
    const assertions = [says('a', 'A', 10), says('b', 'B', 20)];
    const words = [word('a', 'retracts', 'b'), word('b', 'retracts', 'a')];
    expect(drawn(resolved(assertions, { words }))).toEqual(['B[20, ∞)']);
  });

  test('one who was taken back from outside closes no circle', () => {
    const assertions = [
      says('a', 'A', 10, { derivedFrom: ['s'] }),
      says('b', 'B', 20),
      says('c', 'B', 30, { denial: 'no-longer', derivedFrom: ['a'] }),
    ];
    const words = [word('a', 'retracts', 'b'), word('c', 'retracts', 'a')];
    const closing = [...words, word('b', 'retracts', 'c')];
    const witnesses = [witness('s', 1), witness('r', 40)];
    const statuses = (spoken: readonly Word[]) =>
      Object.fromEntries(resolved(assertions, { witnesses, words: [...spoken, word('r', 'retracts', 'c')] }).statuses);
    expect(statuses(words)).toEqual({ a: 'standing', b: 'retracted', c: 'retracted' });
    expect(statuses(closing)).toEqual(statuses(words));
    const groundless = [...closing, word('r', 'retracts', 's')];
    expect(statuses(groundless)).toEqual({ a: 'unsupported', b: 'standing', c: 'retracted' });
  });

  test('nobody falls by what is concluded from himself', () => {
    const assertions = [says('a', 'A', 10, { derivedFrom: ['b'] }), says('b', 'B', 20, { derivedFrom: ['a'] })];
    expect(drawn(resolved(assertions))).toEqual(['A[10, 20)', 'B[20, ∞)']);
  });
});

describe('many values', () => {
  const many = { cardinality: 'many' } as const;

  test('each has a life of its own', () => {
    const timeline = resolved([
      says('a', 'A', 10, many),
      says('b', 'B', 20, { ...many, validTo: 40 }),
      says('c', 'C', 30),
    ]);
    expect(drawn(timeline)).toEqual(['A[10, ∞)', 'B[20, 40)', 'C[30, ∞)']);
    expect(holdingsAt(timeline, 35).map(({ segment }) => segment.value)).toEqual(['A', 'B', 'C']);
  });

  test('the strongest, then the latest, says whether there may be many', () => {
    const assertions = [says('a', 'A', 10, { cardinality: 'one', authority: 0.9 }), says('b', 'B', 20, many)];
    expect(resolved(assertions).cardinality).toBe('one');
  });
});

describe('size', () => {
  test('10,000 versions of one fact, with words and returns to old values', () => {
    const count = 10_000;
    const assertions = Array.from({ length: count }, (_, at) =>
      says(`v${at}`, `value ${at % 7}`, at, {
        authority: at % 3 === 0 ? 0.3 : 0.6,
        validTo: at % 5 === 0 ? at + 3 : null,
      }),
    );
    const words = assertions
      .slice(1)
      .map(({ id, validFrom }, at) => word(id, 'supersedes', `v${at}`, { from: validFrom }));
    expect(resolved(assertions).segments.length).toBeGreaterThan(5000);
    expect(resolved(assertions, { words }).segments.length).toBeGreaterThan(5000);
  });

  test('a ring of 10,000 retractions, whole, and broken from outside', () => {
    const count = 10_000;
    const ring = Array.from({ length: count }, (_, at) => witness(`r${at}`, 20));
    const around = ring.map(({ id }, at) => word(id, 'retracts', `r${(at + count - 1) % count}`));
    const words = [...around, word('r0', 'retracts', 'a')];
    // Whole, the last stands, and then every second: not the first. Without the last, the one before it stands.
    expect(drawn(resolved([says('a', 'A', 10)], { witnesses: ring, words }))).toEqual(['A[10, ∞)']);
    const witnesses = [...ring, witness('out', 30)];
    const broken = [...words, word('out', 'retracts', `r${count - 1}`)];
    expect(drawn(resolved([says('a', 'A', 10)], { witnesses, words: broken }))).toEqual([]);
  });

  test('a chain of 10,000 retractions, each of the one before', () => {
    const count = 10_000;
    const witnesses = Array.from({ length: count }, (_, at) => witness(`r${at}`, 20));
    const words = witnesses.map(({ id }, at) => word(id, 'retracts', at === 0 ? 'a' : `r${at - 1}`));
    expect(drawn(resolved([says('a', 'A', 10)], { witnesses, words }))).toEqual(['A[10, ∞)']);
  });
});
