import type { ErrorBody } from '../../contract/errors.ts';
import type { BenchJob, BenchProgress } from './runBenchmark.ts';

/** What the process of a run hears from the daemon that started it. */
export type BenchOrder =
  | { readonly type: 'run'; readonly dir: string; readonly job: BenchJob }
  | { readonly type: 'cancel' };

/** What it tells: progress while it works, then one of the others, and it ends. */
export type BenchReport =
  | { readonly type: 'progress'; readonly progress: BenchProgress }
  | { readonly type: 'finished' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly error: ErrorBody };
