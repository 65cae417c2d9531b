import { expect, test } from 'vitest';
import { bootstrap, familyStrata, pairedBootstrap } from '../../../../main/bench/score/bootstrap.ts';
import { miniature, scoredWith } from './builders.ts';

const values = [0, 0, 1, 1, 1, 0, 1, 1];
const meanOf = (drawn: readonly number[]) => ({
  mean: drawn.reduce((sum, at) => sum + (values[at] ?? 0), 0) / drawn.length,
});

test('the same seed draws the same, another does not', () => {
  const all = [[...values.keys()]];
  expect(bootstrap(all, meanOf, { seed: 1 })).toEqual(bootstrap(all, meanOf, { seed: 1 }));
  const drawn = (seed: number) => {
    const seen: number[] = [];
    bootstrap(all, (at) => ({ sum: seen.push(...at) }), { seed, rounds: 3 });
    return seen;
  };
  expect(drawn(1)).not.toEqual(drawn(2));
});

test('the interval of a mean is near that of the normal approximation', () => {
  const forty = Array.from({ length: 40 }, (_, at) => at % 8);
  const { mean } = bootstrap([forty], meanOf, { seed: 3, rounds: 4000 });
  const error = 1.96 * Math.sqrt((0.625 * 0.375) / 40);
  expect(mean.mean).toBe(0.625);
  expect(Math.abs(mean.low - (0.625 - error))).toBeLessThan(0.03);
  expect(Math.abs(mean.high - (0.625 + error))).toBeLessThan(0.03);
});

test('what does not vary within its strata has no width', () => {
  const strata = [
    [0, 1, 5],
    [2, 3, 4, 6, 7],
  ];
  expect(bootstrap(strata, meanOf, { seed: 1 }).mean).toEqual({ mean: 0.625, low: 0.625, high: 0.625 });
});

test('each family is a stratum of its own', () => {
  const strata = familyStrata(scoredWith(({ answer }) => answer, miniature(3)).probes);
  expect(strata.map((members) => members.length)).toEqual(Array(8).fill(3));
  expect(strata[1]).toEqual([3, 4, 5]);
});

test('equal runs do not differ', () => {
  expect(pairedBootstrap(values, values, { seed: 1 })).toEqual({ mean: 0, low: 0, high: 0 });
});
