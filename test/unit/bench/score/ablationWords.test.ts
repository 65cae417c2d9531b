import { expect, test } from 'vitest';
import { ablations } from '../../../../main/bench/run/ablations.ts';
import { renderAblation } from '../../../../main/cli/renderBench.ts';
import { BenchSetup } from '../../../../main/contract/bench.ts';

test('a path that is left alone says something of all the others', () => {
  const verdicts = ablations.map(({ name, change }) => ({
    name,
    setup: BenchSetup.parse({ benchmark: 'r4-small', ...change }),
    total: 40,
    loss: { mean: 20, low: 10, high: 30 },
    families: {},
    verdict: 'earns its keep' as const,
  }));
  const told = (verdict: 'earns its keep' | 'does not') =>
    renderAblation({ runId: 'r', benchmark: 'R4', total: 60, verdicts: verdicts.map((one) => ({ ...one, verdict })) });
  expect(told('earns its keep')).toMatch(/no temporal .* earns its keep\n/);
  expect(told('earns its keep')).toMatch(/semantic only .* the other paths earn their keep\n/);
  expect(told('earns its keep')).toMatch(/BM25 only .* the other paths earn their keep$/);
  expect(told('does not')).toMatch(/no BM25 .* does not\n/);
  expect(told('does not')).toMatch(/BM25 only .* the other paths do not$/);
});
