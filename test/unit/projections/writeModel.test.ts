import { describe, expect, test } from 'vitest';
import type { AppendOutcome } from '../../../main/ledger/event.ts';
import { document, memory, openTestStore, turn } from './store.ts';

const statuses = (outcomes: readonly AppendOutcome[]) =>
  outcomes.map((outcome) => (outcome.status === 'refused' ? outcome.code : outcome.status));

describe('append', () => {
  test('an id that another event took in its namespace is refused by name, and the rest goes in', () => {
    const { writes, items } = openTestStore();
    writes.append([memory({ id: 'a', text: 'one' })]);
    const outcomes = writes.append([
      memory({ id: 'b', text: 'two' }),
      memory({ id: 'a', text: 'three' }),
      memory({ id: 'a', text: 'four' }, { namespace: 'elsewhere' }),
      document({ id: 'a' }),
    ]);
    expect(statuses(outcomes)).toEqual(['appended', 'id-taken', 'appended', 'id-taken']);
    expect(outcomes[1]).toMatchObject({
      message: expect.stringContaining('"a"'),
      remedy: expect.stringContaining('supersedes'),
    });
    expect(items.item('default', 'a')?.text).toBe('one');
    expect(items.total()).toBe(3);
  });

  test('the id of a chunk is taken too', () => {
    const { writes } = openTestStore();
    expect(statuses(writes.append([document({ id: 'd' })]))).toEqual(['appended']);
    expect(statuses(writes.append([memory({ id: 'd#1', text: 'x' })]))).toEqual(['id-taken']);
  });

  test('the same key with the same payload is a duplicate, with another one a conflict', () => {
    const { writes, ledger } = openTestStore();
    const first = memory({ id: 'a', text: 'one' }, { idempotencyKey: 'k' });
    const [appended] = writes.append([first]);
    const outcomes = writes.append([
      first,
      memory({ id: 'a', text: 'changed' }, { idempotencyKey: 'k' }),
      memory({ id: 'a', text: 'one' }, { idempotencyKey: 'other' }),
      memory({ id: 'a', text: 'two' }, { idempotencyKey: 'k', actor: 'someone' }),
    ]);
    expect(statuses(outcomes)).toEqual(['duplicate', 'idempotency-conflict', 'duplicate', 'id-taken']);
    expect(outcomes[0]).toEqual({ ...appended, status: 'duplicate' });
    expect(ledger.head().seq).toBe(1);
  });

  test('the same words under the same id are a repetition of the first, whoever says them; other ones are refused', () => {
    const { writes, ledger } = openTestStore();
    const fact = { subject: 's', predicate: 'p', object: 'o' };
    const first = memory({ id: 'a', fact }, { eventType: 'fact_asserted' });
    const [appended] = writes.append([first]);
    const outcomes = writes.append([
      { ...first, actor: 'someone', occurredAt: undefined },
      { ...first, payload: { fact, id: 'a' } },
      { ...first, payload: { id: 'a', fact: { ...fact, object: 'other' } } },
      { ...first, eventType: 'observation' },
      { ...first, privacyClass: 'secret' },
      { ...first, sourceRef: 'elsewhere' },
      { ...first, occurredAt: 1 },
    ]);
    const conflicts = Array.from({ length: 5 }, () => 'id-taken');
    expect(statuses(outcomes)).toEqual(['duplicate', 'duplicate', ...conflicts]);
    expect(outcomes[0]).toEqual({ ...appended, status: 'duplicate' });
    expect(ledger.head().seq).toBe(1);
  });

  test('within one batch too, in the order of the drafts, the same object twice included', () => {
    const { writes, items, ledger } = openTestStore();
    const draft = memory({ id: 'a', text: 'one' }, { idempotencyKey: 'k' });
    const outcomes = writes.append([
      draft,
      draft,
      memory({ id: 'a', text: 'two' }),
      memory({ text: 'three' }),
      memory({ id: 'a', text: 'four' }, { idempotencyKey: 'k' }),
    ]);
    expect(statuses(outcomes)).toEqual(['appended', 'duplicate', 'id-taken', 'appended', 'idempotency-conflict']);
    expect(items.total()).toBe(2);
    expect(ledger.head().seq).toBe(2);
  });

  test('a draft that the ledger refuses does not keep its id from the next one', () => {
    const { writes } = openTestStore();
    writes.append([memory({ id: 'x', text: 'x' }, { idempotencyKey: 'k' })]);
    const outcomes = writes.append([
      memory({ id: 'a', text: 'one' }, { idempotencyKey: 'k' }),
      memory({ id: 'a', text: 'two' }),
    ]);
    expect(statuses(outcomes)).toEqual(['idempotency-conflict', 'appended']);
  });

  test('an event that makes no item has no item id', () => {
    const { writes } = openTestStore();
    const payload = { sessionId: 's', uses: [] };
    const [outcome] = writes.append([{ ...memory({ text: 'x' }), eventType: 'evidence_use', payload }]);
    expect(outcome).toMatchObject({ status: 'appended', itemId: null });
  });

  test('an invalid draft stops the whole batch before anything is written', () => {
    const { writes, ledger } = openTestStore();
    expect(() => writes.append([memory({ text: 'good' }), memory({ text: ' ' })])).toThrow(
      expect.objectContaining({ code: 'invalid-params' }),
    );
    expect(ledger.head().seq).toBe(0);
  });
});

