import { PiperError } from '../base/errors.ts';
import { openTurnstile } from '../base/turnstile.ts';
import type { MethodResult } from '../contract/methods.ts';
import type { DataPaths } from '../store/paths.ts';
import { removeDatabase } from '../threads/memoryFile.ts';
import type { ReaderPool } from '../threads/readerPool.ts';
import type { RebuilderFunctions, RebuilderListener, Rebuilt } from '../threads/rebuilder.ts';
import { startThread, type Thread } from '../threads/thread.ts';
import type { WriterFunctions } from '../threads/writer.ts';
import type { Jobs } from './statusReport.ts';
import type { VectorEngine } from './vectorEngine.ts';

export interface Rebuilds {
  /**
   * Makes every projection again from the ledger while asking and writing go on, then puts the new ones in place. One
   * after the other. Throws `ledger-corrupt` where the ledger is damaged: the projections may hold more than it does.
   */
  run(options: { readonly waitForVectors: boolean }): Promise<MethodResult<'admin.rebuild'>>;
  /** Gives up the one that is under way, and resolves when it has. */
  close(): Promise<void>;
}

export interface RebuildParts {
  readonly paths: DataPaths;
  readonly jobs: Jobs;
  readonly writer: Thread<WriterFunctions>;
  readonly readers: ReaderPool;
  readonly vectors: VectorEngine;
}

export function openRebuilds({ paths, jobs, writer, readers, vectors }: RebuildParts): Rebuilds {
  const place = openTurnstile();
  let running: Thread<RebuilderFunctions> | null = null;
  let closed = false;

  /** In a thread of its own, into a file beside the present one. */
  async function makeBeside(listener: RebuilderListener): Promise<Rebuilt> {
    if (closed) throw stopped();
    running = startThread<RebuilderFunctions>('rebuilder', { dir: paths.dir }, listener);
    try {
      return await running.remote.rebuild();
    } finally {
      await running.stop();
      running = null;
    }
  }

  /** Makes the new file and puts it in place. */
  async function replace(): Promise<Rebuilt> {
    await refuseDamagedLedger();
    const job = jobs.begin('rebuild', 'events', 'Rebuilding the projections');
    try {
      const rebuilt = await makeBeside({ rebuildProgress: (done, total) => job.step(done, total) });
      if (closed) throw stopped();
      await vectors.whilePaused(async () => {
        await readers.whileReleased(() => writer.remote.swapMemory(rebuilt.file));
        // The settled tier is a projection too: it is filled again, from the cache.
        vectors.discardSettled();
      });
      job.end('finished');
      return rebuilt;
    } catch (error) {
      job.end('failed');
      // An event that cannot be read is a break in the chain: it is looked for, and then nothing more is written.
      if (error instanceof PiperError && error.code === 'ledger-corrupt') await writer.remote.verify(true);
      throw error;
    } finally {
      removeDatabase(`${paths.memory}.new`);
    }
  }

  async function refuseDamagedLedger(): Promise<void> {
    const { readOnly } = await writer.remote.standing();
    if (readOnly === null) return;
    throw new PiperError(
      'ledger-corrupt',
      `The ledger is damaged (${readOnly.reason}): a rebuild from it would lose what the projections still hold.`,
      'Bring back a backup with `piper-memory restore`.',
    );
  }

  return {
    async run({ waitForVectors }) {
      const begun = performance.now();
      const { digestBefore, digestAfter, events, items } = await place.alone(replace);
      const vectorsFromCache = waitForVectors ? await vectors.settledDown() : vectors.restored();
      const { pending } = await writer.remote.counts();
      return {
        events,
        items,
        digestBefore,
        digestAfter,
        same: digestBefore === digestAfter,
        vectorsFromCache,
        vectorsPending: pending,
        ms: Math.round(performance.now() - begun),
      };
    },
    async close() {
      closed = true;
      await running?.stop();
      await place.alone(async () => {});
    },
  };
}

function stopped(): PiperError {
  return new PiperError('shutting-down', 'The rebuild was given up.', 'Start it again: nothing was changed.');
}
