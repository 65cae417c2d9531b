import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseVolatility } from '../../../main/retrieval/volatility.ts';
import { days, volatility } from './support.ts';

const file = join(import.meta.dirname, '../../../resources/router/volatility-v1.json');
const json = () => JSON.parse(readFileSync(file, 'utf8')) as { classes: Record<string, unknown>[] };
const ofFact = (predicate: string, value: string | number = 'x') =>
  volatility.ofItem({ kind: 'fact', fact: { predicate, value }, text: '' });

describe('the class of a fact', () => {
  test.each([
    ['date_of_birth', 'life-dates'],
    ['foundedBy', 'origin'],
    ['release date', 'origin'],
    ['instance of', 'nature'],
    ['on_call', 'duty'],
    ['status', 'state'],
    ['monthly-cost', 'price'],
    ['number of seats', 'count'],
    ['deadline', 'schedule'],
    ['deployedVersion', 'version'],
    ['maxTimeout', 'limit'],
    ['reports to', 'role'],
    ['email address', 'place'],
    ['favourite tea', 'taste'],
    ['colour', 'ordinary'],
  ])('%s is %s', (predicate, name) => {
    expect(ofFact(predicate).name).toBe(name);
  });

  test('follows its value where its predicate tells nothing', () => {
    expect(ofFact('runtime', 'v22.4.1').name).toBe('version');
    expect(ofFact('plan', '€ 49').name).toBe('price');
  });
});

describe('the class of a text', () => {
  const ofText = (text: string, kind: 'memory' | 'episode' = 'memory') => volatility.ofItem({ kind, fact: null, text });

  test('is the shortest-lived that it speaks of', () => {
    expect(ofText('Ada was born in 1815; the price of the ticket is 40.').name).toBe('price');
    expect(ofText('Ada was born in 1815.').name).toBe('life-dates');
    expect(ofText('Tea at four.').name).toBe('ordinary');
  });

  test('is that of its kind where the kind decides', () => {
    expect(ofText('The status was red, the price high.', 'episode')).toMatchObject({ name: 'happened', horizon: null });
  });
});

test('every class gives its reason in a sentence, and what is volatile has a horizon', () => {
  for (const { name, reason, volatile, horizonDays } of json().classes) {
    expect(reason, String(name)).toMatch(/^\p{Lu}.{30,}\.$/u);
    if (volatile === true) expect(horizonDays, String(name)).toBeGreaterThan(0);
  }
  expect(ofFact('colour').horizon).toBe(days(365));
});

test('a policy without a last class for everything, or with a broken pattern, is refused', () => {
  const whole = json();
  expect(() => parseVolatility({ ...whole, classes: whole.classes.slice(0, -1) })).toThrow(
    /volatility policy is wrong/,
  );
  const [first, ...others] = whole.classes;
  expect(() => parseVolatility({ ...whole, classes: [{ ...first, words: '(' }, ...others] })).toThrow(
    /regular expression/,
  );
});
