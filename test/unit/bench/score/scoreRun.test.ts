import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreBenchmark } from '../../../../main/bench/score/scoreBenchmark.ts';
import { scoreRun } from '../../../../main/bench/score/scoreRun.ts';
import { answer, listed, miniature, probe, result, scoredWith, soundRun, storedOf } from './builders.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

test('a sound engine with a sound router has all 100 points', () => {
  const { score, routes } = scoredWith(({ answer }) => answer);
  expect(score.total).toBeCloseTo(100, 9);
  expect(Object.values(score.parts).map(({ of }) => of)).toEqual([30, 20, 15, 15, 10, 5, 5]);
  expect(routes.oracle?.total).toBeCloseTo(100, 9);
  expect(Object.keys(routes)).toHaveLength(23);
  expect(routes.search?.families.A?.recallAt5).toBe(1);
  expect(routes.search?.families.B?.recallAt5).toBe(0);
});

test('the parts are those of a hand-computed case', () => {
  // A: gold at rank 2; H: a false positive; F: current with the superseded one above; F: as of, right; D: one of two.
  const probes = [
    probe({ id: 'a', family: 'A', gold: ['a'] }),
    probe({ id: 'h', family: 'H', gold: [], mode: 'null' }),
    probe({ id: 'f1', family: 'F', gold: ['f'], mode: 'current', stale: ['old'] }),
    probe({ id: 'f2', family: 'F', gold: ['f'], mode: 'asof' }),
    probe({ id: 'd', family: 'D', gold: ['d', 'e'] }),
  ];
  const answers = {
    a: listed('x', 'a'),
    h: listed('x'),
    f1: listed('old', 'f'),
    f2: listed('f'),
    d: answer([result(['d'], { paths: ['graph'], structural: true, provenance: 6 })]),
  };
  const asked = new Map(
    Object.entries(answers).map(([id, one]) => [
      id,
      { answer: one, sessionId: null, forced: { search: one, all: one } },
    ]),
  );
  const { score } = scoreBenchmark(probes, asked, { oracle: false, stored: new Map() });
  const at2 = 1 / Math.log2(3);
  const d = 1 / (1 + at2);
  // Recall@5: A 1, D ½, F 1, H 0.
  expect(score.parts.candidateRecall.points).toBeCloseTo((30 * (1 + 0.5 + 1 + 0)) / 4, 12);
  // nDCG@5: A at2, D d, F (at2 + 1) / 2; MRR: A ½, D 1, F ¾.
  const ndcg = (at2 + d + (at2 + 1) / 2) / 3;
  const mrr = (0.5 + 1 + 0.75) / 3;
  expect(score.parts.ranking.points).toBeCloseTo(12 * ndcg + 8 * mrr, 12);
  expect(score.parts.route.points).toBe(15);
  expect(score.staleErrorRate).toBe(1);
  expect(score.asOfAccuracy).toBe(1);
  expect(score.parts.temporal.points).toBe(7.5);
  expect(score.parts.support.points).toBe(5);
  expect(score.falsePositives).toBe(1);
  expect(score.parts.negative.points).toBe(0);
  // Seven results were surfaced, one without a field.
  expect(score.parts.provenance.points).toBeCloseTo((5 * 6) / 7, 12);
  expect(score.total).toBeCloseTo(sum(Object.values(score.parts).map(({ points }) => points)), 12);
});

test('a family counts the same however many probes it has', () => {
  const probes = [probe({ id: 'a' }), ...Array.from({ length: 9 }, (_, at) => probe({ id: `b${at}`, family: 'B' }))];
  const asked = new Map(
    probes.map(({ id, family }) => [id, { answer: listed(family === 'A' ? 'g' : 'x'), sessionId: null, forced: {} }]),
  );
  expect(scoreBenchmark(probes, asked, { oracle: false, stored: new Map() }).score.parts.candidateRecall.value).toBe(
    0.5,
  );
});

test('a probe that nobody answered is scored', () => {
  const probes = miniature();
  const asked = soundRun(probes);
  asked.delete('A0');
  const { score, probes: rows, routes } = scoreBenchmark(probes, asked, { oracle: true, stored: storedOf(probes) });
  expect(rows).toHaveLength(probes.length);
  expect(score.families.A?.recallAt5).toBeCloseTo(5 / 6, 12);
  expect(routes.search?.families.A?.recallAt5).toBeCloseTo(5 / 6, 12);
});

test('parts that a benchmark cannot measure are left out and the rest is scaled', () => {
  const probes = [probe({ id: 'a' }), probe({ id: 'b', family: 'B' })];
  const asked = new Map(
    probes.map(({ id }) => [id, { answer: listed(id === 'a' ? 'g' : 'x'), sessionId: null, forced: {} }]),
  );
  const { score, routes } = scoreBenchmark(probes, asked, { oracle: false, stored: new Map() });
  const { candidateRecall, ranking, provenance, ...rest } = score.parts;
  expect(Object.values(rest).every(({ of }) => of === 0)).toBe(true);
  expect([score.staleErrorRate, score.asOfAccuracy, score.falsePositives]).toEqual([null, null, null]);
  expect(score.total).toBeCloseTo((100 * (15 + 10 + 5)) / 55, 12);
  expect(score.total).toBeCloseTo(
    (100 * sum([candidateRecall, ranking, provenance].map(({ points }) => points))) / 55,
    12,
  );
  expect(Object.keys(score.families)).toEqual(['A', 'B']);
  expect(routes).toEqual({});
});

test('half of the temporal part is measured where only one kind of question exists', () => {
  const asked = new Map([['f', { answer: listed('g'), sessionId: null, forced: {} }]]);
  const { score } = scoreBenchmark([probe({ id: 'f', family: 'F', mode: 'asof' })], asked, {
    oracle: false,
    stored: new Map(),
  });
  expect(score.parts.temporal).toEqual({ points: 7.5, of: 7.5, value: 1 });
  expect(score.staleErrorRate).toBeNull();
});

test('who surfaces nothing has no points for provenance', () => {
  const { score } = scoredWith(() => answer([]));
  expect(score.parts.provenance).toEqual({ points: 0, of: 5, value: 0 });
  expect(score.parts.negative.points).toBe(5);
});

test('the order of the probes does not matter', () => {
  const { probes } = scoredWith(({ forced }) => forced['recall+graph'] ?? null, miniature(2));
  fc.assert(
    fc.property(fc.shuffledSubarray(probes, { minLength: probes.length }), (shuffled) => {
      expect(scoreRun(shuffled).total).toBeCloseTo(scoreRun(probes).total, 9);
    }),
  );
});

test('no part and no total leaves its bounds, whichever route answers which probe', () => {
  const probes = miniature(2);
  const asked = soundRun(probes);
  const routes = fc.array(fc.constantFrom('search', 'recall', 'graph', 'recall+graph', 'all', 'none'), {
    minLength: probes.length,
    maxLength: probes.length,
  });
  fc.assert(
    fc.property(routes, (chosen) => {
      const places = new Map(probes.map(({ id }, at) => [id, chosen[at] ?? 'none']));
      const { score } = scoreBenchmark(
        probes,
        new Map([...asked].map(([id, one]) => [id, { ...one, answer: one.forced[places.get(id) ?? ''] ?? null }])),
        { oracle: true, stored: storedOf(probes) },
      );
      expect(score.total).toBeGreaterThanOrEqual(0);
      expect(score.total).toBeLessThanOrEqual(100 + 1e-9);
      for (const { points, of } of Object.values(score.parts)) expect(points >= 0 && points <= of + 1e-9).toBe(true);
    }),
    { numRuns: 30 },
  );
});
