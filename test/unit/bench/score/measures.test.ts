import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmpty, measure, ndcgAt, ranksOf, recallAt, reciprocalRank } from '../../../../main/bench/score/measures.ts';
import { missingAnswer } from '../../../../main/bench/score/scoredAnswer.ts';
import { answer, listed, probe, result } from './builders.ts';

/** Qrels, a run, and what trec_eval (through pytrec_eval) says of it: ndcg_cut_5, recip_rank, recall_5, recall_10. */
const reference = [
  { gold: ['d1', 'd4', 'd9'], run: ['d4', 'd2', 'd1', 'd3', 'd8', 'd9'], values: [0.7039180890341347, 1, 2 / 3, 1] },
  { gold: ['d2'], run: ['d1', 'd3', 'd2'], values: [0.5, 1 / 3, 1, 1] },
  { gold: ['d3', 'd7'], run: ['d1', 'd2', 'd4', 'd5', 'd6', 'd7', 'd3'], values: [0, 1 / 6, 0, 1] },
  {
    gold: ['d1', 'd2', 'd3', 'd4', 'd5'],
    run: ['d5', 'd8', 'd1', 'd6', 'd2', 'd3', 'd4'],
    values: [0.639945385422766, 1, 0.6, 1],
  },
];

test.each(reference)('agrees with trec_eval on $gold in $run', ({ gold, run, values }) => {
  const ranks = ranksOf(
    gold,
    run.map((id) => [id]),
  );
  const ours = [ndcgAt(5, ranks), reciprocalRank(ranks), recallAt(5, ranks), recallAt(10, ranks)];
  for (const [at, value] of values.entries()) expect(ours[at]).toBeCloseTo(value, 12);
});

test('a gold object takes the rank of the first result that counts for it', () => {
  expect(ranksOf(['a', 'b', 'c'], [['x'], ['a', 'b'], ['a'], []])).toEqual([2, 2, Number.POSITIVE_INFINITY]);
});

test('one result for the whole support set is not worth more than the ideal', () => {
  // DCG 1 + 1 + 1 over 1 + 1/log2(3) + 1/2 = 2.13: capped.
  expect(measure(probe({ gold: ['a', 'b', 'c'] }), answer([result(['a', 'b', 'c'])])).quality).toBe(1);
});

test('two objects of one result at rank 2 have their gain there', () => {
  const { quality, recallAt5, reciprocalRank } = measure(
    probe({ gold: ['a', 'b', 'c'] }),
    answer([result(['x']), result(['a', 'b'])]),
  );
  expect(quality).toBeCloseTo((2 * 0.6309297535714575) / (1 + 0.6309297535714575 + 0.5), 12);
  expect(recallAt5).toBeCloseTo(2 / 3, 12);
  expect(reciprocalRank).toBe(0.5);
});

test('what comes after ten results is not looked at', () => {
  const ids = Array.from({ length: 10 }, (_, at) => `d${at}`);
  expect(measure(probe(), listed(...ids, 'g')).reciprocalRank).toBe(0);
});

test.each([
  ['C', 'associate'],
  ['D', 'graph'],
  ['E', 'causal'],
] as const)('family %s credits only structure that %s brought', (family, path) => {
  const own = (overrides: object) => measure(probe({ family }), answer([result(['g'], overrides)])).quality;
  expect(own({ paths: ['recall', path], structural: true })).toBe(1);
  expect(own({ paths: ['recall', path], structural: false })).toBe(0);
  expect(own({ paths: ['recall'], structural: true })).toBe(0);
});

test('results that are not credited keep their places', () => {
  const results = [result(['g']), result(['g'], { paths: ['graph'], structural: true })];
  expect(measure(probe({ family: 'D' }), answer(results)).reciprocalRank).toBe(0.5);
});

