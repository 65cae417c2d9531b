import { expect, test } from 'vitest';
import { bestRoute, forcedRoutes, scoreProbe, withAnswer } from '../../../../main/bench/score/scoreProbe.ts';
import type { ProbeAnswer } from '../../../../main/contract/bench.ts';
import { answer, listed, probe, result } from './builders.ts';

const known = { stored: new Set(['g']), structured: null };
const asked = (routed: ProbeAnswer | null, forced: Record<string, ProbeAnswer>) => ({
  probe: probe(),
  answer: routed,
  sessionId: 's',
  forced,
});

test('the oracle chooses among six paths, their 15 pairs, and all', () => {
  expect(forcedRoutes).toHaveLength(22);
  expect(new Set(forcedRoutes.map(({ name }) => name)).size).toBe(22);
  expect(forcedRoutes.map(({ name }) => name)).toContain('recall+graph');
});

test('regret is what the best route has more', () => {
  const row = scoreProbe(asked(listed('x', 'g'), { search: listed('g'), recall: listed('x') }), {
    oracle: false,
    known,
  });
  expect(row.oracle).toEqual({ route: 'search', quality: 1 });
  expect(row.regret).toBeCloseTo(1 - 0.6309297535714575, 12);
  expect(row.byRoute).toEqual({ search: 1, recall: 0 });
});

test('who does better than every forced route has no regret', () => {
  const row = scoreProbe(asked(listed('g'), { recall: listed('x') }), { oracle: false, known });
  expect(row.regret).toBe(0);
});

test('of equally good routes the cheapest is the oracle, and the choice of another costs nothing', () => {
  expect(bestRoute({ all: 1, 'search+recall': 1, graph: 1, recall: 1 })).toEqual({ route: 'recall', quality: 1 });
  const row = scoreProbe(asked(listed('g'), { all: listed('g'), graph: listed('g') }), { oracle: false, known });
  expect(row.regret).toBe(0);
});

test('a route that was to be forced and is not there has failed', () => {
  const { byRoute } = scoreProbe(asked(listed('g'), { search: listed('g') }), { oracle: true, known });
  expect(Object.keys(byRoute)).toHaveLength(22);
  expect(byRoute.graph).toBe(0);
});

test('without forced routes there is no oracle, and no regret', () => {
  expect(scoreProbe(asked(listed('g'), {}), { oracle: false, known })).toMatchObject({ oracle: null, regret: null });
});

test('an answer that never came is a failure', () => {
  const row = scoreProbe(asked(null, { search: listed('g') }), { oracle: false, known });
  expect(row).toMatchObject({ quality: 0, recallAt5: 0, reciprocalRank: 0, regret: 1, failure: { code: 'R2' } });
});

test('an ablated engine is held to the oracle of the whole one', () => {
  const whole = { search: 1, recall: 0 };
  const row = scoreProbe(asked(listed('x'), { recall: listed('x') }), { oracle: false, whole, known });
  expect(row).toMatchObject({ oracle: { route: 'search', quality: 1 }, regret: 1, byRoute: { recall: 0 } });
});

test('another answer keeps the oracle', () => {
  const row = scoreProbe(asked(listed('g'), { search: listed('g') }), { oracle: false, known });
  const other = withAnswer(row, answer([result(['x'])]));
  expect(other).toMatchObject({ quality: 0, regret: 1, oracle: { route: 'search' } });
});
