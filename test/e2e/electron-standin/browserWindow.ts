/// <reference lib="dom" />
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { ipcRenderer, PageFile, preloadFor, takeExposed } from './bridge.ts';
import { installBridge, type PageArgument } from './pageBridge.ts';
import { answer, toAppAddress, toPageAddress } from './protocol.ts';
import { session } from './session.ts';

interface WindowOptions {
  readonly width: number;
  readonly height: number;
  readonly webPreferences: {
    readonly preload: string;
    readonly sandbox: boolean;
    readonly contextIsolation: boolean;
    readonly nodeIntegration: boolean;
  };
}

let browser: Promise<Browser> | null = null;
const windows = new Set<BrowserWindow>();

/** The port at which the test joins the same Chromium. */
function sharedBrowser(): Promise<Browser> {
  browser ??= openBrowser([`--remote-debugging-port=${process.env.STANDIN_DEBUGGING_PORT ?? '0'}`]);
  return browser;
}

export async function closeAllWindows(): Promise<void> {
  for (const window of windows) window.close();
  await (await browser)?.close();
}

class WebContents extends EventEmitter {
  readonly mainFrame: { readonly url: string };
  confined = false;
  destroyed = false;

  constructor(url: () => string) {
    super();
    this.mainFrame = Object.defineProperty({ url: '' }, 'url', { get: url });
  }

  send(channel: string, ...args: unknown[]): void {
    ipcRenderer.emit(channel, {}, ...structuredClone(args));
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  setWindowOpenHandler(handler: () => { readonly action: string }): void {
    this.confined = handler().action === 'deny';
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  readonly #options: WindowOptions;
  #page: Page | null = null;

  constructor(options: WindowOptions) {
    super();
    const { sandbox, contextIsolation, nodeIntegration } = options.webPreferences;
    if (!sandbox || !contextIsolation || nodeIntegration) throw new Error('the window is not closed off from Node');
    this.#options = options;
    this.webContents = new WebContents(() => toAppAddress(this.#page?.url() ?? ''));
    windows.add(this);
  }

  async loadURL(address: string): Promise<void> {
    if (!session.defaultSession.decidesPermissions) throw new Error('permissions were not decided before the window');
    if (!this.webContents.confined) throw new Error('the window may open others');
    const { width, height, webPreferences } = this.#options;
    const context = await (await sharedBrowser()).newContext({ viewport: { width, height }, locale: 'en-GB' });
    await context.route('https://piper.invalid/**', async (route) => {
      const response = await answer(toAppAddress(route.request().url()));
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      });
    });
    const page = await context.newPage();
    this.#page = page;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !frame.url().startsWith('https://piper.invalid/')) {
        throw new Error('the window has left its page');
      }
    });
    page.once('close', () => this.#closed());
    await this.#preload(page, webPreferences.preload);
    await page.goto(toPageAddress(address));
    this.emit('ready-to-show');
  }

  /** Runs the preload and offers the page what it exposed, before any script of the page runs. */
  async #preload(page: Page, file: string): Promise<void> {
    preloadFor(this.webContents.mainFrame);
    createRequire(import.meta.url)(file);
    const cdp = await page.context().newCDPSession(page);
    for (const [name, api] of takeExposed()) {
      const functions = Object.keys(api).filter((key) => typeof api[key] === 'function');
      const values = Object.fromEntries(Object.entries(api).filter(([, value]) => typeof value !== 'function'));
      await page.exposeBinding(`standin_${name}`, async (_source, method: string, args: readonly PageArgument[]) => {
        const call = api[method] as (...given: unknown[]) => unknown;
        const result = await call(...(await Promise.all(args.map((argument) => receive(argument, page, cdp)))));
        return typeof result === 'function' ? undefined : structuredClone(result);
      });
      await page.addInitScript(installBridge, { name, functions, values });
    }
  }

  #closed(): void {
    if (!windows.delete(this)) return;
    this.webContents.destroyed = true;
    this.emit('closed');
  }

  close(): void {
    void this.#page?.close();
  }

  show(): void {}

  focus(): void {}

  restore(): void {}

  isMinimized(): boolean {
    return false;
  }
}

/** Brings an argument over from the page: functions call back, files carry the path that the browser knows. */
async function receive(argument: PageArgument, page: Page, cdp: CDPSession): Promise<unknown> {
  if (argument.type === 'value') return argument.value;
  if (argument.type === 'function') {
    return (...given: unknown[]) => {
      void page
        .evaluate(([id, args]) => window.standinCallbacks?.[id]?.(...args), [argument.id, given] as const)
        .catch(() => {});
    };
  }
  const { result } = await cdp.send('Runtime.evaluate', { expression: `window.standinFiles[${argument.id}]` });
  const { path } = await cdp.send('DOM.getFileInfo', { objectId: result.objectId ?? '' });
  return new PageFile(path);
}
