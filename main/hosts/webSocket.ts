import type { WebSocket, WebSocketServer } from 'ws';
import type { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { methods } from '../contract/methods.ts';
import { wrongToken } from '../methods/hello.ts';
import { parseParameters } from '../methods/parameters.ts';
import type { Call } from '../methods/ports.ts';
import { sameToken } from '../store/tokens.ts';
import { openSession, type Session } from './session.ts';
import { type Subscribe, within } from './socket.ts';

const cutOffAtBytes = 32 * 1024 * 1024;
const maxConnections = 100;

interface WebSocketOptions {
  readonly call: Call;
  readonly onNotification: Subscribe;
  readonly token: string;
  readonly helloMs: number;
  readonly log: Log;
}

/** One JSON-RPC message a frame. Whoever says hello with this start's token is the operator; nobody else is heard. */
export function serveWebSockets(
  server: WebSocketServer,
  options: WebSocketOptions,
): { close(graceMs: number): Promise<void> } {
  const { onNotification } = options;
  const open = new Map<WebSocket, Session>();
  let counter = 0;
  server.on('connection', (socket) => {
    if (open.size >= maxConnections) return socket.close(1013, 'too many connections');
    counter += 1;
    open.set(socket, serveConnection(socket, counter, options));
    socket.once('close', () => open.delete(socket));
  });
  const unsubscribe = onNotification((name, params) => {
    for (const session of open.values()) session.notify(name, params);
  });
  return {
    async close(graceMs) {
      unsubscribe();
      for (const session of open.values()) session.stop();
      await within(graceMs, Promise.all([...open.values()].map((session) => session.idle())));
      for (const socket of open.keys()) socket.close(1001, 'the host stops');
      await within(200, Promise.all([...open.keys()].map(closed)));
      for (const socket of open.keys()) socket.terminate();
      server.close();
    },
  };
}

function serveConnection(
  socket: WebSocket,
  connection: number,
  { call, token, helloMs, log }: WebSocketOptions,
): Session {
  const hangUp = () => socket.close(4401, 'hello comes first, with the token');
  const late = setTimeout(hangUp, helloMs);
  const gatekept: Call = async (method, params, context) => {
    if (method === 'hello') {
      const { token: given, ...rest } = parseParameters('hello', methods.hello.params, params);
      if (given === undefined || !sameToken(token, given)) throw wrongToken();
      clearTimeout(late);
      return call('hello', rest, { ...context, role: 'operator' });
    }
    return call(method, params, context);
  };
  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > cutOffAtBytes) {
      log.warn('client.cut-off', { connection, bytes: socket.bufferedAmount });
      return socket.terminate();
    }
    socket.send(text);
  };
  const session = openSession({ call: gatekept, log, label: `window-${connection}`, send, hangUp });
  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003, 'text frames only');
    session.receive(data.toString());
  });
  socket.on('error', (error: Error | PiperError) =>
    log.info('client.lost', { connection, code: 'code' in error ? error.code : error.name }),
  );
  socket.on('close', () => {
    clearTimeout(late);
    session.close();
  });
  return session;
}

function closed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
