import { describe, expect, test } from 'vitest';
import type { MemoryObject } from '../../../main/contract/memory.ts';
import type { EventDraft } from '../../../main/ledger/event.ts';
import { day, extracted, fact, openFactStore, retraction } from './facts/factStore.ts';
import { document, memory } from './store.ts';

const later = day(60);

describe('standings', () => {
  test('a superseded text is hidden, until its successor is itself taken back', () => {
    const { writes, standing } = openFactStore();
    writes.append([memory({ id: 'old', text: 'x' }), memory({ id: 'new', text: 'y', supersedes: ['old'] })]);
    expect(standing('old', later)).toMatchObject({ currentness: 'superseded', by: 'new', supersededBy: ['new'] });
    writes.append([retraction('r', ['new'])]);
    expect(standing('old', later)).toMatchObject({ currentness: 'current', isCurrent: true, supersededBy: [] });
    expect(standing('new', later)).toMatchObject({ currentness: 'retracted', by: 'r' });
  });

  test('a word of a lower band contradicts and does not hide', () => {
    const { writes, standing } = openFactStore();
    writes.append([
      memory({ id: 'law', text: 'x', authority: 0.9 }),
      memory({ id: 'rumour', text: 'y', authority: 0.3, supersedes: ['law'] }),
    ]);
    expect(standing('law', later)).toMatchObject({ currentness: 'current', contradicts: ['rumour'] });
  });

  test('facts stand as their slot resolves, whatever words they have', () => {
    const { writes, standing } = openFactStore();
    writes.append([
      fact('f1', '300', 1),
      fact('f2', '600', 10),
      fact('f3', '420', 90),
      fact('f4', '601', 20, { authority: 0.2 }),
    ]);
    expect(standing('f1', later)).toMatchObject({
      currentness: 'superseded',
      by: 'f2',
      fact: { value: '300', validFrom: day(1), validTo: day(10), status: 'standing' },
    });
    expect(standing('f2', later)).toMatchObject({ currentness: 'current', contradicts: ['f4'] });
    expect(standing('f3', later)).toMatchObject({ currentness: 'not-yet-valid' });
    expect(standing('f4', later)).toMatchObject({ currentness: 'contested', by: 'f2', fact: { status: 'contested' } });
    expect(standing('f1', day(5))).toMatchObject({ currentness: 'current' });
    expect(standing('f2', later, day(9))).toBeDefined();
    expect(standing('f1', later, day(9))).toMatchObject({ currentness: 'current' });
  });

  test('a limited fact that nothing follows has expired', () => {
    const { writes, standing } = openFactStore();
    writes.append([fact('f1', 'A', 1, { until: 10 })]);
    expect(standing('f1', later)).toMatchObject({ currentness: 'expired', by: null });
  });

  test('a text whose one statement is superseded is superseded itself', () => {
    const { writes, standing } = openFactStore();
    writes.append([
      memory({ id: 't1', text: 'The timeout is 300.' }),
      extracted('f1', 't1', '300', 1, [0, 19]),
      fact('f2', '600', 10),
    ]);
    expect(standing('t1', later)).toMatchObject({ currentness: 'superseded', by: 'f2' });
    expect(standing('t1', day(5))).toMatchObject({ currentness: 'current', stale: [] });
  });

  test('a text that says more is labelled where it is stale', () => {
    const { writes, standing } = openFactStore();
    const text = 'We met at the harbour and talked about the boats for hours. The timeout is 300.';
    writes.append([
      memory({ id: 't1', text }),
      extracted('f1', 't1', '300', 1, [60, text.length]),
      fact('f2', '600', 10),
    ]);
    expect(standing('t1', later)).toMatchObject({
      currentness: 'current',
      stale: [{ start: 60, end: text.length, by: 'f2' }],
    });
  });

  test('a corrected statement is stale in its text, and fresh again once the correction is taken back', () => {
    const { writes, standing } = openFactStore();
    writes.append([
      memory({ id: 't1', text: 'The timeout is 300.' }),
      extracted('f1', 't1', '300', 1, [0, 19]),
      memory({ id: 'fix', text: 'Never.', corrects: ['f1'] }),
    ]);
    expect(standing('t1', later)).toMatchObject({ currentness: 'superseded', by: 'fix' });
    writes.append([retraction('r', ['fix'])]);
    expect(standing('t1', later)).toMatchObject({ currentness: 'current' });
  });

  describe('a text that tells a cause', () => {
    const told = 'The sea gate jam was caused by driftwood.';
    const claim = { cause: 'driftwood', effect: 'the sea gate jam' };
    const read = (id: string, sourceItem: string, text: string, cause: object) =>
      memory(
        {
          id,
          text,
          cause: { ...claim, ...cause },
          derivedFrom: [sourceItem],
          extraction: { rule: 'test', version: '1', by: 'rules', sourceItem, start: 0, end: text.length },
        },
        { eventType: 'extraction' },
      );

    test('falls with the cause, by the word that overturned it, and stands again without that word', () => {
      const { writes, standing } = openFactStore();
      writes.append([
        memory({ id: 't1', text: told }),
        read('c1', 't1', told, {}),
        memory({ id: 'fix', text: 'The divers found none.', cause: { ...claim, holds: false }, corrects: ['c1'] }),
      ]);
      expect(standing('t1', later)).toMatchObject({ currentness: 'superseded', by: 'fix' });
      expect(standing('fix', later)).toMatchObject({ currentness: 'current' });
      writes.append([retraction('r', ['fix'])]);
      expect(standing('t1', later)).toMatchObject({ currentness: 'current', stale: [] });
    });

    test('is stale in part where it says more, by a text that denies the same', () => {
      const { writes, standing } = openFactStore();
      const text = `We met at the harbour and spoke for an hour about boats. ${told}`;
      const denial = 'The sea gate jam turned out not to be caused by driftwood.';
      writes.append([
        memory({ id: 't1', text }),
        read('c1', 't1', told, {}),
        memory({ id: 't2', text: denial }),
        read('c2', 't2', denial, { holds: false }),
      ]);
      expect(standing('t1', later)).toMatchObject({
        currentness: 'current',
        stale: [{ start: text.indexOf(told), end: text.length, by: 'c2' }],
      });
      expect(standing('t2', later)).toMatchObject({ currentness: 'current', stale: [] });
    });

    test('is not stale where it denies one cause and names another', () => {
      const { writes, standing } = openFactStore();
      const text = 'The sea gate jam was not caused by driftwood but by a hinge.';
      writes.append([
        memory({ id: 't1', text }),
        read('c1', 't1', text, { holds: false }),
        read('c2', 't1', text, { cause: 'a hinge' }),
      ]);
      expect(standing('t1', later)).toMatchObject({ currentness: 'current', stale: [] });
    });
  });

  test('a chunk stands and falls with its document', () => {
    const { writes, standing } = openFactStore();
    writes.append([document({ id: 'd1', text: 'words' }, { sourceRef: 'a.md' })]);
    writes.append([document({ id: 'd2', text: 'other words' }, { sourceRef: 'a.md' })]);
    expect(standing('d1#1', later)).toMatchObject({ currentness: 'superseded', by: 'd2' });
    writes.append([retraction('r', ['d2'])]);
    expect(standing('d1#1', later)).toMatchObject({ currentness: 'current' });
    expect(standing('d2#1', later)).toMatchObject({ currentness: 'retracted' });
  });

  test('what was concluded falls with everything that it was concluded from', () => {
    const { writes, standing } = openFactStore();
    writes.append([
      memory({ id: 'a', text: 'x' }),
      memory({ id: 'b', text: 'y' }),
      memory({ id: 'c', text: 'z', derivedFrom: ['a', 'b'] }),
      retraction('r1', ['a']),
    ]);
    expect(standing('c', later)).toMatchObject({ currentness: 'current' });
    writes.append([retraction('r2', ['b'])]);
    expect(standing('c', later)).toMatchObject({ currentness: 'retracted' });
  });

  test('an invalid item is distrusted and its word does not count', () => {
    const { writes, standing } = openFactStore();
    writes.append([memory({ id: 'a', text: 'x' }), memory({ id: 'b', text: 'y', trust: 'invalid', retracts: ['a'] })]);
    expect(standing('a', later)).toMatchObject({ currentness: 'current' });
    expect(standing('b', later)).toMatchObject({ currentness: 'distrusted' });
  });

  test('an edge has its own interval', () => {
    const { writes, standing } = openFactStore();
    const edge = { from: 'A', relation: 'uses', to: 'B', validTo: new Date(day(10)).toISOString() };
    writes.append([memory({ id: 'e', edge })]);
    expect(standing('e', day(9))).toMatchObject({ currentness: 'current' });
    expect(standing('e', later)).toMatchObject({ currentness: 'expired' });
  });

  test('a text that a version or a word replaced tells when it held', () => {
    const { writes, standing } = openFactStore();
    const said = (id: string, text: string, at: number, rest: Partial<MemoryObject> = {}) =>
      memory({ id, text, source: 'notes.txt', ...rest }, { occurredAt: day(at), knownAt: day(at) });
    writes.append([
      said('v1', 'The capital of Ruritania is Strelsau.', 1),
      said('v2', 'The capital of Ruritania is Zenda.', 10),
      said('v3', 'The capital of Ruritania is Hofbau.', 20),
      said('old', 'x', 3),
      said('new', 'y', 6, { supersedes: ['old'], validFrom: '2026-01-08T00:00:00Z' }),
    ]);
    expect(standing('v1', later)).toMatchObject({ by: 'v3', held: { from: day(1), to: day(10) } });
    expect(standing('v2', later)).toMatchObject({ by: 'v3', held: { from: day(10), to: day(20) } });
    expect(standing('v3', later)).toMatchObject({ currentness: 'current', held: null });
    expect(standing('old', later)?.held?.from).toBe(day(3));
  });

  describe('of two versions that state values of one slot', () => {
    const [earlier, newer] = ['Atlas is published under the MIT License.', 'Atlas is published under the GPL License.'];
    const stated = (cardinality: 'one' | 'many', values: readonly [string, string]) => {
      const { writes, standing } = openFactStore();
      const factOf = (id: string, text: string, value: string) => {
        const draft = extracted(`f-${id}`, id, value, 1, [0, text.length]);
        const { payload } = draft as { payload: MemoryObject };
        const structure = { subject: 'Atlas', predicate: 'licensed under', object: value, cardinality };
        return { ...draft, payload: { ...payload, fact: structure } } as EventDraft;
      };
      writes.append([
        memory({ id: 't1', text: earlier }),
        factOf('t1', earlier, values[0]),
        memory({ id: 't2', text: newer }),
        factOf('t2', newer, values[1]),
      ]);
      return standing;
    };

    test('the slot decides where it holds one', () => {
      const standing = stated('one', ['MIT', 'GPL']);
      expect(standing('t1', later)).toMatchObject({ currentness: 'superseded' });
      expect(standing('t2', later)).toMatchObject({ currentness: 'current' });
    });

    test('the earlier one is only earlier where it holds many', () => {
      const standing = stated('many', ['MIT', 'GPL']);
      expect(standing('t1', later)).toMatchObject({ currentness: 'earlier', by: 't2', isCurrent: false });
      expect(standing('t2', later)).toMatchObject({ currentness: 'current' });
    });

    test('where both values are the same neither is earlier, however they are worded', () => {
      const standing = stated('many', ['MIT', 'MIT']);
      expect(standing('t1', later)).toMatchObject({ currentness: 'current' });
      expect(standing('t2', later)).toMatchObject({ currentness: 'current' });
    });
  });
});
