import { EventEmitter } from 'node:events';

type Handler = (event: IpcEvent, ...args: unknown[]) => unknown;

interface IpcEvent {
  readonly senderFrame: object | null;
}

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  async invoke(channel: string, event: IpcEvent, args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return structuredClone(await handler(event, ...structuredClone(args)));
  }
}

export const ipcMain = new IpcMain();

/** The frame that the preload runs for; set by the window before it loads the preload. */
let frame: object | null = null;

export function preloadFor(senderFrame: object): void {
  frame = senderFrame;
}

class IpcRenderer extends EventEmitter {
  invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    return ipcMain.invoke(channel, { senderFrame: frame }, args);
  }

  send(channel: string, ...args: unknown[]): void {
    ipcMain.emit(channel, { senderFrame: frame }, ...structuredClone(args));
  }
}

export const ipcRenderer = new IpcRenderer();

const exposed = new Map<string, Readonly<Record<string, unknown>>>();

export const contextBridge = {
  exposeInMainWorld(name: string, api: Readonly<Record<string, unknown>>): void {
    if (exposed.has(name)) throw new Error(`Cannot bind an API on top of an existing property on the window object`);
    exposed.set(name, api);
  },
};

/** Takes what the preload has exposed, so that the next load of the page starts anew. */
export function takeExposed(): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const taken = new Map(exposed);
  exposed.clear();
  return taken;
}

/** A file of the page, seen from the preload: an object whose path only `webUtils` knows. */
export class PageFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  static pathOf(file: PageFile): string {
    return file.#path;
  }
}

export const webUtils = { getPathForFile: (file: PageFile): string => PageFile.pathOf(file) };
