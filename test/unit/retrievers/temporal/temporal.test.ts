import { describe, expect, it } from 'vitest';
import { memory } from '../../projections/store.ts';
import { open, timeout, withTimeout } from './support.ts';

describe('the worked example (recall.md §7 F)', () => {
  it('gives the present value alone', () => {
    const { ids, statement, time } = withTimeout().ask('What is the worker timeout now?');
    expect(ids).toEqual(['t420']);
    expect(statement).toBe('Worker timeout is 420 seconds since 24 September 2026.');
    expect(time?.mode).toBe('now');
  });

  it('gives the value of a day in the past', () => {
    const { ids, statement } = withTimeout().ask('What was the worker timeout on September 15?');
    expect(ids).toEqual(['t600']);
    expect(statement).toBe('Worker timeout was 600 seconds from 12 September 2026 until 24 September 2026.');
  });

  it('finds what preceded a value, by the value alone', () => {
    const { ids, statement } = withTimeout().ask('What value immediately preceded 420 seconds?');
    expect(ids).toEqual(['t600', 't420']);
    expect(statement).toBe(
      'Before 420 seconds, Worker timeout was 600 seconds from 12 September 2026 until 24 September 2026.',
    );
  });

  it('finds when a value stopped, by the value alone and in another unit', () => {
    const store = withTimeout();
    const { ids, statement } = store.ask('When did the 600-second configuration stop being valid?');
    expect(ids).toEqual(['t420', 't600']);
    expect(statement).toBe(
      'Worker timeout stopped being 600 seconds on 24 September 2026, when it became 420 seconds.',
    );
    expect(store.ask('When did the 10 minute timeout end?').ids).toEqual(['t420', 't600']);
  });

  it('tells when a value began, what followed it, and the whole history', () => {
    const store = withTimeout();
    expect(store.ask('Since when is the worker timeout 420 seconds?').statement).toBe(
      'Worker timeout became 420 seconds on 24 September 2026.',
    );
    expect(store.ask('What replaced 300 seconds as the worker timeout?').ids).toEqual(['t600', 't300']);
    expect(store.ask('Show me the history of the worker timeout').ids).toEqual(['t300', 't600', 't420']);
    expect(store.ask('What was the worker timeout originally?').ids[0]).toBe('t300');
    expect(store.ask('What was the worker timeout before the change?').ids).toEqual(['t600', 't420']);
  });

  it('puts what held for most of a span first and tells what held beside it', () => {
    const { ids, statement } = withTimeout().ask('What was the worker timeout in mid-September?');
    expect(ids).toEqual(['t600', 't300']);
    expect(statement).toContain('was 600 seconds from 12 September 2026 until 24 September 2026; in the same span');
  });

  it('answers by name though the words stand apart or are inflected', () => {
    const { ids } = withTimeout().ask('Which timeouts do our workers have?');
    expect(ids).toEqual(['t420']);
  });
});

