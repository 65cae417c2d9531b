import type { Log } from '../base/log.ts';
import type { ReaderFunctions } from '../threads/reader.ts';
import type { ReaderPool } from '../threads/readerPool.ts';
import { startThread, type Thread } from '../threads/thread.ts';
import type { Opening, WriterFunctions } from '../threads/writer.ts';
import type { Repair } from './repair.ts';

/** Events whose chain the start checks: ledger/open.ts. */
const checkedAtStart = 1000;

export interface CheckedParts {
  /** The data directory. */
  readonly dir: string;
  readonly opening: Opening;
  readonly writer: Thread<WriterFunctions>;
  readonly readers: ReaderPool;
  readonly repair: Repair;
  readonly log: Log;
}

/**
 * Soon after the start, when the first questions are answered: reads `memory.db` through for damage that nobody has met
 * yet, and the chain from its beginning, of which the start has checked only the end. Returns what gives it up.
 */
export function checkSoon({ dir, opening, writer, readers, repair, log }: CheckedParts): () => Promise<void> {
  let thread: Thread<ReaderFunctions> | null = null;
  let stopped = false;

  /** In a thread of its own, because it may take seconds. */
  async function checkMemory(): Promise<void> {
    thread = startThread<ReaderFunctions>('reader', { dir });
    try {
      await thread.remote.checkMemory();
    } catch (error) {
      repair.notice(error);
    } finally {
      await thread.stop();
    }
  }
  async function check(): Promise<void> {
    try {
      await readers.holding(checkMemory);
      if (!stopped && opening.events > checkedAtStart) await writer.remote.verify(true);
    } catch (error) {
      if (!stopped) log.error('engine.check-failed', error);
    }
  }
  const timer = setTimeout(() => void check(), 1000).unref();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await thread?.stop();
  };
}
