import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { built } from './host.ts';

export interface StandInDesktop {
  readonly page: Page;
  choose(menuItem: string): void;
  /** Quits from the menu; resolves with the exit code. */
  quit(): Promise<number | null>;
}

/** Starts the built desktop, unmodified, on the stand-in for Electron, and joins its window. */
export async function startDesktop(dataDir: string): Promise<StandInDesktop> {
  const port = await freePort();
  const register = new URL('../electron-standin/register.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', register, built('main/index.js'), '--data', dataDir], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, STANDIN_DEBUGGING_PORT: String(port) },
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const browser = await join(port, child);
  return {
    page: await firstPage(browser),
    choose: (menuItem) => child.send({ click: menuItem }),
    async quit() {
      if (child.connected) child.send({ quit: true });
      return exited;
    },
  };
}

/** Starts a second instance beside one that holds the lock; resolves with its exit code. */
export function startSecondInstance(dataDir: string): Promise<number | null> {
  const register = new URL('../electron-standin/register.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', register, built('main/index.js'), '--data', dataDir], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, STANDIN_SECOND_INSTANCE: '1' },
  });
  return new Promise((resolve) => child.once('exit', resolve));
}

async function join(port: number, child: ChildProcess): Promise<Browser> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the desktop ended with code ${child.exitCode}`);
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    } catch {
      await delay(100);
    }
  }
}

async function firstPage(browser: Browser): Promise<Page> {
  for (;;) {
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((one) => one.url().startsWith('https://piper.invalid/'));
    if (page !== undefined) return page;
    await delay(50);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()));
    });
  });
}
