/// <reference lib="dom" />
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropFiles, noBrowser, takePictures } from './support/browser.ts';
import { type StandInDesktop, startDesktop, startSecondInstance } from './support/desktop.ts';

const conversation = fileURLToPath(new URL('./data/harbour.pmem.jsonl', import.meta.url));

/** The desktop's main process and preload, unmodified, on a stand-in for Electron with a real Chromium page. */
describe.skipIf(noBrowser !== null)(noBrowser ?? 'the desktop on the stand-in for Electron', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'piper-desktop-'));
  let desktop: StandInDesktop;
  let page: Page;
  let session: CDPSession;
  const complaints: string[] = [];

  beforeAll(async () => {
    desktop = await startDesktop(dataDir);
    page = desktop.page;
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    session = await page.context().newCDPSession(page);
  });

  afterAll(async () => {
    await desktop?.quit();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const daemonPid = () =>
    page.evaluate(async () => {
      const outcome = await (window as unknown as { piper: Bridge }).piper.request('status', {});
      return outcome.result?.pid ?? 0;
    });

  test('starts a daemon of its own and connects over the bridge', async () => {
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await daemonPid()).toBeGreaterThan(0);
    expect(page.url()).toBe('https://piper.invalid/index.html');
  });

  test('serves its page under a policy without unsafe-inline, and nothing outside the renderer', async () => {
    const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const outside = await page.evaluate(async () => (await fetch('/..%2f..%2fpackage.json')).status);
    expect(outside).toBe(404);
  });

  test('shows the page no more than the bridge', async () => {
    const seen = await page.evaluate(() => ({
      bridge: Object.keys((window as unknown as { piper: object }).piper).sort(),
      node: [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')],
    }));
    expect(seen).toEqual({
      bridge: ['onCommand', 'onConnection', 'onNotification', 'pathForFile', 'platform', 'request'],
      node: ['undefined', 'undefined'],
    });
  });

  test('refuses methods that the window may not call', async () => {
    const outcome = await page.evaluate(() =>
      (window as unknown as { piper: Bridge }).piper.request('hello', { token: 'x' }),
    );
    expect(outcome).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });

  test('leaves a second instance no window of its own', async () => {
    await expect(startSecondInstance(dataDir)).resolves.toBe(0);
  });

  test('goes to the view that the menu names', async () => {
    desktop.choose('Ledger');
    await page.getByText('The ledger is empty').waitFor();
    desktop.choose('Import');
    await page.getByText('Drop conversations, notes or whole folders here').waitFor();
  });

  test('imports a dropped file by its real path', async () => {
    await dropFiles(page, session, '.zone', [conversation]);
    await page.getByText('9 objects in 1 readable file').waitFor();
    await page.getByRole('button', { name: 'Start import' }).click();
    const card = page.locator('article[data-state=finished]');
    await card.waitFor();
    await expect(card.locator('dd').first().textContent()).resolves.toBe('9');
  });

  test('asks and shows the evidence with its trace', async () => {
    desktop.choose('New Question');
    await page.getByLabel('Question').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Which seal broke on the crane?');
    await page.keyboard.press('Enter');
    await page.getByText('HX-204').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('From path rank to final rank').waitFor();
    await takePictures(page, 'desktop');
  });

  test('did all this without an error of the page', () => {
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });

  test('starts a daemon that was killed once more, tells the operator, and has lost nothing', async () => {
    const pid = await daemonPid();
    process.kill(pid, 'SIGKILL');
    await page.getByText('The daemon ended unexpectedly and was started again.').waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await daemonPid()).not.toBe(pid);
    desktop.choose('Status');
    await page.getByRole('cell', { name: 'harbour' }).waitFor();
  });

  test('stops its daemon when it quits, so that another can serve the folder', async () => {
    const pid = await daemonPid();
    await expect(desktop.quit()).resolves.toBe(0);
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test('joins a daemon that serves the folder already, and leaves it running when it quits', async () => {
    const first = await startDesktop(dataDir);
    await first.page.getByText('Connected', { exact: true }).waitFor();
    const second = await startDesktop(dataDir);
    await second.page.getByText('Connected', { exact: true }).waitFor();
    await expect(second.quit()).resolves.toBe(0);
    await first.page.getByText('Connected', { exact: true }).waitFor();
    await expect(first.quit()).resolves.toBe(0);
  });
});

interface Bridge {
  request(method: string, params: object): Promise<{ readonly result?: { readonly pid?: number } }>;
}
