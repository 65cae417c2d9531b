import { expect, test } from 'vitest';
import { seedsOf, seedsText, standsFor } from '../../../../main/bench/score/otherSeeds.ts';
import { resultsOf, scoredWith } from './builders.ts';

const { score } = scoredWith(({ answer }) => answer);
const seeds = [50, 60, 70, 80].map((total, at) => ({ seed: at + 2, score: { ...score, total } }));

test('other seeds are not the one of v1', () => {
  expect(seedsOf(3)).toEqual([2, 3, 4]);
});

test('v1 among other seeds is told by each total and by where it lies', () => {
  const text = seedsText({ ...score, total: 65 }, seeds);
  expect(text).toMatch(/1 \(v1\) +65\.0\n2 +50\.0\n3 +60\.0\n4 +70\.0\n5 +80\.0/);
  expect(text).toMatch(/total +65\.0 +50\.0 +80\.0 +50 %/);
  expect(text).toContain('Mean of 4 other seeds 65.0, 10th percentile 50.0, 90th 80.0: v1 at 65.0 lies between.');
});

test('v1 outside is said aloud', () => {
  const text = seedsText({ ...score, total: 81 }, seeds);
  expect(text).toMatch(/total +81\.0 +50\.0 +80\.0 +100 % +outside/);
  expect(text).toContain('v1 at 81.0 lies OUTSIDE.');
});

test('a finished run stands for another one of the same setup on the same clean commit', () => {
  const { setup, versions } = resultsOf(scoredWith(({ answer }) => answer));
  const of = (commit: string | null, seed = 2) => ({ setup: { ...setup, seed }, versions: { ...versions, commit } });
  expect(standsFor(of('abc'), of('abc'))).toBe(true);
  expect(standsFor(of('abc'), of('def'))).toBe(false);
  expect(standsFor(of('abc', 3), of('abc'))).toBe(false);
  expect(standsFor(of('abc-dirty'), of('abc-dirty'))).toBe(false);
  expect(standsFor(of(null), of(null))).toBe(false);
});