describe('a value that was held for months', () => {
  function withMonths() {
    const store = open();
    store.say(
      { id: 't300', ...timeout, object: '300 s', validFrom: '2026-01-01T00:00:00Z' },
      { id: 't600', ...timeout, object: '600 s', validFrom: '2026-05-10T00:00:00Z' },
      { id: 't420', ...timeout, object: '420 s', validFrom: '2026-09-24T00:00:00Z' },
    );
    return store;
  }

  it('is told with its interval where it is asked when it held', () => {
    const store = withMonths();
    const { ids, statement, time, candidates } = store.ask('When was the worker timeout 600 seconds?');
    expect([ids, time?.mode, candidates[0]?.asked]).toEqual([['t600'], 'history', true]);
    expect(statement).toBe('Worker timeout was 600 s from 10 May 2026 until 24 September 2026.');
    expect(store.ask('When was the worker timeout 999 seconds?')).toMatchObject({
      candidates: [],
      absence: 'never-stated',
    });
  });

  it('is the first one, or the one before the present one', () => {
    const store = withMonths();
    expect(store.ask('What was the first worker timeout?').ids).toEqual(['t300']);
    expect(store.ask('What did the worker timeout use to be?').ids[0]).toBe('t600');
  });

  it('is the one before a date', () => {
    const store = withMonths();
    const { ids, statement } = store.ask('What was the worker timeout before March 1, 2026?');
    expect([ids, statement]).toEqual([['t300'], 'Worker timeout was 300 s from 1 January 2026 until 10 May 2026.']);
    expect(store.ask('What was the worker timeout before May 10, 2026?').ids).toEqual(['t300']);
    expect(store.ask('What was the worker timeout before June?').ids).toEqual(['t600']);
  });

  it('is not answered for certain where the date cannot be read', () => {
    const { ids, statement, candidates } = withMonths().ask('What was the worker timeout at Easter?');
    expect(ids.length).toBeGreaterThan(0);
    expect([statement, candidates.some(({ asked }) => asked)]).toEqual([undefined, false]);
    expect(withMonths().ask('What was the worker timeout on 10.05.2026?').ids).toEqual(['t600']);
  });

  it('is read month first where both figures of a date may be the month, and says so', () => {
    const { ids, time } = withMonths().ask('What was the worker timeout on 05/06/2026?');
    expect([ids, time?.phrase]).toEqual([['t300'], '05/06/2026 (read as 6 May 2026)']);
    expect(withMonths().ask('What was the worker timeout on 14/5/2026?').ids).toEqual(['t600']);
  });
});

describe('what is asked', () => {
  const isAsked = (store: ReturnType<typeof open>, text: string) =>
    store.ask(text).candidates.some(({ asked }) => asked === true);

  it('is no property that the question word implies, where another verb stands', () => {
    const store = open();
    store.say({ id: 'owner', subject: 'Parser service', predicate: 'owner', object: 'Anna' });
    for (const verb of ['founded', 'manages', 'tests']) {
      expect(isAsked(store, `Who ${verb} the Parser service?`)).toBe(false);
    }
    for (const verb of ['owns', 'is the owner of', 'is responsible for']) {
      expect(isAsked(store, `Who ${verb} the Parser service?`)).toBe(true);
    }
  });

  it('is a property that the form of the question implies', () => {
    const store = open();
    store.say(
      { id: 'height', subject: 'North Tower', predicate: 'height', object: '90 m' },
      { id: 'city', subject: 'Ada', predicate: 'city', object: 'Bonn' },
    );
    expect(isAsked(store, 'How tall is the North Tower?')).toBe(true);
    expect(isAsked(store, 'Where does Ada live?')).toBe(true);
    expect(isAsked(store, 'Where does Ada paint?')).toBe(false);
  });

  it('is not who manages a person, where it is whom the person manages', () => {
    const store = open();
    store.say({ id: 'manager', subject: 'Karl Meyer', predicate: 'manager', object: 'Anna' });
    expect(isAsked(store, 'Who does Karl Meyer manage?')).toBe(false);
    expect(isAsked(store, 'Who is managed by Karl Meyer?')).toBe(false);
    expect(isAsked(store, 'Who manages Karl Meyer?')).toBe(true);
    expect(isAsked(store, 'Who is the manager of Karl Meyer?')).toBe(true);
  });
});

