import { workerData } from 'node:worker_threads';
import { openRuns } from '../bench/run/runs.ts';
import { compareRuns } from '../bench/score/compareRuns.ts';
import type { BenchComparison } from '../contract/bench.ts';
import { serveThread } from './thread.ts';

/** Two thousand draws of a bootstrap take longer than the daemon's own thread may. */
export interface ComparerFunctions {
  compare(first: string, second: string, seed: number): BenchComparison;
}
export interface ComparerThreadData {
  readonly runs: string;
  readonly baselines: string;
}

const { runs, baselines } = workerData as ComparerThreadData;
const opened = openRuns(runs, baselines);

const functions: ComparerFunctions = {
  compare: (first, second, seed) => compareRuns(opened.results(first), opened.results(second), { seed }),
};
serveThread<object>(functions);
