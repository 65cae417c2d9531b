import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchOrder, BenchReport } from '../bench/run/messages.ts';
import type { BenchJob, BenchProgress } from '../bench/run/runBenchmark.ts';

/** How it ended. died: without a word, so that it was killed or fell. */
export type BenchEnd = Exclude<BenchReport, { type: 'progress' }> | { readonly type: 'died' };

/** A run in a process of its own. */
export interface BenchChild {
  readonly ended: Promise<BenchEnd>;
  /** Asks it to stop after the question at hand, and ends it where it does not. */
  cancel(): void;
}

/** How long a run may take to stop when it is told to: milliseconds. */
const stopWithinMs = 10_000;

/**
 * Starts a run. The process is the same program under plain Node, also where this is Electron's utility process; the
 * day of the machine's own zone must not decide what a text is read to say.
 *
 * @param dir the user's data directory
 */
export function startBenchChild(dir: string, job: BenchJob, onProgress: (progress: BenchProgress) => void): BenchChild {
  const child = fork(entry(), [], {
    execArgv: [],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let late: NodeJS.Timeout | undefined;
  const send = (order: BenchOrder) => {
    if (child.connected) child.send(order, () => {});
  };
  const ended = new Promise<BenchEnd>((resolve) => {
    let last: BenchEnd = { type: 'died' };
    child.on('message', (report: BenchReport) => {
      if (report.type === 'progress') onProgress(report.progress);
      else last = report;
    });
    child.on('error', () => resolve(last));
    child.on('exit', () => resolve(last));
  });
  void ended.then(() => clearTimeout(late));
  send({ type: 'run', dir, job });
  return {
    ended,
    cancel() {
      send({ type: 'cancel' });
      late ??= setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    },
  };
}

/** From source the entry lies above this file, in a build beside the bundle. */
function entry(): string {
  const here = new URL(import.meta.url);
  const relative = here.pathname.endsWith('.ts') ? '../benchProcess.ts' : './benchProcess.js';
  return fileURLToPath(new URL(relative, here));
}