describe('who is meant', () => {
  function withProducts() {
    const store = open();
    store.say(
      { id: 'a8', subject: 'almalinux 8', predicate: 'eol', object: '2029-03-01' },
      { id: 'a85', subject: 'almalinux 8.5', predicate: 'eol', object: '2022-05-10' },
      { id: 'a9', subject: 'almalinux 9', predicate: 'eol', object: '2032-05-31' },
      { id: 'a9s', subject: 'almalinux 9', predicate: 'eoas', object: '2027-05-31' },
    );
    store.alias('AlmaLinux OS', 'almalinux');
    store.aliasOfPredicate('end-of-life date', 'eol');
    store.alias('end of active support', 'eoas');
    return store;
  }

  it('follows aliases inside longer names and of predicates', () => {
    const store = withProducts();
    expect(store.ask('What is the end-of-life date of AlmaLinux OS 8?').ids).toEqual(['a8']);
    expect(store.ask('When does AlmaLinux OS 9 reach end of life?').ids).toEqual(['a9']);
    expect(store.ask('When will almalinux 9 drop out of active support?').ids).toEqual(['a9s']);
  });

  it('puts a name together whose parts stand apart', () => {
    const store = withProducts();
    expect(store.ask('When does release 9 of AlmaLinux OS reach end of life?').ids).toEqual(['a9']);
    expect(store.ask('Which end-of-life date has 8.5, the release of almalinux?').ids).toEqual(['a85']);
  });

  it('takes no version for another one', () => {
    const { ids, absence } = withProducts().ask('What is the end-of-life date of AlmaLinux OS 8.6?');
    expect([ids, absence]).toEqual([[], undefined]);
  });

  it('says nothing of a product without its version', () => {
    expect(withProducts().ask('What is the end-of-life date of AlmaLinux OS?').ids).toEqual([]);
  });

  it('proposes all slots between which the words do not decide, and no sentence', () => {
    const store = open();
    store.say(
      { id: 'north', subject: 'north door', predicate: 'code', object: '1234' },
      { id: 'south', subject: 'south door', predicate: 'code', object: '9876' },
    );
    const { ids, statement } = store.ask('What are the codes of the north door and the south door?');
    expect(new Set(ids)).toEqual(new Set(['north', 'south']));
    expect(statement).toBeUndefined();
  });

  it('takes a predicate that says more of the question before one that says less', () => {
    const store = open();
    store.say(
      { id: 'short', subject: 'Django 4.2', predicate: 'support', object: '2023-12-01' },
      { id: 'long', subject: 'Django 4.2', predicate: 'extendedSupport', object: '2026-04-01' },
    );
    expect(store.ask('When does Django 4.2 lose extended support?').ids).toEqual(['long']);
    expect(store.ask('When does Django 4.2 lose support?').ids).toEqual(['short']);
  });

  it('takes a word of the predicate for the predicate and not for a mode', () => {
    const store = open();
    store.say({ id: 'end', subject: 'Project Juno', predicate: 'end date', object: '2026-12-01' });
    const { ids, time } = store.ask('When does Project Juno end?');
    expect([ids, time?.mode]).toEqual([['end'], 'now']);
  });

  it('sees only the namespaces asked for', () => {
    expect(withTimeout().ask('What is the worker timeout now?', { namespaces: ['other'] }).ids).toEqual([]);
  });

  it('proposes the item that a fact was found in behind the fact', () => {
    const store = open();
    store.note('note', 'Worker timeout = 300 seconds');
    store.say({ id: 'found', ...timeout, object: '300 seconds', derivedFrom: ['note'] });
    expect(store.ask('What is the worker timeout?').ids).toEqual(['found', 'note']);
  });
});

