import { setTimeout as delay } from 'node:timers/promises';
import type { BenchStatus } from '../contract/bench.ts';
import type { ProgressLine } from './importCommand.ts';
import type { OpenCaller } from './openCaller.ts';
import { benchLine } from './renderBench.ts';
import type { Terminal } from './terminal.ts';

/**
 * Follows a run to its end. The first Ctrl-C cancels it; a second one ends this process at once. Either way what was
 * answered stays.
 */
export async function followBench(
  caller: OpenCaller,
  started: BenchStatus,
  terminal: Terminal,
  progress: ProgressLine,
): Promise<BenchStatus> {
  let status = started;
  const { runId } = started;
  let wake = () => {};
  const unsubscribe = caller.onNotification((name, heard) => {
    if (name !== 'bench.progress' || (heard as BenchStatus).runId !== runId) return;
    status = heard as BenchStatus;
    wake();
  });
  const ignore = terminal.onInterrupt(() => {
    ignore();
    progress.show('Cancelling after the question at hand…');
    void caller.call('bench.cancel', { runId }).then(
      () => wake(),
      () => wake(),
    );
  });
  try {
    while (status.state === 'running') {
      progress.show(benchLine(status));
      const told = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Word may have been lost with a connection: now and then it is asked for.
      await Promise.race([told, delay(2000)]);
      const { runs } = await caller.call('bench.status', {});
      status = runs.find((run) => run.runId === runId) ?? status;
    }
    return status;
  } finally {
    unsubscribe();
    ignore();
    progress.clear();
  }
}
