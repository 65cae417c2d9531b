import { describe, expect, test } from 'vitest';
import type { BenchResults, BenchSetup, Probe } from '../../../main/contract/index.ts';
import type { BenchListed } from '../../../renderer/benchListed.ts';
import { benchmarkName, setupWords, signed } from '../../../renderer/benchWords.ts';
import { familyRows, heatColumns, heatRows } from '../../../renderer/parts/bench/familyRows.ts';
import { intervalDomain } from '../../../renderer/parts/bench/intervalScale.ts';
import { reliabilityOf } from '../../../renderer/parts/bench/reliability.ts';
import { shownKind } from '../../../renderer/parts/bench/shownKind.ts';
import { trendLayout } from '../../../renderer/parts/bench/trendLayout.ts';

const setup: BenchSetup = {
  benchmark: 'r4-small',
  structure: 'full',
  policy: 'today',
  without: [],
  fusion: true,
  oracle: true,
};

describe('words of a run', () => {
  test('name R4 by its size and a folder by its last part', () => {
    expect(['r4-small', '/srv/sets/harbour/', 'C:\\sets\\harbour'].map(benchmarkName)).toEqual([
      'R4-small',
      'harbour',
      'harbour',
    ]);
  });

  test('tell what differs from the plain setup', () => {
    expect(setupWords(setup)).toBe('full, today');
    expect(setupWords({ ...setup, structure: 'prose', without: ['causal'], fusion: false, seed: 7 })).toBe(
      'prose, today, without causal, no fusion, seed 7',
    );
    expect(setupWords({ ...setup, paths: ['search', 'recall'] })).toBe('full, today, search + recall forced');
  });

  test('sign a difference unless it is nothing when rounded', () => {
    expect([1.44, -0.6, 0.04, -0.04].map((value) => signed(value))).toEqual(['+1.4', '−0.6', '0.0', '0.0']);
  });
});

describe('the trend', () => {
  const run = (runId: string, total: number | null, rest: Partial<BenchListed> = {}): BenchListed => ({
    runId,
    setup,
    name: 'r4-small',
    corpusHash: 'corpus',
    probesHash: 'probes',
    startedAt: `2026-11-0${runId.length}T00:00:00Z`,
    finishedAt: null,
    total,
    parts: null,
    commit: null,
    frozen: false,
    run: null,
    ...rest,
  });
  const of = (listed: BenchListed[]) =>
    trendLayout(listed, { corpusHash: 'corpus', probesHash: 'probes' }, { width: 400, height: 100 });

  test('joins only runs of the same corpus, probes and setup, oldest first', () => {
    const { lines } = of([
      run('ccc', 60),
      run('a', 50),
      run('bb', null),
      run('dddd', 70, { corpusHash: 'other' }),
      run('eeeee', 70, { probesHash: 'other' }),
      run('ffffff', 30, { setup: { ...setup, policy: 'simplest' } }),
    ]);
    expect(lines.map((line) => [line.setup, line.points.map(({ runId }) => runId)])).toEqual([
      ['full, today', ['a', 'ccc']],
      ['full, simplest', ['ffffff']],
    ]);
    const [first, second] = lines[0]?.points ?? [];
    expect(second?.x).toBeGreaterThan(first?.x ?? Number.NaN);
    expect(second?.y).toBeLessThan(first?.y ?? Number.NaN);
  });

  test('marks a frozen baseline as a height, not as a run', () => {
    const { lines, baselines } = of([run('a', 50), run('r4-small-today', 48, { frozen: true })]);
    expect(lines.flatMap(({ points }) => points)).toHaveLength(1);
    expect(baselines.map(({ name, total }) => [name, total])).toEqual([['r4-small-today', 48]]);
  });

  test('of nothing is empty', () => {
    expect(of([])).toEqual({ lines: [], baselines: [], ticks: [] });
  });
});

describe('families and routes', () => {
  const family = (ndcgAt5: number) => ({ probes: 3, recallAt5: 0.5, ndcgAt5, mrr: 0.4, regret: 0.1 });
  const route = (total: number, a: number, h: number) => ({ total, families: { A: family(a), H: family(h) } });
  const results = {
    score: route(61, 0.7, 1),
    routes: { search: route(40, 0.8, 1), recall: route(30, 0.2, 1), all: route(55, 0.6, 0), oracle: route(90, 0.9, 1) },
  } as unknown as Pick<BenchResults, 'score' | 'routes'>;

  test('stand beside what the oracle would have come to', () => {
    expect(familyRows(results).map(({ family: name, routed, oracle }) => [name, routed, oracle])).toEqual([
      ['A', 0.7, 0.9],
      ['H', 1, 1],
    ]);
    expect(familyRows({ ...results, routes: {} }).map(({ oracle }) => oracle)).toEqual([null, null]);
  });

  test('mark the best single path, where one is better than another', () => {
    const [a, , total] = heatRows({ ...results, routes: Object.fromEntries(Object.entries(results.routes)) });
    expect(a?.cells.map(({ column }) => column)).toEqual(heatColumns);
    expect(a?.cells.filter(({ best }) => best).map(({ column, value }) => [column, value])).toEqual([['search', 0.8]]);
    expect(a?.cells.find(({ column }) => column === 'graph')?.value).toBeNull();
    expect(total?.cells.map(({ value }) => value)).toEqual([0.4, 0.3, null, null, null, null, 0.55, 0.61, 0.9]);
  });
});

test('intervals share a scale that holds them all and 0', () => {
  expect(intervalDomain([{ mean: 3, low: 2.2, high: 4.7 }])).toEqual([0, 5]);
  expect(intervalDomain([{ mean: -1, low: -1.7, high: 0.3 }])).toEqual([-2, 0.5]);
  expect(intervalDomain([{ mean: 0, low: 0, high: 0 }])).toEqual([-1, 1]);
});

test('a shown object is gold before it is stale or a hard negative', () => {
  const probe = {
    gold: ['g'],
    stale: ['s'],
    negatives: { temporal: ['s', 'g'], entity: ['n'] },
  } as unknown as Probe;
  expect([['x', 'g'], ['s'], ['n'], ['x'], []].map((ids) => shownKind(probe, ids))).toEqual([
    'gold',
    'stale',
    'entity negative',
    null,
    null,
  ]);
});

describe('reliability', () => {
  const row = (confidence: number, quality: number, results = 1) => ({
    quality,
    answer: {
      confidence,
      results: Array.from({ length: results }, () => ({ counts: ['a'], paths: [], structural: false, provenance: 7 })),
    },
  });

  test('compares confidence with quality by tenths, and weighs the distances by answers', () => {
    const { bins, answers, error } = reliabilityOf([row(1, 1), row(0.91, 0), row(0.05, 0.55), row(0.96, 1)]);
    expect(bins.map(({ from, answers }) => [from, answers])).toEqual([
      [0, 1],
      [0.9, 3],
    ]);
    expect(bins[1]?.confidence).toBeCloseTo(0.9567, 4);
    expect(bins[1]?.quality).toBeCloseTo(2 / 3, 10);
    expect(answers).toBe(4);
    // ¼ · 0.5 + ¾ · |0.6667 − 0.9567|
    expect(error).toBeCloseTo(0.3425, 4);
  });

  test('is 0 where confidence is quality, and nothing where nothing was answered', () => {
    expect(reliabilityOf([row(0.3, 0.3), row(0.7, 0.7)]).error).toBe(0);
    expect(reliabilityOf([row(0.9, 1, 0)])).toEqual({ bins: [], answers: 0, error: null });
  });
});