describe('what was known, and what is not there', () => {
  function withLateNews() {
    const store = open();
    const slot = { subject: 'Ada', predicate: 'city' };
    store.say(
      { id: 'bonn', ...slot, object: 'Bonn', validFrom: '2025-01-01T00:00:00Z', known: '2025-02-01T00:00:00Z' },
      { id: 'oslo', ...slot, object: 'Oslo', validFrom: '2025-06-01T00:00:00Z', known: '2025-09-01T00:00:00Z' },
    );
    return store;
  }

  it('answers with what was believed then, about then', () => {
    const store = withLateNews();
    expect(store.ask('What was the city of Ada on 1 July 2025?').ids).toEqual(['oslo']);
    const { ids, statement } = store.ask('What did we believe on 1 July 2025 the city of Ada was?');
    expect(ids).toEqual(['bonn']);
    expect(statement).toBe('As known on 1 July 2025, Ada city is Bonn since 1 January 2025.');
    expect(store.ask('What did we know on 1 October 2025 of the city of Ada on 1 July 2025?').ids).toEqual(['oslo']);
  });

  it('keeps to what the caller lets be known', () => {
    const knownAt = Date.UTC(2025, 6, 1);
    expect(withLateNews().ask('Which city does Ada have now?', { knownAt }).ids).toEqual(['bonn']);
  });

  it('says that nothing was known then', () => {
    const { ids, absence } = withLateNews().ask('As known on 15 January 2025, what was the city of Ada?');
    expect([ids, absence]).toEqual([[], 'not-known-then']);
  });

  it('says that nothing held then', () => {
    const { ids, absence } = withLateNews().ask('What was the city of Ada on 1 May 2024?');
    expect([ids, absence]).toEqual([[], 'did-not-hold-then']);
  });

  it('says that it was taken back', () => {
    const store = open();
    store.say({ id: 'wrong', subject: 'Ada', predicate: 'city', object: 'Rome' });
    store.writes.append([memory({ id: 'word', text: 'That was a mistake.', retracts: ['wrong'] })]);
    expect(store.ask('What is the city of Ada?')).toMatchObject({ candidates: [], absence: 'taken-back' });
  });

  it('says that a value was never stated, and that the first had none before it', () => {
    const store = withTimeout();
    expect(store.ask('When was the worker timeout changed to 999 seconds?').absence).toBe('never-stated');
    expect(store.ask('What was the worker timeout before 300 seconds?').absence).toBe('never-stated');
  });

  it('answers no question about a day that no calendar has', () => {
    const store = withTimeout();
    expect(store.ask('What was the worker timeout on September 31, 2026?')).toMatchObject({
      candidates: [],
      absence: 'no-such-date',
    });
  });

  it('answers no question about such a day without a slot either, and says which day it was', () => {
    const { absence, time } = withTimeout().ask('Who repaired the sea gate on 31 November?');
    expect([absence, time?.phrase]).toEqual(['no-such-date', '31 November']);
  });

  it('tells of a weekday that does not fit its date', () => {
    const { notices, ids } = withTimeout().ask('What was the worker timeout on Tuesday, 16 September 2026?');
    expect(ids).toEqual(['t600']);
    expect(notices).toEqual(['16 September 2026 is a Wednesday, not a Tuesday: the date was taken.']);
    expect(withTimeout().ask('What was the worker timeout on Wednesday, 16 September 2026?').notices).toEqual([]);
  });

  it('answers about the future as far as is known', () => {
    const { ids, statement } = withTimeout().ask('What will the worker timeout be on 1 January 2030?');
    expect(ids).toEqual(['t420']);
    expect(statement).toBe(
      'As far as is known on 1 October 2026, Worker timeout is 420 seconds since 24 September 2026.',
    );
  });

  it('says nothing where no slot is meant', () => {
    const store = withTimeout();
    for (const text of ['What did Maria paint last summer?', '?', '🙂', 'timeout '.repeat(1000)]) {
      expect(store.ask(text)).toMatchObject({ status: 'ok', candidates: [] });
    }
  });

  it('forgets what is erased', () => {
    const store = open();
    store.say({ id: 'gone', subject: 'red kettle', predicate: 'place', object: 'attic' });
    const [event] = store.ledger.list({ limit: 1 }).events;
    store.erase(event?.eventId ?? '', ['gone']);
    expect(store.ask('What is the place of the kettle that is red?').ids).toEqual([]);
    expect(store.memory.prepare('SELECT count(*) AS n FROM subject_terms').get()).toEqual({ n: 0 });
  });
});

