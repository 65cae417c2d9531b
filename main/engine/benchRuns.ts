import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { canonicalJson } from '../base/hash.ts';
import type { Ids } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { listFrozen } from '../bench/run/findBenchmark.ts';
import { journalStart } from '../bench/run/journal.ts';
import { runFiles } from '../bench/run/runFolder.ts';
import { openRuns, type Runs } from '../bench/run/runs.ts';
import { summaryOf } from '../bench/score/compareRuns.ts';
import type { BenchComparison, BenchRun, BenchSetup, BenchStatus } from '../contract/bench.ts';
import type { ErrorBody } from '../contract/errors.ts';
import { toInstant } from '../contract/time.ts';
import type { Trace } from '../contract/trace.ts';
import { refuseDiscarded } from '../hosts/uploads.ts';
import { openTraceStore } from '../retrieval/trace.ts';
import type { DataPaths } from '../store/paths.ts';
import { resourcePath } from '../store/resources.ts';
import type { ComparerFunctions, ComparerThreadData } from '../threads/comparer.ts';
import { startThread, type Thread } from '../threads/thread.ts';
import { type BenchChild, type BenchEnd, startBenchChild } from './benchChild.ts';
import { storeFolder, tracesFile } from './benchStore.ts';

export interface BenchRunsParts {
  readonly paths: DataPaths;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  onProgress(status: BenchStatus): void;
  /** Adds to a counter of the status. */
  count(name: string, n: number): void;
}

/** The benchmark runs of one data directory: one at a time, each in a process of its own. */
export interface BenchRuns extends Pick<Runs, 'listing' | 'results' | 'ablation'> {
  /**
   * Starts a run, or goes on with one of the same setup that was cut short. The same setup once more while it runs gives
   * the status of the one that runs; another one is refused with `too-many-requests`.
   */
  start(setup: BenchSetup, ablate: boolean): BenchStatus;
  /** Since the daemon started, newest first. */
  status(): BenchStatus[];
  /** Resolves when the run has stopped. */
  cancel(runId: string): Promise<BenchStatus>;
  /** The benchmarks that came with the program. */
  benchmarks(): ReturnType<typeof listFrozen>;
  compare(first: string, second: string, seed: number): Promise<BenchComparison>;
  trace(runId: string, sessionId: string): Trace;
  /** Removes what the runs over a benchmark folder have left; one at work is cancelled first. */
  removeRunsOf(folder: string): Promise<void>;
  close(): Promise<void>;
}

interface Entry {
  status: BenchStatus;
  record: BenchRun;
  /** How many probes an earlier try had asked; null until the first is asked. */
  askedBefore: number | null;
  readonly child: BenchChild;
  readonly ended: Promise<void>;
}

export function openBenchRuns({ paths, clock, ids, log, onProgress, count }: BenchRunsParts): BenchRuns {
  const folders = { runs: join(paths.dir, 'bench', 'runs'), baselines: resourcePath('bench', 'baselines') };
  const runs = openRuns(folders.runs, folders.baselines);
  const entries = new Map<string, Entry>();
  /** They do not change while the program runs. */
  let frozen: ReturnType<typeof listFrozen> | null = null;
  tellInterrupted(runs, log);

  function running(): Entry | undefined {
    return [...entries.values()].find(({ status }) => status.state === 'running');
  }

  /** @param now when this attempt starts; the record bears the start of the one that it goes on with, if it does */
  function begin(record: BenchRun, now: number): BenchStatus {
    const { runId, setup, ablate, startedAt } = record;
    runs.save(record);
    const job = { runId, folder: runs.folder(runId), setup, ablate, startedAt: now };
    const child = startBenchChild(paths.dir, job, (progress) => {
      if (progress.stage === 'asking') entry.askedBefore ??= progress.done;
      move(entry, progress);
    });
    const entry: Entry = {
      status: { ...begun, runId, setup, label: record.name, startedAt },
      record,
      askedBefore: null,
      child,
      ended: child.ended.then((end) => finish(entry, end)).catch((error: unknown) => notKept(entry, error)),
    };
    entries.delete(runId);
    entries.set(runId, entry);
    tally('started');
    onProgress(entry.status);
    return entry.status;
  }

  function move(entry: Entry, change: Partial<BenchStatus>): void {
    entry.status = { ...entry.status, ...change };
    onProgress(entry.status);
  }

  function finish(entry: Entry, end: BenchEnd): void {
    const { state, error } = outcomeOf(end);
    entry.record = recordAfter(entry.record, state, runs);
    runs.save(entry.record);
    tally(entry.record.state);
    if (entry.askedBefore !== null) tally('probes', entry.status.done - entry.askedBefore);
    move(entry, { state: entry.record.state, error, etaMs: null });
  }

  /** memory.md §20, Phase 0. What was run stays run, counted or not. */
  function tally(what: BenchStatus['state'] | 'started' | 'probes', n = 1): void {
    try {
      if (n > 0) count(`bench.${what}`, n);
    } catch (error) {
      log.error('traces.count-failed', error);
    }
  }

  /** The outcome could not be written down: that must not leave the run as one that still runs. */
  function notKept(entry: Entry, error: unknown): void {
    log.error('bench.not-kept', error);
    tally('failed');
    move(entry, { state: 'failed', error: bodyOf(error), etaMs: null });
  }

  return {
    start(setup, ablate) {
      refuseDiscarded(paths.uploads, setup.benchmark);
      const same = (one: BenchRun) =>
        one.ablate === ablate && canonicalJson(one.setup) === canonicalJson(setup) && one.finishedAt === null;
      const other = running();
      if (other !== undefined) {
        if (same(other.record)) return other.status;
        throw new PiperError(
          'too-many-requests',
          'Another benchmark run is under way.',
          'Wait until it is finished, or cancel it with bench.cancel.',
        );
      }
      const cutShort = runs.list().find(same);
      const now = clock.now();
      if (cutShort === undefined) return begin(newRecord(ids.next(), setup, ablate, now), now);
      return begin({ ...cutShort, state: 'running', startedAt: toInstant(answersSince(cutShort, runs) ?? now) }, now);
    },
    status: () => [...entries.values()].map(({ status }) => status).reverse(),
    async cancel(runId) {
      const entry = entries.get(runId);
      if (entry === undefined) {
        throw new PiperError('not-found', 'No run of this daemon has that id.', 'List them with bench.status.');
      }
      if (entry.status.state === 'running') {
        entry.child.cancel();
        await entry.ended;
      }
      return entry.status;
    },
    benchmarks() {
      frozen ??= listFrozen(resourcePath('bench', 'r4-v1'));
      return frozen;
    },
    listing: () => runs.listing(),
    results: (runId) => runs.results(runId),
    ablation: (runId) => runs.ablation(runId),
    compare: (first, second, seed) => inComparer(folders, ({ remote }) => remote.compare(first, second, seed)),
    trace: (runId, sessionId) => traceOf(runs, runId, sessionId, clock),
    async removeRunsOf(folder) {
      for (const { runId } of runs.list().filter(({ setup }) => resolve(setup.benchmark) === folder)) {
        const entry = entries.get(runId);
        entry?.child.cancel();
        await entry?.ended;
        entries.delete(runId);
        runs.remove(runId);
      }
    },
    async close() {
      const entry = running();
      entry?.child.cancel();
      await entry?.ended;
    },
  };
}

