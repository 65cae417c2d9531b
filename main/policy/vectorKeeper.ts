import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { Job, Warning } from '../contract/status.ts';
import type { PendingText, Vectors } from '../projections/vectors/vectors.ts';
import type { Embedder } from '../store/embedder.ts';
import type { VectorStore } from '../store/vectorStore.ts';
import { openJobReport } from './jobReport.ts';
import { tendSettled } from './settledVectors.ts';

/** The writer's part: the functions of `Vectors` as promises, since they run in another thread. */
export type VectorWriting = {
  readonly [Name in VectorWork]: Vectors[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never;
};
/** What of `Vectors` is asked of the writer: the one list that the writer's thread and its callers go by. */
export const vectorWork = [
  'adopt',
  'pending',
  'withhold',
  'restore',
  'store',
  'freshBatch',
  'markSettled',
  'unsettleAll',
  'removals',
  'removed',
  'strangers',
  'counts',
  'forgetOthers',
  'sweepCache',
] as const satisfies readonly (keyof Vectors)[];
export type VectorWork = (typeof vectorWork)[number];

export interface VectorKeeperParts {
  /** For bulk work: not the one that answers questions. */
  readonly embedder: Embedder;
  readonly writer: VectorWriting;
  /** The settled tier; without one everything stays in the fresh tier. */
  readonly settled: VectorStore | null;
  readonly clock: Clock;
  /** Whether a question is being answered: then the next batch waits a little. */
  readonly busy?: (() => boolean) | undefined;
  readonly onJob?: ((job: Job) => void) | undefined;
  /** Events that the projections have still to follow: until they have, nothing is tidied up. */
  readonly behind?: (() => Promise<number>) | undefined;
  /** The settled tier was found damaged or missing, and is made again. */
  readonly onRemade?: ((warning: Warning) => void) | undefined;
  /** What went wrong; the keeper goes on by itself after a pause. */
  readonly onProblem?: ((error: unknown) => void) | undefined;
  /** Texts of one call of the embedder: 16 unless given. */
  readonly batch?: number | undefined;
  /** Vectors that the fresh tier may hold before a batch of `settleBatch` moves on: 12,000 and 4,000 unless given. */
  readonly settleAt?: number | undefined;
  readonly settleBatch?: number | undefined;
  /** Milliseconds before the first new try after a problem, doubled up to a minute: 1,000 unless given. */
  readonly retryMs?: number | undefined;
}

export interface VectorKeeper {
  /** Something was written or erased. */
  wake(): void;
  /** `memory.db` was put in the place of another: look at everything again. */
  restart(): void;
  /** The settled tier could not be read: make it again from the cache. */
  damaged(): void;
  /**
   * Resolves when everything written by now has its vector and nothing is left to move; rejects with the problem when
   * it cannot go on for now, and with `cancelled` when it is stopped.
   */
  idle(): Promise<void>;
  /** The problem that it waits to try again after, or null. */
  problem(): unknown;
  /** Resolves when it has first looked whether both tiers hold what they are believed to hold, or failed to. */
  readonly looked: Promise<void>;
  /** Both tiers hold what they are believed to hold, as far as is known: what is not found there is not there. */
  sound(): boolean;
  /** Ends after the batch at hand. What is not done is done after the next start. */
  stop(): Promise<void>;
}

/**
 * Keeps the vectors up with the items: embeds what is pending (the newest first, from the cache where it can), moves
 * the fresh tier on to the settled one in batches, pays what erasing owes to the settled tier, and tidies up when there
 * is nothing else to do. Every step can be the last before a crash.
 */
export function startVectorKeeper(parts: VectorKeeperParts): VectorKeeper {
  const { embedder, writer, clock, busy = () => false, batch = 16, retryMs = 1000 } = parts;
  const settled = parts.settled && tendSettled(parts.settled, parts);
  const report = openJobReport('embed', 'Making vectors', clock, parts.onJob);
  const stopping = new AbortController();
  let next: 'begin' | 'remake' | 'work' = 'begin';
  let sound = false;
  const looked = Promise.withResolvers<void>();
  let tidy = false;
  let problem: unknown = null;
  let wakes = 0;
  let woken = Promise.withResolvers<void>();
  let hurried = Promise.withResolvers<void>();
  let waiters: PromiseWithResolvers<void>[] = [];

  async function begin(): Promise<void> {
    const before = next;
    next = 'work';
    tidy = false;
    try {
      await writer.adopt({ id: embedder.id, dimensions: embedder.dimensions, remote: embedder.remote });
      await settled?.reconcile(before === 'remake');
      // Damage may have been found once more while this was mending it.
      sound = next === 'work';
    } catch (error) {
      next = before;
      throw error;
    } finally {
      looked.resolve();
    }
  }

  /** One step of work; false when there is none. */
  async function step(): Promise<boolean> {
    if (next !== 'work') await begin();
    if (await settled?.payRemovals()) return true;
    const texts = await withoutSecrets(await writer.pending(4 * batch));
    if (texts.length > 0) {
      await embed(texts);
      await settled?.settleBatch();
      return true;
    }
    report.finish();
    if (await settled?.settleBatch()) return true;
    // What looks like nobody's may belong to an item that is not projected yet.
    if (tidy || (await parts.behind?.())) return false;
    await tidyUp();
    tidy = true;
    return true;
  }

  /** What is secret goes to no embedder outside: it is found by words alone. */
  async function withoutSecrets(texts: readonly PendingText[]): Promise<readonly PendingText[]> {
    const secrets = embedder.remote ? texts.filter(({ secret }) => secret) : [];
    if (secrets.length === 0) return texts;
    await writer.withhold(secrets.map(({ rowid, contentHash }) => ({ rowid, contentHash })));
    return withoutSecrets(await writer.pending(4 * batch));
  }

  async function embed(texts: readonly PendingText[]): Promise<void> {
    await report.begin(async () => (await writer.counts()).pending);
    const restored = new Set(await writer.restore(embedder.id, texts));
    report.advance(restored.size);
    const rest = texts.filter(({ rowid }) => !restored.has(rowid));
    for (let from = 0; from < rest.length && !stopping.signal.aborted; from += batch) {
      await giveWay();
      const part = rest.slice(from, from + batch);
      const vectors = await embedder.embed(
        part.map(({ text }) => text),
        'passage',
      );
      const made = part.flatMap(({ rowid, contentHash }, at) => {
        const vector = vectors[at];
        return vector === undefined ? [] : [{ rowid, contentHash, vector }];
      });
      report.advance(await writer.store(embedder.id, made));
    }
  }

  /** Whoever asks comes first, but an agent that asks without end must not keep its memory from growing. */
  async function giveWay(): Promise<void> {
    for (let waits = 0; waits < 20 && busy() && !stopping.signal.aborted; waits++) await pause(10);
  }

  /** Once everything has its vector: what other embedders made goes, and what nobody wants any more. */
  async function tidyUp(): Promise<void> {
    await writer.forgetOthers(embedder.id);
    await settled?.tidy();
    let last: string | null = '';
    while (last !== null && !stopping.signal.aborted) last = await writer.sweepCache(last, 500);
  }

  async function run(): Promise<void> {
    let wait = retryMs;
    while (!stopping.signal.aborted) {
      const seen = wakes;
      try {
        const worked = await step();
        problem = null;
        wait = retryMs;
        if (worked || seen !== wakes) continue;
        answer((waiter) => waiter.resolve());
        await woken.promise;
      } catch (error) {
        problem = error;
        report.stop();
        parts.onProblem?.(error);
        answer((waiter) => waiter.reject(error));
        if (isDamage(error)) damage();
        else if (next === 'work') next = 'begin';
        // Writes go on meanwhile, and must not each try again what has just failed.
        await Promise.race([pause(wait, undefined, { signal: stopping.signal }).catch(() => {}), hurried.promise]);
        wait = Math.min(2 * wait, 60_000);
      }
    }
    report.stop();
    answer((waiter) => waiter.reject(stopped()));
  }

  function answer(tell: (waiter: PromiseWithResolvers<void>) => void): void {
    const told = waiters;
    waiters = [];
    for (const waiter of told) tell(waiter);
  }

  function wake(): void {
    wakes++;
    woken.resolve();
    woken = Promise.withResolvers<void>();
  }

  /** As `wake`, for those who ask for it by name: ends the pause after a problem too. */
  function hurry(): void {
    hurried.resolve();
    hurried = Promise.withResolvers<void>();
    wake();
  }

  function damage(): void {
    next = 'remake';
    sound = false;
  }

  const running = run();
  return {
    wake,
    restart() {
      if (next === 'work') next = 'begin';
      hurry();
    },
    damaged() {
      damage();
      hurry();
    },
    idle() {
      const waiter = Promise.withResolvers<void>();
      if (stopping.signal.aborted) waiter.reject(stopped());
      else waiters.push(waiter);
      hurry();
      return waiter.promise;
    },
    problem: () => problem,
    looked: looked.promise,
    sound: () => sound,
    async stop() {
      stopping.abort();
      hurry();
      await running;
      looked.resolve();
    },
  };
}

function stopped(): PiperError {
  return new PiperError('cancelled', 'The vector keeper was stopped.', 'Start the daemon again.');
}

function isDamage(error: unknown): boolean {
  return error instanceof PiperError && error.code === 'store-corrupt';
}
