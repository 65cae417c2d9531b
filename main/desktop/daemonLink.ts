import { setTimeout as delay } from 'node:timers/promises';
import { PiperError } from '../base/errors.ts';
import type { BridgeOutcome, DaemonConnection } from '../contract/bridge.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { MethodName } from '../contract/methods.ts';
import type { NotificationName } from '../contract/notifications.ts';
import type { SocketClient } from '../hosts/socketClient.ts';

/** A daemon of our own, in a process of its own. */
export interface DaemonProcess {
  /** Resolves when the socket listens; rejects with the PiperError that kept it from starting. */
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  /** Asks it to finish what is at hand; resolves when it is gone. */
  stop(): Promise<void>;
}

export interface DaemonLinkOptions {
  readonly connect: () => Promise<SocketClient>;
  readonly start: () => DaemonProcess;
  /** Milliseconds of a clock that only runs forwards. */
  readonly now: () => number;
  readonly pause?: (ms: number) => Promise<void>;
}

export interface DaemonLink {
  request(method: MethodName, params: unknown): Promise<BridgeOutcome>;
  onNotification(listener: (name: NotificationName, params: unknown) => void): () => void;
  onConnection(listener: (connection: DaemonConnection) => void): () => void;
  readonly connection: DaemonConnection;
  /** Leaves a daemon of somebody else's running, and stops our own gracefully. */
  close(): Promise<void>;
}

/** A second crash within this time is not answered by another start. */
const crashWindowMs = 10 * 60_000;

/**
 * The desktop's way to the daemon: joins one that already serves the data directory, else starts one. A daemon of our
 * own that crashes is started again once, and the operator is told; after that it is left down.
 */
export function openDaemonLink({ connect, start, now, pause = wait }: DaemonLinkOptions): DaemonLink {
  const notificationListeners = new Set<(name: NotificationName, params: unknown) => void>();
  const connectionListeners = new Set<(connection: DaemonConnection) => void>();
  let connection: DaemonConnection = state('connecting', 'Starting the daemon…');
  let client: SocketClient | null = null;
  let own: DaemonProcess | null = null;
  let lastCrashMs = Number.NEGATIVE_INFINITY;
  let closing = false;

  function enter(next: DaemonConnection): void {
    connection = next;
    for (const listener of connectionListeners) listener(next);
  }

  /** Connects to whoever serves the directory, starting a daemon where nobody does. */
  async function obtain(): Promise<SocketClient> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connect();
      } catch (error) {
        if (!hasCode(error, ['daemon-unreachable', 'shutting-down'])) throw error;
      }
      own ??= start();
      const starting = own;
      void starting.exited.then(() => {
        if (own === starting) own = null;
      });
      try {
        await starting.ready;
        return await connect();
      } catch (error) {
        own = null;
        // Another process holds the lock: it is just starting, or just stopping.
        if (attempt >= 75 || !hasCode(error, ['store-locked', 'daemon-unreachable'])) throw error;
        await pause(200);
      }
    }
  }

  async function keepConnected(): Promise<void> {
    let arrival = state('open', 'Connected.');
    for (let failures = 0; !closing; ) {
      try {
        client = await obtain();
      } catch (error) {
        failures += 1;
        const { message, remedy } = bodyOf(error);
        const retryInMs = Math.min(1000 * 2 ** failures, 30_000);
        enter({ state: 'lost', message, remedy, retryInMs });
        await pause(retryInMs);
        continue;
      }
      failures = 0;
      client.onNotification((name, params) => {
        for (const listener of notificationListeners) listener(name, params);
      });
      enter(arrival);
      const served = own;
      await client.closed;
      client = null;
      if (closing) return;
      enter(state('lost', 'The daemon ended.', 'It is started again; this window comes back by itself.'));
      arrival = state('open', 'Connected.');
      if (served === null) continue;
      await served.exited;
      own = null;
      if (now() - lastCrashMs < crashWindowMs) {
        enter(state('lost', 'The daemon ended twice within ten minutes.', restartRemedy));
        return;
      }
      lastCrashMs = now();
      arrival = state(
        'open',
        'The daemon ended unexpectedly and was started again.',
        'What was acknowledged is safe; repeat what was under way.',
      );
    }
  }

  const keeping = keepConnected();

  return {
    get connection() {
      return connection;
    },
    async request(method, params) {
      if (client === null) return { ok: false, error: unreachable(connection) };
      try {
        // The daemon checks the parameters against the contract; here they are only passed on.
        return { ok: true, result: await client.call(method, params as never) };
      } catch (error) {
        return { ok: false, error: bodyOf(error) };
      }
    },
    onNotification(listener) {
      notificationListeners.add(listener);
      return () => notificationListeners.delete(listener);
    },
    onConnection(listener) {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    async close() {
      closing = true;
      const stopping = own?.stop();
      client?.close();
      await stopping;
      await Promise.race([keeping, wait(500)]);
    },
  };
}

const restartRemedy = 'Look at daemon.log in the data directory, then quit Piper Memory and open it again.';

function state(name: DaemonConnection['state'], message: string, remedy: string | null = null): DaemonConnection {
  return { state: name, message, remedy, retryInMs: null };
}

function wait(ms: number): Promise<void> {
  return delay(ms, undefined, { ref: false });
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof PiperError && codes.includes(error.code);
}

function unreachable({ message, remedy }: DaemonConnection): ErrorBody {
  return { code: 'daemon-unreachable', message, remedy: remedy ?? 'Wait a moment and try again.' };
}

function bodyOf(error: unknown): ErrorBody {
  if (error instanceof PiperError) return error.toBody();
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    remedy: 'This is a fault of the window itself. Open it again; if it comes back, report it.',
  };
}
