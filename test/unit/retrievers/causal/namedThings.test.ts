import { describe, expect, test } from 'vitest';
import { openCauses } from '../../../../main/projections/causes/causes.ts';
import { openEntities } from '../../../../main/projections/entities/entities.ts';
import { openKeywords } from '../../../../main/projections/keywords/keywords.ts';
import { openCausal } from '../../../../main/retrievers/causal/causal.ts';
import { memory, openTestStore } from '../../projections/store.ts';

const day = (month: number, n: number) => Date.UTC(2026, month - 1, n);

function openStore() {
  const store = openTestStore((db) => [openEntities(db), openCauses(db), openKeywords(db)]);
  const { retrieve: causal, asks, mayMean } = openCausal(store.memory);
  const idOf = store.memory.prepare('SELECT item_id FROM items WHERE rowid = ?').pluck();
  const queryOf = (text: string) => ({
    ...{ text, includeHistorical: false, namespaces: ['default'], depth: 50 },
    ...{ now: day(12, 1), timeZone: 'UTC', knownAt: null },
  });
  const ask = (text: string, nearest: readonly string[] = []) => {
    const rows = nearest.map(
      (id) => store.memory.prepare<[string], number>('SELECT rowid FROM items WHERE item_id = ?').pluck().get(id) ?? 0,
    );
    const { candidates, absence } = causal({ ...queryOf(text), nearest: rows });
    const asked = candidates.filter((one) => one.asked === true);
    return {
      ids: candidates.map(({ rowid }) => idOf.get(rowid)),
      asked: asked.map(({ rowid }) => idOf.get(rowid)),
      absence,
    };
  };
  const cause = (id: string, at: number, from: string, effect: string, rest: object = {}) =>
    memory(
      { id, text: `${from} – ${effect}`, cause: { cause: from, effect, ...rest } },
      { occurredAt: at, knownAt: at },
    );
  return {
    ...store,
    ask,
    asks: (text: string) => asks(queryOf(text)),
    mayMean: (text: string) => mayMean(queryOf(text)),
    cause,
  };
}

/** Two pumps. At one an outage in May with its whole chain, and another one in September; at the other one alone. */
function twoPumps() {
  const store = openStore();
  const { cause, writes } = store;
  writes.append([
    memory(
      { id: 'report', text: 'pump-east spilled oil on the quay', entities: ['pump-east', 'pump-west'] },
      { occurredAt: day(5, 2), knownAt: day(5, 2) },
    ),
    cause('root', day(5, 9), 'pump-east: the supplier had changed the rubber', 'pump-east: a seal was worn out'),
    cause('spill', day(5, 5), 'pump-east: a seal was worn out', 'pump-east spilled oil on the quay'),
    cause('sequel', day(5, 7), 'pump-east spilled oil on the quay', 'pump-east: the harbour was closed for a day'),
    cause('noise', day(9, 3), 'pump-east: a bearing ran dry', 'pump-east howled all night'),
    cause('other', day(6, 1), 'pump-west: the filter was clogged', 'pump-west spilled water on the quay'),
  ]);
  return store;
}

