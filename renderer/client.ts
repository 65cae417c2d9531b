import type {
  BridgeOutcome,
  Caller,
  DaemonConnection,
  MethodInput,
  MethodName,
  MethodResult,
  NotificationName,
  notifications,
  PiperBridge,
  WindowCommand,
} from '../main/contract/index.ts';
import { CallError } from './callError.ts';
import { rootOf } from './paths.ts';
import { socketTransport } from './socketTransport.ts';
import { takeToken } from './token.ts';
import { uploadFiles } from './upload.ts';

declare global {
  interface Window {
    readonly piper?: PiperBridge;
  }
}

/** A file that the operator dropped or chose; `relativePath` keeps its place in a dropped folder. */
export interface PickedFile {
  readonly file: File;
  readonly relativePath: string;
}

type NotificationParams<N extends NotificationName> = import('zod').output<(typeof notifications)[N]>;

/** Both ways to the daemon, seen alike: the desktop's bridge and the headless host's WebSocket. */
export interface Client extends Caller {
  readonly host: 'desktop' | 'browser';
  onNotification<N extends NotificationName>(name: N, listener: (params: NotificationParams<N>) => void): () => void;
  onConnection(listener: (connection: DaemonConnection) => void): () => void;
  onCommand(listener: (command: WindowCommand) => void): () => void;
  /** Makes picked files readable for the daemon and returns the paths to import. Rejects with a CallError. */
  place(files: readonly PickedFile[], onProgress: (done: number) => void): Promise<string[]>;
}

/** What either way must offer. */
export type Transport = Pick<PiperBridge, 'request' | 'onNotification' | 'onConnection'>;

/** The desktop's bridge where a preload offers one, else a WebSocket to the host that served this page. */
export function connectClient(): Client {
  const bridge = window.piper;
  if (bridge !== undefined) {
    return clientOver(bridge, {
      host: 'desktop',
      onCommand: (listener) => bridge.onCommand(listener),
      place: (files) => desktopPaths(files, (file) => bridge.pathForFile(file)),
    });
  }
  const token = takeToken(window.location, window.history, window.sessionStorage);
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const transport = socketTransport({
    token,
    createSocket: () => new WebSocket(`${scheme}://${window.location.host}/rpc`),
  });
  return clientOver(transport, {
    host: 'browser',
    onCommand: () => () => {},
    place: (files, onProgress) => uploadFiles(files, token ?? '', onProgress),
  });
}

/** Adds the types, and turns an error that crossed as data into one that is thrown. */
export function clientOver(transport: Transport, rest: Pick<Client, 'host' | 'onCommand' | 'place'>): Client {
  return {
    ...rest,
    async call<M extends MethodName>(method: M, params: MethodInput<M>): Promise<MethodResult<M>> {
      const outcome: BridgeOutcome = await transport.request(method, params);
      if (!outcome.ok) throw new CallError(outcome.error);
      return outcome.result as MethodResult<M>;
    },
    onNotification<N extends NotificationName>(name: N, listener: (params: NotificationParams<N>) => void) {
      return transport.onNotification((incoming, params) => {
        if (incoming === name) listener(params as NotificationParams<N>);
      });
    },
    onConnection: (listener) => transport.onConnection(listener),
  };
}

/** A dropped folder arrives as its files; the folder itself is what the importer should walk. */
async function desktopPaths(
  files: readonly PickedFile[],
  pathForFile: (file: File) => Promise<string>,
): Promise<string[]> {
  const paths = new Set<string>();
  for (const { file, relativePath } of files) {
    const path = await pathForFile(file);
    if (path === '') {
      throw new CallError({
        code: 'unreadable-file',
        message: `“${file.name}” has no path on this machine.`,
        remedy: 'Save it to a folder first, then drop it from there.',
      });
    }
    paths.add(rootOf(path, relativePath));
  }
  return [...paths];
}
