import type { BenchResults, TakenOut } from '../contract/bench.ts';
import type { MethodParams } from '../contract/methods.ts';
import type { EvidencePacket, ForcedPath } from '../contract/packet.ts';

/** The engine that a run is about, perhaps with parts taken out. */
export interface EngineUnderTest {
  readonly without: readonly TakenOut[];
  /** false: the first path of each route answers alone. */
  readonly fusion: boolean;
}

/**
 * Who answers. routed: the engine under test, its session kept in the run's traces; forced: these paths of the whole
 * engine, kept nowhere.
 */
export type BenchRoute =
  | { readonly kind: 'routed'; readonly engine: EngineUnderTest }
  | { readonly kind: 'forced'; readonly paths: readonly ForcedPath[] };

/** What was loaded, and how many milliseconds it took. */
export interface LoadedCorpus {
  readonly objects: number;
  readonly ms: number;
  readonly vectorsMs: number;
}

export interface LoadProgress {
  readonly stage: 'loading' | 'vectors';
  readonly done: number;
  readonly total: number;
}

/** What of the engine a result rests on. */
export type EngineVersions = Pick<
  BenchResults['versions'],
  'commit' | 'program' | 'policy' | 'policyHash' | 'embedder' | 'extraction' | 'paths'
>;

/**
 * The memory that a benchmark is run against, under one policy: a store of its own, away from the user's. Closed by whoever
 * opened it.
 */
export interface BenchStore {
  /** Reads a `*.pmem.jsonl` through the ordinary import and waits for its vectors. Throws `bad-benchmark` for a refused line. */
  load(corpusFile: string, onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<LoadedCorpus>;
  retrieve(route: BenchRoute, params: MethodParams<'retrieve'>, signal: AbortSignal): Promise<EvidencePacket>;
  /** Which of these items the store holds. */
  known(namespace: string, itemIds: readonly string[]): Promise<string[]>;
  versions(): Promise<EngineVersions>;
  close(): Promise<void>;
}