const begun = { state: 'running', stage: 'starting', done: 0, total: 0, etaMs: null, error: null } as const;

function newRecord(runId: string, setup: BenchSetup, ablate: boolean, now: number): BenchRun {
  return {
    runId,
    setup,
    ablate,
    name: setup.benchmark,
    corpusHash: null,
    probesHash: null,
    state: 'running',
    startedAt: toInstant(now),
    finishedAt: null,
    total: null,
    parts: null,
    commit: null,
  };
}

function outcomeOf(end: BenchEnd): Pick<BenchStatus, 'state' | 'error'> {
  if (end.type === 'died') return { state: 'interrupted', error: null };
  if (end.type === 'failed') return { state: 'failed', error: end.error };
  return { state: end.type, error: null };
}

/** How a run stands after its process ended: one that has left its results is finished, whatever ended it then. */
function recordAfter(record: BenchRun, state: BenchStatus['state'], runs: Runs): BenchRun {
  const folder = runs.folder(record.runId);
  // A process that was killed leaves its store behind.
  rmSync(storeFolder(folder), { recursive: true, force: true });
  if (!existsSync(runFiles(folder).results)) {
    const since = answersSince(record, runs);
    return { ...record, state, startedAt: since === null ? record.startedAt : toInstant(since) };
  }
  return { ...record, ...summaryOf(runs.results(record.runId)), state: 'finished' };
}

/** When the attempt was started whose answers a run goes on with; null where it has none yet, and begins anew. */
function answersSince({ runId }: BenchRun, runs: Runs): number | null {
  return journalStart(runFiles(runs.folder(runId)).answers);
}

/** What a daemon that ended without closing left as running. */
function tellInterrupted(runs: Runs, log: Log): void {
  try {
    for (const record of runs.list().filter(({ state }) => state === 'running')) {
      runs.save(recordAfter(record, 'interrupted', runs));
    }
  } catch (error) {
    // A memory is served, whatever has become of its benchmark runs.
    log.error('bench.not-kept', error);
  }
}

function bodyOf(error: unknown): ErrorBody {
  if (error instanceof PiperError) return error.toBody();
  const remedy = 'Look whether the disk is full, then start the run again.';
  return new PiperError('io', 'The outcome of the run could not be kept.', remedy).toBody();
}

async function inComparer<T>(
  folders: ComparerThreadData,
  work: (thread: Thread<ComparerFunctions>) => Promise<T>,
): Promise<T> {
  const thread = startThread<ComparerFunctions>('comparer', folders);
  try {
    return await work(thread);
  } finally {
    await thread.stop();
  }
}

function traceOf(runs: Runs, runId: string, sessionId: string, clock: Clock): Trace {
  const known = runs.list().some((record) => record.runId === runId);
  const file = tracesFile(runs.folder(runId));
  const traces = known && existsSync(file) ? openTraceStore(file, { clock }) : null;
  try {
    const trace = traces?.get(sessionId);
    if (trace !== undefined && trace !== null) return trace;
    throw new PiperError('not-found', 'That run has no such session.', 'Take the sessionId from its results.');
  } finally {
    traces?.close();
  }
}
