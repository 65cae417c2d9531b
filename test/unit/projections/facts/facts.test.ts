import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { document, memory } from '../store.ts';
import { day, extracted, fact, openFactStore, retraction } from './factStore.ts';

const slot = { namespace: 'default', subject: 'router', predicate: 'timeout' };
const all = { knownAt: null };

describe('facts', () => {
  test('answer for an instant, with what held before and after', () => {
    const { writes, questions } = openFactStore();
    writes.append([fact('f1', '300 seconds', 1), fact('f2', '600 seconds', 10), fact('f3', '420 seconds', 20)]);
    expect(questions.factAnswer(slot, { at: day(12), knownAt: null })).toMatchObject({
      status: 'known',
      values: [{ value: '600 seconds', from: new Date(day(10)).toISOString(), factId: 'f2' }],
      predecessor: { value: '300 seconds' },
      successor: { value: '420 seconds' },
    });
  });

  test('are found under any spelling and any alias of the subject', () => {
    const { writes, questions } = openFactStore();
    writes.append([
      fact('f1', '1', 1, { slot: ['foundation_router', 'time-out'] }),
      fact('f2', '2', 5, { slot: ['FoundationRouter', 'Time out'] }),
      {
        ...memory({ text: 'x' }),
        eventType: 'alias',
        payload: { name: 'Foundation router', alias: 'FR', of: 'entity' },
      },
    ]);
    const asked = { namespace: 'default', subject: 'FR', predicate: 'timeout' };
    expect(questions.factHistory(asked, all).segments.map(({ value }) => value)).toEqual(['1', '2']);
  });

  test('of a name with a separator and of one without are of two things, as long as both are known', () => {
    const { writes, questions } = openFactStore();
    const values = (subject: string, predicate: string) =>
      questions.factHistory({ namespace: 'default', subject, predicate }, all).segments.map(({ value }) => value);
    writes.append([fact('f1', '1', 1, { slot: ['samsung-mobile', 'endOfLife'] })]);
    expect(values('samsungmobile', 'endoflife')).toEqual(['1']);
    expect(values('SamsungMobile', 'end of life')).toEqual(['1']);
    writes.append([fact('f2', '2', 5, { slot: ['samsungmobile', 'endoflife'] })]);
    expect(values('samsungmobile', 'endoflife')).toEqual(['2']);
    expect(values('samsungmobile', 'end_of_life')).toEqual([]);
    expect(values('Samsung mobile', 'end_of_life')).toEqual(['1']);
    expect(values('Samsung mobile', 'EndofLife')).toEqual([]);
  });

  test('of names that differ in capitals alone are of one thing', () => {
    const { writes, questions } = openFactStore();
    writes.append([
      fact('f1', 'Ann', 1, { slot: ['GitHub', 'owner'] }),
      fact('f2', 'Bob', 5, { slot: ['github', 'owner'] }),
    ]);
    for (const subject of ['GitHub', 'github']) {
      const asked = { namespace: 'default', subject, predicate: 'owner' };
      expect(questions.factHistory(asked, all).segments.map(({ value }) => value)).toEqual(['Ann', 'Bob']);
    }
  });

  test('of one value in two units are one value', () => {
    const { writes, questions } = openFactStore();
    writes.append([fact('f1', '300 seconds', 1), fact('f2', '5 min', 5), fact('f3', '300 ms', 9)]);
    expect(questions.factHistory(slot, all).segments).toMatchObject([
      { value: '5 min', support: ['f1', 'f2'] },
      { value: '300 ms', support: ['f3'] },
    ]);
  });

  test('say why nothing is known', () => {
    const { writes, questions } = openFactStore();
    writes.append([fact('f1', '1', 10, { until: 20 }), fact('f2', '2', 30), retraction('r', ['f2'])]);
    const reason = (asked: Partial<typeof slot>, at: number, knownAt: number | null = null) =>
      questions.factAnswer({ ...slot, ...asked }, { at: day(at), knownAt: knownAt && day(knownAt) }).reason;
    expect(reason({ subject: 'nobody' }, 12)).toBe('entity-unknown');
    expect(reason({ predicate: 'colour' }, 12)).toBe('never-stated');
    expect(reason({}, 12, 9)).toBe('not-known-then');
    expect(reason({}, 25)).toBe('did-not-hold-then');
    expect(reason({}, 31)).toBe('taken-back');
    expect(reason({}, 12)).toBe('held');
  });

  test('by the ledger’s record were not known before this store recorded them', () => {
    const { writes, questions } = openFactStore();
    writes.append([fact('f1', '1', -300)]);
    const recorded = Date.UTC(2026, 0, 1);
    const ask = (knownAt: number, by: 'source' | 'ledger') =>
      questions.factAnswer(slot, { at: day(5), knownAt, by }).status;
    expect(ask(recorded - 1, 'source')).toBe('known');
    expect(ask(recorded - 1, 'ledger')).toBe('unknown');
    expect(ask(recorded, 'ledger')).toBe('known');
  });

  test('without a valid time hold from when they happened', () => {
    const { writes, questions } = openFactStore();
    const structure = { subject: 'router', predicate: 'timeout', object: 5 };
    writes.append([memory({ id: 'f1', fact: structure }, { occurredAt: day(7) })]);
    expect(questions.factHistory(slot, all)).toMatchObject({
      segments: [{ value: 5, from: new Date(day(7)).toISOString() }],
      assertions: [{ validFromGiven: false }],
    });
  });

  test('of a source that is retracted give way, and come back with the retraction’s retraction', () => {
    const { writes, questions } = openFactStore();
    const value = () => questions.factAnswer(slot, { at: day(40), knownAt: null }).values[0]?.value;
    writes.append([fact('f1', 'A', 1), fact('f2', 'B', 5, { source: 'blog' }), fact('f3', 'C', 9, { source: 'blog' })]);
    expect(value()).toBe('C');
    writes.append([retraction('r1', [], { source: 'blog' })]);
    expect(value()).toBe('A');
    writes.append([fact('f4', 'D', 12, { source: 'blog' })]);
    expect(value()).toBe('D');
    writes.append([retraction('r2', [], { source: 'blog', distrust: true }), fact('f5', 'E', 15, { source: 'blog' })]);
    expect(value()).toBe('A');
    writes.append([retraction('r3', ['r2', 'r1'])]);
    expect(value()).toBe('E');
  });

  test('that a rule found fall with the text, and end where the text is replaced', () => {
    const { writes, questions } = openFactStore();
    const segments = () => questions.factHistory(slot, all).segments.map(({ value, to }) => [value, to]);
    writes.append([memory({ id: 't1', text: 'timeout is 300' }), extracted('f1', 't1', '300', 1, [0, 14])]);
    writes.append([memory({ id: 't2', text: 'no words of it', supersedes: ['t1'] }, { occurredAt: day(8) })]);
    expect(segments()).toEqual([['300', new Date(day(8)).toISOString()]]);
    writes.append([retraction('r1', ['t2'])]);
    expect(segments()).toEqual([['300', null]]);
    writes.append([retraction('r2', ['t1'])]);
    expect(segments()).toEqual([]);
  });

  test('that a rule found in a document end with its next revision', () => {
    const { writes, questions } = openFactStore();
    writes.append([
      document({ id: 'd1', text: 'timeout is 300' }, { sourceRef: 'a.md', knownAt: day(1) }),
      extracted('f1', 'd1', '300', 1, [0, 14]),
      document({ id: 'd2', text: 'nothing' }, { sourceRef: 'a.md', occurredAt: day(8), knownAt: day(9) }),
    ]);
    expect(questions.factHistory(slot, all).segments).toMatchObject([
      { value: '300', to: new Date(day(8)).toISOString() },
    ]);
  });

  test('keep the whole chain and every word in an explanation', () => {
    const { writes, questions } = openFactStore();
    writes.append([
      fact('f1', 'A', 1),
      fact('f2', 'B', 5, { supersedes: ['f1'] }),
      memory({ id: 'x', text: 'rests on it', derivedFrom: ['f1'] }),
      retraction('r1', ['f2']),
      retraction('r2', ['r1']),
    ]);
    const explained = questions.factExplained('default', 'f1', { knownAt: null, now: day(30) });
    expect(explained?.chain.map(({ factId, status }) => [factId, status])).toEqual([
      ['f1', 'standing'],
      ['f2', 'standing'],
    ]);
    expect(explained?.words.map(({ by, relation, target, inForce }) => [by, relation, target, inForce])).toEqual([
      ['r1', 'retracts', 'f2', false],
      ['r2', 'retracts', 'r1', true],
      ['f2', 'supersedes', 'f1', true],
    ]);
    expect(explained?.dependents).toEqual(['x']);
    expect(explained?.sentence).toContain('replaced by f2 (“B”)');
    expect(questions.factExplained('default', 'x', { knownAt: null, now: day(30) })).toBeNull();
  });

  test('are listed with the newest evidence first, by words of subject, predicate or value', () => {
    const { writes, questions } = openFactStore();
    writes.append([fact('f1', 'A', 1), fact('f2', 'Ada', 9, { slot: ['door', 'owner'] })]);
    expect(questions.factSlots('default', '', 9, day(30)).slots.map(({ subject }) => subject)).toEqual([
      'door',
      'router',
    ]);
    expect(questions.factSlots('default', 'ada OWNER', 9, day(30)).slots).toMatchObject([{ value: { value: 'Ada' } }]);
  });

  test('are the same after a rebuild, and gone after an erasure', async () => {
    const { writes, projector, memory: db, erase } = openFactStore();
    const outcomes = writes.append([
      memory({ id: 't1', text: 'timeout is 300' }),
      extracted('f1', 't1', '300', 1, [0, 14]),
      fact('f2', 'secret value', 5, { supersedes: ['f1'] }),
      retraction('r1', ['f1'], { source: 'blog' }),
    ]);
    const report = await writes.rebuild();
    expect(report.digestAfter).toBe(report.digestBefore);
    const second = outcomes[2];
    if (second?.status !== 'appended') throw new Error('not appended');
    erase(second.event.eventId, ['f2']);
    expect(db.prepare('SELECT count(*) FROM facts').pluck().get()).toBe(1);
    const hash = createHash('sha256').update(projector.digest()).digest('hex');
    projector.truncateAll();
    projector.catchUp();
    expect(createHash('sha256').update(projector.digest()).digest('hex')).toBe(hash);
  });

  test('with an object of a megabyte are stored and compared', () => {
    const { writes, questions } = openFactStore();
    const long = 'x'.repeat(1_000_000);
    writes.append([fact('f1', long, 1), fact('f2', long, 2), fact('f3', `${long}y`, 3)]);
    expect(questions.factHistory(slot, all).segments.map(({ support }) => support)).toEqual([['f1', 'f2'], ['f3']]);
  });
});