describe('a value that somebody said holds no longer', () => {
  const owner = { subject: 'Billing', predicate: 'owner' } as const;
  function withOwners() {
    const store = open();
    store.say(
      { id: 'anna', ...owner, object: 'Anna', validFrom: '2026-01-05T00:00:00Z' },
      { id: 'bob', ...owner, object: 'Bob', validFrom: '2026-03-05T00:00:00Z' },
      { id: 'gone', ...owner, object: 'Bob', holds: 'no-longer', validFrom: '2026-05-05T00:00:00Z' },
    );
    return store;
  }

  it('is not the present one', () => {
    expect(withOwners().ask('Who is the owner of Billing now?')).toMatchObject({
      ids: ['gone'],
      absence: 'value-ended',
    });
  });

  it('has nothing to show where no word ended it: before it began', () => {
    expect(withOwners().ask('Who was the owner of Billing in May 2024?')).toMatchObject({
      ids: [],
      absence: 'did-not-hold-then',
    });
  });

  it('is denied by what says that it never held', () => {
    const store = open();
    store.say({ id: 'never', ...owner, object: 'Anna', holds: 'never' });
    expect(store.ask('Who is the owner of Billing?')).toMatchObject({ ids: ['never'], absence: 'value-ended' });
  });

  it('was the one before, and the one in its time', () => {
    expect(withOwners().ask('Who was the previous owner of Billing?').ids[0]).toBe('bob');
    expect(withOwners().ask('Who was the owner of Billing in April 2026?').ids).toEqual(['bob']);
    expect(withOwners().ask('Who owned Billing before Bob?').ids[0]).toBe('anna');
  });

  it('ended when the denial says, which is shown', () => {
    const { ids, statement } = withOwners().ask('When did Bob stop being the owner of Billing?');
    expect(ids).toEqual(['bob', 'gone']);
    expect(statement).toBe('Billing owner stopped being Bob on 5 May 2026.');
  });
});

describe('the sentence about a relation', () => {
  const said = (predicate: string, object: string, question: string, validTo?: string) => {
    const store = open();
    store.say({
      id: 'r',
      subject: 'Osprey',
      predicate,
      object,
      validFrom: '2026-09-01T00:00:00Z',
      ...(validTo && { validTo }),
    });
    return store.ask(question).statement;
  };
  it.each([
    ['uses', 'Tarnlib', 'What does Osprey use?', 'Osprey uses Tarnlib since 1 September 2026.'],
    ['married to', 'Heron', 'Who is Osprey married to?', 'Osprey is married to Heron since 1 September 2026.'],
    ['written_in', 'Rust', 'What is Osprey written in?', 'Osprey is written in Rust since 1 September 2026.'],
    ['depends on', 'Zlib', 'What does Osprey depend on?', 'Osprey depends on Zlib since 1 September 2026.'],
    ['status', 'stable', 'What is the status of Osprey?', 'Osprey status is stable since 1 September 2026.'],
  ])('has the verb of %j', (predicate, object, question, sentence) => {
    expect(said(predicate, object, question)).toBe(sentence);
  });

  it('puts the verb in the past for what is over', () => {
    const question = 'What did Osprey depend on on 10 September 2026?';
    expect(said('depends on', 'Zlib', question, '2026-09-20T00:00:00Z')).toBe(
      'Osprey depended on Zlib from 1 September 2026 until 20 September 2026.',
    );
  });

  it('uses the name that was asked about', () => {
    const store = open();
    store.say({ id: 'o', subject: 'Falcon', predicate: 'owner', object: 'Kim', validFrom: '2026-09-01T00:00:00Z' });
    store.alias('Merlin', 'Falcon');
    expect(store.ask('Who is the owner of Merlin?').statement).toBe('Merlin owner is Kim since 1 September 2026.');
    expect(store.ask('Who is the owner of Falcon?').statement).toBe('Falcon owner is Kim since 1 September 2026.');
  });
});
