import { createConnection, type Socket } from 'node:net';
import { fromBody, PiperError } from '../base/errors.ts';
import { ErrorBody } from '../contract/errors.ts';
import type { Caller, MethodInput, MethodName, MethodResult } from '../contract/methods.ts';
import type { NotificationName } from '../contract/notifications.ts';
import { lineReader } from './lines.ts';

export interface SocketClient extends Caller {
  call<M extends MethodName>(
    method: M,
    params: MethodInput<M>,
    options?: { readonly deadlineMs?: number },
  ): Promise<MethodResult<M>>;
  onNotification(listener: (name: NotificationName, params: unknown) => void): () => void;
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
  close(): void;
}

interface Open {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: PiperError) => void;
}

/**
 * Connects to a daemon. With a token, hello is said before this resolves. Rejects with `daemon-unreachable` when
 * nobody listens; calls that are open when the connection ends reject with it too.
 */
export async function connect(
  socketPath: string,
  options: { readonly token?: string; readonly client?: string } = {},
): Promise<SocketClient> {
  const socket = await opened(socketPath);
  const client = clientOver(socket);
  if (options.token === undefined && options.client === undefined) return client;
  try {
    await client.call('hello', { token: options.token, client: options.client });
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

function clientOver(socket: Socket): SocketClient {
  const open = new Map<number, Open>();
  const listeners = new Set<(name: NotificationName, params: unknown) => void>();
  let lastId = 0;
  const lines = lineReader(Number.POSITIVE_INFINITY, {
    line: (bytes) => {
      const message = JSON.parse(bytes.toString('utf8')) as Incoming;
      if (message.method !== undefined) for (const listener of listeners) listener(message.method, message.params);
      else settle(open, message);
    },
    tooLong: () => {},
  });
  socket.on('data', (chunk) => lines.push(chunk));
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      for (const { reject } of open.values()) reject(unreachable('The connection to the daemon ended.'));
      open.clear();
      resolve();
    });
  });
  return {
    closed,
    call: (method, params, { deadlineMs } = {}) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed || !socket.writable) return reject(unreachable('The connection to the daemon has ended.'));
        lastId += 1;
        // The contract ties the result to the method; the wire cannot show that to the compiler.
        open.set(lastId, { resolve: resolve as (result: unknown) => void, reject });
        socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params, deadlineMs })}\n`);
      }),
    onNotification(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      socket.end();
      socket.destroySoon();
    },
  };
}

interface Incoming {
  readonly id?: number | null;
  readonly method?: NotificationName;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly data?: unknown };
}

function settle(open: Map<number, Open>, { id, result, error }: Incoming): void {
  const failed = error === undefined ? null : fromBody(ErrorBody.parse(error.data));
  const call = typeof id === 'number' ? open.get(id) : undefined;
  if (call === undefined || typeof id !== 'number') {
    // An error without an id is about a line that the server could not read: every open call may be the one.
    if (failed !== null) for (const { reject } of open.values()) reject(failed);
    if (failed !== null) open.clear();
    return;
  }
  open.delete(id);
  if (failed === null) call.resolve(result);
  else call.reject(failed);
}

function opened(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EACCES' ? 'The daemon’s socket belongs to somebody else.' : 'No daemon listens on the socket.';
      reject(unreachable(sentence, error));
    });
  });
}

function unreachable(message: string, cause?: unknown): PiperError {
  return new PiperError('daemon-unreachable', message, 'Start it with: piper-memory daemon', { cause });
}
