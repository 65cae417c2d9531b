import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStatement } from '../../../main/language/statements.ts';

/** Whether two sentences are versions of one another. */
function versions(a: string, b: string): boolean {
  const [one, other] = [readStatement(a), readStatement(b)];
  return one !== null && other !== null && one.stem === other.stem && one.value !== other.value;
}
const functional = (sentence: string) => readStatement(sentence)?.functional;

describe('two sentences are versions', () => {
  test.each([
    ['Zambia is located in the continent of Africa.', 'Zambia is located in the continent of Asia.'],
    ['The chairperson of Norhaven is Mahmoud Abbas.', 'The chairperson of Norhaven is Mahmoud Darwish.'],
    ['Pia works at University of California, Davis.', 'Pia works at Harvard University.'],
    ["Rosa's child is Ben.", "Rosa's child is Tom."],
    ['The Lark was developed by Acme Inc..', 'The Lark was developed by Globex'],
    ['The author of She Wolf Returns is Ann Lee.', 'The author of She Wolf Returns is Bo Kim.'],
    ['I Walk Alone was performed by The Finches.', 'I Walk Alone was performed by Otis Gray.'],
    ['Leo is famous for The Lady of the Lake.', 'Leo is famous for Death on the Nile.'],
    ['The retry limit is now 5.', 'The retry limit is 8.'],
    ['The pump runs at 40 Hz.', 'The pump runs at 55 Hz.'],
    ['The limit of the tank is 500 litres.', 'The limit of the tank is 600 litres.'],
    ['pool_size = 5', 'pool_size = 9'],
    ['gatekeeper fronts the shop.', 'gatekeeper fronts the archive.'],
    ['The status of build 7 is green.', 'The status of build 7 is broken.'],
    ['The head of the choir is “Lena Moe”.', 'The head of the choir is Ida Bø!'],
    ['The head of the choir is Lena Moe since 2019.', 'The head of the choir is Ida Bø since May 2021.'],
    ['Ana is a citizen of Peru.', 'Ana is a citizen of Chile.'],
    ['The deadline for bids is Friday.', 'The deadline for bids is 3 March 2027.'],
  ])('%s / %s', (a, b) => {
    expect(versions(a, b)).toBe(true);
  });
});

describe('two sentences are no versions', () => {
  test.each([
    ['another predicate', 'Zambia is located in Africa.', 'Zambia is famous for copper.'],
    ['a description', 'The capital of Ruritania is Strelsau.', 'The capital of Ruritania is beautiful.'],
    ['a superlative', 'The capital of Ruritania is Strelsau.', 'The capital of Ruritania is the largest city.'],
    ['what somebody is', 'Ana is a nurse.', 'Ana is a mother.'],
    ['two qualities', 'The door is blue.', 'The door is heavy.'],
    ['time and place', 'Otto was born in 1950.', 'Otto was born in Bonn.'],
    ['an agent and a deadline', 'The bids are approved by Friday.', 'The bids are approved by the board.'],
    ['two measures', 'The tower is 30 m tall.', 'The tower is 30 years old.'],
    ['two things counted', 'The hall has 4 doors.', 'The hall has 12 windows.'],
    ['two kinds of thing with a figure', 'The agent listens on port 80.', 'The agent listens on interface eth0.'],
    ['a place and a manner', 'Ana lives in Oslo.', 'Ana lives in a small flat.'],
    ['a question', 'The capital of Ruritania is Strelsau?', 'The capital of Ruritania is Zenda?'],
    ['a pronoun', 'She lives in Oslo.', 'She lives in Rome.'],
    ['the speaker', 'Yesterday I went to Oslo.', 'Yesterday I went to Rome.'],
    ['a condition', 'If Ana wins, the cup is gold.', 'If Ana wins, the cup is silver.'],
    ['a denial', 'The head of the choir is not Ida.', 'The head of the choir is not Lena.'],
    ['a possibility', 'The head of the choir could be Ida.', 'The head of the choir could be Lena.'],
    ['an opinion', 'The board thinks the head is Ida.', 'The board thinks the head is Lena.'],
    ['what points into the text', 'The problem is the pump.', 'The problem is the valve.'],
    ['any customer', 'A customer orders tea.', 'A customer orders coffee.'],
    ['an imperative', 'Use the second port.', 'Use the first port.'],
    ['code', 'const size = load(5);', 'const size = load(9);'],
    ['another tense', 'The head of the choir was Ida.', 'The head of the choir is Lena.'],
    ['the same value in other units', 'The timeout of X is 300 s.', 'The timeout of X is 5 minutes.'],
  ])('%s', (_, a, b) => {
    expect(versions(a, b)).toBe(false);
  });
});

describe('a relation holds one value', () => {
  test.each([
    'The capital of Ruritania is Strelsau.',
    "Rosa's employer is Acme.",
    'Otto was born in Bonn.',
    'The mill is located in Bonn.',
    'pool_size = 5',
    'The lab has 4 centrifuges.',
    'The vault is owned by Acme.',
    'The lease expires in 2029.',
  ])('%s', (sentence) => {
    expect(functional(sentence)).toBe(true);
  });
});

describe('a relation may hold several', () => {
  test.each([
    "Rosa's child is Ben.",
    'The official language of Ruritania is German.',
    'Ana likes tea.',
    'Ana speaks the language of French.',
    'Ana plays the oboe.',
    'Ana bought a kayak.',
    'The gateway uses Redis.',
    'Ana also lives in Oslo.',
    'The Lark was developed by Acme.',
    'The cup was won in 2019.',
  ])('%s', (sentence) => {
    expect(functional(sentence)).toBe(false);
  });
});

test('a figure at the end belongs to a series of its own', () => {
  expect(readStatement('The gateway uses Redis 7.')?.series).toBe('redis');
  expect(readStatement('The gateway uses Redis.')?.series).toBe('');
});

test('a subject without a name is known from where it stands', () => {
  expect(readStatement('The colour is green.')?.contextual).toBe(true);
  expect(readStatement('The colour of the hall is green.')?.contextual).toBe(false);
});

test('a label without an end is told from a sentence', () => {
  expect(readStatement('File handles for the archive')?.fragmentary ?? true).toBe(true);
  expect(readStatement('The deploy target is eu-west')?.fragmentary).toBe(false);
});

const subject = fc.constantFrom('The head of Acme', "Rosa's dentist", 'The mill', 'pool_size', 'FC Varde', 'The Lark');
const verb = fc.constantFrom('is', 'is located in', 'was developed by', 'plays', 'lives at', 'is set to');
const name = fc.constantFrom(
  'Ida Moe',
  'Bonn',
  'the City of Bonn',
  '42',
  '5 minutes',
  '3 May 2027',
  'Lake of the Woods',
);

describe('for any sentence', () => {
  test('reading twice, with other quotes, marks or case of its first letter gives the same statement', () => {
    fc.assert(
      fc.property(subject, verb, name, (...parts) => {
        const sentence = parts.join(' ');
        const plain = readStatement(`${sentence}.`);
        expect(readStatement(`${sentence}.`)).toEqual(plain);
        expect(readStatement(`  ${sentence}!`)).toEqual(plain);
        expect(readStatement(`${sentence}..`)).toEqual(plain);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test('nothing throws, and time stays linear, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        readStatement(text);
      }),
      { seed: 6, numRuns: 500 },
    );
    for (const text of ['is '.repeat(1e5), 'The a of '.repeat(1e5), '"'.repeat(1e5), `The x is ${'y'.repeat(1e6)}.`]) {
      expect(readStatement(text)).toBeNull();
    }
  });
});
