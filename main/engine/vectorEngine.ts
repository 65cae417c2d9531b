import { rmSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Status, Warning } from '../contract/status.ts';
import { startVectorKeeper, type VectorKeeper, type VectorWriting, vectorWork } from '../policy/vectorKeeper.ts';
import type { Near } from '../projections/vectors/freshVectors.ts';
import type { Path, PathQuery, RelationLikeness } from '../retrievers/path.ts';
import { type NearestTier, openRecall } from '../retrievers/recall/recall.ts';
import { relationLikeness } from '../retrievers/recall/relationLikeness.ts';
import type { Config } from '../store/config.ts';
import type { Embedder } from '../store/embedder.ts';
import type { DataPaths } from '../store/paths.ts';
import { openVectorStore, type VectorHit, type VectorQuery, type VectorStore } from '../store/vectorStore.ts';
import type { ReaderPool } from '../threads/readerPool.ts';
import { type EmbedderPair, type EmbedderSource, embedderSource } from './embedders.ts';
import { lazyVectorStore } from './lazyVectorStore.ts';
import type { Jobs } from './statusReport.ts';

export interface VectorEngineParts {
  readonly paths: DataPaths;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly writer: VectorWriting;
  /** Events that the projections have not followed yet. */
  readonly behind: () => Promise<number>;
  readonly read: ReaderPool['read'];
  /** Told of every call of the writer that failed. */
  onFailure(error: unknown): void;
}

/** Everything between a text and its neighbours: embedder threads, both tiers, and the keeper that fills them. */
export interface VectorEngine {
  readonly recall: Path;
  /** How near a question is to each relation of what it names; null where that cannot be measured now. */
  likeness(query: PathQuery): Promise<RelationLikeness | null>;
  /** Rows of the items nearest to a question, the nearest first; none where that cannot be looked for now. */
  nearest(query: PathQuery, k: number): Promise<number[]>;
  /** So many items were written. */
  wake(items: number): void;
  /** Items whose vectors are still to be made, as far as is known without asking. */
  pending(): number;
  status(): Promise<Omit<Status['vectors'], 'pending' | 'fresh' | 'settled'>>;
  warnings(): Warning[];
  /** Runs `work` while nobody makes or moves vectors, then begins again from what is there. */
  whilePaused(work: () => Promise<void>): Promise<void>;
  /** Throws the settled tier away. Only while paused. */
  discardSettled(): void;
  /** Resolves when every item has its vector; how many came from the cache since the last start of the keeper. */
  settledDown(): Promise<number>;
  restored(): number;
  close(): Promise<void>;
}

type State = Status['vectors']['state'];

/**
 * A daemon answers by words while the model still loads: `recall` waits for it, as long as the asker's deadline allows.
 */
