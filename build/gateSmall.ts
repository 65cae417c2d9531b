import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PiperError } from '../main/base/errors.ts';
import { openRuns } from '../main/bench/run/runs.ts';
import { baselineOf, gateLine } from '../main/bench/score/gate.ts';
import { startDaemon } from '../main/daemon.ts';
import { resourcePath } from '../main/store/resources.ts';
import { runSetup } from './runSetup.ts';

/**
 * `npm run bench:gate [-- <baseline>]`: runs the benchmark of a frozen baseline (r4-small-today) afresh, in a temporary data
 * directory, and holds it against it. One line of verdict; ends with 1 where the gate is not passed, with 2 where there is
 * no baseline to hold it against: it is not there, cannot be read, or is of another benchmark than was run.
 */
const [baseline = 'r4-small-today'] = process.argv.slice(2);
const dir = mkdtempSync(join(tmpdir(), 'piper-gate-'));
try {
  process.exitCode = (await passes(baseline)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof PiperError && error.code === 'no-baseline')) throw error;
  process.stderr.write(`bench:gate: ${error.message} Freeze it first: npm run bench:baseline\n`);
  process.exitCode = 2;
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function passes(name: string): Promise<boolean> {
  const { setup } = baselineOf(openRuns(dir, resourcePath('bench', 'baselines')).results, name);
  const { caller, close } = await startDaemon({ dir });
  try {
    const { runId } = await runSetup(caller, setup);
    const report = await caller.call('bench.gate', { runId, baseline: name });
    process.stdout.write(`bench:gate: ${gateLine(report)}\n`);
    return report.passed;
  } finally {
    await close();
  }
}
