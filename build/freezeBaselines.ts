import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineName } from '../main/bench/run/baselineName.ts';
import { trimmed } from '../main/bench/run/trimmed.ts';
import { reportText } from '../main/bench/score/reportText.ts';
import type { BenchResults } from '../main/contract/bench.ts';
import { startDaemon } from '../main/daemon.ts';
import { runSetup } from './runSetup.ts';

/**
 * `npm run bench:baseline -- <data directory> [benchmark…]`: runs each benchmark under today's policy and the simplest one
 * and freezes the results in resources/bench/baselines/. The data directory keeps the vectors for the next time.
 */
const [dir, ...named] = process.argv.slice(2);
if (dir === undefined) throw new Error('usage: npm run bench:baseline -- <data directory> [benchmark…]');
const benchmarks = named.length > 0 ? named : ['r4-small', 'r4-standard'];
const baselines = join(import.meta.dirname, '..', 'resources', 'bench', 'baselines');

mkdirSync(baselines, { recursive: true });
const daemon = await startDaemon({ dir });
try {
  for (const benchmark of benchmarks) {
    for (const policy of ['today', 'simplest']) freeze(await runSetup(daemon.caller, { benchmark, policy }));
  }
} finally {
  await daemon.close();
}

function freeze(results: BenchResults): void {
  const name = baselineName(results.setup);
  writeFileSync(join(baselines, `${name}.json`), `${JSON.stringify(trimmed({ ...results, runId: name }))}\n`);
  process.stdout.write(`${name}\n${reportText(results)}\n`);
}
