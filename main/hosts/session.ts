import { randomUUID } from 'node:crypto';
import { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { RpcRequest } from '../contract/jsonrpc.ts';
import type { Role } from '../contract/methods.ts';
import type { NotificationName } from '../contract/notifications.ts';
import { toRpcError, unexpected } from '../methods/dispatch.ts';
import type { Call } from '../methods/ports.ts';
import { parseMessage } from './message.ts';

/** Requests of one connection that may be under way at once. */
const maxInFlight = 64;

export interface Session {
  /** One message: a request, a notification or a batch, as text. */
  receive(text: string): void;
  /** An error that belongs to no request, because none could be read. */
  complain(error: PiperError): void;
  /** Tells an operator something unasked; an agent, and whoever has not said hello, hears nothing. */
  notify(name: NotificationName, params: unknown): void;
  /** From now on every new request is refused. */
  stop(): void;
  /** Resolves when no request is under way. */
  idle(): Promise<void>;
  /** The caller is gone: reads that are under way may stop. */
  close(): void;
}

export interface SessionOptions {
  readonly call: Call;
  readonly log: Log;
  /** What the daemon calls this connection until hello gives it a name. */
  readonly label: string;
  readonly send: (text: string) => void;
  /** Set when hello has to come first and to succeed: called after the refusal was sent. */
  readonly hangUp?: () => void;
}

type Id = string | number | null;

/** One connection's JSON-RPC 2.0, whatever carries it: who is calling, what is under way, what goes back. */
export function openSession({ call, log, label, send, hangUp }: SessionOptions): Session {
  const gone = new AbortController();
  const waiting: (() => void)[] = [];
  let role: Role = 'agent';
  let client = label;
  let greeted = false;
  let stopping = false;
  let inFlight = 0;
  /** A request behind a hello waits for it, so that a client need not. */
  let introduced: Promise<void> = Promise.resolve();

  const done = () => {
    inFlight -= 1;
    if (inFlight === 0) for (const resolve of waiting.splice(0)) resolve();
  };

  const perform = async (request: RpcRequest): Promise<unknown> => {
    const { method, params, deadlineMs } = request;
    const before = introduced;
    if (method !== 'hello') {
      await before;
      if (hangUp !== undefined && !greeted) throw helloFirst();
      return call(method, params, { role, client, signal: gone.signal, deadlineMs });
    }
    const greeting = before.then(async () => {
      const answer = await call(method, params, { role, client, signal: gone.signal, deadlineMs });
      role = (answer as { readonly role: Role }).role;
      if (typeof params?.client === 'string') client = params.client;
      greeted = true;
      return answer;
    });
    introduced = greeting.then(
      () => {},
      () => {},
    );
    return greeting;
  };

  /** The text of the answer, or null where none is due. */
  const answer = async (message: unknown): Promise<string | null> => {
    const id = idOf(message);
    let error: PiperError;
    try {
      const request = requestOf(message);
      if (stopping) throw shuttingDown();
      if (inFlight >= maxInFlight) throw tooMany();
      inFlight += 1;
      try {
        const result = await perform(request);
        return id === undefined ? null : JSON.stringify({ jsonrpc: '2.0', id, result: result ?? null });
      } finally {
        done();
      }
    } catch (caught) {
      error = caught instanceof PiperError ? caught : unexpected(caught, undefined, randomUUID(), log);
    }
    if (hangUp !== undefined && !greeted) setImmediate(hangUp);
    // A notification is never answered, but a message that is no request at all is told so (JSON-RPC 2.0 §5).
    if (id === undefined && error.code !== 'invalid-request') return null;
    return failure(id ?? null, error);
  };

  const reply = (text: string | null) => {
    if (text !== null && !gone.signal.aborted) send(text);
  };

  return {
    receive(text) {
      const message = readable(text);
      if (message instanceof PiperError) return reply(failure(null, message));
      if (!Array.isArray(message)) return void answer(message).then(reply);
      if (message.length === 0) return reply(failure(null, emptyBatch()));
      if (message.length > maxInFlight) return reply(failure(null, tooMany()));
      void Promise.all(message.map(answer)).then((answers) => {
        const due = answers.filter((text) => text !== null);
        reply(due.length === 0 ? null : `[${due.join(',')}]`);
      });
    },
    complain: (error) => reply(failure(null, error)),
    notify(method, params) {
      if (greeted && role === 'operator') reply(JSON.stringify({ jsonrpc: '2.0', method, params }));
    },
    stop() {
      stopping = true;
    },
    idle: () => (inFlight === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    close: () => gone.abort(),
  };
}

function readable(text: string): unknown {
  try {
    return parseMessage(text);
  } catch (error) {
    if (error instanceof PiperError) return error;
    throw error;
  }
}

function failure(id: Id, error: PiperError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: toRpcError(error) });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The id of a message, as far as it has one; undefined for a notification. */
function idOf(message: unknown): Id | undefined {
  if (!isObject(message) || !Object.hasOwn(message, 'id')) return undefined;
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function requestOf(message: unknown): RpcRequest {
  if (isObject(message) && Array.isArray(message.params)) {
    throw new PiperError(
      'invalid-params',
      'params must be an object, not a list.',
      'Name each parameter: {"jsonrpc":"2.0","id":1,"method":"retrieve","params":{"query":"…"}}.',
    );
  }
  const parsed = RpcRequest.safeParse(message);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0];
  throw invalidRequest(
    field === undefined ? 'A request must be a JSON object.' : `The request's ${String(field)} is missing or wrong.`,
    'Send {"jsonrpc":"2.0","id":1,"method":"status","params":{}}, one a line.',
  );
}

function invalidRequest(message: string, remedy: string): PiperError {
  return new PiperError('invalid-request', message, remedy);
}

function emptyBatch(): PiperError {
  return invalidRequest('A batch must hold at least one request.', 'Send one request, or a list of them.');
}

function shuttingDown(): PiperError {
  return new PiperError('shutting-down', 'The daemon is stopping.', 'Connect again once it has been started.');
}

function tooMany(): PiperError {
  return new PiperError(
    'too-many-requests',
    `One connection may have ${maxInFlight} requests under way.`,
    'Wait for an answer before you send the next one, or open another connection.',
  );
}

function helloFirst(): PiperError {
  return new PiperError(
    'forbidden',
    'Here hello comes first, with the token.',
    'Call hello with the token of the URL that piper-memory serve printed, or open that URL.',
  );
}
