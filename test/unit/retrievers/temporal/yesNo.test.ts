import { describe, expect, it } from 'vitest';
import { isYesNo } from '../../../../main/retrievers/temporal/yesNo.ts';
import { open, withTimeout } from './support.ts';

const held = 'it was 600 seconds from 12 September 2026 until 24 September 2026';
const holds = 'Worker timeout is 420 seconds since 24 September 2026';

describe('a question for a yes or a no', () => {
  it.each([
    ['Is the worker timeout 420 seconds?', `Yes: ${holds}.`],
    ['Is the worker timeout 7 min?', `Yes: ${holds}.`],
    ['Is the worker timeout 600 seconds?', `No: ${holds}; ${held}.`],
    ['Is the worker timeout still 600 seconds?', `No: ${holds}; ${held}.`],
    ['Does the worker have a timeout of 600 seconds?', `No: ${holds}; ${held}.`],
    ['Is the worker timeout 900 seconds?', `No: ${holds}.`],
    [
      'Was the worker timeout 600 seconds on September 15?',
      'Yes: Worker timeout was 600 seconds from 12 September 2026 until 24 September 2026.',
    ],
    [
      'Has the worker timeout ever been 600 seconds?',
      'Yes: Worker timeout was 600 seconds from 12 September 2026 until 24 September 2026.',
    ],
    [
      'Was the worker timeout 600 seconds?',
      'Yes: Worker timeout was 600 seconds from 12 September 2026 until 24 September 2026.',
    ],
  ])('is answered so, with the value that holds: %j', (text, statement) => {
    expect(withTimeout().ask(text).statement).toBe(statement);
  });

  it.each(['Is the worker timeout not 600 seconds?', 'Is the worker timeout 420 or 600 seconds?'])(
    'is answered with the value alone where a yes could be misread: %j',
    (text) => {
      expect(withTimeout().ask(text).statement).toBe(`${holds}.`);
    },
  );

  it('finds the slot by its value where the question names only who has it', () => {
    expect(withTimeout().ask('Does the worker use 420 s?').statement).toBe(`Yes: ${holds}.`);
    expect(withTimeout().ask('Does the worker use 300 s?').statement).toContain('No: ');
    expect(withTimeout().ask('Does the worker restart after 300 s?').statement).toBeUndefined();
  });

  function withOwner() {
    const store = open();
    const slot = { subject: 'billing service', predicate: 'owner' };
    store.say(
      { id: 'anna', ...slot, object: 'Anna Schmidt', validFrom: '2026-01-10T00:00:00Z' },
      { id: 'ben', ...slot, object: 'Ben', validFrom: '2026-07-10T00:00:00Z' },
    );
    return store;
  }

  it('knows a value by a part of its name, and another name for another value', () => {
    const store = withOwner();
    const now = 'billing service owner is Ben since 10 July 2026';
    const then = 'it was Anna Schmidt from 10 January 2026 until 10 July 2026';
    expect(store.ask('Is Anna still the owner of the billing service?').statement).toBe(`No: ${now}; ${then}.`);
    expect(store.ask('Does Ben own the billing service?').statement).toBe(`Yes: ${now}.`);
    expect(store.ask('Is the owner of the billing service Carla?').statement).toBe(`No: ${now}.`);
    expect(store.ask('Was Anna the owner of the billing service in May?').statement).toBe(
      'Yes: billing service owner was Anna Schmidt from 10 January 2026 until 10 July 2026.',
    );
  });

  it('gets no no from a slot of many values, of which one may not be told', () => {
    const store = open();
    store.say({ id: 'slack', subject: 'the team', predicate: 'tool', object: 'Slack', cardinality: 'many' });
    expect(store.ask('Is Slack a tool of the team?').statement).toContain('Yes: ');
    expect(store.ask('Is Zulip a tool of the team?').statement ?? '').not.toMatch(/^No/);
  });

  it('is told from a question for a thing', () => {
    expect(isYesNo('Do you know what the timeout is?')).toBe(false);
    expect(isYesNo('Tell me whether the timeout is 5 s.')).toBe(true);
    expect(isYesNo('What is the timeout?')).toBe(false);
  });
});

describe('a predicate that says nothing of its own', () => {
  it('gives a sentence about the subject', () => {
    const store = open();
    store.say({
      id: 'v',
      subject: 'Worker timeout',
      predicate: 'value',
      object: '300 s',
      validFrom: '2026-09-01T00:00:00Z',
    });
    const told = 'Worker timeout is 300 s since 1 September 2026.';
    expect(store.ask('What is the worker timeout?').statement).toBe(told);
    expect(store.ask('Is the worker timeout 300 s?').statement).toBe(`Yes: ${told}`);
    expect(store.ask('Is the worker timeout 600 seconds?').statement).toBe(`No: ${told}`);
    expect(store.ask('What is the worker timeout policy?').statement).toBeUndefined();
  });

  it('gives a sentence under another name of the predicate', () => {
    const store = withTimeout();
    store.aliasOfPredicate('patience', 'timeout');
    expect(store.ask('What is the patience of the worker?').statement).toBe(`${holds}.`);
  });

  it('gives a sentence with the predicate’s own verb', () => {
    const store = open();
    store.say({ id: 'p', subject: 'Ben', predicate: 'lives in', object: 'Porto', validFrom: '2026-01-13T00:00:00Z' });
    expect(store.ask('Where does Ben live?').statement).toBe('Ben lives in Porto since 13 January 2026.');
  });
});
