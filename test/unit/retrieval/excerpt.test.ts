import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clip, excerptSpan } from '../../../main/retrieval/excerpt.ts';

const filler = (n: number) =>
  Array.from({ length: n }, (_, at) => `Sentence number ${at} says nothing much.`).join(' ');
const excerpt = (text: string, max: number, ...terms: string[]) => {
  const { start, end } = excerptSpan(
    text,
    max,
    terms.map((term) => ({ term, weight: 1 })),
  );
  return text.slice(start, end);
};

describe('excerpt', () => {
  test('is the whole text when that fits', () => {
    expect(excerptSpan(' short ', 7, [])).toEqual({ start: 0, end: 7 });
  });

  test('is made of whole sentences around the match', () => {
    const text = `${filler(50)} The timeout was raised to 600 seconds. ${filler(50)}`;
    const part = excerpt(text, 130, 'timeout');
    expect(part).toContain('The timeout was raised to 600 seconds.');
    expect(part).toMatch(/^Sentence .*\.$/);
    expect(part.length).toBeLessThanOrEqual(130);
  });

  test('prefers the place where most of the question stands together', () => {
    const text = `A timeout here. ${filler(40)} The router timeout is set in the config. ${filler(40)} Another router.`;
    expect(excerpt(text, 120, 'timeout', 'router')).toContain('The router timeout is set in the config.');
  });

  test('prefers a word to the same letters inside another word', () => {
    const text = `We start with a party. ${filler(40)} She likes art. ${filler(40)}`;
    expect(excerpt(text, 60, 'art')).toContain('She likes art.');
  });

  test('is the beginning when nothing matches', () => {
    expect(excerpt(`First things first. ${filler(50)}`, 60, 'zebra')).toMatch(/^First things first\./);
  });

  test('cuts an endless sentence between words, around the match', () => {
    const text = `${'word '.repeat(400)}needle ${'word '.repeat(400)}`;
    const part = excerpt(text, 80, 'needle');
    expect(part).toContain('needle');
    expect(part).toMatch(/^(word )+needle( word)+$/);
  });

  test('has exact offsets, keeps to its length, splits no character, and finds a match that fits', () => {
    const piece = fc.constantFrom('needle', 'word', '. ', ' ', '\n', '😀', '東京', 'İ', 'a-b', '! ', 'x'.repeat(90));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), fc.integer({ min: 12, max: 300 }), (pieces, max) => {
        const text = pieces.join('');
        const { start, end } = excerptSpan(text, max, [{ term: 'needle', weight: 2 }]);
        const part = text.slice(start, end);
        expect(0 <= start && start <= end && end <= text.length).toBe(true);
        expect(part.length).toBeLessThanOrEqual(Math.max(max, text.length <= max ? text.length : 0));
        expect(part.isWellFormed()).toBe(true);
        if (text.includes('needle')) expect(part).toContain('needle');
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

test('a clipped label keeps its length and splits no character', () => {
  expect(clip('abcdef', 4)).toBe('abc…');
  expect(clip('ab😀def', 4).isWellFormed()).toBe(true);
  expect(clip('abc', 3)).toBe('abc');
});
