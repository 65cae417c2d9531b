import type { ErrorBody } from './errors.ts';
import type { MethodName } from './methods.ts';
import type { NotificationName } from './notifications.ts';

/** What a call came to. An error crosses the bridge as data, because an Error object would lose its code and remedy. */
export type BridgeOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: ErrorBody };

/** How the window stands to the daemon. `retryInMs` is set while a new attempt is waited for. */
export interface DaemonConnection {
  readonly state: 'connecting' | 'open' | 'lost' | 'refused';
  readonly message: string;
  readonly remedy: string | null;
  readonly retryInMs: number | null;
}

/** All that the preload offers the window as `window.piper`. */
export interface PiperBridge {
  request(method: MethodName, params: unknown): Promise<BridgeOutcome>;
  /** Returns a function that ends the subscription. */
  onNotification(listener: (name: NotificationName, params: unknown) => void): () => void;
  onConnection(listener: (connection: DaemonConnection) => void): () => void;
  onCommand(listener: (command: WindowCommand) => void): () => void;
  /** The real path of a file that was dropped or chosen. */
  pathForFile(file: File): Promise<string>;
  readonly platform: string;
}

/** What the application menu asks of the window. */
export type WindowCommand =
  | 'view:ask'
  | 'view:timeline'
  | 'view:episodes'
  | 'view:entities'
  | 'view:import'
  | 'view:ledger'
  | 'view:bench'
  | 'view:status'
  | 'focus-query';