describe('a question that names a thing', () => {
  test('is answered by that thing alone, however alike the words of another are', () => {
    const { ask } = twoPumps();
    expect(ask('Why was there water on the quay at pump-west?').asked).toEqual(['other']);
    expect(ask('Why did pump-east spill something on the quay?').asked).toEqual(['spill']);
    expect(ask('Why did pump-east spill something on the quay?').ids).not.toContain('other');
  });

  test('finds the event although it is told in other words, by the few that are left', () => {
    const { ask } = twoPumps();
    expect(ask('Do you know what caused the oily mess below pump-east on the quay?').ids[0]).toBe('spill');
    expect(ask('find: pump-east howling cause').ids[0]).toBe('noise');
  });

  test('asks for what is recorded of an event that it tells, in whatever words it asks', () => {
    const { asks, ask } = twoPumps();
    expect(asks('The story of the oil that pump-east spilled on the quay')).toBe(true);
    expect(ask('The story of the oil that pump-east spilled on the quay').ids).toContain('spill');
    expect(asks('The colour of pump-east')).toBe(false);
    expect(asks('Who cleaned the quay when pump-east spilled oil on it?')).toBe(false);
    expect(asks('Why is the sky blue?')).toBe(true);
  });

  test('tells two events of one thing apart by the day on which they were first told of', () => {
    const { ask } = twoPumps();
    expect(ask('What was behind the trouble at pump-east in May?').asked).toEqual(['spill']);
    expect(ask('What was behind the trouble at pump-east on 2 September 2026?').asked).toEqual(['noise']);
  });

  test('is answered by the whole chain where its root is asked for, and by one step otherwise', () => {
    const { ask } = twoPumps();
    expect(ask('What was the root cause of the oil spill at pump-east?').asked).toEqual(['spill', 'root']);
    expect(ask('What caused the oil spill at pump-east?').asked).toEqual(['spill']);
    expect(ask('What caused the oil spill at pump-east?').ids.slice(0, 2)).toEqual(['spill', 'root']);
  });

  test('is answered forwards where effects are asked for', () => {
    const { ask } = twoPumps();
    expect(ask('What happened because pump-east spilled oil?').asked).toEqual(['sequel']);
    expect(ask('Tell me what the worn seal did to pump-east.').asked).toEqual(['spill']);
  });

  test('is asked for nothing where neither words nor a day say which event it was', () => {
    const { ask } = twoPumps();
    expect(ask('Why is pump-east so expensive?')).toMatchObject({ asked: [], absence: undefined });
  });

  test('has no answer among what was recorded of other things', () => {
    const { writes, cause, ask } = twoPumps();
    writes.append([memory({ id: 'm', text: 'pump-north spilled oil on the quay.', entities: ['pump-north'] })]);
    expect(ask('Why did pump-north spill oil on the quay?')).toMatchObject({ ids: [], absence: 'cause-not-recorded' });
    writes.append([cause('plain', day(10, 1), 'heavy swell', 'oil was spilled on the quay')]);
    expect(ask('Why did pump-north spill oil on the quay?')).toMatchObject({ ids: ['plain'], asked: [] });
  });
});

describe('a thing of which nothing that stands says what is asked', () => {
  function withdrawn() {
    const store = openStore();
    const { cause, writes } = store;
    writes.append([
      cause('wrong', day(5, 3), 'pump-east: a cold night', 'pump-east spilled oil'),
      cause('denied', day(5, 4), 'pump-east: a cold night', 'pump-east spilled oil', { holds: false }),
    ]);
    return store;
  }

  test('has no known cause once its only diagnosis was overturned', () => {
    expect(withdrawn().ask('Why did pump-east spill oil?')).toEqual({
      ids: [],
      asked: [],
      absence: 'cause-not-recorded',
    });
  });

  test('shows the diagnosis with the word that overturned it where that is asked for', () => {
    const { asked } = withdrawn().ask('Which theory about the oil at pump-east was ruled out?');
    expect(asked).toEqual(['wrong', 'denied']);
  });

  test('does not answer with another event of the thing', () => {
    const { ask, cause, writes } = withdrawn();
    writes.append([cause('noise', day(9, 3), 'pump-east: a bearing ran dry', 'pump-east howled all night')]);
    expect(ask('Why did pump-east spill oil?')).toMatchObject({ ids: [], absence: 'cause-not-recorded' });
    expect(ask('Why did pump-east howl at night?').asked).toEqual(['noise']);
    expect(ask('What did the cold night do to pump-east?')).toMatchObject({ absence: 'effect-not-recorded' });
  });
});

test('where no words lead to a claim, those nearest in meaning are proposed, and none is known to be asked', () => {
  const { ask, mayMean } = twoPumps();
  const question = 'How did we end up with that mess by the water?';
  expect(ask(question)).toMatchObject({ ids: [] });
  expect(ask(question, ['report', 'spill'])).toMatchObject({ ids: ['spill'], asked: [] });
  expect([mayMean(question), mayMean('Who owns the harbour?'), openStore().mayMean(question)]).toEqual([
    true,
    false,
    false,
  ]);
});
