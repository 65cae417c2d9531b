import type { Clock } from '../base/clock.ts';
import { fromBody } from '../base/errors.ts';
import type { Ids } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { ImportStatus } from '../contract/imports.ts';
import type { Job, Warning } from '../contract/status.ts';
import { discardUploads } from '../hosts/uploads.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { Settings } from '../methods/admin.ts';
import type { CauseReading } from '../methods/causes.ts';
import type { EntityReading } from '../methods/entities.ts';
import type { EpisodeReading } from '../methods/episodes.ts';
import type { UseMatching } from '../methods/evidence.ts';
import type { FactReading } from '../methods/facts.ts';
import type { NeedReading } from '../methods/need.ts';
import type { Reading, Writing } from '../methods/ports.ts';
import type { Replaying } from '../methods/replay.ts';
import { type Imports, openImports } from '../policy/importers/imports.ts';
import type { ImportHost, ImportJob, Tally } from '../policy/importers/runImport.ts';
import { openPipeline, type Pipeline, type PipelineParts } from '../retrieval/pipeline.ts';
import { loadPolicy } from '../retrieval/policy.ts';
import { replay } from '../retrieval/replay.ts';
import { openTraceStore, type TraceStore } from '../retrieval/trace.ts';
import { loadVolatility } from '../retrieval/volatility.ts';
import { withPolicy } from '../retrieval/withPolicy.ts';
import type { Asked } from '../retrievers/asked.ts';
import { causalVersion } from '../retrievers/causal/causal.ts';
import type { Path, PathQuery, PathResult } from '../retrievers/path.ts';
import { associateVersion } from '../retrievers/relations/associate.ts';
import { graphVersion } from '../retrievers/relations/graph.ts';
import { searchVersion } from '../retrievers/search/search.ts';
import { temporalVersion } from '../retrievers/temporal/temporal.ts';
import type { Config } from '../store/config.ts';
import type { DataPaths } from '../store/paths.ts';
import { resourcePath } from '../store/resources.ts';
import { groupCommit } from '../threads/groupCommit.ts';
import type { ImporterThread } from '../threads/importer.ts';
import { lastingThread } from '../threads/lastingThread.ts';
import { openReaderPool, type ReaderPool } from '../threads/readerPool.ts';
import { startThread, type Thread } from '../threads/thread.ts';
import type { WriterFunctions, WriterListener, WriterThreadData } from '../threads/writer.ts';
import { checkSoon } from './checkSoon.ts';
import { openModelReading } from './modelReading.ts';
import { openRebuilds, type Rebuilds } from './rebuilds.ts';
import { openRepair, type Repair } from './repair.ts';
import { openSettings } from './settings.ts';
import { openShadowing, type ShadowRunner } from './shadowing.ts';
import { shippedPolicies } from './shippedPolicies.ts';
import { type Jobs, openJobs } from './statusReport.ts';
import { openVectorEngine, type VectorEngine } from './vectorEngine.ts';

export interface EngineParts {
  readonly paths: DataPaths;
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  onJob(job: Job): void;
  onImport(status: ImportStatus): void;
}

/** Everything that works on one data directory: threads, stores, paths, pipeline, imports. */
export interface Engine {
  readonly warnings: () => Warning[];
  readonly writer: Thread<WriterFunctions>;
  readonly readers: ReaderPool;
  readonly traces: TraceStore;
  readonly vectors: VectorEngine;
  readonly rebuilds: Rebuilds;
  readonly jobs: Jobs;
  readonly imports: Imports;
  readonly settings: Settings;
  readonly shadowing: ShadowRunner;
  readonly replaying: Replaying;
  readonly pipeline: Pipeline;
  /** What the pipeline is made of, for whoever composes another one over this engine: an ablation, a forced route. */
  readonly pipelineParts: PipelineParts;
  readonly writing: Writing;
  readonly reading: Reading & EpisodeReading & CauseReading & EntityReading & FactReading & NeedReading & UseMatching;
  /** The paths that propose episodes. */
  readonly proposing: { readonly search: Path; readonly recall: Path };
  close(): Promise<void>;
}

/** Readers beside the writer. Two, as every machine has two cores: one slow question leaves the other free. */
const readerThreads = 2;

