import { describe, expect, test } from 'vitest';
import { memory } from '../store.ts';
import { day, extracted, fact, openFactStore, retraction } from './factStore.ts';

const slot = { namespace: 'default', subject: 'router', predicate: 'owner' };
const owner = { slot: ['router', 'owner'] } as const;
const anna = fact('anna', 'Anna', 1, owner);
const bob = fact('bob', 'Bob', 60, owner);
const gone = fact('gone', 'Bob', 121, { ...owner, holds: 'no-longer', source: 'the register' });

function open(...drafts: Parameters<ReturnType<typeof openFactStore>['writes']['append']>[0][number][]) {
  const store = openFactStore();
  store.writes.append(drafts);
  const at = (number: number) => store.questions.factAnswer(slot, { at: day(number), knownAt: null });
  return { ...store, at };
}

describe('an owner who is no longer one', () => {
  test('is none now, with an end, and was one before', () => {
    const { at, questions } = open(anna, bob, gone);
    expect(at(150)).toMatchObject({
      status: 'unknown',
      reason: 'did-not-hold-then',
      values: [],
      predecessor: { value: 'Bob', to: new Date(day(121)).toISOString(), endedBy: 'gone' },
    });
    expect(at(100).values).toMatchObject([{ value: 'Bob' }]);
    expect(at(40).values).toMatchObject([{ value: 'Anna', endedBy: null }]);
    expect(questions.factHistory(slot, { knownAt: null }).assertions).toMatchObject([
      { factId: 'anna', holds: null },
      { factId: 'bob', holds: null, status: 'standing' },
      { factId: 'gone', holds: 'no-longer', object: 'Bob', status: 'standing' },
    ]);
  });

  test('is one again when the denial is taken back, which the effect of that tells', () => {
    const { at, questions, writes } = open(anna, bob, gone);
    const proposal = { namespace: 'default', itemIds: ['gone'], source: null, distrust: false, now: day(150) };
    expect(questions.blastRadius(proposal)).toMatchObject({
      revived: ['bob'],
      changes: [{ before: [], after: [{ value: 'Bob' }] }],
    });
    writes.append([retraction('r', ['gone'])]);
    expect(at(150).values).toMatchObject([{ value: 'Bob', to: null }]);
  });

  test('is explained: who says that it ended', () => {
    const { questions } = open(anna, bob, gone);
    const explain = (id: string) => questions.factExplained('default', id, { knownAt: null, now: day(150) })?.sentence;
    expect(explain('bob')).toContain(`until ${new Date(day(121)).toISOString()}; ended by gone`);
    expect(explain('bob')).toContain('“router owner is no longer Bob”, said by the register');
    expect(explain('gone')).toContain('“router owner is no longer Bob”, said by the register (ordinary');
    expect(explain('gone')).toContain('holds since');
  });

  test('stands as superseded by the denial, which is current and shows no value', () => {
    const { standing } = open(anna, bob, gone);
    expect(standing('bob', day(150))).toMatchObject({ currentness: 'superseded', by: 'gone' });
    expect(standing('anna', day(150))).toMatchObject({ currentness: 'superseded' });
    expect(standing('gone', day(150))).toMatchObject({ currentness: 'current', fact: null });
    expect(standing('gone', day(100))?.currentness).toBe('not-yet-valid');
    expect(standing('bob', day(100))?.currentness).toBe('current');
  });

  test('makes the text stale that says so', () => {
    const text = memory({ id: 'note', text: 'Bob owns the router.' });
    const stated = { ...extracted('bob', 'note', 'Bob', 60, [0, 19]) };
    const fact_ = { subject: 'router', predicate: 'owner', object: 'Bob', validFrom: new Date(day(60)).toISOString() };
    const found = { ...stated, payload: { ...stated.payload, fact: fact_ } } as typeof stated;
    const { standing } = open(text, found, gone);
    expect(standing('note', day(150))).toMatchObject({ currentness: 'superseded', by: 'gone' });
  });
});

describe('a value that never was', () => {
  const never = fact('never', 'Bob', 121, { slot: ['Router', 'owner'], holds: 'never' });

  test('is corrected, and what was concluded from it falls', () => {
    const { at, standing, questions } = open(anna, bob, memory({ id: 'c', text: 'so', derivedFrom: ['bob'] }), never);
    expect(at(150).values).toMatchObject([{ value: 'Anna' }]);
    expect(standing('bob', day(150))).toMatchObject({ currentness: 'retracted', by: 'never' });
    expect(standing('c', day(150))?.currentness).toBe('retracted');
    const explained = questions.factExplained('default', 'bob', { knownAt: null, now: day(150) });
    expect(explained?.sentence).toContain('was never true: corrected by never');
    const proposal = { namespace: 'default', itemIds: ['never'], source: null, distrust: false, now: day(150) };
    expect([...questions.blastRadius(proposal).revived].sort()).toEqual(['bob', 'c']);
  });

  test('is found under another name of the subject', () => {
    const alias = {
      ...memory({ text: 'x' }),
      eventType: 'alias',
      payload: { name: 'router', alias: 'R1', of: 'entity' },
    } as const;
    const byAlias = fact('never', 'Bob', 121, { slot: ['R1', 'owner'], holds: 'never' });
    const { at, standing } = open(bob, memory({ id: 'c', text: 'so', derivedFrom: ['bob'] }), byAlias, alias);
    expect(at(150)).toMatchObject({ status: 'unknown', reason: 'taken-back' });
    expect(standing('c', day(150))?.currentness).toBe('retracted');
  });
});

describe('a value', () => {
  test('of a weaker source that disputes what holds is contested, and so is the text that says so', () => {
    const text = memory({ id: 'note', text: '900 seconds now.' });
    const weak = extracted('weak', 'note', '900 seconds', 20, [0, 16]);
    const payload = { ...weak.payload, authority: 0.3 };
    const store = openFactStore();
    store.writes.append([fact('f', '300 seconds', 10, { authority: 0.9 }), text, { ...weak, payload } as typeof weak]);
    expect(store.standing('weak', day(30))).toMatchObject({ currentness: 'contested', by: 'f', contradicts: ['f'] });
    expect(store.standing('note', day(30))).toMatchObject({ currentness: 'contested', by: 'f', supersededBy: [] });
  });

  test('that returned shows on each assertion the stretch that it supports', () => {
    const store = openFactStore();
    store.writes.append([fact('a', '1', 1), fact('b', '2', 10), fact('a2', '1', 20)]);
    expect(store.standing('a', day(30))?.fact).toMatchObject({ validFrom: day(1), validTo: day(10) });
    expect(store.standing('a2', day(30))?.fact).toMatchObject({ validFrom: day(20), validTo: null });
  });
});
