import { expect, test } from 'vitest';
import { mulberry32 } from '../../../../main/base/mulberry32.ts';
import { scoredAnswer } from '../../../../main/bench/score/scoredAnswer.ts';
import type { ProbeAnswer } from '../../../../main/contract/bench.ts';
import { answer, evidence, packet, result, scoredWith } from './builders.ts';

const sound = scoredWith(({ answer }) => answer);
const lost = (damaged: typeof sound, part: keyof typeof sound.score.parts) =>
  sound.score.parts[part].points - damaged.score.parts[part].points;

test('random order is caught by ranking, and by recall', () => {
  const random = mulberry32(7);
  const shuffled = scoredWith(({ answer }) => {
    const keyed = answer?.results.map((one) => ({ one, key: random() })) ?? [];
    return answer && { ...answer, results: keyed.sort((a, b) => a.key - b.key).map(({ one }) => one) };
  });
  expect(lost(shuffled, 'ranking')).toBeGreaterThan(8);
  expect(lost(shuffled, 'candidateRecall')).toBeGreaterThan(8);
  expect(lost(shuffled, 'negative')).toBe(0);
});

test('always stale is caught by the temporal part', () => {
  const stale = scoredWith(({ answer: right }, { stale: old }) =>
    right && old.length > 0 ? { ...right, results: [result(old), ...right.results] } : right,
  );
  expect(stale.score.staleErrorRate).toBe(1);
  expect(lost(stale, 'temporal')).toBe(7.5);
  expect(stale.probes.filter(({ failure }) => failure?.code === 'R3')).toHaveLength(3);
});

test('never abstaining is caught by negative precision', () => {
  const bold = scoredWith(({ answer: right }, { family }) => (family === 'H' ? answer([result(['x'])]) : right));
  expect(bold.score.falsePositives).toBe(1);
  expect(lost(bold, 'negative')).toBe(5);
  expect(bold.score.families.H?.recallAt5).toBe(0);
});

test('no provenance is caught by provenance alone', () => {
  const bare = scoredAnswer(packet([evidence({ source: '', timestamp: '' })]), new Set(['a'])).results[0]?.provenance;
  const silent = scoredWith(
    ({ answer: right }) =>
      right && { ...right, results: right.results.map((one) => ({ ...one, provenance: bare ?? 7 })) },
  );
  expect(bare).toBe(5);
  expect(lost(silent, 'provenance')).toBe(5);
  expect(sound.score.total - silent.score.total).toBeCloseTo(5, 9);
});

const always = (route: string) => scoredWith(({ forced }): ProbeAnswer | null => forced[route] ?? null);

test('always one path is caught by route selection', () => {
  const one = always('recall');
  expect(one.figures.pathsPerProbe).toBe(1);
  expect(lost(one, 'route')).toBeGreaterThan(9);
  expect(one.score.families.B?.regret).toBe(0);
  expect(one.score.families.D?.regret).toBe(1);
});

test('always full fusion costs no points and shows in the paths per probe', () => {
  const all = always('all');
  expect(all.score.total).toBeCloseTo(sound.score.total, 9);
  expect(all.figures).toMatchObject({ pathsPerProbe: 6, fullFusionShare: 1 });
  expect(sound.figures.pathsPerProbe).toBeLessThan(1.5);
  expect(sound.figures.fullFusionShare).toBe(0);
});
