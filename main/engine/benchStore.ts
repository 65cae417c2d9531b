import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { uuidv7 } from '../base/ids.ts';
import { openLog } from '../base/log.ts';
import { programVersion } from '../base/version.ts';
import type { BenchRoute, BenchStore, EngineVersions } from '../bench/benchStore.ts';
import type { ImportStatus } from '../contract/imports.ts';
import type { RetrievalPath } from '../contract/packet.ts';
import { extractionVersion } from '../extraction/extract.ts';
import { openPipeline, type Pipeline, type PipelineParts } from '../retrieval/pipeline.ts';
import { type Policy, readPolicy } from '../retrieval/policy.ts';
import { retrievalPaths } from '../retrieval/router.ts';
import { Config, readConfig } from '../store/config.ts';
import { makeFolder } from '../store/makeFolder.ts';
import { type DataPaths, dataPaths } from '../store/paths.ts';
import { resourcePath } from '../store/resources.ts';
import { memoised } from './benchMemo.ts';
import { commitOf } from './commit.ts';
import { type Engine, openEngine } from './engine.ts';

export interface BenchStoreParts {
  /** The user's data directory: its settings name the embedder. Nothing of its memory is opened. */
  readonly paths: DataPaths;
  /** The folder of the run: the store lies below it and goes with it, the traces stay. */
  readonly runFolder: string;
  /** today, simplest, or a policy file. */
  readonly policy: string;
  readonly clock: Clock;
}

/** Where a run keeps the memory that it is asked of. */
export const storeFolder = (runFolder: string) => join(runFolder, 'store');
export const tracesFile = (runFolder: string) => join(runFolder, 'traces.db');
/** The vectors of all runs over one data directory. */
export const embeddingsFile = (dir: string) => join(dir, 'bench', 'embeddings.db');
export const logFile = (runFolder: string) => join(runFolder, 'run.log');

/**
 * An engine of its own for one run. Opens it; the caller closes it and removes the folder. Rejects with PiperError
 * `unreadable-file` or `invalid-params` for a policy that cannot be used, before anything is opened.
 */
export async function openBenchStore({ paths, runFolder, policy, clock }: BenchStoreParts): Promise<BenchStore> {
  const underTest = readPolicy(policyFile(policy));
  makeFolder(storeFolder(runFolder));
  const heard = { status: (_: ImportStatus) => {} };
  const engine = await openEngine({
    paths: {
      ...dataPaths(storeFolder(runFolder)),
      traces: tracesFile(runFolder),
      log: logFile(runFolder),
      // Shared by all runs: a text is embedded once.
      cache: embeddingsFile(paths.dir),
    },
    config: benchConfig(paths),
    clock,
    ids: uuidv7(clock),
    log: openLog(logFile(runFolder)),
    onJob() {},
    onImport: (status) => heard.status(status),
  });
  const whole = memoised({ ...engine.pipelineParts, policy: underTest.policy, timeZone: 'UTC' });
  const pipelines = new Map<string, Pipeline>();
  const pipelineFor = (route: BenchRoute): Pipeline => {
    const key = route.kind === 'routed' ? JSON.stringify(route.engine) : route.kind;
    const pipeline = pipelines.get(key) ?? openPipeline(partsOf(route, whole));
    pipelines.set(key, pipeline);
    return pipeline;
  };
  return {
    load: (file, onProgress, signal) => load(engine, heard, { file, clock, onProgress, signal }),
    retrieve: (route, params, signal) =>
      pipelineFor(route).retrieve(route.kind === 'forced' ? { ...params, paths: [...route.paths] } : params, signal),
    known: (namespace, itemIds) => engine.readers.read.known(namespace, itemIds),
    versions: () => versionsOf(engine, underTest),
    close: () => engine.close(),
  };
}

/** The user's embedder, vectors that are all searched exactly, and no model that reads along. */
function benchConfig(paths: DataPaths): Config {
  const { embedder } = readConfig(paths.config);
  return {
    ...Config.parse({}),
    embedder:
      typeof embedder === 'object' && 'apiKeyFile' in embedder && embedder.apiKeyFile !== undefined
        ? { ...embedder, apiKeyFile: resolve(paths.dir, embedder.apiKeyFile) }
        : embedder,
    vectors: { uri: null, settleAt: Number.MAX_SAFE_INTEGER },
  };
}

function partsOf(route: BenchRoute, whole: PipelineParts): PipelineParts {
  if (route.kind === 'forced') return { ...whole, traces: { record() {} } };
  const policy = route.engine.without.includes('expand-entity') ? withoutExpansion(whole.policy) : whole.policy;
  const kept = retrievalPaths.filter((path) => !route.engine.without.includes(path));
  const paths = Object.fromEntries(kept.map((path) => [path, whole.paths[path]]));
  return { ...whole, paths, policy: route.engine.fusion ? policy : withoutFusion(policy, kept) };
}

