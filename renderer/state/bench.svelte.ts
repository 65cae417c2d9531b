import type {
  BenchAblation,
  BenchComparison,
  BenchmarkFound,
  BenchSetup,
  BenchStatus,
  FailureCode,
  MethodInput,
  MethodResult,
  ProbeFamily,
  ProbeRow,
  Trace,
} from '../../main/contract/index.ts';
import type { BenchListed } from '../benchListed.ts';
import { benchmarkName } from '../benchWords.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';
import { counted } from '../format.ts';
import type { Toast } from './session.svelte.ts';

export type BenchTab = 'score' | 'failures' | 'compare' | 'ablations';
/** A folder that was made in this window, and what is in it. */
export type MadeFolder = Pick<MethodResult<'bench.import'>, 'folder' | 'objects' | 'probes'>;

/** Benchmarks: what is run and how, how far it is, and what one run or two came to. */
export class Bench {
  readonly #client: Client;
  readonly #say: (toast: Omit<Toast, 'id'>) => void;
  structure = $state<BenchSetup['structure']>('full');
  policy = $state<'today' | 'simplest'>('today');
  folder = $state('');
  starting = $state(false);
  startError = $state.raw<CallError | null>(null);

  list = $state.raw<MethodResult<'bench.list'> | null>(null);
  listError = $state.raw<CallError | null>(null);
  statuses = $state.raw<readonly BenchStatus[]>([]);

  chosen = $state<string | null>(null);
  tab = $state<BenchTab>('score');
  results = $state.raw<MethodResult<'bench.results'> | null>(null);
  ablation = $state.raw<BenchAblation | null>(null);
  resultsError = $state.raw<CallError | null>(null);

  family = $state<ProbeFamily | ''>('');
  code = $state<FailureCode | ''>('');
  probe = $state.raw<ProbeRow | null>(null);
  /** The probe whose trace was open last: where the focus returns to. */
  lastProbe = $state<string | null>(null);
  trace = $state.raw<Trace | null>(null);
  traceError = $state.raw<CallError | null>(null);

  against = $state<string | null>(null);
  comparison = $state.raw<BenchComparison | null>(null);
  comparisonError = $state.raw<CallError | null>(null);

  making = $state(false);
  made = $state.raw<MadeFolder | null>(null);
  makeError = $state.raw<CallError | null>(null);
  /** A set that was dropped on the window: the form begins with its path. */
  source = $state('');
  #turn = 0;
  #compared = 0;

  constructor(client: Client, say: (toast: Omit<Toast, 'id'>) => void) {
    this.#client = client;
    this.#say = say;
  }

  get running(): BenchStatus | null {
    return this.statuses.find(({ state }) => state === 'running') ?? null;
  }

  /** What the window tells of a run: the one at work, else the one that moved last. */
  get latest(): BenchStatus | null {
    return this.running ?? this.statuses[0] ?? null;
  }

  /** Runs and frozen baselines, the newest run first. */
  get listed(): readonly BenchListed[] {
    if (this.list === null) return [];
    return [
      ...this.list.runs.map((run) => ({ ...run, frozen: false, run })),
      ...this.list.baselines.map((baseline) => ({ ...baseline, frozen: true, run: null })),
    ];
  }

  async load(): Promise<void> {
    try {
      const [list, { runs }] = await Promise.all([
        this.#client.call('bench.list', {}),
        this.#client.call('bench.status', {}),
      ]);
      this.list = list;
      this.listError = null;
      this.statuses = runs;
    } catch (error) {
      this.listError = asCallError(error);
      return;
    }
    if (this.chosen !== null) return;
    const newest = this.listed.find(({ total }) => total !== null);
    if (newest !== undefined) await this.choose(newest.runId);
  }

  run(benchmark: string): Promise<void> {
    const { structure, policy } = this;
    return this.#start('bench.run', { benchmark, structure, policy });
  }

  ablate(benchmark: string): Promise<void> {
    const { structure, policy } = this;
    return this.#start('bench.ablate', { benchmark, structure, policy });
  }

  /** A run that was cut short goes on when the same is started again. */
  resume(setup: BenchSetup, ablate: boolean): Promise<void> {
    const { benchmark, structure, policy } = setup;
    return ablate ? this.#start('bench.ablate', { benchmark, structure, policy }) : this.#start('bench.run', setup);
  }

