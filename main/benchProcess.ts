import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { systemClock } from './base/clock.ts';
import { PiperError } from './base/errors.ts';
import { openLog } from './base/log.ts';
import type { BenchOrder, BenchReport } from './bench/run/messages.ts';
import { type BenchJob, runBenchmark } from './bench/run/runBenchmark.ts';
import type { ErrorBody } from './contract/errors.ts';
import { logFile, openBenchStore, storeFolder } from './engine/benchStore.ts';
import { dataPaths } from './store/paths.ts';
import { resourcePath } from './store/resources.ts';

if (process.send === undefined) {
  throw new Error('This entry is started by the daemon; elsewhere use: piper-memory bench run');
}

const cancelling = new AbortController();
const cancel = () => cancelling.abort(new PiperError('cancelled', 'The run was cancelled.', 'Start it again.'));

process.on('message', (order: BenchOrder) => {
  if (order.type === 'cancel') cancel();
  else void run(order.dir, order.job).then(leave);
});
// A run without a daemon is nobody's: what was answered stays for the next start.
process.on('disconnect', () => process.exit(1));

async function run(dir: string, job: BenchJob): Promise<BenchReport> {
  try {
    // Whoever asks their memory comes first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    // A store that an earlier try left behind may hold half a corpus.
    rmSync(storeFolder(job.folder), { recursive: true, force: true });
    const { folder, setup } = job;
    await runBenchmark(job, {
      frozen: resourcePath('bench', 'r4-v1'),
      clock: systemClock,
      openStore: () =>
        openBenchStore({ paths: dataPaths(dir), runFolder: folder, policy: setup.policy, clock: systemClock }),
      onProgress: (progress) => tell({ type: 'progress', progress }),
      signal: cancelling.signal,
    });
    return { type: 'finished' };
  } catch (error) {
    if (cancelling.signal.aborted) return { type: 'cancelled' };
    log(job.folder, error);
    return { type: 'failed', error: bodyOf(error) };
  } finally {
    rmSync(storeFolder(job.folder), { recursive: true, force: true });
  }
}

/** The last report leaves the process before it does. */
function leave(report: BenchReport): void {
  process.send?.(report, undefined, undefined, () => process.exit(0));
}

function tell(report: BenchReport): void {
  if (process.connected) process.send?.(report);
}

function log(folder: string, error: unknown): void {
  const runLog = openLog(logFile(folder));
  runLog.error('bench.failed', error);
  runLog.close();
}

function bodyOf(error: unknown): ErrorBody {
  if (error instanceof PiperError) return error.toBody();
  return {
    code: 'internal',
    message: `The run stopped on an unexpected error (${error instanceof Error ? error.name : typeof error}).`,
    remedy: 'Look at run.log in the folder of the run, then start it again: it goes on where it stopped.',
  };
}
