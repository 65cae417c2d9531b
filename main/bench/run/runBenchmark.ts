import { rmSync } from 'node:fs';
import { arch, availableParallelism, platform } from 'node:os';
import type { Clock } from '../../base/clock.ts';
import { canonicalJson, sha256 } from '../../base/hash.ts';
import type { BenchAblation, BenchResults, BenchSetup, BenchStatus } from '../../contract/bench.ts';
import { toInstant } from '../../contract/time.ts';
import type { BenchStore } from '../benchStore.ts';
import { ablationVerdict } from '../score/ablationVerdict.ts';
import { type ObjectIds, type ScoreBenchmarkOptions, type Scored, scoreBenchmark } from '../score/scoreBenchmark.ts';
import { ablationsOf, type Variant, whole } from './ablations.ts';
import { askProbe } from './askProbe.ts';
import { findBenchmark } from './findBenchmark.ts';
import { inLanes } from './inLanes.ts';
import { type Journal, type JournalEntry, openJournal } from './journal.ts';
import { corpusLines, writeCorpus } from './prepareCorpus.ts';
import type { Benchmark } from './readFolder.ts';
import { runFiles } from './runFolder.ts';
import { writeJson } from './writeJson.ts';

/** What is to be run, and the folder in which it leaves its answers and results. */
export interface BenchJob {
  readonly runId: string;
  readonly folder: string;
  readonly setup: BenchSetup;
  /** Also run the ablations of the setup, each with its verdict. */
  readonly ablate: boolean;
  /** When this attempt was started, in milliseconds since 1970; one that goes on with a journal keeps that one's start. */
  readonly startedAt: number;
}

export type BenchProgress = Pick<BenchStatus, 'label' | 'stage' | 'done' | 'total' | 'etaMs'>;

export interface BenchPorts {
  /** The folder of R4-Bench v1. */
  readonly frozen: string;
  readonly clock: Clock;
  /** An empty store; the run closes it. */
  openStore(): Promise<BenchStore>;
  onProgress(progress: BenchProgress): void;
  /** Fires when the run is cancelled: what was answered stays. */
  readonly signal: AbortSignal;
}

/**
 * A run from its folder of questions to its results: reads, loads, asks, scores, writes `results.json` (and
 * `ablation.json`). Rejects with PiperError `bad-benchmark`, or with the signal's reason. What the journal of an earlier
 * try holds is not asked again.
 */
export async function runBenchmark(job: BenchJob, ports: BenchPorts): Promise<void> {
  const begun = ports.clock.now();
  const files = runFiles(job.folder);
  const benchmark = await findBenchmark(job.setup, ports.frozen);
  const tell = progressOf(benchmark.name, ports);
  tell({ stage: 'starting', done: 0, total: benchmark.probes.length });
  const corpusHash = writeCorpus(files.corpus, corpusLines(benchmark.objects, job.setup.structure));
  const store = await ports.openStore();
  try {
    const loaded = await store.load(files.corpus, tell, ports.signal);
    const rests = {
      corpusHash,
      probesHash: sha256(canonicalJson(benchmark.probes)),
      versions: await store.versions(),
    };
    const fingerprint = { setup: job.setup, ablate: job.ablate, ...rests };
    const journal = openJournal(files.answers, fingerprint, job.startedAt);
    const loadedAt = ports.clock.now();
    const total = await askAll({ job, ports, benchmark, store, journal, tell });
    tell({ stage: 'scoring', done: total, total });
    const scoring = { benchmark, journal, stored: await storedOf(benchmark, store) };
    const finishedAt = ports.clock.now();
    const ms = { load: loaded.ms, vectors: loaded.vectorsMs, ask: finishedAt - loadedAt, total: finishedAt - begun };
    const results = resultsOf(job, scoring, { ...rests, finishedAt, ms });
    if (job.ablate) writeJson(files.ablation, ablationOf(results, scoring));
    writeJson(files.results, results);
    rmSync(files.answers);
    tell({ stage: 'done', done: total, total });
  } finally {
    await store.close();
    rmSync(files.corpus, { force: true });
  }
}

interface Rests extends Pick<BenchResults, 'ms' | 'versions'> {
  readonly corpusHash: string;
  readonly probesHash: string;
  readonly finishedAt: number;
}

/** The scores, with everything that is needed to repeat the run. */
function resultsOf({ runId, setup }: BenchJob, scoring: ToScore, rests: Rests): BenchResults {
  const { benchmark, journal } = scoring;
  const { corpusHash, probesHash, versions, finishedAt, ms } = rests;
  return {
    runId,
    setup,
    benchmark: {
      name: benchmark.name,
      corpusHash,
      probesHash,
      objects: benchmark.objects.length,
      probes: benchmark.probes.length,
    },
    versions,
    machine: { platform: platform(), arch: arch(), cpus: availableParallelism(), node: process.version },
    startedAt: toInstant(journal.startedAt),
    finishedAt: toInstant(finishedAt),
    ms,
    ...scoreOf(whole, scoring, { oracle: setup.oracle }),
  };
}

