import { describe, expect, it } from 'vitest';
import { open } from './support.ts';

/** A memory that calls `session_lifetime` by other words than its name, and has other limits beside it. */
function withSettings() {
  const store = open();
  const session = (id: string, subject: string, object: string, validFrom: string, text: string) =>
    store.say({ id, subject, predicate: 'session_lifetime', object, cardinality: 'one', validFrom, text });
  session('gate8', 'gate-filter', '8 h', '2026-01-05T00:00:00Z', 'gate-filter starts with a session expiry of 8 h.');
  session('gate12', 'gate-filter', '12 h', '2026-03-02T00:00:00Z', 'The session expiry of gate-filter is 12 h now.');
  session('gate12again', 'gate-filter', '12 h', '2026-04-01T00:00:00Z', 'gate-filter? 12 h as auto-logout time.');
  session('gate2', 'gate-filter', '2 h', '2026-06-01T00:00:00Z', 'gate-filter has a session expiry of 2 h.');
  session('mill6', 'mill-mapper', '6 h', '2026-02-01T00:00:00Z', 'The auto-logout time of mill-mapper is 6 h.');
  store.say(
    {
      id: 'upload',
      subject: 'mill-mapper',
      predicate: 'upload_limit',
      object: '40 MB',
      cardinality: 'one',
      validFrom: '2026-02-01T00:00:00Z',
      text: 'mill-mapper takes attachments up to 40 MB, the attachment limit.',
    },
    {
      id: 'retries',
      subject: 'gate-filter',
      predicate: 'retry_limit',
      object: 3,
      cardinality: 'one',
      validFrom: '2026-02-01T00:00:00Z',
      text: 'gate-filter tries again 3 times.',
    },
  );
  return store;
}

describe('a property in the words of the memory', () => {
  it('is the predicate whose statements use them, of whatever subject', () => {
    const { ids, candidates, statement } = withSettings().ask('What is the auto-logout time of gate-filter?');
    expect([ids[0], candidates[0]?.asked]).toEqual(['gate2', true]);
    expect(statement).toContain('2 h since 1 June 2026');
  });

  it('is none of the subject where only others have it', () => {
    const { ids, absence } = withSettings().ask('What is the attachment limit of gate-filter?');
    expect([ids, absence]).toEqual([[], 'relation-unsupported']);
  });

  it('is none of the subject although a greeting stands before it', () => {
    const { absence } = withSettings().ask('Hello what is the attachment limit of gate-filter ok?');
    expect(absence).toBe('relation-unsupported');
  });

  it('is told by the sort of value where the form of the question asks for one', () => {
    expect(withSettings().ask('How long does a login on gate-filter last?').ids[0]).toBe('gate2');
    expect(withSettings().ask('How big may a file for mill-mapper be?').ids[0]).toBe('upload');
  });

  it('is no answer to why something happened', () => {
    const { candidates } = withSettings().ask('Why did the session expiry of gate-filter fail?');
    expect(candidates.some(({ asked }) => asked)).toBe(false);
  });

  it('is not certain where an unknown word makes another name of it', () => {
    const { candidates } = withSettings().ask("What's the badge limit for gate-filter?");
    expect(candidates.some(({ asked }) => asked)).toBe(false);
  });
});

describe('a value that is named', () => {
  it('has what came before and after it, by whatever words', () => {
    const store = withSettings();
    const first = (question: string) => store.ask(question).ids[0];
    expect(first('Do you remember what auto-logout time gate-filter got right after 8 h?')).toBe('gate12');
    expect(first('Looking for the next session expiry of gate-filter after 12 h.')).toBe('gate2');
    expect(first('Which auto-logout time of gate-filter gave way to 12 h?')).toBe('gate8');
    expect(first('What was the auto-logout time of gate-filter changed to from 8 h?')).toBe('gate12');
  });

  it('began with the statement that brought it, and ended with the one that replaced it', () => {
    const store = withSettings();
    const first = (question: string) => store.ask(question).ids[0];
    expect(first('Does anyone know when the auto-logout time of gate-filter was set to 12 h?')).toBe('gate12');
    expect(first('The date when the auto-logout time of gate-filter became 2 h?')).toBe('gate2');
    expect(first('When did the auto-logout time of gate-filter stop being 8 h?')).toBe('gate12');
  });

  it('was never one where the slot never had it', () => {
    const { ids, absence } = withSettings().ask('When did the auto-logout time of gate-filter go to 24 h?');
    expect([ids, absence]).toEqual([[], 'never-stated']);
  });
});

describe('a date of the question', () => {
  it('is no value that a slot of dates never had', () => {
    const store = open();
    const support = { subject: 'Parser 6', predicate: 'end of extended support', cardinality: 'one' } as const;
    store.say({ id: 'eoes', ...support, object: '2027-03-01', validFrom: '2026-05-01T00:00:00Z' });
    const { ids, absence } = store.ask('Parser 6 end of extended support as recorded by 2026-02-05?');
    expect([ids, absence]).toEqual([[], 'not-known-then']);
    expect(store.ask('Parser 6 end of extended support as recorded by 2026-06-05?').ids).toEqual(['eoes']);
  });
});

describe('what only introduces a question', () => {
  it('says nothing of time', () => {
    const store = withSettings();
    expect(store.ask('Before I change anything, what is the auto-logout time of gate-filter?').ids[0]).toBe('gate2');
    const { ids } = store.ask(
      'I try to find out since yesterday what the auto-logout time of gate-filter was on 2 May 2026.',
    );
    expect(ids[0]).toBe('gate12');
  });
});

describe('the first statement of a value', () => {
  it('stands before its repetitions', () => {
    const { ids } = withSettings().ask('What was the auto-logout time of gate-filter on 2 May 2026?');
    expect(ids).toEqual(['gate12', 'gate12again']);
  });

  it('is that of before a limited time which has passed', () => {
    const store = open();
    const budget = (id: string, object: string, validFrom: string, validTo?: string) =>
      store.say({
        id,
        subject: 'Heron',
        predicate: 'monthly_budget',
        object,
        cardinality: 'one',
        validFrom,
        ...(validTo ? { validTo } : {}),
      });
    budget('b15', '15,500 EUR', '2026-01-01T00:00:00Z');
    budget('b15again', '15,500 EUR', '2026-02-01T00:00:00Z');
    budget('b21', '21,000 EUR', '2026-03-01T00:00:00Z', '2026-03-31T00:00:00Z');
    expect(store.ask('What is the monthly budget of Heron?').ids[0]).toBe('b15');
    expect(store.ask('What was the monthly budget of Heron on 5 March 2026?').ids[0]).toBe('b21');
  });
});
