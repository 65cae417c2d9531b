import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import sirv from 'sirv';
import { WebSocketServer } from 'ws';
import { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { maxLineBytes } from '../contract/jsonrpc.ts';
import { wrongToken } from '../methods/hello.ts';
import type { Call } from '../methods/ports.ts';
import { sameToken } from '../store/tokens.ts';
import { sameSite, securityHeaders } from './origin.ts';
import type { Subscribe } from './socket.ts';
import { openUploads, type Uploads } from './uploads.ts';
import { serveWebSockets } from './webSocket.ts';

export interface HttpHost {
  /** What to open in a browser. The token stands behind the `#`, so that it is in no request and in no log. */
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  /**
   * An address that leads to `url` once, within a minute. A browser is started with this one, because every user of
   * the machine can read the arguments of a process.
   */
  openOnceUrl(): string;
  close(graceMs?: number): Promise<void>;
}

export interface HttpHostOptions {
  readonly call: Call;
  readonly onNotification: Subscribe;
  readonly log: Log;
  /** The built renderer, or null where there is none: the API works without it. */
  readonly rendererDir: string | null;
  readonly uploadsDir: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** One for each start; given by tests alone. */
  readonly token?: string;
  readonly maxUploadBytes?: number;
  /** How long a WebSocket may stay without a hello. */
  readonly helloMs?: number;
}

/**
 * The window without Electron: serves the built renderer, the same JSON-RPC over a WebSocket (`/rpc`) and uploads
 * (`POST /upload?name=…`), on the loopback interface alone and for whoever has this start's token.
 */
export async function startHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const { call, onNotification, log, rendererDir, uploadsDir, port = 0, helloMs = 3000 } = options;
  const token = options.token ?? randomBytes(32).toString('base64url');
  const uploads = openUploads(uploadsDir, options.maxUploadBytes ?? 2 * 1024 ** 3);
  const page = servePage(rendererDir);
  const doors = new Set<string>();
  const server = createServer((request, response) => {
    if (!sameSite(request)) return plain(response, 403, 'This host answers only to pages of its own.');
    for (const [name, value] of securityHeaders(request.headers.host ?? '')) response.setHeader(name, value);
    if (request.method === 'POST' && pathOf(request) === '/upload') {
      return void takeUpload(request, response, uploads, token, log);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(response, 405, 'Only GET is answered here.');
    if (doors.delete(pathOf(request))) return redirect(response, `/#token=${token}`);
    page(request, response);
  });
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: maxLineBytes });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!sameSite(request) || pathOf(request) !== '/rpc') return refuseUpgrade(socket);
    webSockets.handleUpgrade(request, socket, head, (client) => webSockets.emit('connection', client, request));
  });
  const sessions = serveWebSockets(webSockets, { call, onNotification, token, helloMs, log });
  const origin = `http://127.0.0.1:${await listen(server, port)}`;
  return {
    origin,
    token,
    url: `${origin}/#token=${token}`,
    openOnceUrl() {
      const door = `/open/${randomBytes(32).toString('base64url')}`;
      doors.add(door);
      setTimeout(() => doors.delete(door), 60_000).unref();
      return `${origin}${door}`;
    },
    async close(graceMs = 5000) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await sessions.close(graceMs);
      server.closeAllConnections();
      await closed;
      uploads.clear();
    },
  };
}

function servePage(dir: string | null): (request: IncomingMessage, response: ServerResponse) => void {
  if (dir === null || !existsSync(join(dir, 'index.html'))) {
    return (_, response) => plain(response, 503, 'The window is not built. Run: npm run build');
  }
  // The files are listed once, at the start: what is not on the list is not served, whatever a path may say.
  const file = sirv(dir, { etag: true });
  return (request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    file(request, response, () => {
      if (!isNavigation(request)) return plain(response, 404, 'There is nothing here.');
      request.url = '/';
      file(request, response);
    });
  };
}

/** A browser going to a page, as against a script or picture that is missing. */
function isNavigation(request: IncomingMessage): boolean {
  return (request.headers.accept ?? '').includes('text/html') && !/\.\w+$/.test(pathOf(request));
}

async function takeUpload(
  request: IncomingMessage,
  response: ServerResponse,
  uploads: Uploads,
  token: string,
  log: Log,
): Promise<void> {
  try {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !sameToken(token, given)) throw wrongToken();
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const stored = await uploads.receive({
      name: searchParams.get('name') ?? '',
      batch: searchParams.get('batch'),
      body: request,
      modifiedAt: wholeNumber(searchParams.get('modified')),
      announcedBytes: wholeNumber(request.headers['content-length'] ?? null),
    });
    json(response, 200, stored);
  } catch (error) {
    if (!(error instanceof PiperError)) log.error('upload.failed', error);
    const body = (error instanceof PiperError ? error : uploadFailed(error)).toBody();
    response.setHeader('Connection', 'close');
    json(response, statusOf(body), { error: body });
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function statusOf({ code, data }: { readonly code: string; readonly data?: unknown }): number {
  if (code === 'forbidden') return 401;
  if (code === 'disk-full') return 507;
  if (code !== 'invalid-params') return 500;
  return data === undefined ? 400 : 413;
}

function uploadFailed(cause: unknown): PiperError {
  return new PiperError('internal', 'The upload failed inside the host.', 'Send the file again.', { cause });
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' });
  response.end(`${text}\n`);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' });
  response.end();
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function refuseUpgrade(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portTaken(error, port)));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function portTaken(error: NodeJS.ErrnoException, port: number): PiperError {
  return new PiperError(
    'io',
    `Port ${port} of this machine cannot be had (${error.code ?? error.name}).`,
    'Choose another with --port, or leave it out for any free one.',
    { cause: error },
  );
}
