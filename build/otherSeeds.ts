import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type SeedScore, seedsOf, seedsText, standsFor } from '../main/bench/score/otherSeeds.ts';
import { seedsReport } from '../main/bench/score/percentileOf.ts';
import { type BenchResults, BenchSetup } from '../main/contract/bench.ts';
import { startDaemon } from '../main/daemon.ts';
import { runSetup } from './runSetup.ts';

/**
 * `npm run bench:seeds -- [--count 20] [--size small] [--policy simplest] [--data DIR] [--out FILE]`: runs v1 and R4 made from
 * so many other seeds under one policy, and tells whether v1 is like them; ends with 1 where its total does not lie
 * between their 10th and 90th percentile. The data directory keeps the runs: started again on the same commit, it goes on.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    size: { type: 'string', default: 'small' },
    policy: { type: 'string', default: 'simplest' },
    data: { type: 'string', default: join(tmpdir(), 'piper-bench-seeds') },
    out: { type: 'string' },
  },
});
const { size, policy, data: dir, out } = values;
const count = Number(values.count);
if (!(count >= 1)) throw new Error('--count must be a number of seeds');

mkdirSync(dir, { recursive: true });
const { caller, close } = await startDaemon({ dir });
try {
  const setup = { benchmark: `r4-${size}`, policy };
  const frozen = await runSetup(caller, setup);
  told('v1', frozen);
  const seeds: SeedScore[] = [];
  for (const seed of seedsOf(count)) {
    const seeded = BenchSetup.parse({ ...setup, seed });
    const results = (await kept(seeded, frozen)) ?? (await runSetup(caller, seeded));
    told(`seed ${seed}`, results);
    seeds.push({ seed, score: results.score });
  }
  const report = seedsReport(
    frozen.score,
    seeds.map(({ score }) => score),
  );
  process.stdout.write(`\n${seedsText(frozen.score, seeds)}\n`);
  if (out !== undefined) {
    const { versions, score } = frozen;
    writeFileSync(out, `${JSON.stringify({ setup, versions, frozen: score, seeds, report }, null, 1)}\n`);
  }
  process.exitCode = report.representative ? 0 : 1;
} finally {
  await close();
}

/** What an earlier start has run already. */
async function kept(setup: BenchSetup, { versions }: BenchResults): Promise<BenchResults | null> {
  const { runs } = await caller.call('bench.list', {});
  for (const { runId, state, setup: one } of runs) {
    if (state !== 'finished' || one.seed !== setup.seed) continue;
    const results = await caller.call('bench.results', { runId });
    if (standsFor(results, { setup, versions })) return results;
  }
  return null;
}

/** One line as soon as it is known: the whole takes minutes. */
function told(name: string, { score, ms }: BenchResults): void {
  process.stdout.write(`${name}: ${score.total.toFixed(1)} (${Math.round(ms.total / 1000)} s)\n`);
}
