import { describe, expect, test } from 'vitest';
import { openCauses } from '../../../../main/projections/causes/causes.ts';
import { openKeywords } from '../../../../main/projections/keywords/keywords.ts';
import { openCausal } from '../../../../main/retrievers/causal/causal.ts';
import { openFindCauses } from '../../../../main/retrievers/causal/findCauses.ts';
import type { PathQuery } from '../../../../main/retrievers/path.ts';
import { memory, openTestStore } from '../../projections/store.ts';

const day = (n: number) => Date.UTC(2026, 2, n);

function openStore() {
  const store = openTestStore((db) => [openCauses(db), openKeywords(db)]);
  const { retrieve: causal } = openCausal(store.memory);
  const frame = { namespaces: ['default'], depth: 50, now: day(10), timeZone: 'UTC', knownAt: null };
  const ask = (text: string, rest: Partial<PathQuery> = {}) =>
    causal({ text, includeHistorical: false, ...frame, ...rest });
  const ids = (text: string, rest: Partial<PathQuery> = {}) => {
    const { candidates } = ask(text, rest);
    return candidates.map(({ rowid }) =>
      store.memory.prepare('SELECT item_id FROM items WHERE rowid = ?').pluck().get(rowid),
    );
  };
  const cause = (id: string, from: string, effect: string, rest: object = {}) =>
    memory({ id, cause: { cause: from, effect, ...rest } }, { eventType: 'cause_asserted' });
  return { ...store, ask, ids, cause, causes: openFindCauses(store.memory) };
}

/** A full disk → failed backup → lost invoices → angry customers; beside it things that have nothing to do with it. */
function chained() {
  const store = openStore();
  store.writes.append([
    store.cause('c1', 'the full disk', 'the backup failed'),
    store.cause('c2', 'failed backup', 'lost invoices'),
    store.cause('c3', 'the lost invoices', 'customers were angry'),
    store.cause('o1', 'heavy rain', 'a flooded cellar'),
    store.cause('o2', 'a new font', 'broken page layout'),
    memory({ id: 'm', text: 'The printer on the third floor is loud.' }),
  ]);
  return store;
}