test('support is counted over the top 10, for D and G', () => {
  const gold = ['g', 'h', 'i'];
  const ids = ['g', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8', 'h', 'i'];
  expect(measure(probe({ family: 'G', gold }), listed(...ids)).support).toBeCloseTo(2 / 3, 12);
  expect(measure(probe({ family: 'A', gold }), listed(...ids)).support).toBeNull();
});

test('nothing is the right answer to H, and only known absence is nothing', () => {
  const h = probe({ family: 'H', gold: [], mode: 'null' });
  expect(measure(h, answer([]))).toMatchObject({ quality: 1, recallAt5: 1, stale: null, asOf: null, support: null });
  expect(measure(h, listed('x'))).toMatchObject({ quality: 0, recallAt5: 0 });
  expect(measure(h, answer([result(['x'])], { status: 'weak' })).quality).toBe(0);
  expect(measure(h, missingAnswer).quality).toBe(0);
  expect(isEmpty(answer([], { status: 'weak' }))).toBe(false);
  expect(isEmpty(answer([result(['x'])], { status: 'none' }))).toBe(false);
});

test('who could not look has failed, whatever it shows', () => {
  const failed = answer([result(['g'])], { status: 'could_not_look' });
  expect(measure(probe(), failed)).toMatchObject({ quality: 0, recallAt5: 0, reciprocalRank: 0 });
});

test.each([
  ['the current one alone', ['g'], 0],
  ['the superseded one below', ['g', 'old'], 0],
  ['the superseded one above', ['old', 'g'], 1],
  ['the superseded one instead', ['x', 'old'], 1],
  ['neither', ['x'], 0.5],
  ['the current one below the top 5', ['1', '2', '3', '4', '5', 'g'], 0.5],
  ['the superseded one below the top 5, above the current one', ['1', '2', '3', '4', '5', 'old', 'g'], 1],
] as const)('stale error of %s', (_, ids, error) => {
  expect(measure(probe({ mode: 'current', stale: ['old'] }), listed(...ids)).stale).toBe(error);
});

test('with several gold objects, each stands above what is superseded', () => {
  const two = probe({ mode: 'current', gold: ['g', 'h'], stale: ['old'] });
  expect(measure(two, listed('g', 'h', 'old')).stale).toBe(0);
  expect(measure(two, listed('g', 'old', 'h')).stale).toBe(1);
  expect(measure(two, listed('g', 'x')).stale).toBe(0);
});

test('a result that is both current and superseded evidence is no stale error', () => {
  expect(measure(probe({ mode: 'current', stale: ['old'] }), answer([result(['old', 'g'])])).stale).toBe(0);
});

test('a stale text is an error in a family that credits structure; a current text is no credit', () => {
  const c = probe({ family: 'C', mode: 'current', stale: ['old'] });
  expect(measure(c, listed('old', 'g')).stale).toBe(1);
  expect(measure(c, listed('g', 'old')).stale).toBe(0.5);
});

test('stale errors are of current-state questions only', () => {
  expect(measure(probe({ mode: 'asof', stale: ['old'] }), listed('old')).stale).toBeNull();
});

test('as-of wants the gold at rank 1', () => {
  expect(measure(probe({ mode: 'asof' }), listed('g', 'x')).asOf).toBe(1);
  expect(measure(probe({ mode: 'asof' }), listed('x', 'g')).asOf).toBe(0);
  expect(measure(probe({ mode: 'asof', gold: [] }), answer([])).asOf).toBe(1);
  expect(measure(probe({ mode: 'current' }), listed('g')).asOf).toBeNull();
});

const distractors = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5'];
const goldSet = ['g0', 'g1', 'g2'];
const list = fc.shuffledSubarray([...goldSet, ...distractors]);
const values = (gold: readonly string[], ids: readonly string[]) => {
  const { quality, recallAt5, reciprocalRank, support } = measure(
    probe({ family: 'G', gold: [...gold] }),
    listed(...ids),
  );
  return [quality, recallAt5, reciprocalRank, support ?? 0];
};
const noLower = (before: readonly number[], after: readonly number[]) =>
  before.every((value, at) => (after[at] ?? 0) >= value - 1e-12);

test('every measure lies between 0 and 1', () => {
  fc.assert(
    fc.property(list, (ids) => {
      expect(values(goldSet, ids).every((value) => value >= 0 && value <= 1)).toBe(true);
    }),
  );
});

test('nothing falls when a gold object moves up', () => {
  fc.assert(
    fc.property(list, fc.nat(8), (ids, place) => {
      const at = place % Math.max(1, ids.length);
      const [above, id] = [ids[at - 1], ids[at]];
      fc.pre(above !== undefined && id !== undefined && goldSet.includes(id) && !goldSet.includes(above));
      const moved = ids.with(at - 1, id ?? '').with(at, above ?? '');
      expect(noLower(values(goldSet, ids), values(goldSet, moved))).toBe(true);
    }),
  );
});

test('the order in which gold is written down does not matter', () => {
  fc.assert(
    fc.property(list, fc.shuffledSubarray(goldSet, { minLength: 3 }), (ids, gold) => {
      for (const [at, value] of values(gold, ids).entries())
        expect(value).toBeCloseTo(values(goldSet, ids)[at] ?? 0, 12);
    }),
  );
});

test('distractors below raise nothing', () => {
  fc.assert(
    fc.property(list, fc.integer({ min: 1, max: 5 }), (ids, more) => {
      const longer = [...ids, ...Array.from({ length: more }, (_, at) => `more${at}`)];
      expect(values(goldSet, longer)).toEqual(values(goldSet, ids));
    }),
  );
});
