import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeNeed, type NeedQuestion, namesIn } from '../../../main/retrieval/need.ts';
import type { HeldFact } from '../../../main/retrievers/temporal/heldFacts.ts';
import { days, noon, volatility } from './support.ts';

const fact = (rest: Partial<HeldFact> = {}): HeldFact => ({
  predicate: 'owner',
  value: 'Ada',
  saidAt: noon - days(3),
  lastKnownAt: noon - days(3),
  contested: false,
  validTo: null,
  ...rest,
});
const judged = (question: string, rest: Partial<NeedQuestion> = {}) =>
  judgeNeed(
    { question, now: noon, acting: false, heldSince: null, names: [], facts: [], spokenOf: [], ...rest },
    volatility,
  );
const parser = [{ namespace: 'default', name: 'parser', facts: 2 }];
const codes = ({ reasons }: ReturnType<typeof judged>) => reasons.map(({ code }) => code);

describe('whether to look', () => {
  test('a general question that memory knows nothing of is not looked up', () => {
    const answer = judged('What is the boiling point of water?');
    expect(answer).toMatchObject({ verdict: 'unknowable', look: false, volatility: 'nature' });
    expect(codes(answer)).toEqual(['general']);
  });

  test('nor is one about names that memory has never heard', () => {
    expect(judged('When was the Eiffel Tower built?')).toMatchObject({ verdict: 'unknowable', look: false });
  });

  test('the asker’s own affairs are, whatever is known', () => {
    const answer = judged('What is my favourite tea?');
    expect(answer).toMatchObject({ verdict: 'unknowable', look: true });
    expect(codes(answer)).toEqual(['personal']);
  });

  test('what memory holds is, and is stable while it is fresh', () => {
    const answer = judged('Who owns the parser?', { names: parser, facts: [fact()] });
    expect(answer).toMatchObject({ verdict: 'stable', look: true, volatility: 'role' });
    expect(codes(answer)).toEqual(['names-known', 'fact-held']);
  });

  test('what is volatile, old, contested, or asked for by “now” may be stale', () => {
    const ask = (question: string, one: Partial<HeldFact>) => judged(question, { names: parser, facts: [fact(one)] });
    expect(codes(ask('Who owns the parser?', { saidAt: noon - days(200) }))).toContain('past-horizon');
    expect(codes(ask('Which version has the parser?', { predicate: 'version', value: '1.5.2' }))).toContain('volatile');
    expect(codes(ask('Who owns the parser?', { contested: true }))).toContain('contested');
    expect(codes(ask('Who owns the parser now?', {}))).toContain('time-words');
  });

  test('what was, stays', () => {
    const answer = judged('Who owned the parser in March 2024?', {
      names: parser,
      facts: [fact({ saidAt: noon - days(700) })],
    });
    expect(answer.verdict).toBe('stable');
    expect(codes(answer)).toContain('past-only');
  });

  test('what is at hand and still good is not looked up again; what is newer in memory is', () => {
    const held = { names: parser, facts: [fact()], heldSince: noon - days(1) };
    expect(judged('Who owns the parser?', held)).toMatchObject({ verdict: 'stable', look: false });
    const newer = { ...held, facts: [fact({ lastKnownAt: noon - 1000 })] };
    expect(codes(judged('Who owns the parser?', newer))).toContain('newer-held');
    expect(judged('Who owns the parser?', { ...held, acting: true })).toMatchObject({
      verdict: 'may-be-stale',
      look: true,
    });
  });

  test('what only texts speak of is looked up', () => {
    expect(judged('What did Zed say?', { spokenOf: ['Zed'] })).toMatchObject({ verdict: 'may-be-stale', look: true });
  });
});

test('whoever has nothing at hand looks whatever memory knows, and whatever may be stale is looked up', () => {
  const asked = fc.record({
    acting: fc.boolean(),
    heldSince: fc.option(fc.integer({ min: noon - days(900), max: noon })),
    facts: fc.array(
      fc.record({ saidAt: fc.integer({ min: noon - days(900), max: noon }), contested: fc.boolean() }).map(fact),
      { maxLength: 2 },
    ),
  });
  const questions = fc.constantFrom(
    'Who owns the parser?',
    'What is the price of the parser now?',
    'When was the parser created by us?',
  );
  fc.assert(
    fc.property(questions, asked, (question, rest) => {
      const answer = judged(question, { names: parser, ...rest });
      if (rest.heldSince === null) expect(answer.look).toBe(true);
      expect(answer.verdict).not.toBe('unknowable');
      expect(answer.look).toBe(answer.verdict === 'may-be-stale' || rest.heldSince === null);
    }),
    { seed: 3 },
  );
});

test.each([
  ['Who is Zed?', ['Zed']],
  ['What did Ada Lovelace write in main/a.ts?', ['main/a.ts', 'Ada Lovelace']],
  ['How do I boil eggs?', []],
])('names in %j are %j', (question, names) => {
  expect(namesIn(question)).toEqual(names);
});
