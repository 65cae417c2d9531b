import { setImmediate } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { uuidv7 } from '../base/ids.ts';
import { openLedgerReader } from '../ledger/open.ts';
import type { EmbeddingCache } from '../store/embeddingCache.ts';
import { dataPaths } from '../store/paths.ts';
import { checkpoint } from '../store/sqlite.ts';
import { digestOf, openMemoryFile, removeDatabase } from './memoryFile.ts';
import { serveThread } from './thread.ts';

export interface RebuilderListener {
  rebuildProgress(done: number, total: number): void;
}

export interface Rebuilt {
  /** The new file, beside the old one. */
  readonly file: string;
  readonly events: number;
  readonly items: number;
  /** Over all rows but vectors, both as of event `events`; `unreadable` when the old rows are damaged. */
  readonly digestBefore: string;
  readonly digestAfter: string;
}

export interface RebuilderFunctions {
  rebuild(): Promise<Rebuilt>;
}

const paths = dataPaths((workerData as { dir: string }).dir);

/**
 * Makes `memory.db` again beside the present one, from the first event on, in a thread of its own: meanwhile the old one
 * goes on answering and writing goes on.
 */
const listener = serveThread<RebuilderListener>({
  async rebuild() {
    const { ledger, close } = openLedgerReader(paths.ledger, { clock: systemClock, ids: uuidv7(systemClock) });
    const file = `${paths.memory}.new`;
    removeDatabase(file);
    const before = present(() => digestOf(paths.memory, ledger, untouched));
    const memory = openMemoryFile(file, ledger, untouched);
    try {
      const { projector, items } = memory;
      const total = before?.events ?? ledger.head().seq;
      let done = 0;
      for (let applied = projector.step(500, total); applied > 0; applied = projector.step(500, total)) {
        done += applied;
        void listener.rebuildProgress(done, total);
        await setImmediate();
      }
      const digestAfter = projector.digest();
      const rebuilt = {
        file,
        events: total,
        items: items.total(),
        digestBefore: before?.digest ?? 'unreadable',
        digestAfter,
      };
      // What was written meanwhile, so that the writer has little left to follow when it takes over.
      projector.catchUp();
      checkpoint(memory.db);
      return rebuilt;
    } finally {
      memory.close();
      close();
    }
  },
} satisfies RebuilderFunctions);

/**
 * The cache outlives a rebuild as it is: a text that gives way early in the ledger may be wanted by a later item, and what
 * nobody wants in the end is swept out by the keeper.
 */
const untouched: EmbeddingCache = {
  get: () => null,
  put() {},
  forget() {},
  forgetOthers() {},
  hashesAfter: () => [],
  count: () => 0,
};

function present<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
