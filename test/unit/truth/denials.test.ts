import { describe, expect, test } from 'vitest';
import type { Assertion, Word } from '../../../main/truth/evidence.ts';
import { resolve } from '../../../main/truth/resolve.ts';
import { drawn, says, witness, word } from './facts.ts';

function resolved(assertions: readonly Assertion[], words: readonly Word[] = [], knownAt: number | null = null) {
  return resolve({ assertions, witnesses: [witness('r', 90)], words }, knownAt);
}

function denies(id: string, value: string, validFrom: number, rest: Partial<Assertion> = {}): Assertion {
  return says(id, value, validFrom, { denial: 'no-longer', ...rest });
}

const owners = [says('anna', 'Anna', 10), says('bob', 'Bob', 30), denies('gone', 'Bob', 50)];

describe('a value that is said to hold no longer', () => {
  test('ends there, nothing older comes back, and the denial is named as its end', () => {
    const timeline = resolved(owners);
    expect(drawn(timeline)).toEqual(['Anna[10, 30)', 'Bob[30, 50)']);
    expect(timeline.segments.map(({ endedBy }) => endedBy)).toEqual([null, 'gone']);
    expect(timeline.absences).toMatchObject([{ from: 50, to: null, winner: { id: 'gone' } }]);
    expect(Object.fromEntries(timeline.statuses)).toEqual({ anna: 'standing', bob: 'standing', gone: 'standing' });
  });

  test('holds again once the denial is taken back, and not as long as that was not known', () => {
    const retracted = [word('r', 'retracts', 'gone')];
    expect(drawn(resolved(owners, retracted))).toEqual(['Anna[10, 30)', 'Bob[30, ∞)']);
    expect(drawn(resolved(owners, retracted, 80))).toEqual(['Anna[10, 30)', 'Bob[30, 50)']);
  });

  test('holds again when it is said again later, or when the denial is only for a while', () => {
    expect(drawn(resolved([...owners, says('again', 'Bob', 70)]))).toEqual([
      'Anna[10, 30)',
      'Bob[30, 50)',
      'Bob[70, ∞)',
    ]);
    const while_ = [says('bob', 'Bob', 30), denies('gone', 'Bob', 50, { validTo: 60 })];
    expect(drawn(resolved(while_))).toEqual(['Bob[30, 50)', 'Bob[60, ∞)']);
  });

  test('was already replaced: the denial changes nothing', () => {
    const timeline = resolved([...owners, says('carol', 'Carol', 40)]);
    expect(drawn(timeline)).toEqual(['Anna[10, 30)', 'Bob[30, 40)', 'Carol[40, ∞)']);
    expect(timeline.statuses.get('gone')).toBe('standing');
  });

  test('still holds where the denial is of a lower band, and is contested', () => {
    const timeline = resolved([says('bob', 'Bob', 30, { authority: 0.9 }), denies('gone', 'Bob', 50)]);
    expect(drawn(timeline)).toEqual(['Bob[30, ∞)']);
    expect(timeline.segments[0]?.parts.map(({ contestedBy }) => contestedBy)).toEqual([[], ['gone']]);
    expect(timeline.statuses.get('gone')).toBe('contested');
  });

  test('does not come back by the word of a lower band, which contests the denial', () => {
    const timeline = resolved([...owners, denies('gone2', 'Bob', 50, { authority: 0.9 }), says('again', 'Bob', 70)]);
    expect(drawn(timeline)).toEqual(['Anna[10, 30)', 'Bob[30, 50)']);
    expect(timeline.statuses.get('again')).toBe('contested');
  });

  test('is one of several that may hold: the others go on', () => {
    const many = { cardinality: 'many' } as const;
    const tags = [says('x', 'x', 10, many), says('y', 'y', 20, many), denies('no', 'x', 30)];
    expect(drawn(resolved(tags))).toEqual(['x[10, 30)', 'y[20, ∞)']);
  });

  test('is named by the denial as replaced: nothing older comes back either', () => {
    const words = [word('gone', 'supersedes', 'bob', { from: 50 })];
    expect(drawn(resolved(owners, words))).toEqual(['Anna[10, 30)', 'Bob[30, 50)']);
  });
});

