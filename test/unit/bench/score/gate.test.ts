import { expect, test } from 'vitest';
import { PiperError } from '../../../../main/base/errors.ts';
import { baselineOf, gate, gateLine } from '../../../../main/bench/score/gate.ts';
import type { BenchResults } from '../../../../main/contract/bench.ts';
import { resultsOf, scoredWith } from './builders.ts';

const sound = resultsOf(scoredWith(({ answer }) => answer));
const changed = (change: Partial<BenchResults['score']>): BenchResults => ({
  ...sound,
  score: { ...sound.score, ...change },
});
const failed = (run: BenchResults) =>
  gate(sound, run, 'today').checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const family = (ndcgAt5: number) => ({ probes: 6, recallAt5: 1, ndcgAt5, mrr: 1, regret: 0 });

test('the baseline itself passes', () => {
  expect(gate(sound, sound, 'today')).toMatchObject({ passed: true, baseline: 'today' });
});

test.each([
  ['R4 may fall by one point', { total: 99 }, []],
  ['R4 may not fall by more', { total: 98.9 }, ['R4 total']],
  ['R4 may rise', { total: 101 }, []],
  ['a family may fall by five points', { families: { ...sound.score.families, E: family(0.95) } }, []],
  ['a family may not fall by more', { families: { ...sound.score.families, E: family(0.949) } }, ['family E']],
  ['stale errors may rise by one point', { staleErrorRate: 0.01 }, []],
  ['stale errors may not rise by more', { staleErrorRate: 0.011 }, ['stale errors']],
  ['false positives may not rise by more than one point', { falsePositives: 0.02 }, ['false positives']],
  [
    'provenance is complete',
    { parts: { ...sound.score.parts, provenance: { points: 4.99, of: 5, value: 0.998 } } },
    ['provenance'],
  ],
] as [string, Partial<BenchResults['score']>, string[]][])('%s', (_, change, names) => {
  expect(failed(changed(change))).toEqual(names);
});

test('a run of another corpus, or of another level of structure, is not measured by this baseline', () => {
  const other = { ...sound, benchmark: { ...sound.benchmark, corpusHash: 'other' } };
  const prose = { ...sound, setup: { ...sound.setup, structure: 'prose' as const } };
  expect(() => gate(sound, other, 'today')).toThrow(/different benchmarks/);
  expect(() => gate(sound, prose, 'today')).toThrow(/different benchmarks/);
  expect(() => gate(sound, other, 'today')).toThrow(expect.objectContaining({ code: 'no-baseline' }));
});

test.each([
  ['not-found', 'There is no baseline today. The gate is neither passed nor failed.'],
  ['unreadable-file', 'The baseline today cannot be read. The gate is neither passed nor failed.'],
] as const)('a baseline that is %s lets nothing be said', (code, message) => {
  const broken = () => {
    throw new PiperError(code, 'Broken.', 'Mend it.');
  };
  expect(() => baselineOf(broken, 'today')).toThrow(expect.objectContaining({ code: 'no-baseline', message }));
});

test('a run without an oracle is not measured by a baseline with one', () => {
  const parts = { ...sound.score.parts, route: { points: 0, of: 0, value: 0 } };
  expect(() => gate(sound, changed({ parts }), 'today')).toThrow(/oracle/);
});

test('a report in one line names what it was held to, or each check that failed', () => {
  const line = (change: Partial<BenchResults['score']>) => gateLine(gate(sound, changed(change), 'today'));
  expect(line({ total: 99.5 })).toMatch(/^passed against today, R4 total 100\.0 → 99\.5, \d+ checks$/);
  expect(line({ total: 90, staleErrorRate: 0.1 })).toBe(
    'NOT PASSED against today: R4 total 100.0 → 90.0 (falls by at most 1); stale errors 0.0 → 10.0 (rises by at most 1)',
  );
});
