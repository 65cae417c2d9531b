import { resolve } from 'node:path';
import { baselineName } from '../bench/run/baselineName.ts';
import { diagnose } from '../bench/score/diagnosis.ts';
import { baselineOf, gate } from '../bench/score/gate.ts';
import { type BenchResults, BenchSetup, type BenchStatus } from '../contract/bench.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { Trace } from '../contract/trace.ts';
import type { Handlers } from './ports.ts';

/** The benchmark runs, as the methods need them. */
export interface Benching {
  benchmarks(): MethodResult<'bench.list'>['benchmarks'];
  start(setup: BenchSetup, ablate: boolean): BenchStatus;
  status(): BenchStatus[];
  cancel(runId: string): Promise<BenchStatus>;
  listing(): Omit<MethodResult<'bench.list'>, 'benchmarks'>;
  results(runId: string): BenchResults;
  ablation(runId: string): MethodResult<'bench.ablation'>;
  compare(first: string, second: string, seed: number): Promise<MethodResult<'bench.compare'>>;
  trace(runId: string, sessionId: string): Trace;
}

/** What makes benchmark folders. */
export interface BenchFolders {
  convert(params: MethodParams<'bench.import'>): Promise<MethodResult<'bench.import'>>;
  makeCanary(params: MethodParams<'bench.canary'>): Promise<MethodResult<'bench.canary'>>;
}

export function benchHandlers(
  benching: Benching,
  { convert, makeCanary }: BenchFolders,
): Pick<Handlers, Extract<keyof Handlers, `bench.${string}`>> {
  return {
    'bench.list': () => ({ benchmarks: benching.benchmarks(), ...benching.listing() }),
    'bench.run': (setup) => benching.start(setup, false),
    'bench.ablate': (params) => benching.start(BenchSetup.parse(params), true),
    'bench.status': () => ({ runs: benching.status() }),
    'bench.cancel': ({ runId }) => benching.cancel(runId),
    'bench.results': ({ runId }) => {
      const results = benching.results(runId);
      return { ...results, diagnosis: diagnose(results) };
    },
    'bench.ablation': ({ runId }) => benching.ablation(runId),
    'bench.compare': ({ first, second, seed }) => benching.compare(first, second, seed),
    'bench.gate': ({ runId, baseline }) => {
      const run = benching.results(runId);
      const name = baseline ?? baselineName(run.setup);
      return gate(baselineOf(benching.results, name), run, name);
    },
    'bench.trace': ({ runId, sessionId }) => benching.trace(runId, sessionId),
    'bench.import': ({ source, destination, ...options }) =>
      convert({ source: resolve(source), destination: resolve(destination), ...options }),
    'bench.canary': ({ destination, ...options }) => makeCanary({ destination: resolve(destination), ...options }),
  };
}
