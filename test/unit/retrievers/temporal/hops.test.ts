import { describe, expect, it } from 'vitest';
import { describedAt } from '../../../../main/retrievers/temporal/hops.ts';
import { open, withTimeout } from './support.ts';

function withServices() {
  const store = open();
  const from = { validFrom: '2026-01-10T00:00:00Z' };
  store.say(
    { id: 'owner', subject: 'billing service', predicate: 'owner', object: 'Ben', ...from },
    { id: 'limit', subject: 'billing service', predicate: 'timeout', object: '45 s', ...from },
    { id: 'home', subject: 'Ben', predicate: 'lives in', object: 'Porto', ...from },
    { id: 'needs', subject: 'parser', predicate: 'depends on', object: 'billing service', ...from },
    { id: 'parser', subject: 'parser', predicate: 'timeout', object: '10 s', ...from },
  );
  return store;
}

describe('a thing that is named through another one', () => {
  it.each([
    ['Where does the owner of the billing service live?', ['home', 'owner']],
    ['Where does the person who owns the billing service live?', ['home', 'owner']],
    ["Where does the billing service's owner live?", ['home', 'owner']],
    ['What is the timeout of the service owned by Ben?', ['limit', 'owner']],
    ['What is the timeout of the service that Ben owns?', ['limit', 'owner']],
    ['What is the timeout of the service that the parser depends on?', ['limit', 'needs']],
    ['Who owns the service that the parser depends on?', ['owner', 'needs']],
    ['Where does the owner of the service that the parser depends on live?', ['home', 'owner', 'needs']],
    ['Does the owner of the billing service live in Porto?', ['home', 'owner']],
  ])('is looked up first, and the answer is what is asked of it: %j', (text, ids) => {
    expect(withServices().ask(text).ids).toEqual(ids);
  });

  it('gives a sentence a hop', () => {
    expect(withServices().ask('Does the owner of the billing service live in Rome?').statement).toBe(
      'billing service owner is Ben since 10 January 2026. No: Ben lives in Porto since 10 January 2026.',
    );
  });

  it.each([
    'What is the email of the owner of the billing service?',
    "What is the billing service's owner's email?",
    'When does the owner of the billing service retire?',
    'What is the timeout of the service that depends on the parser?',
    'What is the timeout of the service that Carla owns?',
  ])('is not the answer itself where the rest is not known: %j', (text) => {
    const { statement, candidates } = withServices().ask(text);
    expect([statement, candidates.filter(({ asked }) => asked)]).toEqual([undefined, []]);
  });

  it('is the answer where nothing more is asked', () => {
    for (const text of [
      'Who is the owner of the billing service?',
      'What is the name of the owner of the billing service?',
    ]) {
      expect(withServices().ask(text).ids).toEqual(['owner']);
    }
  });

  it('is read in the direction of its verb', () => {
    const text = 'Where does the person whom Anna manages live?';
    const start = text.indexOf('Anna');
    const about = { predicate: 'manager', stems: new Set(['manag']), at: [{ start, end: start + 4 }] };
    expect(describedAt(text, { ...about, side: 'subject' })).toBeNull();
    const place = describedAt(text, { ...about, side: 'value' });
    expect(place && text.slice(place.start, place.end)).toBe('the person whom Anna manages');
  });
});

describe('a subject that the slot is not about', () => {
  it.each([
    'What is the timeout of the frobnicator?',
    'What is the worker timeout of the frobnicator?',
    'What is the worker timeout for the staging cluster?',
    "What is Contoso's worker timeout?",
    'What is the timeout of the worker pool?',
  ])('is answered with nothing: %j', (text) => {
    expect(withTimeout().ask(text)).toMatchObject({ candidates: [], status: 'ok' });
  });

  it.each([
    'What is the timeout of the worker?',
    'What is the value of the timeout for the worker?',
    "What is the worker's timeout right now?",
    'What is the timeout of our worker set to?',
    'What was the timeout of the worker at the end of September?',
  ])('is not seen where the slot’s own is named: %j', (text) => {
    expect(withTimeout().ask(text).ids).toEqual(['t420']);
  });
});