  async cancel(runId: string): Promise<void> {
    try {
      this.follow(await this.#client.call('bench.cancel', { runId }));
    } catch (error) {
      this.startError = asCallError(error);
    }
  }

  /** Takes in the newest state of a run; what ended is told once, and shown where it left results. */
  follow(status: BenchStatus): void {
    const before = this.statuses.find(({ runId }) => runId === status.runId);
    this.statuses = [status, ...this.statuses.filter(({ runId }) => runId !== status.runId)];
    if (status.state === 'running' || before?.state !== 'running') return;
    this.#say(toastFor(status));
    void this.#ended(status);
  }

  async #ended({ runId, state }: BenchStatus): Promise<void> {
    await this.load();
    // Whoever reads a trace is not taken away from it.
    if (state === 'finished' && this.probe === null) await this.choose(runId);
  }

  async choose(runId: string): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.chosen = runId;
    this.closeTrace();
    this.lastProbe = null;
    this.family = '';
    this.code = '';
    this.resultsError = null;
    this.against = null;
    this.comparison = null;
    this.comparisonError = null;
    const ablated = this.listed.some((one) => one.runId === runId && one.run?.ablate === true);
    try {
      const [results, ablation] = await Promise.all([
        this.#client.call('bench.results', { runId }),
        ablated ? this.#client.call('bench.ablation', { runId }) : null,
      ]);
      if (turn !== this.#turn) return;
      this.results = results;
      this.ablation = ablation;
      if (ablation === null && this.tab === 'ablations') this.tab = 'score';
    } catch (error) {
      if (turn !== this.#turn) return;
      this.results = null;
      this.ablation = null;
      this.resultsError = asCallError(error);
    }
  }

  /** Compares the chosen run with another, which counts as the first. */
  async compareWith(runId: string): Promise<void> {
    const second = this.chosen;
    if (second === null) return;
    this.#compared += 1;
    const turn = this.#compared;
    this.against = runId;
    this.comparisonError = null;
    try {
      const comparison = await this.#client.call('bench.compare', { first: runId, second });
      if (turn === this.#compared && this.against === runId && this.chosen === second) this.comparison = comparison;
    } catch (error) {
      if (turn !== this.#compared) return;
      this.comparison = null;
      this.comparisonError = asCallError(error);
    }
  }

  async openTrace(row: ProbeRow): Promise<void> {
    const runId = this.chosen;
    const { sessionId } = row;
    this.closeTrace();
    if (runId === null || sessionId === null) return;
    this.probe = row;
    this.lastProbe = row.probe.id;
    try {
      const trace = await this.#client.call('bench.trace', { runId, sessionId });
      if (this.probe === row) this.trace = trace;
    } catch (error) {
      if (this.probe === row) this.traceError = asCallError(error);
    }
  }

  closeTrace(): void {
    this.probe = null;
    this.trace = null;
    this.traceError = null;
  }

  importSet(params: MethodInput<'bench.import'>): Promise<void> {
    return this.#make(() => this.#client.call('bench.import', params));
  }

  canary(params: MethodInput<'bench.canary'>): Promise<void> {
    return this.#make(() => this.#client.call('bench.canary', params));
  }

  /** Something that was dropped on the window and is measured with rather than remembered. */
  take({ path, format }: BenchmarkFound): void {
    if (format === 'benchmark') this.folder = path;
    else this.source = path;
  }

  async #make(make: () => Promise<MadeFolder>): Promise<void> {
    this.making = true;
    this.made = null;
    this.makeError = null;
    try {
      this.made = await make();
      this.folder = this.made.folder;
    } catch (error) {
      this.makeError = asCallError(error);
    } finally {
      this.making = false;
    }
  }

  async #start<M extends 'bench.run' | 'bench.ablate'>(method: M, params: MethodInput<M>): Promise<void> {
    this.starting = true;
    this.startError = null;
    try {
      this.follow(await this.#client.call(method, params));
      await this.load();
    } catch (error) {
      this.startError = asCallError(error);
    } finally {
      this.starting = false;
    }
  }
}

function toastFor({ setup, state, stage, done, total, error }: BenchStatus): Omit<Toast, 'id'> {
  const name = benchmarkName(setup.benchmark);
  if (state === 'finished') return { tone: 'good', text: `${name} is finished.`, remedy: null };
  if (state === 'cancelled') {
    const reached = stage === 'asking' ? `at ${counted(done, 'answer')} of ${total}` : 'before the first question';
    return { tone: 'good', text: `${name} was cancelled ${reached}.`, remedy: null };
  }
  return {
    tone: 'bad',
    text: error?.message ?? `${name} was interrupted.`,
    remedy: error?.remedy ?? 'Resume it: what was answered stays.',
  };
}