describe('once a denial has ended the value of a higher band', () => {
  const strong = { authority: 0.9 };
  const ended = [says('anna', 'Anna', 10), says('bob', 'Bob', 30, strong), denies('gone', 'Bob', 50, strong)];
  const carol = says('carol', 'Carol', 60);

  test('what a lower band has said since holds, uncontested, and nothing older', () => {
    const timeline = resolved([...ended, carol]);
    expect(drawn(timeline)).toEqual(['Anna[10, 30)', 'Bob[30, 50)', 'Carol[60, ∞)']);
    expect(timeline.segments.map(({ endedBy }) => endedBy)).toEqual([null, 'gone', null]);
    expect(timeline.absences).toMatchObject([{ from: 50, to: 60, winner: { id: 'gone' } }]);
    expect(Object.fromEntries(timeline.statuses)).toMatchObject({ gone: 'standing', carol: 'standing' });
    const atOnce = resolved([...ended, says('carol', 'Carol', 50)]);
    expect(drawn(atOnce)).toEqual(['Anna[10, 30)', 'Bob[30, 50)', 'Carol[50, ∞)']);
    expect(drawn(resolved([...ended, says('dora', 'Dora', 49)]))).toEqual(['Anna[10, 30)', 'Bob[30, 50)']);
  });

  test('to say the denial again takes nothing from it', () => {
    expect(drawn(resolved([...ended, carol, denies('gone2', 'Bob', 70, strong)])).at(-1)).toBe('Carol[60, ∞)');
  });

  test('a denial of that too leaves only what is newer still', () => {
    const both = [...ended, carol, denies('gone2', 'Carol', 70, strong)];
    expect(drawn(resolved([...both, says('dora', 'Dora', 65, { authority: 0.3 })])).at(-1)).toBe('Carol[60, 70)');
    expect(drawn(resolved([...both, says('dora', 'Dora', 75, { authority: 0.3 })])).at(-1)).toBe('Dora[75, ∞)');
  });

  test('what the higher band says anew decides again, and the lower one contests it only where it is newer', () => {
    const timeline = resolved([...ended, carol, says('eve', 'Eve', 80, strong), says('frank', 'Frank', 90)]);
    expect(drawn(timeline).slice(2)).toEqual(['Carol[60, 80)', 'Eve[80, ∞)']);
    expect(timeline.segments.at(-1)?.parts.map(({ contestedBy }) => contestedBy)).toEqual([[], ['frank']]);
  });
});

describe('a value that is said never to have held', () => {
  const never = says('never', 'Bob', 60, { denial: 'never' });

  test('was never true, and what it had replaced holds on', () => {
    const timeline = resolved([says('anna', 'Anna', 10), says('bob', 'Bob', 30), never]);
    expect(drawn(timeline)).toEqual(['Anna[10, ∞)']);
    expect(timeline.statuses.get('bob')).toBe('corrected');
    expect(timeline.statuses.get('never')).toBe('standing');
  });

  test('stands from a higher band, contested, and when it is said anew', () => {
    const strong = resolved([says('bob', 'Bob', 30, { authority: 0.9 }), never]);
    expect(strong.segments[0]).toMatchObject({ value: 'Bob', parts: [{ contestedBy: ['never'] }] });
    expect(strong.statuses.get('never')).toBe('contested');
    const anew = resolved([never, says('anew', 'Bob', 30, { knownAt: 70 })]);
    expect(drawn(anew)).toEqual(['Bob[30, ∞)']);
    expect(anew.statuses.get('never')).toBe('superseded');
  });

  test('is believed again once the denial is taken back', () => {
    const timeline = resolved([says('bob', 'Bob', 30), never], [word('r', 'retracts', 'never')]);
    expect(drawn(timeline)).toEqual(['Bob[30, ∞)']);
  });
});

describe('conclusions in a circle', () => {
  const a = says('a', 'A', 10, { derivedFrom: ['b', 's'] });
  const b = says('b', 'A', 20, { derivedFrom: ['a'] });

  test('fall together when one end is taken back, or what they rest on is', () => {
    const pair = [says('a', 'A', 10, { derivedFrom: ['b'] }), b];
    expect(drawn(resolved(pair))).toEqual(['A[10, ∞)']);
    for (const end of ['a', 'b']) expect(drawn(resolved(pair, [word('r', 'retracts', end)]))).toEqual([]);
    const rooted = [a, b, says('s', 'B', 5)];
    expect(drawn(resolved(rooted))).toEqual(['B[5, 10)', 'A[10, ∞)']);
    const taken = resolved(rooted, [word('r', 'retracts', 's')]);
    expect(drawn(taken)).toEqual([]);
    expect(taken.statuses.get('b')).toBe('unsupported');
  });

  test('stand while something outside supports one of them', () => {
    const rooted = [a, says('b', 'A', 20, { derivedFrom: ['a', 't'] }), says('s', 'B', 5), says('t', 'B', 6)];
    expect(drawn(resolved(rooted, [word('r', 'retracts', 's')]))).toEqual(['B[6, 10)', 'A[10, ∞)']);
  });
});

test('a value said ten thousand times after it was denied by a higher band gives way to another', () => {
  const slot = Array.from({ length: 10_000 }, (_, at) => says(`b${at}`, 'Bob', 10 + at));
  const gone = denies('gone', 'Bob', 5, { authority: 0.9 });
  expect(drawn(resolved([gone, says('carol', 'Carol', 6), ...slot]))).toEqual(['Carol[6, ∞)']);
});

test('ten thousand versions with a denial behind each resolve', () => {
  const slot = Array.from({ length: 5000 }, (_, at) => [
    says(`v${at}`, `value ${at}`, at * 10),
    denies(`d${at}`, `value ${at}`, at * 10 + 5),
  ]).flat();
  const { segments, absences } = resolved(slot);
  expect([segments.length, absences.length]).toEqual([5000, 5000]);
});
