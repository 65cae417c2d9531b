/// <reference lib="dom" />
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type SocketClient } from '../../main/hosts/socketClient.ts';
import { dataPaths } from '../../main/store/paths.ts';
import { noBrowser, openBrowser, openPage, takePictures } from './support/browser.ts';
import { type HeadlessHost, startHost } from './support/host.ts';

/** A few memories and two policies, in order: each test goes on where the last one left off. */
describe.skipIf(noBrowser !== null)(noBrowser ?? 'the status view', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'piper-shadow-view-'));
  let host: HeadlessHost;
  let agent: SocketClient;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ embedder: 'off' }));
    host = await startHost(dataDir);
    agent = await connect(dataPaths(dataDir).socket);
    browser = await openBrowser();
    ({ page, complaints } = await openPage(browser, host.url, { width: 1280, height: 1000, patienceMs: 8000 }));
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  afterAll(async () => {
    agent?.close();
    await browser?.close();
    await host?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const shadow = () => page.getByRole('region', { name: 'Shadow' });
  const paths = () => page.getByRole('region', { name: 'Paths' });

  async function picture(name: string): Promise<void> {
    await shadow().scrollIntoViewIfNeeded();
    await takePictures(page, name);
  }

  test('says of shadow what to do, and that no path was asked', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('8');
    await shadow().getByText('Choose a candidate, then switch it on').waitFor();
    expect(await shadow().getByRole('switch').isDisabled()).toBe(true);
    expect(await paths().getByText('nothing asked').count()).toBe(6);
    await picture('status-shadow-empty');
  });

  test('shows how often and how lately each path was asked, and which never were', async () => {
    await agent.call('memory.write', { text: 'The worker timeout is 300 seconds.' });
    await agent.call('retrieve', { query: 'worker timeout', paths: ['search'], budgetMs: 60_000 });
    await paths().getByRole('img', { name: 'search: 1 call in 28 days' }).waitFor();
    expect(await paths().getByText('never fired').count()).toBe(5);
    await paths().scrollIntoViewIfNeeded();
    await takePictures(page, 'status-paths');
  });

  test('switches a candidate on, and lists the questions of which it makes something else', async () => {
    await shadow().getByLabel('Candidate policy').selectOption('router-v0');
    await shadow().getByText('Switch it on, then let an agent ask').waitFor();
    await shadow().getByRole('switch', { name: 'Off' }).click();
    await shadow().getByRole('switch', { name: 'On' }).waitFor();
    await shadow().getByText('None yet.').waitFor();

    await agent.call('memory.write', { text: 'The worker timeout changed to 600 seconds.' });
    const answered = async () => (await agent.call('status', {})).counters['shadow.answered'];
    for (const [at, query] of ['What is the timeout of the lexer?', 'What is the worker timeout now?'].entries()) {
      await agent.call('retrieve', { query, budgetMs: 60_000 });
      await expect.poll(answered, { timeout: 60_000 }).toBe(at + 1);
    }
    const request = shadow().getByRole('button', { name: /timeout of the lexer/ });
    await request.waitFor();
    await request.click();
    const candidate = shadow().getByRole('region', { name: 'Candidate' });
    await candidate.getByText('600 seconds').first().waitFor();
    await shadow().getByRole('region', { name: 'Answered' }).getByText('Nothing shown.').waitFor();
    await picture('status-shadow');
  });

  test('fits a narrow window', async () => {
    await page.setViewportSize({ width: 900, height: 1000 });
    await picture('status-shadow-narrow');
    const overflow = await page.evaluate(() => {
      const element = document.querySelector('main');
      return element === null ? 1 : element.scrollWidth - element.clientWidth;
    });
    expect(overflow).toBe(0);
  });

  test('did all this without a console error or a breach of the content policy', () => {
    expect(complaints).toEqual([]);
  });
});
