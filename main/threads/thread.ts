import { type MessagePort, parentPort, type Transferable, Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import { PiperError } from '../base/errors.ts';
import type { ErrorBody } from '../contract/errors.ts';

/** A function of one thread, called from another: errors keep their code, sentence and remedy on the way. */
type Functions = object;

/** The far side of a thread: every function of `Remote`, as a promise. */
export type Remote<R extends Functions> = BirpcReturn<R, Functions>;

export interface Thread<R extends Functions> {
  readonly remote: Remote<R>;
  /** Resolves when the thread is gone. Rejects nothing: a thread that dies makes its open calls fail. */
  stop(): Promise<void>;
  readonly exited: Promise<void>;
}

/**
 * Starts a thread from its entry file. The entry is named without its ending: from source it is a `.ts` beside this
 * file, in a build a `.js` beside the bundle.
 */
export function startThread<R extends Functions, L extends Functions = Functions>(
  entry: string,
  workerData: unknown,
  local: L = {} as L,
): Thread<R> {
  const worker = new Worker(entryUrl(entry), { workerData, name: entry });
  let gone = false;
  let lastError: unknown = null;
  const open = new Set<(error: Error) => void>();
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', (error) => {
    lastError = error;
  });
  const rpc = createBirpc<R, L>(local, {
    post: (data, transfer?: readonly Transferable[]) => worker.postMessage(data, transfer),
    on: (listener) => worker.on('message', listener),
    timeout: -1,
    ...errorsAsData,
  });
  void exited.then(() => {
    gone = true;
    const error = new PiperError('internal', `The ${entry} thread ended.`, 'Try again; the daemon restarts it.', {
      cause: lastError,
    });
    for (const reject of open) reject(error);
    rpc.$close(error);
  });
  const remote = new Proxy(rpc, {
    get(target, name: string) {
      const call = Reflect.get(target, name) as unknown;
      if (typeof call !== 'function' || name.startsWith('$') || name === 'then') return call;
      return (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          if (gone) return reject(new PiperError('internal', `The ${entry} thread is gone.`, 'Restart the daemon.'));
          open.add(reject);
          (call as (...args: unknown[]) => Promise<unknown>)(...args)
            .then(revive)
            .then(resolve, reject)
            .finally(() => open.delete(reject));
        });
    },
  });
  return {
    remote,
    exited,
    async stop() {
      await worker.terminate();
      await exited;
    },
  };
}

/** Inside a thread: offers `local` to the one that started it, and returns its functions. */
export function serveThread<L extends Functions, R extends Functions = Functions>(local: L): Remote<R> {
  const port = parentPort as MessagePort;
  return createBirpc<R, L>(wrap(local), {
    post: (data) => port.postMessage(data),
    on: (listener) => port.on('message', listener),
    timeout: -1,
    ...errorsAsData,
  });
}

const errorsAsData = { bind: 'functions' } as const;

/** An error class does not survive a structured clone: its body does. */
interface Failure {
  readonly piperFailure: ErrorBody;
}

function wrap<L extends Functions>(local: L): L {
  return new Proxy(local, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await (member as (...args: unknown[]) => unknown).apply(target, args);
        } catch (error) {
          if (error instanceof PiperError) return { piperFailure: error.toBody() } satisfies Failure;
          throw error;
        }
      };
    },
  });
}

function revive(value: unknown): unknown {
  if (value !== null && typeof value === 'object' && 'piperFailure' in value) {
    const { code, message, remedy, data } = (value as Failure).piperFailure;
    throw new PiperError(code, message, remedy, { data });
  }
  return value;
}

function entryUrl(entry: string): URL {
  const here = new URL(import.meta.url);
  return here.pathname.endsWith('.ts') ? new URL(`./${entry}.ts`, here) : new URL(`./${entry}.js`, here);
}