export async function openEngine(parts: EngineParts): Promise<Engine> {
  const { paths, config, clock, ids, log } = parts;
  const closers: (() => unknown)[] = [];
  /** What was opened last is closed first, and nothing stays open because something else could not be closed. */
  const closeAll = async () => {
    for (const close of closers.toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error('engine.close-failed', error);
      }
    }
  };
  try {
    const settings = openSettings(config, paths.config);
    const jobs = openJobs({ clock, ids, onChange: parts.onJob });
    const behind = { events: 0 };
    const repair = openRepair({ rebuild: () => rebuilds.run({ waitForVectors: false }), log });
    const listener = writerListener(jobs, behind, repair);
    const writer = lastingThread(
      () =>
        startThread<WriterFunctions>(
          'writer',
          { dir: paths.dir, cache: paths.cache } satisfies WriterThreadData,
          listener,
        ),
      (remote) => {
        behind.events = 0;
        return remote.open();
      },
    );
    closers.push(() => writer.stop());
    const opening = await writer.first;
    closers.push(() => writer.remote.close());
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const { reportWithinMinutes } = config.traces;
    const traces = openTraceStore(paths.traces, { clock, reportWithinMs: reportWithinMinutes * 60_000, timeZone });
    closers.push(() => traces.close());
    const readers = openReaderPool(paths.dir, readerThreads, repair.notice);
    closers.push(() => readers.close());
    const vectors = openVectorEngine({
      paths,
      config,
      clock,
      log,
      jobs,
      writer: writer.remote,
      behind: () => writer.remote.behind(),
      read: readers.read,
      onFailure: repair.notice,
    });
    closers.push(() => vectors.close());
    const rebuilds = openRebuilds({ paths, jobs, writer, readers, vectors });
    closers.push(() => rebuilds.close());
    const append = countedAppend(
      groupCommit((drafts) => writer.remote.append(drafts)),
      {
        traces,
        log,
        wake(items) {
          vectors.wake(items);
          model.wake();
        },
      },
    );
    const questions = { open: 0 };
    const model = openModelReading({
      paths,
      config,
      clock,
      log,
      read: readers.read,
      append,
      traces,
      head: async () => (await writer.remote.standing()).head.seq,
      busy: () => questions.open > 0,
      onJob: (job) => jobs.record(job),
    });
    closers.push(() => model.close());
    const pipelineParts: PipelineParts = {
      paths: {
        search: flagged(searchPath(readers), behind),
        recall: flagged(vectors.recall, behind),
        temporal: flagged(temporalPath(readers), behind),
        causal: flagged(causalPath(readers, vectors), behind),
        associate: flagged(associatePath(readers, vectors), behind),
        graph: flagged(graphPath(readers), behind),
      },
      judge: (rowids, frame) => readers.read.judge(rowids, frame),
      judgeNamed: (refs, frame) => readers.read.judgeNamed(refs, frame),
      links: (namespaces, text) => readers.read.links(namespaces, text),
      asked: (query) => readAsked(query, readers, vectors),
      namespaces: () => readers.read.namespaces(),
      timeZone,
      policy: loadPolicy(resourcePath('router', 'policy-v1.json')),
      handover: {
        volatility: loadVolatility(resourcePath('router', 'volatility-v1.json')),
        misgivings: (refs, frame) => readers.read.misgivings(refs, frame),
        redactSecrets: () => settings.live().redactSecrets,
      },
      clock,
      ids,
      traces,
      log,
    };
    const pipeline = openPipeline(pipelineParts);
    const policies = shippedPolicies();
    const shadowing = openShadowing({
      settings,
      traces,
      active: pipelineParts.policy,
      policies,
      run: (policy, params, signal) => readers.holding(() => withPolicy(pipelineParts, policy, params, signal)),
      clock,
      log,
      chance: Math.random,
    });
    closers.push(() => shadowing.close());
    const imports = openImports({
      clock,
      ids,
      uploads: paths.uploads,
      append,
      preview: (job) => inImporter(job),
      run: (job, onProgress) => runInImporter(job, { append, readers, onProgress }),
      onProgress: parts.onImport,
      discard: (used) => discardUploads(paths.uploads, used),
    });
    closers.push(() => imports.close());
    const pruning = pruneTraces(traces, config.traces.retentionDays, log);
    closers.push(() => clearInterval(pruning));
    closers.push(checkSoon({ dir: paths.dir, opening, writer, readers, repair, log }));
    return {
      warnings: () => [...repair.warnings(), ...traces.warnings, ...vectors.warnings(), ...model.warnings()],
      writer,
      readers,
      traces,
      vectors,
      rebuilds,
      jobs,
      imports,
      settings,
      shadowing,
      replaying: {
        policy: (version) => (version === undefined ? pipelineParts.policy : policies.of(version)),
        replay: (past, options, signal) => readers.holding(() => replay(pipelineParts, past, options, signal)),
      },
      pipeline: {
        explain: (params) => readers.holding(() => pipeline.explain(params)),
        async retrieve(params, signal) {
          questions.open++;
          try {
            return await shadowing.beside(params, () => readers.holding(() => pipeline.retrieve(params, signal)));
          } finally {
            questions.open--;
          }
        },
      },
      pipelineParts,
      writing: { append },
      reading: readers.read,
      proposing: { search: flagged(searchPath(readers), behind), recall: flagged(vectors.recall, behind) },
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Old sessions go bit by bit, so that no request waits for it; those that waited too long for a word are closed. */
function pruneTraces(traces: TraceStore, days: number, log: Log): NodeJS.Timeout {
  const prune = () => {
    try {
      traces.closeUnreported();
      traces.prune(days);
    } catch (error) {
      log.error('traces.prune-failed', error);
    }
  };
  return setInterval(prune, 60_000).unref();
}

/** The writer's long jobs, shown as such only once they take more than one step, and how far the projections lag. */
function writerListener(jobs: Jobs, behind: { events: number }, repair: Repair): WriterListener {
  const names = { rebuild: 'Following the ledger', verify: 'Checking the chain' } as const;
  const running = new Map<string, ReturnType<Jobs['begin']>>();
  return {
    writerProgress(job, done, total) {
      const handle = running.get(job) ?? jobs.begin(job, 'events', names[job]);
      running.set(job, handle);
      handle.step(done, total);
      if (done < total) return;
      handle.end('finished');
      running.delete(job);
    },
    writerBehind(events, failure) {
      behind.events = events;
      if (failure !== null) repair.notice(fromBody(failure));
    },
  };
}

/** Counts what was written (memory.md §20, Phase 0) and wakes whoever has more to do with it. */
function countedAppend(
  append: Writing['append'],
  { traces, log, wake }: { traces: TraceStore; log: Log; wake(items: number): void },
): Writing['append'] {
  const count = (written: readonly EventDraft[], extracted: number) => {
    try {
      if (extracted > 0) traces.bump('writes.extraction', extracted);
      for (const [kind, those] of Map.groupBy(written, kindOf)) traces.bump(`writes.${kind}`, those.length);
    } catch (error) {
      // What is written stays written, counted or not.
      log.error('traces.count-failed', error);
    }
  };
  return async (drafts) => {
    const outcomes = await append(drafts);
    const written = drafts.filter((_, at) => outcomes[at]?.status === 'appended');
    if (written.length > 0) {
      count(
        written,
        outcomes.reduce((sum, outcome) => sum + (outcome.status === 'appended' ? outcome.extracted : 0), 0),
      );
      wake(written.length);
    }
    return outcomes;
  };
}

function kindOf({ eventType, payload }: EventDraft): string {
  if (eventType !== 'observation' && eventType !== 'action') return eventType;
  return 'kind' in payload && typeof payload.kind === 'string' ? payload.kind : eventType;
}

function searchPath({ read }: ReaderPool): Path {
  return { path: 'search', version: searchVersion, retrieve: (query) => read.search(query) };
}

function temporalPath({ read }: ReaderPool): Path {
  return { path: 'temporal', version: temporalVersion, retrieve: (query) => read.temporal(query) };
}

function associatePath({ read }: ReaderPool, vectors: VectorEngine): Path {
  return {
    ...{ path: 'associate', version: associateVersion },
    retrieve: async (query) => read.associate(await withLikeness(query, vectors)),
  };
}

/** Where the words do not tell which relation is asked for, or any other structure, meaning may. */
async function readAsked(query: PathQuery, { read }: ReaderPool, vectors: VectorEngine): Promise<Asked> {
  const asked = await read.asked(query);
  const isClear = asked.fact || asked.cause || asked.relation !== null;
  return isClear ? asked : read.asked(await withLikeness(query, vectors));
}

async function withLikeness(query: PathQuery, vectors: VectorEngine): Promise<PathQuery> {
  const likeness = await vectors.likeness(query);
  return likeness === null ? query : { ...query, likeness };
}

function graphPath({ read }: ReaderPool): Path {
  return { path: 'graph', version: graphVersion, retrieve: (query) => read.graph(query) };
}

/** Of the items nearest in meaning so many are looked at for a recorded cause, where no words lead to one. */
const mostNear = 3;

function causalPath({ read }: ReaderPool, vectors: VectorEngine): Path {
  async function retrieve(query: PathQuery): Promise<PathResult> {
    const found = await read.causal(query);
    const isEnough = found.candidates.length > 0 || found.absence !== undefined || !(await read.mayMeanCause(query));
    return isEnough ? found : read.causal({ ...query, nearest: await vectors.nearest(query, mostNear) });
  }
  return { path: 'causal', version: causalVersion, retrieve };
}

/** What is acknowledged and in no projection yet, no path can see: its silence must not pass for absence. */
function flagged(inner: Path, behind: { readonly events: number }): Path {
  return {
    path: inner.path,
    get version() {
      return inner.version;
    },
    async retrieve(query, signal) {
      // Asked first: what is projected while we look is then counted as missing rather than as seen.
      const { events } = behind;
      const result = await inner.retrieve(query, signal);
      if (events === 0 || result.status === 'could_not_look') return result;
      return {
        ...result,
        status: 'partial',
        reason: result.reason ?? 'index-behind',
        lagging: result.lagging + events,
      };
    },
  };
}

async function inImporter(job: Omit<ImportJob, 'dryRun'>) {
  const thread = startThread<ImporterThread>('importer', {});
  try {
    return await thread.remote.preview(job);
  } finally {
    await thread.stop();
  }
}

interface ImporterNeeds {
  readonly append: Writing['append'];
  readonly readers: ReaderPool;
  onProgress(tally: Tally): void;
}

function runInImporter(job: ImportJob, { append, readers, onProgress }: ImporterNeeds) {
  const host: ImportHost = {
    append,
    known: (namespace, itemIds) => readers.read.known(namespace, itemIds),
    document: (namespace, sourceRef) => readers.read.document(namespace, sourceRef),
    progress: onProgress,
  };
  const thread = startThread<ImporterThread>('importer', {}, host);
  return {
    done: thread.remote.run(job).finally(() => thread.stop()),
    cancel: () => void thread.remote.cancel(),
  };
}
