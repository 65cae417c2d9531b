import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { maxLineBytes } from '../contract/jsonrpc.ts';
import type { NotificationName } from '../contract/notifications.ts';
import type { Call } from '../methods/ports.ts';
import { lineReader } from './lines.ts';
import { openSession, type Session } from './session.ts';

/** Bytes that may wait for a reader: past the first, no more is read from it; past the second, it is cut off. */
const pauseAtBytes = 4 * 1024 * 1024;
const cutOffAtBytes = 32 * 1024 * 1024;
const maxConnections = 1000;
/** A Unix socket's address has room for 108 bytes on Linux and 104 on macOS, the last of them a zero. */
const maxPathBytes = 103;

export type Subscribe = (listener: (name: NotificationName, params: unknown) => void) => () => void;

export interface SocketHost {
  /** Connections that are open now. */
  readonly clients: number;
  /** Takes no more requests, lets those under way finish (at most `graceMs`), and closes. */
  close(graceMs?: number): Promise<void>;
}

export interface SocketHostOptions {
  /** A path, or a Windows pipe name. Whoever holds the store's lock may take over a socket that a crash left behind. */
  readonly path: string;
  readonly call: Call;
  readonly onNotification: Subscribe;
  readonly log: Log;
}

/** JSON-RPC 2.0 over a socket that only this user can open, one message a line. */
export async function startSocketHost({ path, call, onNotification, log }: SocketHostOptions): Promise<SocketHost> {
  const open = new Map<Socket, Session>();
  let counter = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    counter += 1;
    const session = serveConnection(socket, counter, call, log);
    open.set(socket, session);
    socket.once('close', () => open.delete(socket));
  });
  server.maxConnections = maxConnections;
  await listen(server, path);
  server.on('error', (error) => log.error('socket.failed', error));
  const unsubscribe = onNotification((name, params) => {
    for (const session of open.values()) session.notify(name, params);
  });
  return {
    get clients() {
      return open.size;
    },
    async close(graceMs = 5000) {
      unsubscribe();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of open.values()) session.stop();
      await within(graceMs, Promise.all([...open.values()].map((session) => session.idle())));
      for (const socket of open.keys()) socket.end();
      await within(500, closed);
      for (const socket of open.keys()) socket.destroy();
      await closed;
    },
  };
}

function serveConnection(socket: Socket, connection: number, call: Call, log: Log): Session {
  const send = (text: string) => {
    if (socket.destroyed || socket.writableEnded) return;
    if (socket.writableLength > cutOffAtBytes) {
      log.warn('client.cut-off', { connection, bytes: socket.writableLength });
      socket.destroy();
      return;
    }
    socket.write(`${text}\n`);
    if (socket.writableLength > pauseAtBytes) socket.pause();
  };
  const session = openSession({ call, log, label: `socket-${connection}`, send });
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const lines = lineReader(maxLineBytes, {
    line: (bytes) => {
      const text = decoded(utf8, bytes);
      if (text === null) session.complain(notUtf8());
      else if (text.trim() !== '') session.receive(text);
    },
    tooLong: () => session.complain(lineTooLong()),
  });
  socket.on('data', (chunk) => lines.push(chunk));
  socket.on('drain', () => socket.resume());
  socket.on('end', () => {
    // The caller has said all it wanted to say; it still gets its answers.
    lines.end();
    void session.idle().then(() => setImmediate(() => socket.end()));
  });
  socket.on('error', (error) => log.info('client.lost', { connection, code: codeOf(error) }));
  socket.on('close', () => session.close());
  return session;
}

async function listen(server: Server, path: string): Promise<void> {
  const isPipe = path.startsWith('\\\\');
  if (!isPipe) makeRoom(path);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error)));
    server.once('listening', resolve);
    // The socket comes into being inside listen(), so with this mask it is never open to others, not even briefly.
    const mask = isPipe ? null : process.umask(0o177);
    try {
      server.listen(path);
    } finally {
      if (mask !== null) process.umask(mask);
    }
  });
  server.removeAllListeners('error');
  if (!isPipe) chmodSync(path, 0o600);
}

/** Removes a socket that a crash left behind, and nothing else. */
function makeRoom(path: string): void {
  if (Buffer.byteLength(path) > maxPathBytes) {
    throw new PiperError(
      'io',
      `The path of the socket is longer than ${maxPathBytes} bytes, which the system does not allow.`,
      'Choose a data directory with a shorter path.',
    );
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw new PiperError(
      'io',
      'Something that is not a socket lies where the daemon’s socket belongs.',
      'Move daemon.sock out of the data directory.',
    );
  }
  rmSync(path);
}

function cannotListen(error: Error): PiperError {
  return new PiperError(
    'io',
    `The socket cannot be opened (${codeOf(error)}).`,
    'Check that the data directory exists, is yours and is on a file system that allows sockets.',
    { cause: error },
  );
}

function decoded(utf8: { decode(bytes: Uint8Array): string }, bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function notUtf8(): PiperError {
  return new PiperError('invalid-utf8', 'The line is not UTF-8.', 'Encode every message in UTF-8.');
}

function lineTooLong(): PiperError {
  return new PiperError(
    'line-too-long',
    `A line must not be longer than ${maxLineBytes} bytes; the rest of this one was passed over.`,
    'Bring long texts in with import, as files.',
  );
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}

/** Waits for `work`, but no longer than `ms`. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const over = delay(ms, undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([work, over]);
  stop.abort();
}
