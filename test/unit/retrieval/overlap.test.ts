import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jaccardAt, rankBiasedOverlap } from '../../../main/retrieval/overlap.ts';

const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });

test('Jaccard at k compares the sets of the first k', () => {
  expect(jaccardAt(['a', 'b', 'c'], ['b', 'a', 'd'], 2)).toBe(1);
  expect(jaccardAt(['a', 'b', 'c'], ['b', 'a', 'd'], 3)).toBe(0.5);
  expect(jaccardAt(['a'], [], 3)).toBe(0);
  expect(jaccardAt([], [], 3)).toBe(1);
});

test('rank-biased overlap weighs the first ranks most', () => {
  // Depths 1 to 3 agree by 0, 1 and 1; weights 1, .5 and .25.
  expect(rankBiasedOverlap(['a', 'b', 'c'], ['b', 'a', 'c'], 0.5)).toBeCloseTo(0.75 / 1.75, 12);
  expect(rankBiasedOverlap(['a', 'b', 'c'], ['a', 'c', 'b'])).toBeGreaterThan(
    rankBiasedOverlap(['a', 'b', 'c'], ['b', 'a', 'c']),
  );
});

test('both are 1 for equal lists, 0 for disjoint ones, symmetric and between', () => {
  fc.assert(
    fc.property(list, list, (a, b) => {
      for (const overlap of [(x: string[], y: string[]) => jaccardAt(x, y, 5), rankBiasedOverlap]) {
        expect(overlap(a, a)).toBeCloseTo(1, 12);
        expect(overlap(a, b)).toBeCloseTo(overlap(b, a), 12);
        expect(overlap(a, b)).toBeGreaterThanOrEqual(0);
        expect(overlap(a, b)).toBeLessThanOrEqual(1 + 1e-12);
        if (a.length > 0)
          expect(
            overlap(
              a,
              a.map((one) => `${one}'`),
            ),
          ).toBe(0);
      }
    }),
  );
});
