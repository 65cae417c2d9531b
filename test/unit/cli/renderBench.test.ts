import { expect, test } from 'vitest';
import { renderBenchList } from '../../../main/cli/renderBench.ts';
import { type BenchRun, BenchSetup } from '../../../main/contract/bench.ts';

const run = (runId: string, change: Partial<BenchRun>, setup: Partial<BenchSetup> = {}): BenchRun => ({
  runId,
  setup: { ...BenchSetup.parse({ benchmark: 'r4-small' }), ...setup },
  ablate: false,
  name: 'r4-small',
  corpusHash: 'c',
  probesHash: 'p',
  state: 'finished',
  startedAt: '2026-11-30T10:00:00.000Z',
  finishedAt: '2026-11-30T10:01:00.000Z',
  total: 50,
  parts: {},
  commit: null,
  ...change,
});

/** Of each run: what of the engine was asked, how it stands, its total, and whether an oracle was run. */
function told(...runs: BenchRun[]): string[] {
  const text = renderBenchList({ benchmarks: [], baselines: [], runs, warnings: [] });
  return text.split('\n').flatMap(
    (line) =>
      /^r\d .*today\s+(.*?)\s+2026-/
        .exec(line)?.[1]
        ?.split(/\s{2,}/)
        .join(' | ') ?? [],
  );
}

test('a list of runs says how each stands, what of the engine was asked, and whether it has an oracle', () => {
  const open = { finishedAt: null, total: null };
  expect(
    told(
      run('r1', {}),
      run('r2', { ...open, state: 'failed' }, { paths: ['search', 'recall'], oracle: false }),
      run('r3', {}, { without: ['graph'], fusion: false, oracle: false }),
      run('r4', { ...open, state: 'interrupted', ablate: true }),
    ),
  ).toEqual([
    'whole | finished | 50.0 | yes',
    'paths search recall | failed | – | –',
    'without graph, no fusion | finished | 50.0 | no',
    'ablations | interrupted | – | –',
  ]);
});
