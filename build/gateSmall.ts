import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gateLine } from '../main/bench/score/gate.ts';
import { startDaemon } from '../main/daemon.ts';
import { resourcePath } from '../main/store/resources.ts';
import { runSetup } from './runSetup.ts';

/**
 * `npm run bench:gate [-- <baseline>]`: runs the benchmark of a frozen baseline (r4-small-today) afresh, in a temporary data
 * directory, and holds it against it. One line of verdict; ends with 1 where the gate is not passed.
 */
const [baseline = 'r4-small-today'] = process.argv.slice(2);
process.exitCode = (await passes(baseline)) ? 0 : 1;

async function passes(name: string): Promise<boolean> {
  if (!existsSync(resourcePath('bench', 'baselines', `${name}.json`))) {
    process.stderr.write(`bench:gate: there is no baseline ${name}. Freeze it first: npm run bench:baseline\n`);
    return false;
  }
  const dir = mkdtempSync(join(tmpdir(), 'piper-gate-'));
  try {
    const { caller, close } = await startDaemon({ dir });
    try {
      const { setup } = await caller.call('bench.results', { runId: name });
      const { runId } = await runSetup(caller, setup);
      const report = await caller.call('bench.gate', { runId, baseline: name });
      process.stdout.write(`bench:gate: ${gateLine(report)}\n`);
      return report.passed;
    } finally {
      await close();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
