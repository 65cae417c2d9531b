import { setTimeout as delay } from 'node:timers/promises';
import { PiperError } from '../base/errors.ts';
import type { Caller, MethodInput, MethodName, MethodResult, Role } from '../contract/methods.ts';
import type { NotificationName } from '../contract/notifications.ts';
import type { Daemon } from '../daemon.ts';
import { connect } from '../hosts/socketClient.ts';
import type { DataPaths } from '../store/paths.ts';
import { readToken } from '../store/tokens.ts';

/** A way to the store that has to be closed. */
export interface OpenCaller extends Caller {
  /** Whether a daemon ran already, or one was started for as long as this is open. */
  readonly where: 'running' | 'own';
  onNotification(listener: (name: NotificationName, params: unknown) => void): () => void;
  close(): Promise<void>;
}

export interface OpenCallerOptions {
  readonly paths: DataPaths;
  readonly role: Role;
  readonly client: string;
  readonly startDaemon: () => Promise<Daemon>;
}

/** How often and how long (milliseconds) to try while another process is just starting its daemon, or stopping it. */
const attempts = 75;
const pauseMs = 200;

/** Talks to the daemon that serves this data directory, else starts one in this process. */
export async function openCaller(options: OpenCallerOptions): Promise<OpenCaller> {
  for (let attempt = 1; ; attempt += 1) {
    const running = await overSocket(options).catch(unlessCode(['daemon-unreachable', 'shutting-down']));
    if (running !== null) return running;
    const own = await inProcess(options).catch(unlessCode(attempt < attempts ? ['store-locked'] : []));
    if (own !== null) return own;
    await delay(pauseMs);
  }
}

async function overSocket({ paths, role, client }: OpenCallerOptions): Promise<OpenCaller> {
  const token = role === 'operator' ? readToken(paths.operatorToken) : null;
  const connection = await connect(paths.socket, { client, ...(token === null ? {} : { token }) });
  return {
    where: 'running',
    call: (method, params) => connection.call(method, params),
    onNotification: (listener) => connection.onNotification(listener),
    async close() {
      connection.close();
      await connection.closed;
    },
  };
}

async function inProcess({ startDaemon, role, client }: OpenCallerOptions): Promise<OpenCaller> {
  const daemon = await startDaemon();
  const { signal } = new AbortController();
  return {
    where: 'own',
    // The contract ties the result to the method; the daemon's one door takes any name.
    call: async <M extends MethodName>(method: M, params: MethodInput<M>) =>
      (await daemon.call(method, params, { role, client, signal })) as MethodResult<M>,
    onNotification: (listener) => daemon.onNotification(listener),
    close: () => daemon.close(),
  };
}

/**
 * A caller that outlives the daemon it began with: when that one is gone, it finds or starts another and asks again. A
 * use report is not sent twice, and neither is a write without an idempotency key.
 */
export function reconnecting(open: () => Promise<OpenCaller>): Caller & { close(): Promise<void> } {
  let current: Promise<OpenCaller> | null = null;
  const get = () => {
    current ??= open();
    current.catch(() => {
      current = null;
    });
    return current;
  };
  return {
    async call(method, params) {
      const caller = await get();
      try {
        return await caller.call(method, params);
      } catch (error) {
        if (!(error instanceof PiperError) || error.code !== 'daemon-unreachable') throw error;
        current = null;
        await caller.close();
        if (!repeatable(method, params)) throw error;
        return (await get()).call(method, params);
      }
    },
    async close() {
      if (current !== null) await (await current).close();
    },
  };
}

function repeatable(method: MethodName, params: unknown): boolean {
  if (method === 'memory.write') return (params as { idempotencyKey?: string }).idempotencyKey !== undefined;
  return method !== 'evidence.report' && method !== 'evidence.observe';
}

function unlessCode(expected: readonly string[]): (error: unknown) => null {
  return (error) => {
    if (error instanceof PiperError && expected.includes(error.code)) return null;
    throw error;
  };
}
