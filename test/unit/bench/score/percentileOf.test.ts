import { expect, test } from 'vitest';
import { percentile, percentileOf, seedsReport } from '../../../../main/bench/score/percentileOf.ts';
import { scoredWith } from './builders.ts';

const twenty = Array.from({ length: 20 }, (_, at) => at + 1);

test('percentiles go by nearest rank', () => {
  expect([0.1, 0.5, 0.9, 1].map((p) => percentile(twenty, p))).toEqual([2, 10, 18, 20]);
  expect(percentile([], 0.5)).toBe(0);
});

test('a value lies above those below it and half of its equals', () => {
  expect(percentileOf(10.5, twenty)).toBe(0.5);
  expect(percentileOf(3, [1, 3, 3, 5])).toBe(0.5);
  expect(percentileOf(0, twenty)).toBe(0);
});

test('a frozen benchmark is representative from the 10th to the 90th percentile of other seeds', () => {
  const { score } = scoredWith(({ answer }) => answer);
  const seeds = twenty.map((total) => ({ ...score, total }));
  const isOf = (total: number) => seedsReport({ ...score, total }, seeds).representative;
  expect([1.9, 2, 10, 18, 18.1].map(isOf)).toEqual([false, true, true, true, false]);
  expect(seedsReport({ ...score, total: 10 }, seeds).rows.map(({ name }) => name)).toEqual([
    'total',
    ...Object.keys(score.parts),
    ...Object.keys(score.families),
  ]);
});
