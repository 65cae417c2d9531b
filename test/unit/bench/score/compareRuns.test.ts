import { expect, test } from 'vitest';
import { ablationVerdict } from '../../../../main/bench/score/ablationVerdict.ts';
import { compareRuns, summaryOf } from '../../../../main/bench/score/compareRuns.ts';
import { scoreBenchmark } from '../../../../main/bench/score/scoreBenchmark.ts';
import { answer, miniature, result, resultsOf, scoredWith, soundAnswer, soundRun, storedOf } from './builders.ts';

const seeded = { seed: 1, rounds: 400 };
const sound = scoredWith(({ answer }) => answer);
/** Half of the B probes find nothing. */
const worse = scoredWith(({ answer: right }, { id, family }) =>
  family === 'B' && Number(id.at(-1)) % 2 === 0 ? answer([result(['x'])]) : right,
);

test('a run compared with itself shows no difference anywhere', () => {
  const { total, parts, families } = compareRuns(resultsOf(sound), resultsOf(sound), seeded);
  for (const one of [total, ...Object.values(parts), ...Object.values(families)]) {
    expect(one).toEqual({ mean: 0, low: 0, high: 0 });
  }
});

test('differences are second − first, by part, family, route and probe', () => {
  const comparison = compareRuns(resultsOf(sound), resultsOf(worse), seeded);
  expect(comparison.total.mean).toBeCloseTo(worse.score.total - sound.score.total, 9);
  expect(comparison.total.high).toBeLessThan(0.001);
  expect(comparison.families.B?.mean).toBeCloseTo(-0.5, 12);
  expect(comparison.families.A).toEqual({ mean: 0, low: 0, high: 0 });
  expect(comparison.parts.candidateRecall?.mean).toBeCloseTo((-30 * 0.5) / 8, 12);
  expect(comparison.routes.search).toBe(0);
  expect(comparison.probes).toHaveLength(48);
  expect(comparison.probes[0]).toMatchObject({ first: 1, second: 0 });
});

test('the interval surrounds the difference', () => {
  const { low, mean, high } = compareRuns(resultsOf(worse), resultsOf(sound), seeded).total;
  expect(low).toBeLessThan(mean);
  expect(high).toBeGreaterThan(mean);
});

test('runs over the same probes in another order are the same', () => {
  const turned = resultsOf({ ...sound, probes: sound.probes.toReversed() });
  expect(compareRuns(resultsOf(sound), turned, seeded).total.mean).toBeCloseTo(0, 9);
});

test('runs over other probes are refused', () => {
  const other = scoredWith(({ answer }) => answer, miniature(3));
  expect(() => compareRuns(resultsOf(sound), resultsOf(other), seeded)).toThrow(/different probes/);
});

test('a run with an oracle and one without are compared without the part for routes', () => {
  const probes = miniature();
  const asked = new Map([...soundRun(probes)].map(([id, one]) => [id, { ...one, forced: {} }]));
  const plain = scoreBenchmark(probes, asked, { oracle: false, stored: storedOf(probes) });
  const { total, parts } = compareRuns(resultsOf(sound), resultsOf(plain), seeded);
  expect(total.mean).toBeCloseTo(0, 9);
  expect(parts.route).toBeUndefined();
});

test('a summary has the points of what was measured', () => {
  expect(summaryOf(resultsOf(sound))).toMatchObject({
    runId: 'run',
    name: 'R4 small',
    parts: { support: 10, route: 15 },
  });
});

test('a path without which the engine loses points earns its keep, another does not', () => {
  const probes = miniature();
  const without = (path: string) => {
    const asked = new Map(
      probes.map((one) => {
        const paths = (['search', 'recall', 'associate', 'graph', 'causal', 'temporal'] as const).filter(
          (p) => p !== path,
        );
        return [one.id, { answer: soundAnswer(one, paths), sessionId: null, forced: {} }];
      }),
    );
    return resultsOf(scoreBenchmark(probes, asked, { oracle: false, stored: storedOf(probes), whole: sound.probes }));
  };
  const causal = ablationVerdict('no causal', resultsOf(sound), without('causal'), seeded);
  expect(causal.verdict).toBe('earns its keep');
  expect(causal.families).toMatchObject({ A: 0, E: 1 });
  // E is an eighth of recall, a seventh of ranking, and an eighth of the probes in regret: the rest is untouched.
  expect(causal.loss.mean).toBeCloseTo(30 / 8 + 20 / 7 + 15 / 8, 9);
  expect(causal.total).toBeCloseTo(100 - causal.loss.mean, 9);
  const none = ablationVerdict('nothing', resultsOf(sound), without('nothing'), seeded);
  expect(none).toMatchObject({ verdict: 'does not', loss: { mean: 0, low: 0, high: 0 } });
});
