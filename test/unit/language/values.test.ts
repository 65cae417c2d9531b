import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseValue, sameValue, valueKey } from '../../../main/language/values.ts';

describe('sameValue', () => {
  it.each([
    ['300 seconds', '5 min'],
    ['300s', 'five minutes'],
    ['1h 30m', '90 minutes'],
    ['1.5 GB', '1500 MB'],
    ['2 years', '24 months'],
    ['$5', '5 dollars'],
    ['5%', '5 per cent'],
    ['10k', '10,000'],
    ['v1.5.0', 'version 1.5.0'],
    ['$1,250,000', '1250000 dollars'],
    ['1,5 cm', '15 mm'],
    ['0,125 km', '125 metres'],
    ['1,250 m', '1.25 km'],
    ['2 m', '200 cm'],
    ['2.0 m', '2 metres'],
    ['1 May 2024', '2024-05-01'],
    ['May 1st, 2024', '2024-05-01'],
    ['"the blue team".', 'Blue team'],
    ['foundation_router', 'FoundationRouter'],
    ['GitHub', 'github'],
    ['Windows11', 'windows11'],
    ['TCP/IP', 'tcp/ip'],
    ['Ada Lovelace', 'ada lovelace'],
  ])('holds for %s and %s', (a, b) => {
    expect(sameValue(a, b)).toBe(true);
  });

  it.each([
    ['1.5', '1.5.0'],
    ['3.10', '3.1'],
    ['300', '300 seconds'],
    ['5 MB', '5 Mb'],
    ['5 m', '5 min'],
    ['5m', '5 m'],
    ['1,500', '1.5'],
    ['1 month', '30 days'],
    ['<= 5', '5'],
    ['^1.2.3', '1.2.3'],
    ['300 S', '300 s'],
    ['-5', '5'],
    ['2024-02-31', '2024-03-02'],
    ['C', 'C++'],
    ['Heron2026', 'heron2026'],
    ['the token ghp_16C7e42F', 'the token ghp_16c7e42f'],
    ['P4ssw0rd!', 'p4ssw0rd!'],
    ['/srv/App', '/srv/app'],
    ['src/Main.ts', 'src/main.ts'],
    ['9F86D081', '9f86d081'],
  ])('does not hold for %s and %s', (a, b) => {
    expect(sameValue(a, b)).toBe(false);
  });

  it('takes numbers and booleans for what their words say', () => {
    expect(sameValue(300, '300')).toBe(true);
    expect(sameValue(true, 'TRUE')).toBe(true);
    expect(sameValue(1, true)).toBe(false);
  });

  it('counts instants by the instant', () => {
    expect(sameValue('2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00Z')).toBe(true);
  });

  it('is an equivalence', () => {
    const part = fc.constantFrom(
      '5',
      '300',
      '1.5',
      ' ',
      's',
      'min',
      'MB',
      'the ',
      'a',
      'two',
      '-',
      '$',
      '%',
      '"',
      '.',
      'v',
      'May 2024',
      'Heron2026',
      'heron2026',
      '/',
    );
    const value = fc.oneof(
      fc.double(),
      fc.boolean(),
      fc.string(),
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(sameValue(a, a)).toBe(true);
        expect(sameValue(a, b)).toBe(sameValue(b, a));
        if (sameValue(a, b) && sameValue(b, c)) expect(sameValue(a, c)).toBe(true);
        expect(sameValue(a, b)).toBe(valueKey(a) === valueKey(b));
      }),
      { seed: 11, numRuns: 3000 },
    );
  });

  it('takes a megabyte for text', () => {
    expect(parseValue('5 min '.repeat(200_000)).kind).toBe('text');
  });
});
