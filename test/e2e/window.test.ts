/// <reference lib="dom" />
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropFiles, noBrowser, openBrowser, openPage, takePictures } from './support/browser.ts';
import { type HeadlessHost, startHost } from './support/host.ts';

const conversation = fileURLToPath(new URL('./data/harbour.pmem.jsonl', import.meta.url));
const notes = fileURLToPath(new URL('./data/notes', import.meta.url));

const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 10_000 });

/** One operator’s first hour, in order: each test goes on where the one before it left the window. */
describe.skipIf(noBrowser !== null)(noBrowser ?? 'the window under the headless host', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'piper-e2e-'));
  let host: HeadlessHost;
  let browser: Browser;
  let page: Page;
  let session: CDPSession;
  let complaints: string[];

  beforeAll(async () => {
    host = await startHost(dataDir);
    browser = await openBrowser();
    ({ page, complaints } = await openPage(browser, host.url, { width: 1440, height: 1000, patienceMs: 10_000 }));
    session = await page.context().newCDPSession(page);
  });

  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const main = () => page.locator('main');
  const status = () => page.locator('[data-status]');
  const cards = () => page.getByRole('list', { name: 'Evidence' }).locator('article');

  async function ask(question: string): Promise<void> {
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    await status().waitFor();
  }

  test('takes its token out of the address bar and connects', async () => {
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  test('says in every empty view what to do next', async () => {
    await page.getByText('There is nothing to ask about yet').waitFor();
    await takePictures(page, 'ask-empty');
    await page.keyboard.press('Escape');
    await page.keyboard.press('6');
    await page.getByText('The ledger is empty').waitFor();
    await takePictures(page, 'ledger-empty');
    await page.keyboard.press('8');
    await page.getByText('Nothing was asked since the daemon started.').waitFor();
    await takePictures(page, 'status-empty');
    await page.keyboard.press('5');
    await page.getByText('Drop conversations, notes or whole folders here').waitFor();
    await takePictures(page, 'import-empty');
  });

  test('previews a dropped file with its format, its objects and the row that would be rejected', async () => {
    await dropFiles(page, session, '.zone', [conversation]);
    await page.getByText('9 objects in 1 readable file').waitFor();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Piper exchange (.pmem.jsonl)').count()).resolves.toBe(1);
    await preview.getByText('1 row would be rejected').click();
    await expect(preview.getByRole('row', { name: /harbour\.pmem\.jsonl 5/ }).count()).resolves.toBe(1);
    await preview.getByRole('button', { name: 'Samples' }).click();
    await takePictures(page, 'import-preview');
  });

  test('tries a dry run without writing', async () => {
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.locator('article[data-state=finished]', { hasText: 'Dry run' }).waitFor();
    await page.keyboard.press('8');
    await page
      .locator('section', { has: page.getByRole('heading', { name: 'Held' }) })
      .getByText('0', { exact: false })
      .first()
      .waitFor();
    await page.keyboard.press('5');
  });

  test('imports it and counts what was written and what was rejected', async () => {
    await page.getByRole('button', { name: 'Start import' }).click();
    const card = page.locator('article[data-state=finished]', { hasText: 'Import of' });
    await card.waitFor();
    await expect(card.locator('dd').allInnerTexts()).resolves.toEqual(['9', '0', '1', 'harbour']);
  });

  test('imports a dropped folder under the namespace given, each file in its place', async () => {
    await page.getByLabel('Namespace (overrides what the files say)').fill('harbour');
    await dropFiles(page, session, '.zone', [notes]);
    await page.getByText('in 1 readable file').waitFor();
    await page.getByRole('button', { name: 'Start import' }).click();
    await eventually(() => page.locator('article[data-state=finished]').count()).toBe(3);
    await takePictures(page, 'import-done');
  });

  test('adds nothing when the same file is imported again', async () => {
    await page.getByLabel('Namespace (overrides what the files say)').fill('');
    await dropFiles(page, session, '.zone', [conversation]);
    await page.getByRole('button', { name: 'Start import' }).click();
    await eventually(() => page.locator('article[data-state=finished]').count()).toBe(4);
    const counts = await page.locator('article[data-state=finished]').first().locator('dd').allInnerTexts();
    expect(counts.slice(0, 3)).toEqual(['0', '9', '1']);
  });

  test('asks in the namespace of the last import and shows evidence with its provenance', async () => {
    await page.locator('h1').click();
    await ask('Which seal broke on the crane at berth four?');
    await expect(page.getByRole('button', { name: /^Namespaces/ }).textContent()).resolves.toContain('harbour');
    expect(['found', 'weak']).toContain(await status().getAttribute('data-status'));
    const first = cards().first();
    await first.waitFor();
    const shown = await cards().allInnerTexts();
    expect(shown.some((text) => text.includes('HX-204'))).toBe(true);
    await expect(first.locator('mark').count()).resolves.toBeGreaterThan(0);
    await expect(
      first.getByRole('list', { name: 'Why this was found' }).locator('li').count(),
    ).resolves.toBeGreaterThan(0);
    await takePictures(page, 'ask-found');
  });

  test('draws every stage of the pipeline with its time, and tells more about the one in focus', async () => {
    const stages = page.locator('[data-stage]');
    await eventually(() => stages.count()).toBeGreaterThanOrEqual(9);
    for (const text of await stages.locator('.ms').allTextContents()) expect(text).toMatch(/^[\d.]+ (ms|s)$/);
    await page.locator('[data-stage=candidates_retrieved]').first().focus();
    await page.getByText('Each path proposes candidates, side by side.').waitFor();
  });

  test('is walked by keyboard: j and k along the cards, Enter opens the trace, Escape closes it', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const focused = () => page.evaluate(() => document.activeElement?.closest('article')?.getAttribute('data-item'));
    await expect(focused()).resolves.toBe(await cards().first().getAttribute('data-item'));
    await page.keyboard.press('Enter');
    const trace = page.getByRole('complementary', { name: 'Trace of result 1' });
    await trace.getByText('From path rank to final rank').waitFor();
    await trace.getByRole('img', { name: 'From rank on each path to final rank' }).waitFor();
    await expect(trace.getByText('result 1').count()).resolves.toBeGreaterThan(0);
    await takePictures(page, 'ask-trace');
    await page.keyboard.press('Escape');
    await trace.waitFor({ state: 'detached' });
    await expect(focused()).resolves.toBe(await cards().first().getAttribute('data-item'));
  });

  test('keeps a use mark as a ledger event and shows it after the session is opened again', async () => {
    await cards().first().getByRole('button', { name: 'Used' }).click();
    await cards().first().locator('button[aria-pressed=true]', { hasText: 'Used' }).waitFor();
    await page.getByRole('button', { name: 'Earlier questions' }).click();
    await page
      .getByRole('button', { name: /Which seal broke/ })
      .first()
      .click();
    await cards().first().locator('button[aria-pressed=true]', { hasText: 'Used' }).waitFor();
  });

  test('opens the ledger at the event that is a result’s evidence', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').locator('.event').click();
    await page
      .getByRole('complementary', { name: /^Event \d+/ })
      .getByText('"author"')
      .waitFor();
    await takePictures(page, 'ledger-event');
    await page.keyboard.press('Escape');
  });

  test('shows only what is current where something was superseded, and the old on request', async () => {
    await page.keyboard.press('1');
    await ask('What is the speed limit inside the breakwater?');
    const current = (await cards().allInnerTexts()).join('\n');
    expect(current).toContain('four knots');
    expect(current).not.toContain('six knots');
    await page.getByRole('heading', { name: 'Left out' }).click();
    await page.getByRole('cell', { name: 'superseded', exact: true }).first().waitFor();
    await page.getByLabel('show superseded and expired too').check();
    await ask('What is the speed limit inside the breakwater?');
    expect((await cards().allInnerTexts()).join('\n')).toContain('six knots');
    await takePictures(page, 'ask-history');
    await page.getByLabel('show superseded and expired too').uncheck();
  });

  test('shows markup in stored text as text', async () => {
    await ask('onerror skipper');
    expect((await cards().allInnerTexts()).join('\n')).toContain('<img src=x onerror=alert(1)>');
    await expect(page.locator('blockquote img').count()).resolves.toBe(0);
  });

  test('tells that nothing is known apart from having found something', async () => {
    await page.getByRole('radio', { name: 'search' }).check();
    await ask('zygomorphic quokka');
    await expect(status().getAttribute('data-status')).resolves.toBe('none');
    await expect(status().getByRole('heading').textContent()).resolves.toBe('Nothing known');
    await takePictures(page, 'ask-none');
    await page.getByRole('radio', { name: 'router' }).check();
  });

  test('lists the ledger, filters it, and verifies its chain', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('6');
    const rows = main().locator('tbody tr');
    await eventually(() => rows.count()).toBeGreaterThan(12);
    await page.getByRole('button', { name: 'evidence use' }).click();
    await eventually(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await eventually(() => rows.count()).toBeGreaterThan(12);
    await page.getByLabel('Payload contains').fill('HX-204');
    await eventually(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Verify chain' }).click();
    await page.getByText('The chain holds').waitFor();
    await takePictures(page, 'ledger');
  });

  test('reports what is held, how far the vectors are, and how fast the paths answer', async () => {
    await page.keyboard.press('8');
    await page.getByRole('heading', { name: 'Namespaces' }).waitFor();
    await page.getByRole('heading', { name: 'Latency' }).waitFor();
    await eventually(() => main().getByRole('cell', { name: 'harbour' }).count()).toBe(1);
    await takePictures(page, 'status');
  });

  test('remembers the namespace, the path and k after a reload', async () => {
    await page.keyboard.press('1');
    await page.getByLabel('Results').fill('3');
    await ask('crane');
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    await expect(page.getByLabel('Results').inputValue()).resolves.toBe('3');
    await expect(page.getByRole('button', { name: /^Namespaces/ }).textContent()).resolves.toContain('harbour');
    await page.getByRole('heading', { name: 'Earlier questions' }).waitFor();
    await takePictures(page, 'ask-earlier');
  });

  test('fits a narrow window', async () => {
    await page.setViewportSize({ width: 820, height: 900 });
    await ask('crane');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const overflow = await page.evaluate(() => {
      const element = document.querySelector('main');
      return element === null ? 1 : element.scrollWidth - element.clientWidth;
    });
    expect(overflow).toBe(0);
    await takePictures(page, 'ask-narrow');
    await page.setViewportSize({ width: 1440, height: 1000 });
  });

  test('did all this without a console error or a breach of its content policy', () => {
    expect(complaints).toEqual([]);
  });

  test('says that the daemon is gone, and what to do', async () => {
    await host.stop();
    await page.getByText('The daemon cannot be reached.').waitFor();
    await takePictures(page, 'lost');
  });

  test('is refused, with a remedy, when it is opened without the token', async () => {
    host = await startHost(dataDir);
    const stranger = await browser.newPage();
    await stranger.goto(new URL('/', host.url).href);
    await stranger.getByText('The host does not know this page.').waitFor();
    await stranger.close();
  });
});
