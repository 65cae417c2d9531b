import type {
  BridgeOutcome,
  DaemonConnection,
  ErrorBody,
  MethodName,
  NotificationName,
} from '../main/contract/index.ts';
import type { Transport } from './client.ts';

/** The part of a WebSocket that is used, so that a test can stand one in. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

interface SocketTransportOptions {
  readonly token: string | null;
  readonly createSocket: () => SocketLike | WebSocket;
  readonly setTimer?: (run: () => void, ms: number) => unknown;
}

type Settle = (outcome: BridgeOutcome) => void;

/**
 * JSON-RPC over a WebSocket: says hello first, waits with calls until it was answered, and comes back by itself with
 * growing pauses when the connection breaks. A call that was under way when it broke fails; it is not sent twice.
 */
export function socketTransport({
  token,
  createSocket,
  setTimer = (run, ms) => setTimeout(run, ms),
}: SocketTransportOptions): Transport {
  const notificationListeners = new Set<(name: NotificationName, params: unknown) => void>();
  const connectionListeners = new Set<(connection: DaemonConnection) => void>();
  const open = new Map<number, Settle>();
  let waiting: { readonly send: () => void; readonly settle: Settle }[] = [];
  let connection: DaemonConnection = connecting;
  let socket: SocketLike | null = null;
  let nextId = 1;
  let failures = 0;

  function enter(next: DaemonConnection): void {
    connection = next;
    for (const listener of connectionListeners) listener(next);
  }

  function transmit(method: string, params: unknown, settle: Settle): void {
    const id = nextId++;
    open.set(id, settle);
    socket?.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  function connect(): void {
    const current = createSocket() as SocketLike;
    socket = current;
    current.onopen = () => transmit('hello', { token, client: 'window' }, welcomed);
    current.onmessage = (event) => receive(String(event.data));
    current.onclose = () => {
      if (socket === current) closed();
    };
  }

  function welcomed(outcome: BridgeOutcome): void {
    if (!outcome.ok) {
      if (outcome.error.code === 'daemon-unreachable') return;
      refuse(outcome.error.message, outcome.error.remedy);
      return;
    }
    if ((outcome.result as { role?: unknown }).role !== 'operator') {
      refuse(wrongToken.message, wrongToken.remedy);
      return;
    }
    failures = 0;
    enter({ state: 'open', message: 'Connected.', remedy: null, retryInMs: null });
    const queued = waiting;
    waiting = [];
    for (const { send } of queued) send();
  }

  /** The host answers but will not have us: trying again with the same token cannot help. */
  function refuse(message: string, remedy: string): void {
    const refused = socket;
    socket = null;
    refused?.close();
    enter({ state: 'refused', message, remedy, retryInMs: null });
    failAll({ code: 'forbidden', message, remedy });
  }

  function closed(): void {
    socket = null;
    failures += 1;
    const retryInMs = Math.min(250 * 2 ** (failures - 1), 10_000);
    enter({ ...lost, retryInMs });
    failAll({ code: 'daemon-unreachable', message: lost.message, remedy: lost.remedy });
    setTimer(() => {
      enter({ ...lost, retryInMs: null });
      connect();
    }, retryInMs);
  }

  function failAll(error: ErrorBody): void {
    const settling = [...open.values(), ...waiting.map(({ settle }) => settle)];
    open.clear();
    waiting = [];
    for (const settle of settling) settle({ ok: false, error });
  }

  function receive(text: string): void {
    const message = parseMessage(text);
    if (message === null) return;
    if (typeof message.method === 'string') {
      for (const listener of notificationListeners) listener(message.method as NotificationName, message.params);
      return;
    }
    if (typeof message.id !== 'number') return;
    const settle = open.get(message.id);
    open.delete(message.id);
    settle?.(
      message.error === undefined
        ? { ok: true, result: message.result }
        : { ok: false, error: (message.error as { data: ErrorBody }).data },
    );
  }

  if (token === null) connection = { state: 'refused', ...wrongToken, retryInMs: null };
  else connect();

  return {
    request(method: MethodName, params: unknown) {
      return new Promise<BridgeOutcome>((settle) => {
        const send = () => transmit(method, params, settle);
        if (connection.state === 'open') send();
        else if (connection.state === 'connecting') waiting.push({ send, settle });
        else settle({ ok: false, error: unreachable(connection) });
      });
    },
    onNotification(listener) {
      notificationListeners.add(listener);
      return () => notificationListeners.delete(listener);
    },
    onConnection(listener) {
      connectionListeners.add(listener);
      listener(connection);
      return () => connectionListeners.delete(listener);
    },
  };
}

const connecting: DaemonConnection = {
  state: 'connecting',
  message: 'Connecting to the daemon…',
  remedy: null,
  retryInMs: null,
};

const lost = {
  state: 'lost',
  message: 'The daemon cannot be reached.',
  remedy: 'This page tries again by itself. If the host was stopped, start it and open the address that it prints.',
} as const;

const wrongToken = {
  message: 'The host does not know this page.',
  remedy: 'Open the address that it printed at its start: each start has a token of its own.',
} as const;

function unreachable(connection: DaemonConnection): ErrorBody {
  return {
    code: connection.state === 'refused' ? 'forbidden' : 'daemon-unreachable',
    message: connection.message,
    remedy: connection.remedy ?? 'Wait a moment and try again.',
  };
}

interface IncomingMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

function parseMessage(text: string): IncomingMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? message : null;
  } catch {
    return null;
  }
}