function withoutExpansion({ expansion: _, ...policy }: Policy): Policy {
  return { ...policy, version: `${policy.version} without expansion` };
}

/** The first path of each route alone; of a route that asks all, the first one that is there. */
function withoutFusion(policy: Policy, available: readonly RetrievalPath[]): Policy {
  const [first = 'search'] = available;
  return {
    ...policy,
    version: `${policy.version} without fusion`,
    everyRoute: { ...policy.everyRoute, paths: [] },
    routes: policy.routes.map((route) => ({
      ...route,
      primary: route.primary === 'fused' ? first : route.primary,
      secondary: null,
      escalation: [],
    })),
  };
}

/** The policies that go by a name. */
const policyFiles: Readonly<Record<string, string>> = {
  today: 'policy-v1.json',
  simplest: 'policy-simplest.json',
};

function policyFile(name: string): string {
  const named = policyFiles[name];
  return named === undefined ? resolve(name) : resourcePath('router', named);
}

async function versionsOf(
  { pipelineParts, vectors }: Engine,
  { policy, hash }: ReturnType<typeof readPolicy>,
): Promise<EngineVersions> {
  const { embedder } = await vectors.status();
  return {
    commit: commitOf(import.meta.dirname),
    program: programVersion,
    policy: policy.version,
    policyHash: hash,
    embedder,
    extraction: extractionVersion,
    paths: Object.fromEntries(
      retrievalPaths.flatMap((path) => {
        const version = pipelineParts.paths[path]?.version;
        return version === undefined ? [] : [[path, version]];
      }),
    ),
  };
}

interface LoadJob {
  readonly file: string;
  readonly clock: Clock;
  readonly onProgress: Parameters<BenchStore['load']>[1];
  readonly signal: AbortSignal;
}

/** Through the ordinary import, so that a benchmark's objects are read as any others are. */
async function load(engine: Engine, heard: { status(status: ImportStatus): void }, job: LoadJob) {
  const { file, clock, onProgress, signal } = job;
  signal.throwIfAborted();
  const begun = clock.now();
  heard.status = ({ bytesDone, bytes }) => onProgress({ stage: 'loading', done: bytesDone, total: bytes });
  const imported = await importFile(engine, file, signal);
  const [refused] = imported.rejectedRows;
  if (refused !== undefined) {
    const where = refused.line === null ? '' : `, line ${refused.line}`;
    throw new PiperError(
      'bad-benchmark',
      `The memory refused an object of the corpus${where}: ${refused.reason}.`,
      'Correct the object.',
    );
  }
  const loaded = clock.now();
  await vectorsMade(engine, onProgress, signal);
  return { objects: imported.written, ms: loaded - begun, vectorsMs: clock.now() - loaded };
}

async function importFile({ imports }: Engine, file: string, signal: AbortSignal): Promise<ImportStatus> {
  const { importId } = await imports.start([file], { format: 'pmem', dryRun: false });
  const cancel = () => void imports.cancel(importId);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const [status] = imports.status(importId);
      if (status === undefined) throw new Error('an import that was started is not known');
      if (status.state === 'failed') throw importFailed(status);
      if (status.finishedAt !== null) {
        signal.throwIfAborted();
        return status;
      }
      await pause(20);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function importFailed({ error }: ImportStatus): PiperError {
  if (error === null) return new PiperError('internal', 'The corpus could not be loaded.', 'Start the run again.');
  return new PiperError(error.code, error.message, error.remedy);
}

/** Waits until `recall` sees everything, where there is an embedder at all. */
async function vectorsMade(engine: Engine, onProgress: LoadJob['onProgress'], signal: AbortSignal): Promise<void> {
  const { state } = await engine.vectors.status();
  if (state === 'off') return;
  const total = engine.vectors.pending();
  const settled = new AbortController();
  const made = engine.vectors.settledDown().finally(() => settled.abort());
  made.catch(() => {});
  while (!settled.signal.aborted) {
    signal.throwIfAborted();
    onProgress({ stage: 'vectors', done: Math.max(0, total - engine.vectors.pending()), total });
    await Promise.race([made.catch(() => {}), pause(200)]);
  }
  await made;
  const after = await engine.vectors.status();
  if (after.state === 'ready') return;
  const [warning] = engine.vectors.warnings();
  throw new PiperError(
    warning?.code === 'model-missing' ? 'model-missing' : 'endpoint-failed',
    warning?.message ?? 'The embedder is not ready, so that recall could not look.',
    warning?.remedy ?? 'Look at the settings, or turn the embedder off and run again.',
  );
}
