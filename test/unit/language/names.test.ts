import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedKey, gluedKey, nameKey, nameTokens } from '../../../main/language/names.ts';

describe('gluedKey', () => {
  it.each([
    ['alma linux v8.5', 'AlmaLinux 8.5'],
    ['samsung-mobile', 'SamsungMobile'],
    ['GitHub', 'github'],
  ])('makes %s and %s one', (a, b) => {
    expect(gluedKey(a)).toBe(gluedKey(b));
    expect(gluedKey(nameKey(a))).toBe(gluedKey(a));
  });

  it.each([
    ['foundationd', 'foundation d'],
    ['app 1.52', 'app 15.2'],
    ['release 1 2', 'release 12'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(gluedKey(a)).not.toBe(gluedKey(b));
  });
});

describe('foldedKey', () => {
  it('takes no capital for the beginning of a word', () => {
    expect(foldedKey('GitHub Actions')).toBe('github actions');
    expect(foldedKey('git-hub')).toBe('git hub');
  });
});

describe('nameKey', () => {
  it.each([
    ['foundation_router', 'Foundation router'],
    ['FoundationRouter', 'foundation-router'],
    ['the router’s', 'the router'],
    ['FoundationRouter', 'Foundation router'],
    ['GitHub', 'git hub'],
    ['HTTPServer', 'http_server'],
    ['iPhone 12', 'iphone 12'],
    ['CPUs', 'cpus'],
    ['UTF-8', 'utf8'],
    ['Node.js', 'NodeJS'],
    ['x86_64', 'X86-64'],
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
    ['samsungmobile', 'samsung-mobile'],
    ['nvidiadriver', 'nvidia-driver'],
    ['python v3.9', 'python 3.9'],
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

  it('keeps the words apart', () => {
    expect(nameKey('FoundationRouter')).toBe('foundation router');
    expect(nameKey('AlmaLinux-8.5')).toBe('alma linux 8.5');
  });

  it('is idempotent, and so is the glued key', () => {
    const names = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[\w '’.+#-]{1,20}$/),
    );
    fc.assert(
      fc.property(names, (name) => {
        expect(nameKey(nameKey(name))).toBe(nameKey(name));
        expect(gluedKey(gluedKey(name))).toBe(gluedKey(name));
      }),
      { seed: 7, numRuns: 3000 },
    );
  });

  it('sees versions, dates and random ids whole', () => {
    expect(nameTokens('python3.11 of 2024-05-01')).toEqual(['python', '3.11', 'of', '2024-05-01']);
    expect(nameTokens('a1b2c3d4')).toEqual(['a1b2c3d4']);
  });
});