export function openVectorEngine(parts: VectorEngineParts): VectorEngine {
  const { config, log } = parts;
  let state: State = config.embedder === 'off' ? 'off' : 'loading';
  let problem: PiperError | null = null;
  const source = findSource();
  let asking = 0;
  let waiting = 0;
  let restored = 0;
  let embedder: Embedder | null = null;
  let bulk: EmbedderPair['bulk'] | null = null;
  let settled: VectorStore | null = null;
  let keeper: VectorKeeper | null = null;
  const remade: Warning[] = [];

  let closing = false;
  let again: NodeJS.Timeout | undefined;
  let ready = begin(1000);

  function findSource(): EmbedderSource | null {
    try {
      return embedderSource(config, parts.paths.dir);
    } catch (error) {
      fail(error);
      return null;
    }
  }

  /** @param wait milliseconds before a server that is not there is tried again, doubled each time up to a minute */
  async function begin(wait: number): Promise<void> {
    if (!source || closing) return;
    try {
      const opened = await source.open();
      embedder = counted(opened.questions);
      bulk = opened.bulk;
      state = 'ready';
      problem = null;
      settled = openSettled(embedder);
      waiting = await pendingNow();
      await startKeeper()?.looked;
    } catch (error) {
      if (closing) return;
      fail(error);
      if (!source.mayReturn || embedder !== null) return;
      again = setTimeout(() => {
        ready = begin(Math.min(2 * wait, 60_000));
      }, wait).unref();
    }
  }

  function fail(error: unknown): void {
    problem =
      error instanceof PiperError
        ? error
        : new PiperError('internal', 'The embedder failed.', 'See daemon.log.', { cause: error });
    state = problem.code === 'model-missing' ? 'missing' : 'failed';
    log.error('embedder.failed', error);
  }

  /** Only told: where it cannot be counted, the keeper will find out what there is to do. */
  async function pendingNow(): Promise<number> {
    try {
      return (await parts.writer.counts()).pending;
    } catch (error) {
      parts.onFailure(error);
      return 0;
    }
  }

  function openSettled({ id, dimensions }: Embedder): VectorStore {
    const uri = config.vectors.uri ?? parts.paths.vectors;
    return lazyVectorStore(uri, () => openVectorStore({ uri, embedderId: id, dimensions, clock: parts.clock }));
  }

  /** Knows whether a question is under way, so that bulk work can give way to it. */
  function counted(inner: Embedder): Embedder {
    return {
      ...inner,
      async embed(texts, as) {
        asking++;
        try {
          return await inner.embed(texts, as);
        } finally {
          asking--;
        }
      },
    };
  }

  /**
   * The writer, as the keeper sees it, with an eye on how much is left to do. Its files are not the keeper's to mend:
   * their damage is only a reason to wait.
   */
  function observed(): VectorWriting {
    const passOn =
      (name: keyof VectorWriting) =>
      async (...args: never[]): Promise<unknown> => {
        try {
          return await (parts.writer[name] as (...given: never[]) => Promise<unknown>)(...args);
        } catch (error) {
          parts.onFailure(error);
          throw error instanceof PiperError && error.code === 'store-corrupt' ? waitsForMemory(error) : error;
        }
      };
    // The names tie each function to its type; a table made by name cannot show that to the compiler.
    const writer = Object.fromEntries(vectorWork.map((name) => [name, passOn(name)])) as unknown as VectorWriting;
    return {
      ...writer,
      async pending(limit) {
        const texts = await writer.pending(limit);
        if (texts.length < limit) waiting = texts.length;
        return texts;
      },
      async restore(embedderId, rows) {
        const found = await writer.restore(embedderId, rows);
        restored += found.length;
        waiting = Math.max(0, waiting - found.length);
        return found;
      },
      async store(embedderId, rows) {
        const stored = await writer.store(embedderId, rows);
        waiting = Math.max(0, waiting - stored);
        return stored;
      },
    };
  }

  function startKeeper(): VectorKeeper | null {
    if (!embedder || !bulk) return null;
    restored = 0;
    keeper = startVectorKeeper({
      embedder: { ...embedder, ...bulk },
      writer: observed(),
      behind: parts.behind,
      settled,
      clock: parts.clock,
      settleAt: config.vectors.settleAt ?? undefined,
      busy: () => asking > 0,
      onJob: (job) => parts.jobs.record(job),
      onRemade: (warning) => remade.push(warning),
      onProblem: (error) => log.error('vectors.problem', error),
    });
    return keeper;
  }

  /** A tier that is not what it is believed to be would hide what it has lost. */
  async function searchSettled(query: VectorQuery): Promise<VectorHit[]> {
    if (!settled || !keeper) return [];
    if (!keeper.sound()) throw notSound(keeper.problem());
    try {
      return await settled.search(query);
    } catch (error) {
      if (error instanceof PiperError && error.code === 'store-corrupt') keeper.damaged();
      throw error;
    }
  }

  const nearestFresh: NearestTier = (id, vector, among, k) => parts.read.nearestFresh(id, vector, among, k);
  const nearestSettled: NearestTier = async (_, vector, among, k) => {
    const query = 'rowids' in among ? await settledAmong(among.rowids, parts.read) : among;
    return query === null ? [] : rowsOf(await searchSettled({ ...query, vector, k }), parts.read);
  };

  /** Only a help in reading a question: what cannot be measured now is not waited for. */
  async function likeness(query: PathQuery): Promise<RelationLikeness | null> {
    if (embedder === null) return null;
    try {
      return await relationLikeness(query, embedder, {
        about: (namespaces, text) => parts.read.about(namespaces, text),
        told: (namespaces, text) => parts.read.relationsTold(namespaces, text),
        nearest: [nearestFresh, nearestSettled],
      });
    } catch (error) {
      log.error('relation-likeness.failed', error);
      return null;
    }
  }

  async function nearest({ text, namespaces }: PathQuery, k: number): Promise<number[]> {
    if (embedder === null) return [];
    try {
      const { id } = embedder;
      const [vector] = await embedder.embed([text], 'query');
      if (vector === undefined) return [];
      const tiers = [nearestFresh, nearestSettled].map((tier) => tier(id, vector, { namespaces }, k));
      const near = (await Promise.all(tiers)).flat().sort((a, b) => b.cosine - a.cosine || a.rowid - b.rowid);
      return [...new Set(near.map(({ rowid }) => rowid))].slice(0, k);
    } catch (error) {
      log.error('nearest.failed', error);
      return [];
    }
  }

  const recall = openRecall({
    embedder: () => embedder,
    about: (namespaces, text) => parts.read.about(namespaces, text),
    nearestFresh,
    nearestSettled,
    lagging: (namespaces) => parts.read.lagging(namespaces),
    floor: -1,
    onFailure: (tier, error) => log.error('recall.tier-failed', error, { path: tier }),
  });

  return {
    recall: {
      path: recall.path,
      get version() {
        return recall.version;
      },
      async retrieve(query, signal) {
        await ready;
        return recall.retrieve(query, signal);
      },
    },
    likeness,
    nearest,
    wake(items) {
      waiting += items;
      keeper?.wake();
    },
    pending: () => waiting,
    async status() {
      const indexed = await settled?.counts().catch(() => null);
      return {
        embedder: embedder?.id ?? null,
        state,
        dimensions: embedder?.dimensions ?? 0,
        indexed: indexed?.indexed ?? 0,
      };
    },
    warnings: () => [...warningOf(problem), ...warningOf(keeper?.problem()), ...remade],
    async whilePaused(work) {
      await ready;
      await keeper?.stop();
      try {
        await work();
      } finally {
        startKeeper();
      }
    },
    discardSettled() {
      settled?.close();
      if (config.vectors.uri === null) rmSync(parts.paths.vectors, { recursive: true, force: true });
      if (embedder) settled = openSettled(embedder);
    },
    async settledDown() {
      await ready;
      await keeper?.idle();
      return restored;
    },
    restored: () => restored,
    async close() {
      closing = true;
      clearTimeout(again);
      source?.cancel();
      await ready;
      await keeper?.stop();
      settled?.close();
      await source?.stop();
    },
  };
}