describe('the causal path', () => {
  test('walks backwards from an effect to its first cause, link by link', () => {
    const { ask, ids } = chained();
    expect(ids('Why were the customers angry?')).toEqual(['c3', 'c2', 'c1']);
    expect(ids('What was the root cause of the lost invoices?')).toEqual(['c2', 'c1']);
    const last = ask('Why were the customers angry?').candidates.at(-1);
    expect(last?.edges?.map(({ from, to, relation }) => [from, relation, to])).toEqual([
      ['the full disk', 'causes', 'the backup failed'],
      ['failed backup', 'causes', 'lost invoices'],
      ['the lost invoices', 'causes', 'customers were angry'],
    ]);
  });

  test('walks forwards from a cause to what came of it', () => {
    const { ids } = chained();
    expect(ids('What did the full disk lead to?')).toEqual(['c1', 'c2', 'c3']);
    expect(ids('What were the consequences of the failed backup?')).toEqual(['c2', 'c3']);
    expect(ids('What was caused by the heavy rain?')).toEqual(['o1']);
  });

  test('finds the claim itself where both sides are named, whichever is the effect', () => {
    const { ids } = chained();
    expect(ids('Did the new font cause the broken page layout?')[0]).toBe('o2');
    expect(ids('Was the flooded cellar due to heavy rain?')[0]).toBe('o1');
  });

  test('proposes nothing for a question about something else, or of another kind', () => {
    const { ids } = chained();
    expect(ids('Why is the sky blue?')).toEqual([]);
    expect(ids('Who repaired the full disk?')).toEqual([]);
    expect(ids('What caused the fire in the warehouse last summer?')).toEqual([]);
    expect(ids('lost invoices')).not.toEqual([]);
  });

  test('says that no cause is recorded of a thing that is known, and nothing of one that is not', () => {
    const { ask } = chained();
    expect(ask('Why is the printer loud?').absence).toBe('cause-not-recorded');
    expect(ask('What did the printer lead to?').absence).toBe('effect-not-recorded');
    expect(ask('Why did the zeppelin vanish?').absence).toBeUndefined();
    expect(ask('Who owns the printer?').absence).toBeUndefined();
  });

  test('claims no absence where a text tells the cause, although nobody recorded it', () => {
    const { ask, writes } = chained();
    writes.append([memory({ id: 'told', text: 'The printer is loud because a gear is bent.' })]);
    expect(ask('Why is the printer loud?').absence).toBeUndefined();
  });

  test('ends a circle of causes, and a chain after four links', () => {
    const { writes, cause, ids } = openStore();
    writes.append([cause('a', 'stress', 'insomnia'), cause('b', 'insomnia', 'stress')]);
    expect(ids('What causes insomnia?')).toEqual(['a', 'b']);
    const stages = ['drought', 'famine', 'migration', 'crowding', 'plague', 'panic', 'riot'];
    writes.append(stages.slice(1).map((effect, n) => cause(`s${n}`, stages[n] ?? '', effect)));
    expect(ids('Why did the riot come about?')).toEqual(['s5', 's4', 's3', 's2']);
  });

  test('sees only what was known by the instant asked about, and only the namespaces asked', () => {
    const { writes, ids } = openStore();
    writes.append([
      memory({ id: 'c', cause: { cause: 'frost', effect: 'burst pipe' } }, { knownAt: day(5) }),
      memory({ id: 'd', cause: { cause: 'rust', effect: 'burst pipe' } }, { knownAt: day(1), namespace: 'elsewhere' }),
    ]);
    expect(ids('Why did the pipe burst?', { knownAt: day(4) })).toEqual([]);
    expect(ids('Why did the pipe burst?', { knownAt: day(5) })).toEqual(['c']);
    expect(ids('Why did the pipe burst?', { namespaces: ['elsewhere'] })).toEqual(['d']);
  });
});

describe('an overturned diagnosis', () => {
  function overturned() {
    const store = openStore();
    const no = { cause: 'cache', effect: 'slow checkout', holds: false };
    store.writes.append([
      store.cause('wrong', 'the cache', 'the slow checkout'),
      memory(
        { id: 'no', text: 'The cache was fine.', cause: no, corrects: ['wrong'] },
        { eventType: 'cause_overturned' },
      ),
      store.cause('right', 'a missing index', 'the slow checkout'),
    ]);
    return store;
  }

  test('is not given as the cause', () => {
    expect(overturned().ids('Why was the checkout slow?')).toEqual(['right']);
    expect(overturned().ids('What did the cache cause?')).toEqual([]);
  });

  test('is given, as such, where what was first thought is asked for', () => {
    const { ask, ids } = overturned();
    for (const question of [
      'What was first suspected to have caused the slow checkout?',
      'What turned out not to be the cause of the slow checkout?',
      'What was wrongly blamed for the slow checkout?',
    ]) {
      expect(ids(question)).toContain('wrong');
    }
    const { candidates } = ask('Why was the checkout slow?', { includeHistorical: true });
    expect(candidates.find(({ signals }) => signals.status === 'overturned')).toMatchObject({ asked: true });
  });

  test('comes with the evidence against it', () => {
    const { causes } = overturned();
    const find = (includeOverturned: boolean) =>
      causes.find({
        of: 'slow checkout',
        direction: 'causes',
        depth: 3,
        includeOverturned,
        limit: 20,
        namespace: 'default',
      });
    expect(find(false).chains.map(({ links }) => links.map(({ causeId }) => causeId))).toEqual([['right']]);
    const [wrong] = find(true).chains.flatMap(({ links }) => links.filter(({ causeId }) => causeId === 'wrong'));
    expect(wrong).toMatchObject({ status: 'overturned', overturnedBy: 'no', counterEvidence: ['no'] });
  });
});
