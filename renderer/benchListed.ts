import type { BenchRun, BenchRunSummary } from '../main/contract/index.ts';

/** A row of the list of runs: a run of this data directory, or a frozen baseline, which has none. */
export type BenchListed = BenchRunSummary & { readonly frozen: boolean; readonly run: BenchRun | null };
