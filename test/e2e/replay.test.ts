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

/** A value that changes after the question: each test goes on where the last one left off. */
describe.skipIf(noBrowser !== null)(noBrowser ?? 'replaying a question', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'piper-replay-view-'));
  let host: HeadlessHost;
  let agent: SocketClient;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ embedder: 'off' }));
    host = await startHost(dataDir);
    agent = await connect(dataPaths(dataDir).socket);
    for (const [id, value] of Object.entries({ red: 'red', blue: 'blue', green: 'green' })) {
      await agent.call('memory.write', { id, text: `The lamp at the quay is ${value}, says the ${id} book.` });
    }
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

  const replayed = () => page.getByRole('region', { name: 'Replayed' });

  test('says that every result stands where it stood, as long as nothing is changed', async () => {
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('lamp at the quay');
    await page.keyboard.press('Enter');
    await page.getByText('Replay this question').click();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('Every result stands where it stood.').waitFor();
    expect(await replayed().getByRole('listitem').count()).toBe(3);
  });

  test('shows what came, went and moved where a memory is left out and a later one is known', async () => {
    const told = { text: 'The lamp at the quay was off.', occurredAt: '2026-01-01T00:00:00Z' };
    await agent.call('memory.write', { id: 'late', ...told });
    await page.getByLabel('With what was known').selectOption('now');
    await page.getByRole('group', { name: 'Without these memories' }).getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('1 result came, 1 result went', { exact: false }).waitFor();
    expect(await replayed().getByRole('listitem').count()).toBe(3);
    await page.getByText('Replay this question').scrollIntoViewIfNeeded();
    await takePictures(page, 'ask-replay');
  });

  test('replays under another policy', async () => {
    await page.getByLabel('Policy').selectOption('router-v0');
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await replayed().getByText('under router-v0', { exact: false }).waitFor();
    expect(complaints).toEqual([]);
  });
});
