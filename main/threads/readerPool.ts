import { openTurnstile } from '../base/turnstile.ts';
import type { ReaderFunctions } from './reader.ts';
import { type Remote, startThread, type Thread } from './thread.ts';

/** Threads with read-only connections, so that one slow question never holds up the socket or another question. */
export interface ReaderPool {
  /** Calls a function in the thread with the least to do. */
  readonly read: Remote<ReaderFunctions>;
  /**
   * Runs a request of several reads over the same files: a row number means another item after a rebuild, so the files
   * are not replaced before it is done.
   */
  holding<T>(request: () => Promise<T>): Promise<T>;
  /** Runs `work` while no thread has a file open; requests and reads wait until it is done. */
  whileReleased(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Slot {
  readonly thread: Thread<ReaderFunctions>;
  open: number;
}

/** @param onFailure told of every read that failed, before its caller is */
export function openReaderPool(dir: string, size: number, onFailure: (error: unknown) => void = () => {}): ReaderPool {
  let closing = false;
  const requests = openTurnstile();
  /** Single reads pass when it resolves. */
  let readGate: Promise<void> = Promise.resolve();
  const slots: Slot[] = [];
  for (let at = 0; at < size; at++) startSlot(at);

  /** A thread that died (a question that ran out of memory) is replaced; its open calls have failed. */
  function startSlot(at: number): void {
    const slot: Slot = { thread: startThread<ReaderFunctions>('reader', { dir }), open: 0 };
    slots[at] = slot;
    void slot.thread.exited.then(() => {
      if (!closing && slots[at] === slot) startSlot(at);
    });
  }

  const all = async (work: (remote: Remote<ReaderFunctions>) => Promise<void>) => {
    await Promise.all(slots.map(({ thread }) => work(thread.remote)));
  };

  async function ask(name: string, args: readonly unknown[]): Promise<unknown> {
    await readGate;
    const slot = slots.reduce((best, other) => (other.open < best.open ? other : best));
    slot.open++;
    try {
      const call = Reflect.get(slot.thread.remote, name) as (...args: readonly unknown[]) => Promise<unknown>;
      return await call(...args);
    } catch (error) {
      onFailure(error);
      throw error;
    } finally {
      slot.open--;
    }
  }

  return {
    read: new Proxy({} as Remote<ReaderFunctions>, {
      get: (_, name) =>
        typeof name === 'string' && name !== 'then' ? (...args: unknown[]) => ask(name, args) : undefined,
    }),
    holding: (request) => requests.pass(request),
    whileReleased: (work) =>
      requests.alone(async () => {
        const { promise: done, resolve: open } = Promise.withResolvers<void>();
        readGate = done;
        try {
          // A thread answers in order: once it has let go, all earlier questions were answered. A dead one holds nothing.
          await all((remote) => remote.release().catch(() => {}));
          await work();
        } finally {
          open();
        }
      }),
    async close() {
      closing = true;
      await all((remote) => remote.release().catch(() => {}));
      await Promise.all(slots.map(({ thread }) => thread.stop()));
    },
  };
}