describe('when the projections fail', () => {
  test('the write is acknowledged, the lag is told, and the next write brings all of it in', () => {
    let broken = true;
    const { writes, items } = openTestStore(() => [
      {
        name: 'fragile',
        version: 1,
        apply: (events) => {
          if (broken && events.length > 0) throw new Error('memory.db is damaged');
        },
        erase: () => undefined,
        truncate: () => undefined,
        digest: () => undefined,
      },
    ]);
    expect(statuses(writes.append([memory({ id: 'a', text: 'one' })]))).toEqual(['appended']);
    expect(writes.behind()).toMatchObject({ events: 1, error: { message: 'memory.db is damaged' } });
    expect(statuses(writes.append([memory({ id: 'a', text: 'two' }), memory({ id: 'b', text: 'three' })]))).toEqual([
      'id-taken',
      'appended',
    ]);
    expect(items.total()).toBe(0);
    broken = false;
    writes.append([memory({ id: 'c', text: 'four' })]);
    expect(writes.behind()).toEqual({ events: 0, error: null });
    expect(items.total()).toBe(3);
  });

  test('two events with one id in the ledger both stay to be found', () => {
    const { ledger, projector, items } = openTestStore();
    ledger.append([memory({ id: 'a', text: 'one' }), memory({ id: 'a', text: 'two', supersedes: ['z'] })]);
    projector.catchUp();
    const [, second] = ledger.readAfter(0, 2);
    expect(items.item('default', 'a')?.text).toBe('one');
    expect(items.item('default', second?.eventId ?? '')).toMatchObject({ text: 'two', supersedes: ['z'] });
  });
});

describe('rebuild', () => {
  test('writes that arrive meanwhile are durable at once, keep ids apart and are in at the end', async () => {
    const { writes, items, ledger } = openTestStore();
    for (let batch = 0; batch < 3; batch++) {
      writes.append(Array.from({ length: 500 }, (_, n) => memory({ id: `m${batch}-${n}`, text: `words ${n}` })));
    }
    const during: AppendOutcome[] = [];
    const report = await writes.rebuild(({ done }) => {
      during.push(
        ...writes.append([memory({ id: `during${done}`, text: 'new' }), memory({ id: 'm2-499', text: 'thief' })]),
      );
      expect(writes.behind().error).toBeNull();
    });
    expect(statuses(during)).toEqual(['appended', 'id-taken', 'appended', 'id-taken', 'appended', 'id-taken']);
    expect(report).toMatchObject({ events: 1500, items: 1500 });
    expect(report.digestAfter).toBe(report.digestBefore);
    expect(items.total()).toBe(1503);
    expect(writes.behind()).toEqual({ events: 0, error: null });
    expect(ledger.head().seq).toBe(1503);
    expect(statuses(writes.append([memory({ id: 'm2-499', text: 'thief' })]))).toEqual(['id-taken']);
  });

  test('an id that is erased meanwhile is free again, and its item does not come back', async () => {
    const { writes, items, erase } = openTestStore();
    const [outcome] = writes.append([memory({ id: 'a', text: 'one' })]);
    if (outcome?.status !== 'appended') throw new Error('not appended');
    erase(outcome.event.eventId, ['a']);
    const report = await writes.rebuild();
    expect(report.digestAfter).toBe(report.digestBefore);
    expect(items.item('default', 'a')).toBeNull();
    expect(statuses(writes.append([memory({ id: 'a', text: 'two' })]))).toEqual(['appended']);
  });

  test('mends rows that were lost', async () => {
    const { writes, items, memory: db } = openTestStore();
    writes.append([memory({ id: 'a', text: 'one' })]);
    db.exec('DELETE FROM items');
    const report = await writes.rebuild();
    expect(report.digestAfter).not.toBe(report.digestBefore);
    expect(items.item('default', 'a')?.text).toBe('one');
  });

  test('mends projections that can no longer be caught up', async () => {
    const { writes, items, memory: db } = openTestStore();
    writes.append([turn('a', 't', 1)]);
    db.exec("INSERT INTO turns VALUES ('default', 't', 2, 2)");
    writes.append([turn('b', 't', 2)]);
    expect(writes.behind()).toMatchObject({ events: 1, error: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } });
    expect(await writes.rebuild()).toMatchObject({ digestBefore: 'unreadable', items: 2 });
    expect(items.turnNeighbours(items.item('default', 'b')?.rowid ?? 0).previous).not.toBeNull();
    expect(writes.behind()).toEqual({ events: 0, error: null });
  });

  test('a rebuild that is asked for twice runs twice, one after the other', async () => {
    const { writes } = openTestStore();
    writes.append(Array.from({ length: 600 }, () => memory({ text: 'x' })));
    const [first, second] = await Promise.all([writes.rebuild(), writes.rebuild()]);
    expect(second).toEqual(first);
  });
});