type Tell = (
  progress: Omit<BenchProgress, 'label' | 'etaMs'> & Partial<Pick<BenchProgress, 'label' | 'etaMs'>>,
) => void;

/** Adds the time left, from how long the stage at hand has taken so far. */
function progressOf(name: string, { clock, onProgress }: BenchPorts): Tell {
  let stage: BenchProgress['stage'] | null = null;
  let from = { done: 0, at: 0 };
  return (progress) => {
    const at = clock.now();
    if (progress.stage !== stage) {
      stage = progress.stage;
      from = { done: progress.done, at };
    }
    const done = progress.done - from.done;
    const left = progress.total - progress.done;
    const etaMs = done <= 0 ? null : Math.round(((at - from.at) * left) / done);
    onProgress({ label: name, etaMs, ...progress });
  };
}

interface Asked {
  readonly job: BenchJob;
  readonly ports: BenchPorts;
  readonly benchmark: Benchmark;
  readonly store: BenchStore;
  readonly journal: Journal;
  readonly tell: Tell;
}

/** Probes that are asked at the same time: one for each reader of the store. */
const lanes = 2;

/** Asks what the journal does not hold yet; how many answers that makes in all. */
async function askAll({ job, ports, benchmark, store, journal, tell }: Asked): Promise<number> {
  const { setup } = job;
  const variants = job.ablate ? [whole, ...ablationsOf(setup)] : [whole];
  const asked = new Set(journal.entries.map(({ variant, probeId }) => `${variant} ${probeId}`));
  const total = variants.length * benchmark.probes.length;
  const corpus = idsOf(benchmark);
  for (const { name, change } of variants) {
    const oracle = name === whole.name && setup.oracle;
    const asking = { store, corpus, setup: { ...setup, ...change }, oracle, signal: ports.signal };
    const label = job.ablate ? name : benchmark.name;
    tell({ label, stage: 'asking', done: asked.size, total });
    const open = benchmark.probes.filter(({ id }) => !asked.has(`${name} ${id}`));
    await inLanes(lanes, open, async (probe) => {
      journal.add({ variant: name, ...(await askProbe(probe, asking)) });
      asked.add(`${name} ${probe.id}`);
      tell({ label, stage: 'asking', done: asked.size, total });
    });
  }
  return total;
}

/** The ids of the corpus by namespace. */
function idsOf({ objects }: Benchmark): ObjectIds {
  const byNamespace = Map.groupBy(objects, ({ namespace = 'default' }) => namespace);
  return new Map(
    [...byNamespace].map(([namespace, those]) => [namespace, new Set(those.flatMap(({ id }) => id ?? []))]),
  );
}

/** The objects that the probes name and the store holds. */
async function storedOf({ probes }: Benchmark, store: BenchStore): Promise<ObjectIds> {
  const stored = new Map<string, Set<string>>();
  for (const [namespace, those] of Map.groupBy(probes, (probe) => probe.namespace ?? 'default')) {
    const named = new Set(those.flatMap(({ gold, stale }) => [...gold, ...stale]));
    stored.set(namespace, new Set(await store.known(namespace, [...named])));
  }
  return stored;
}

interface ToScore {
  readonly benchmark: Benchmark;
  readonly journal: Journal;
  readonly stored: ObjectIds;
}

function scoreOf(
  { name }: Variant,
  { benchmark, journal, stored }: ToScore,
  options: Pick<ScoreBenchmarkOptions, 'oracle' | 'whole'>,
): Scored {
  const entries = journal.entries.filter(({ variant }) => variant === name);
  const asked = new Map(entries.map((entry: JournalEntry) => [entry.probeId, entry]));
  return scoreBenchmark(benchmark.probes, asked, { ...options, stored });
}

/** What each path is worth: the whole engine against itself with something taken out, by the oracle of the whole one. */
function ablationOf(results: BenchResults, scoring: ToScore): BenchAblation {
  const { runId, setup, benchmark, score, probes } = results;
  const verdicts = ablationsOf(setup).map((variant) => {
    const scored = scoreOf(variant, scoring, { oracle: false, whole: probes });
    const ablated = { ...results, setup: { ...setup, ...variant.change }, ...scored };
    return ablationVerdict(variant.name, results, ablated, { seed: 1 });
  });
  return { runId, benchmark: benchmark.name, total: score.total, verdicts };
}
