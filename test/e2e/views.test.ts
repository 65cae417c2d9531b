/// <reference lib="dom" />
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropFiles, noBrowser, openBrowser, openPage, takePictures } from './support/browser.ts';
import { type HeadlessHost, startHost } from './support/host.ts';

const gateway = fileURLToPath(new URL('./data/gateway.pmem.jsonl', import.meta.url));

const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 15_000 });

/** The life of a timeout, three episodes and a few services, in order: each test goes on where the last one left off. */
describe.skipIf(noBrowser !== null)(noBrowser ?? 'the views of facts, episodes and entities', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'piper-views-'));
  let host: HeadlessHost;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    host = await startHost(dataDir);
    browser = await openBrowser();
    ({ page, complaints } = await openPage(browser, host.url, { width: 1280, height: 900, patienceMs: 15_000 }));
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function openView(key: string): Promise<void> {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
  }

  const row = (list: string, name: string | RegExp) =>
    page.getByRole('region', { name: list }).getByRole('button', { name });
  const line = () => page.getByRole('slider', { name: 'Known at' });
  const believed = () =>
    page.locator('[data-believed]').evaluateAll((fields) => fields.map((field) => field.getAttribute('data-believed')));
  const values = () =>
    page.getByRole('region', { name: 'Values in order' }).locator('tbody td:first-child > .link').allInnerTexts();

  test('say in their empty state what to do, with a command', async () => {
    for (const [key, title, command] of [
      ['2', 'No facts in this namespace yet', 'piper-memory fact assert'],
      ['3', 'No episodes in this namespace yet', 'piper-memory episode record'],
      ['4', 'No entities in this namespace yet', 'piper-memory'],
    ] as const) {
      await openView(key);
      await page.getByRole('heading', { name: title }).waitFor();
      await page.locator('.command', { hasText: command }).waitFor();
      await takePictures(page, `view-${key}-empty`);
    }
  });

  test('show the namespace of the last import', async () => {
    await openView('5');
    const session = await page.context().newCDPSession(page);
    await dropFiles(page, session, '.zone', [gateway]);
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.locator('article[data-state=finished]').waitFor();
    await openView('2');
    await eventually(() => page.getByLabel('Namespace').inputValue()).toBe('gateway');
  });

  test('find a fact by typing, and open it by arrow key and Enter', async () => {
    await page.getByRole('searchbox', { name: 'Find a fact' }).fill('timeout');
    await row('Facts', /^api-gateway/).waitFor();
    await page.getByRole('searchbox', { name: 'Find a fact' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Belief over time' }).waitFor();
    await eventually(believed).toEqual(['300 seconds', '600 seconds', '420 seconds']);
    await eventually(values).toEqual(['300 seconds', '600 seconds', '420 seconds']);
    await page.getByText('contested by 1 statement').waitFor();
    await takePictures(page, 'timeline');
  });

  test('change what was believed as the line is moved by keys', async () => {
    await line().focus();
    await page.keyboard.press('Home');
    await eventually(believed).toEqual([]);
    await page.getByText('Nothing was known yet').waitFor();
    await page.keyboard.press('ArrowUp');
    await eventually(believed).toEqual(['300 seconds']);
    await page.keyboard.press('ArrowUp');
    await eventually(believed).toEqual(['300 seconds', '600 seconds']);
    await page.keyboard.press('ArrowUp');
    await eventually(believed).toEqual(['300 seconds', '600 seconds', '450 seconds']);
    expect(await line().getAttribute('aria-valuetext')).toBe('18 Sept 2026, 09:00');
    await page.keyboard.press('ArrowUp');
    await eventually(believed).toEqual(['300 seconds', '600 seconds']);
    await page.keyboard.press('End');
    await eventually(values).toEqual(['300 seconds', '600 seconds', '420 seconds']);
  });

  test('change it as the line is dragged, and strike what was taken back since', async () => {
    const picture = await page.locator('figure svg').first().boundingBox();
    const field = await page.locator('[data-value="450 seconds"]').boundingBox();
    const grip = await line().locator('.grip').boundingBox();
    if (picture === null || field === null || grip === null) throw new Error('the picture is not drawn');
    const x = grip.x + grip.width / 2;
    await page.mouse.move(x, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, field.y + field.height / 2, { steps: 6 });
    await eventually(believed).toEqual(['300 seconds', '600 seconds', '450 seconds']);
    await eventually(values).toEqual(['300 seconds', '600 seconds', '450 seconds']);
    await takePictures(page, 'timeline-dragged');
    await page.mouse.up();
    await expect(page.locator('[data-value="450 seconds"] .struck').count()).resolves.toBe(1);
    const after = await page.locator('figure svg').first().boundingBox();
    expect(after).toEqual(picture);
  });

  test('tell why a value stands or not, with its chain and what is said against it', async () => {
    await page.getByRole('region', { name: 'Values in order' }).getByRole('button', { name: '450 seconds' }).click();
    const provenance = page.getByRole('complementary', { name: 'Provenance' });
    await provenance.getByText('taken back').first().waitFor();
    await eventually(() => provenance.getByRole('list').first().locator('li').count()).toBe(5);
    await provenance.getByRole('button', { name: 'r1' }).waitFor();
    await takePictures(page, 'timeline-provenance');
    await page.keyboard.press('Escape');
    await provenance.waitFor({ state: 'detached' });
  });

  test('zoom without moving anything else', async () => {
    const before = await page.locator('figure').boundingBox();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await page.locator('figure').boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Whole' }).click();
  });

  test('find an episode by what happened, say why, and mark what tells near-identical ones apart', async () => {
    await openView('3');
    await eventually(() => page.locator('[data-episode]').count()).toBe(4);
    await page.getByLabel('What', { exact: true }).fill('release 1.4 deployed');
    await page.getByLabel('Where', { exact: true }).fill('production');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    const found = page.locator('[data-found]');
    await eventually(() => found.first().getAttribute('data-found')).toBe('e2');
    await found.first().getByText('words', { exact: true }).waitFor();
    await page.getByLabel('Where', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await eventually(() => found.count()).toBe(2);
    const marked = (await page.locator('[data-found=e2] mark').allInnerTexts()).join(', ');
    expect(marked).toContain('production');
    expect(marked).toContain('rolled back');
    await takePictures(page, 'episodes-found');
  });

  test('open an episode with its fields', async () => {
    await page.locator('[data-found=e2] .link').click();
    const detail = page.getByRole('complementary', { name: 'Episode' });
    await detail.getByText('raise-timeout').waitFor();
    await detail.getByText('deployed release 1.4', { exact: true }).waitFor();
    await takePictures(page, 'episodes-detail');
    await page.keyboard.press('Escape');
  });

  test('say that an event that never happened is not known', async () => {
    await page.getByLabel('What', { exact: true }).fill('an earthquake in Lisbon');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('heading', { name: 'No such event is known' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  test('draw what an entity is related to, past relations on request', async () => {
    await openView('4');
    await page.getByRole('searchbox', { name: 'Find an entity' }).fill('gateway');
    await row('Entities', /^api-gateway/).click();
    const names = () =>
      page.locator('figure [data-name]').evaluateAll((all) => all.map((one) => one.getAttribute('data-name')));
    await eventually(names).toContain('auth-service');
    expect(await names()).not.toContain('redis');
    await page.getByLabel('past relations too').check();
    await eventually(names).toContain('redis');
    await takePictures(page, 'entities');
    await page.getByLabel('Steps').selectOption('2');
    await eventually(names).toContain('Priya Raman');
    await page.getByLabel('Steps').selectOption('1');
  });

  test('refuse a name that already means another entity, and say what to do', async () => {
    await page.getByLabel('Add another name of it').fill('redis');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText('entities.merge').waitFor();
    await page.getByLabel('Add another name of it').fill('the front door');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('region', { name: 'Names' }).getByText('said to be another name').waitFor();
  });

  test('join two entities after saying what will be joined, and part them again', async () => {
    const names = page.getByRole('region', { name: 'Names' });
    await page.getByLabel('Join another entity into it').fill('edge-router');
    await page.getByRole('button', { name: 'Join…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Join two entities' });
    await question.getByText('edge-router').first().waitFor();
    await takePictures(page, 'entities-merge');
    await question.getByRole('button', { name: 'Join them' }).click();
    await names.getByText('joined with it').waitFor();
    await page.getByRole('region', { name: 'Relations' }).getByRole('button', { name: 'billing' }).waitFor();

    await names.getByRole('checkbox', { name: 'edge-router' }).check();
    await page.getByRole('button', { name: 'Split off 1 name…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Split', exact: true }).click();
    await eventually(() => names.getByText('joined with it').count()).toBe(0);
    await eventually(() => page.getByRole('region', { name: 'Relations' }).getByText('billing').count()).toBe(0);
  });

  test('are reached from an evidence card, which states the fact and the answer', async () => {
    await page.keyboard.press('Escape');
    await openView('1');
    await page.getByLabel('Question').fill('What is the timeout of the api-gateway?');
    await page.keyboard.press('Enter');
    await page.locator('[data-status]').waitFor();
    await page.getByRole('region', { name: 'Statement' }).getByText('420 seconds').waitFor();
    await page.getByText('asked about the present').waitFor();
    await takePictures(page, 'ask-statement');
    const cards = page.getByRole('list', { name: 'Evidence' }).locator('article');
    await cards.getByRole('button', { name: 'Timeline' }).first().click();
    await page.getByRole('heading', { name: /api-gateway/ }).waitFor();
    await eventually(believed).toEqual(['300 seconds', '600 seconds', '420 seconds']);
    await openView('1');
    await cards.getByTitle('Look at this entity').first().click();
    await page.getByRole('heading', { name: 'Neighbourhood' }).waitFor();
  });

  test('fit a narrow window', async () => {
    await page.setViewportSize({ width: 900, height: 900 });
    for (const key of ['2', '3', '4']) {
      await openView(key);
      await page.locator('figure').first().waitFor();
      await takePictures(page, `view-${key}-narrow`);
      const overflow = await page.evaluate(() => {
        const element = document.querySelector('main');
        return element === null ? 1 : element.scrollWidth - element.clientWidth;
      });
      expect(overflow).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('did all this without a console error or a breach of the content policy', () => {
    expect(complaints).toEqual([]);
  });
});
