import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipToTokens, lengthWithin, tokensOf } from '../../../main/retrieval/tokenCount.ts';

test.each([
  [null, 0],
  ['', 0],
  ['abcd', 1],
  ['abcde', 2],
  ['déjà vu!', 2],
  ['知識', 2],
  ['ab知', 2],
])('%j costs %i', (text, tokens) => {
  expect(tokensOf(text)).toBe(tokens);
});

test('Latin text of so many tokens has four times as many characters', () => {
  expect(lengthWithin('x'.repeat(1001), 50)).toBe(200);
  expect(lengthWithin('知'.repeat(100), 50)).toBe(50);
  expect(lengthWithin('', 50)).toBe(0);
});

test('a clipped text never costs more than it may, and splits no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(60), (text, tokens) => {
      const clipped = clipToTokens(text, tokens);
      expect(tokensOf(clipped)).toBeLessThanOrEqual(tokens);
      expect(clipped.isWellFormed()).toBe(true);
      if (tokensOf(text) <= tokens) expect(clipped).toBe(text);
    }),
    { seed: 3 },
  );
});
