import { expect, test } from 'vitest';
import { diagnose } from '../../../../main/bench/score/diagnosis.ts';
import { reportText } from '../../../../main/bench/score/reportText.ts';
import { scoreBenchmark } from '../../../../main/bench/score/scoreBenchmark.ts';
import { answer, listed, probe, result, resultsOf, scoredWith } from './builders.ts';

const sound = scoredWith(({ answer }) => answer);
const routes = (totals: Record<string, number>) =>
  Object.fromEntries(Object.entries(totals).map(([name, total]) => [name, { total, families: {} }]));
const verdict = (total: number, oracle: number) =>
  diagnose({ score: { ...sound.score, total }, routes: routes({ oracle, search: 40, recall: 50 }) })?.verdict;

test.each([
  [63, 98, 'routing'],
  [63, 66, 'retrievers'],
  [50, 75, 'both'],
  [93, 96, 'neither'],
  [40, 85, 'routing'],
  [70, 76, 'retrievers'],
] as const)('routed %i beside an oracle of %i says %s', (total, oracle, expected) => {
  expect(verdict(total, oracle)).toBe(expected);
});

test('the diagnosis names the best single path and is in plain words', () => {
  const told = diagnose({
    score: { ...sound.score, total: 63 },
    routes: routes({ oracle: 87, search: 40, recall: 50 }),
  });
  expect(told).toMatchObject({ routed: 63, oracle: 87, best: { path: 'recall', total: 50 } });
  expect(told?.text).toContain('24.0 points are lost by the choice of routes');
  expect(told?.text).toContain('13.0 points no choice could win');
});

test('without an oracle nothing is diagnosed', () => {
  expect(diagnose({ score: sound.score, routes: {} })).toBeNull();
});

test('the report shows parts, families, routes, figures and failures', () => {
  const damaged = scoredWith(({ answer: right }, { family }) => (family === 'B' ? answer([result(['x'])]) : right));
  const text = reportText(resultsOf(damaged));
  for (const line of [
    /^R4 \d+\.\d of 100$/m,
    /^route selection +\d+\.\d +of 15/m,
    /^B semantic +6 +0\.000/m,
    /^H no answer +6 +1\.000 +– +–/m,
    /^routed +\d+\.\d/m,
    /^oracle +100\.0/m,
    /^paths per probe +\d\.\d\d/m,
    /^failures +6 of 48/m,
    /^R1 +6 +looked for on the wrong path/m,
  ]) {
    expect(text).toMatch(line);
  }
});

test('a part that nothing measures is said to be so', () => {
  const asked = new Map([['p', { answer: listed('g'), sessionId: null, forced: {} }]]);
  const scored = scoreBenchmark([probe()], asked, { oracle: false, stored: new Map() });
  const text = reportText(resultsOf(scored));
  expect(text).toMatch(/^temporal +– +no probe measures it$/m);
  expect(text).not.toContain('NaN');
});
