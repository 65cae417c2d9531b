import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { fromBody, PiperError } from '../base/errors.ts';
import { ErrorBody } from '../contract/errors.ts';

/** The far side of a thread: every function of `Functions`, as a promise. Errors keep their code and remedy. */
export type Remote<Functions extends object> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

export interface Thread<Functions extends object> {
  readonly remote: Remote<Functions>;
  /**
   * Ends the thread at once, or as soon as it has started; calls that are still open fail. Close what it holds by a call
   * of its own first.
   */
  stop(): Promise<void>;
  readonly exited: Promise<void>;
}

/**
 * Starts a thread from its entry file, offering it the functions in `local`. The entry is named without its ending:
 * from source it is a `.ts` beside this file, in a build a `.js` beside the bundle.
 */
export function startThread<Functions extends object>(
  entry: string,
  workerData: unknown,
  local: object = {},
): Thread<Functions> {
  const worker = new Worker(entryUrl(entry), { workerData, name: entry });
  let cause: unknown = null;
  worker.on('error', (error) => {
    cause = error;
  });
  let started = false;
  worker.once('message', () => {
    started = true;
  });
  const gone = new AbortController();
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  void exited.then(() => gone.abort());
  const rpc = createBirpc<FarSide, FarSide, false>(answering(local), {
    post: (data) => worker.postMessage(data),
    on: (listener) => worker.on('message', listener),
    ...options,
  });
  const ended = () => causeOf(cause) ?? threadEnded(entry, cause);
  return {
    remote: asking<Functions>(rpc.$call as Call, gone.signal, ended),
    exited,
    async stop() {
      // One that is ended while it loads the database's native part takes the whole process with it.
      const patience = pause(longestStartMs, undefined, { ref: false });
      if (!started) await Promise.race([rpc.$call(firstWord).catch(() => {}), exited, patience]);
      await worker.terminate();
      await exited;
    },
  };
}

/** What a thread is asked to hear whether it has started: it answers once all of its modules are there. */
const firstWord = 'threadStarted';
/** A thread that has not started by then will not. */
const longestStartMs = 10_000;

/** A thread that fails while it starts does so with an error of ours, which has lost its class on the way. */
function causeOf(cause: unknown): PiperError | null {
  const { success, data } = ErrorBody.safeParse(cause);
  return success ? fromBody(data, cause) : null;
}

function threadEnded(entry: string, cause: unknown): PiperError {
  const remedy = 'Try again; restart the daemon if it stays so.';
  return new PiperError('internal', `The ${entry} thread ended.`, remedy, { cause });
}

/** Inside a thread: offers `local` to the one that started it, and returns that one's functions. */
export function serveThread<Functions extends object>(local: object): Remote<Functions> {
  const port = parentPort;
  if (!port) throw new Error('This file is the entry of a thread.');
  const rpc = createBirpc<FarSide, FarSide, false>(answering({ ...local, [firstWord]: () => {} }), {
    post: (data, transfer?: readonly Transferable[]) => port.postMessage(data, transfer),
    on: (listener) => port.on('message', listener),
    ...options,
  });
  return asking<Functions>(rpc.$call as Call, new AbortController().signal, () => new Error('unreachable'));
}

// The far side's functions are called by name and may take as long as they need: deadlines are the callers' affair.
const options = { bind: 'functions', timeout: -1, proxify: false } as const;

type FarSide = Record<string, (...args: unknown[]) => unknown>;
type Call = (name: string, ...args: unknown[]) => Promise<unknown>;

/** An error class does not survive a structured clone: its body does. */
interface Failure {
  readonly piperFailure: ErrorBody;
}

/** The functions as they are offered: a PiperError is sent as data. */
function answering(local: object): Record<string, (...args: unknown[]) => Promise<unknown>> {
  return Object.fromEntries(
    Object.entries(local).map(([name, offered]: [string, (...args: unknown[]) => unknown]) => [
      name,
      async (...args: unknown[]) => {
        try {
          return await offered(...args);
        } catch (error) {
          if (error instanceof PiperError) return { piperFailure: error.toBody() } satisfies Failure;
          throw error;
        }
      },
    ]),
  );
}

/** The functions as they are called: sent errors are thrown, and a thread that ends fails what it still owed. */
function asking<Functions extends object>(call: Call, gone: AbortSignal, ended: () => Error): Remote<Functions> {
  const ask =
    (name: string) =>
    (...args: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const fail = () => reject(ended());
        if (gone.aborted) return fail();
        gone.addEventListener('abort', fail);
        call(name, ...args)
          .then(received)
          .then(resolve, reject)
          .finally(() => gone.removeEventListener('abort', fail));
      });
  // A promise is told by its `then`: the proxy must not look like one.
  return new Proxy({} as Remote<Functions>, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? ask(name) : undefined),
  });
}

function received(value: unknown): unknown {
  if (value !== null && typeof value === 'object' && 'piperFailure' in value) {
    const { code, message, remedy, data } = (value as Failure).piperFailure;
    throw new PiperError(code, message, remedy, { data });
  }
  return value;
}

function entryUrl(entry: string): URL {
  const here = new URL(import.meta.url);
  return new URL(`./${entry}.${here.pathname.endsWith('.ts') ? 'ts' : 'js'}`, here);
}
