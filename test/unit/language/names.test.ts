import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, nameTokens } from '../../../main/language/names.ts';

describe('nameKey', () => {
  it.each([
    ['foundation_router', 'Foundation router'],
    ['FoundationRouter', 'foundation-router'],
    ['the router’s', 'the router'],
    ['GitHub', 'git hub'],
    ['UTF-8', 'utf8'],
    ['Node.js', 'NodeJS'],
    ['x86_64', 'X86-64'],
    ['v1.5.2', '1.5.2'],
  ])('makes %s and %s one', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b));
  });

  it.each([
    ['foundationd', 'foundation d'],
    ['app 1.52', 'app 15.2'],
    ['C', 'C++'],
    ['C++', 'C#'],
    ['1.5', '1.5.0'],
    ['Jon Smith', 'John Smith'],
    ['release 1 2', 'release 12'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(nameKey(a)).not.toBe(nameKey(b));
  });

  it('has a key for a name of nothing but symbols, and none for space', () => {
    expect(nameKey('🎉')).toBe('🎉');
    expect(nameKey(' \n')).toBe('');
  });

  it('keeps a plus sign that ends a name apart, and takes a possessive from behind a bracket', () => {
    expect(nameKey('Galaxy S20+')).not.toBe(nameKey('Galaxy S20'));
    expect(nameKey(nameKey('Galaxy S20+'))).toBe(nameKey('Galaxy S20+'));
    expect(nameKey("Driver R495 (beta)'s")).toBe(nameKey('Driver R495 beta'));
  });

  it('is idempotent', () => {
    const names = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[\w '’.+#-]{1,20}$/),
    );
    fc.assert(
      fc.property(names, (name) => nameKey(nameKey(name)) === nameKey(name)),
      { seed: 7, numRuns: 3000 },
    );
  });

  it('sees versions, dates and random ids whole', () => {
    expect(nameTokens('python3.11 of 2024-05-01')).toEqual(['python', '3.11', 'of', '2024-05-01']);
    expect(nameTokens('a1b2c3d4')).toEqual(['a1b2c3d4']);
  });
});