/** The items behind hits of the settled tier; one that is gone or has another text by now is left out. */
/** Those of some rows that are in the settled tier, as one asks for them there; null where none is. */
async function settledAmong(rowids: readonly number[], read: ReaderPool['read']) {
  const refs = await read.settledAmong(rowids);
  if (refs.length === 0) return null;
  const namespaces = [...new Set(refs.map(({ namespace }) => namespace))];
  return { namespaces, itemIds: refs.map(({ itemId }) => itemId), exact: true };
}

async function rowsOf(hits: readonly VectorHit[], read: ReaderPool['read']): Promise<Near[]> {
  if (hits.length === 0) return [];
  const refs = hits.map(({ namespace, itemId, contentHash }) => ({ namespace, itemId, contentHash }));
  const rows = await read.rowsOf(refs);
  return hits.flatMap(({ cosine }, at) => {
    const rowid = rows[at];
    return typeof rowid === 'number' ? [{ rowid, cosine }] : [];
  });
}

function waitsForMemory(cause: PiperError): PiperError {
  const remedy = 'Nothing to do: they go on when it has been made again from the ledger.';
  return new PiperError('io', 'memory.db is damaged: vectors wait.', remedy, { cause });
}

function notSound(problem: unknown): PiperError {
  if (problem instanceof PiperError) return problem;
  const remedy = 'Nothing to do: they are made again from the cache. Search by words works meanwhile.';
  return new PiperError('store-corrupt', 'The settled vectors (vectors/) are being looked at.', remedy, {
    cause: problem,
  });
}

function warningOf(problem: unknown): Warning[] {
  if (!(problem instanceof PiperError)) return [];
  return [{ code: problem.code, message: problem.message, remedy: problem.remedy }];
}
