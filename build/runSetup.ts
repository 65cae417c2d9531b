import { setTimeout as pause } from 'node:timers/promises';
import { fromBody } from '../main/base/errors.ts';
import type { BenchResults } from '../main/contract/bench.ts';
import type { Caller, MethodInput } from '../main/contract/methods.ts';

/** Runs one benchmark in a daemon to its end. Throws the error that the run failed with. */
export async function runSetup(caller: Caller, setup: MethodInput<'bench.run'>): Promise<BenchResults> {
  const { runId } = await caller.call('bench.run', setup);
  for (;;) {
    const { runs } = await caller.call('bench.status', {});
    const status = runs.find((one) => one.runId === runId);
    if (status?.state === 'finished') return caller.call('bench.results', { runId });
    if (status?.error) throw fromBody(status.error);
    if (status?.state !== 'running') throw new Error(`the run of ${setup.benchmark} is ${status?.state ?? 'gone'}`);
    await pause(500);
  }
}
