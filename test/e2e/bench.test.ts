/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { benchmarkFiles, tinyObjects, tinyProbes } from '../support/tinyBenchmark.ts';
import { dropFiles, noBrowser, openBrowser, openPage, takePictures } from './support/browser.ts';
import { built, type HeadlessHost, startHost } from './support/host.ts';

/** A run gives way to everything else on the machine. */
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 120_000 });

/** A question whose gold says nothing of it: it fails whatever the engine does. */
const hopeless = {
  ...tinyProbes[1],
  id: 'hopeless',
  query: 'Which harbour pilot retired in spring?',
  gold: ['lunch'],
};

/** The same probes over and over: enough that a run can be watched and cut short. */
const manyProbes = [
  hopeless,
  { ...hopeless, id: 'misled', family: 'F', query: 'What is the polling interval of tide_gauge?' },
  ...Array.from({ length: 12 }, (_, round) =>
    tinyProbes.map((probe) => ({ ...probe, id: `${probe.id}-${round}` })),
  ).flat(),
];

function writeFolder(folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A small BEIR collection: documents, questions, and which answers which. */
const beirFiles = {
  'corpus.jsonl': tinyObjects.map(({ id, text }) => `${JSON.stringify({ _id: id, text })}\n`).join(''),
  'queries.jsonl': tinyProbes.map(({ id, query }) => `${JSON.stringify({ _id: id, text: query })}\n`).join(''),
  'qrels/test.tsv': [
    'query-id\tcorpus-id\tscore',
    ...tinyProbes.flatMap(({ id, gold }) => gold.map((one) => `${id}\t${one}\t1`)),
    '',
  ].join('\n'),
};

/** Ends the process of the run that a host has started, as a crash would. */
function killRun({ pid }: HeadlessHost): void {
  const runs = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [child, parent, ...args] = line.trim().split(/\s+/);
      return Number(parent) === pid && args.join(' ').includes('benchProcess') ? [Number(child)] : [];
    });
  expect(runs).toHaveLength(1);
  for (const run of runs) process.kill(run, 'SIGKILL');
}

/** One operator measures: each test goes on where the last one left off. */
describe.skipIf(noBrowser !== null)(noBrowser ?? 'the view of benchmarks', () => {
  const dir = mkdtempSync(join(tmpdir(), 'piper-bench-'));
  const long = writeFolder(join(dir, 'harbour-long'), benchmarkFiles(tinyObjects, manyProbes));
  const short = writeFolder(join(dir, 'harbour'), benchmarkFiles(tinyObjects, [hopeless, ...tinyProbes]));
  const broken = writeFolder(join(dir, 'broken'), { 'corpus.pmem.jsonl': '' });
  let host: HeadlessHost;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    host = await startHost(join(dir, 'data'));
    browser = await openBrowser();
    ({ page, complaints } = await openPage(browser, host.url, { width: 1440, height: 1000, patienceMs: 20_000 }));
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const work = () => page.getByRole('region', { name: 'Run at work' });
  const state = () => work().getAttribute('data-run');
  const done = async () => Number(await work().locator('[data-done]').getAttribute('data-done'));
  const asking = () => eventually(() => work().textContent()).toContain('Asking');
  const runs = () => page.getByRole('region', { name: 'Runs' }).locator('[data-run-id]');

  async function runFolder(folder: string, button = 'Run folder'): Promise<void> {
    await page.getByLabel('A folder of your own').fill(folder);
    await page.getByRole('button', { name: button }).click();
  }

  async function openTab(name: RegExp): Promise<void> {
    await page.getByRole('tab', { name }).click();
  }

  test('says before the first run what to do, and that the memory is left alone', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('7');
    await page.getByRole('heading', { name: 'Nothing is running' }).waitFor();
    await page.getByRole('button', { name: 'Run R4-small' }).waitFor();
    await takePictures(page, 'bench-empty');
  });

  test('tells what is wrong with a folder that is no benchmark, and what to do', async () => {
    await runFolder(broken);
    await eventually(state).toBe('failed');
    await work().getByRole('alert').getByText('probes.jsonl').first().waitFor();
    await takePictures(page, 'bench-failed');
  });

  test('starts a run, shows it move, and cancels it', async () => {
    await runFolder(long);
    await eventually(state).toBe('running');
    await asking();
    await eventually(done).toBeGreaterThan(2);
    await takePictures(page, 'bench-running');
    const seen = await done();
    await eventually(done).toBeGreaterThan(seen);
    await work().getByRole('button', { name: 'Cancel' }).click();
    await eventually(state).toBe('cancelled');
    expect(await done()).toBeLessThan(manyProbes.length);
    await takePictures(page, 'bench-cancelled');
  });

  test('goes on where it stopped, and shows the score of every part', async () => {
    const before = await done();
    await work().getByRole('button', { name: 'Resume' }).click();
    await eventually(state).toBe('running');
    await eventually(done).toBeGreaterThanOrEqual(before);
    await eventually(state).toBe('finished');
    await page.locator('[data-total]').waitFor();
    expect(Number(await page.locator('[data-total]').textContent())).toBeGreaterThan(0);
    await expect(page.getByRole('region', { name: 'Parts' }).locator('tr').count()).resolves.toBe(7);
    await expect(page.getByRole('region', { name: 'Routes by family' }).locator('tbody tr').count()).resolves.toBe(9);
    await page.getByRole('region', { name: 'Diagnosis' }).getByText('The engine scores').waitFor();
    const confidence = page.getByRole('region', { name: 'Confidence' });
    await confidence.getByRole('img', { name: /^Reliability: mean quality by confidence/ }).waitFor();
    expect(Number(await confidence.locator('[data-ece]').textContent())).toBeGreaterThan(0);
    await confidence.getByText('As a table').click();
    await expect(confidence.getByRole('row').count()).resolves.toBe(
      1 + (await confidence.locator('[data-bin]').count()),
    );
    await confidence.scrollIntoViewIfNeeded();
    await takePictures(page, 'bench-confidence');
    await takePictures(page, 'bench-score');
    await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    await takePictures(page, 'bench-score-lower');
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
  });

  test('lists the failures by family and code, and opens the trace of one', async () => {
    await openTab(/^Failures/);
    const list = page.getByRole('list', { name: 'Failures' });
    const probe = list.locator('[data-probe=hopeless]');
    await probe.getByText('lunch').first().waitFor();
    await page.getByLabel('Family').selectOption('F');
    await expect(probe.count()).resolves.toBe(0);
    await page.getByLabel('Family').selectOption('B');
    await takePictures(page, 'bench-failures');
    await probe.getByRole('button', { name: 'Open its trace' }).click();
    const trace = page.getByRole('region', { name: 'Trace of the probe' });
    await trace.locator('[data-stage=route_selected]').waitFor();
    await takePictures(page, 'bench-trace');
    await page.keyboard.press('Escape');
    await list.waitFor();
    await expect(page.getByLabel('Family').inputValue()).resolves.toBe('B');
  });

  test('shows how each result of a failed probe came to its place', async () => {
    await page.getByLabel('Family').selectOption('F');
    const misled = page.locator('[data-probe=misled]').getByRole('button', { name: 'Open its trace' });
    await misled.click();
    const shown = page.getByRole('list', { name: 'Shown' }).getByRole('button');
    await shown.first().click();
    await page.getByRole('complementary', { name: 'Trace of result 1' }).getByText('From path rank').waitFor();
    await takePictures(page, 'bench-trace-result');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await eventually(() => misled.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('compares a run with one under another policy', async () => {
    await page.getByLabel('Policy').selectOption('simplest');
    await runFolder(long);
    await eventually(state).toBe('running');
    await eventually(state).toBe('finished');
    await eventually(() => runs().first().getAttribute('aria-current')).toBe('true');
    await openTab(/^Compare/);
    const earlier = page.getByLabel('What changed in this run since');
    const first = await runs().nth(1).getAttribute('data-run-id');
    await earlier.selectOption(first);
    const points = page.getByRole('region', { name: 'Points' });
    await points.getByRole('row', { name: /^Total/ }).waitFor();
    await expect(points.getByRole('img').count()).resolves.toBe(8);
    await page.getByRole('region', { name: 'Probes that became worse' }).waitFor();
    await takePictures(page, 'bench-compare');
    await openTab(/^Score/);
    await takePictures(page, 'bench-trend');
  });

  test('shows for each of nine ablations what is lost and whether it earns its keep', async () => {
    await page.getByLabel('Policy').selectOption('today');
    await runFolder(short, 'Ablate it');
    await eventually(state).toBe('running');
    await eventually(state).toBe('finished');
    await openTab(/^Ablations/);
    await eventually(() => page.locator('[data-ablation]').count()).toBe(9);
    await takePictures(page, 'bench-ablations');
  });

  test('offers a dropped benchmark as what it is', async () => {
    const session = await page.context().newCDPSession(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Import', exact: false }).first().click();
    await dropFiles(page, session, '.zone', [short]);
    await page.getByRole('region', { name: 'Benchmark found' }).getByText('is a benchmark').waitFor();
    await takePictures(page, 'import-benchmark');
    await page.getByRole('button', { name: 'Run it on Bench' }).click();
    await eventually(() => page.getByLabel('A folder of your own').inputValue()).toContain('harbour');
  });

  test('says why no canary can be made of a memory without superseded facts', async () => {
    await page.getByText('Make a benchmark folder').click();
    await page.getByLabel('canary').check();
    await page.getByLabel('Where to').fill(join(dir, 'canary'));
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.locator('details').getByRole('alert').waitFor();
    await takePictures(page, 'bench-make');
  });

  test('makes a benchmark of a public set, names what is in it, and runs it', async () => {
    const source = writeFolder(join(dir, 'beir'), beirFiles);
    await page.getByLabel('of a public set').check();
    await page.getByLabel('The set: a folder').fill(source);
    await page.getByLabel('Where to').fill(join(dir, 'beir-made'));
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('status').getByText('8 probes over 12 objects').waitFor();
    await takePictures(page, 'bench-import-made');
    await expect(page.getByLabel('A folder of your own').inputValue()).resolves.toBe(join(dir, 'beir-made'));
    await page.getByRole('button', { name: 'Run folder' }).click();
    await eventually(() => runs().first().textContent()).toContain('beir-made');
    await eventually(state).toBe('finished');
    await eventually(() => runs().first().getAttribute('aria-current')).toBe('true');
  });

  test('makes a canary of facts that were superseded, and runs it', async () => {
    const told = writeFolder(join(dir, 'told'), { 'told.pmem.jsonl': benchmarkFiles()['corpus.pmem.jsonl'] ?? '' });
    execFileSync(process.execPath, [built('main/cli.js'), '--data', join(dir, 'data'), 'import', told]);
    await page.getByLabel('canary').check();
    await page.getByLabel('Where to').fill(join(dir, 'canary'));
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('status').getByText('2 probes over 12 objects').waitFor();
    await expect(page.locator('details').getByRole('alert').count()).resolves.toBe(0);
    await takePictures(page, 'bench-canary-made');
    await page.getByRole('button', { name: 'Run folder' }).click();
    await eventually(() => runs().first().textContent()).toContain('canary');
    await eventually(state).toBe('finished');
    await eventually(() => runs().first().getAttribute('aria-current')).toBe('true');
    await takePictures(page, 'bench-canary-run');
  });

  test('tells that a run was interrupted when its process is killed, and resumes it', async () => {
    await page.getByLabel('Structure').selectOption('prose');
    await runFolder(long);
    await eventually(state).toBe('running');
    await asking();
    await eventually(done).toBeGreaterThan(2);
    killRun(host);
    await eventually(state).toBe('interrupted');
    const before = await done();
    expect(before).toBeLessThan(manyProbes.length);
    await eventually(() => runs().first().textContent()).toContain('interrupted');
    await takePictures(page, 'bench-interrupted');
    await work().getByRole('button', { name: 'Resume' }).click();
    await eventually(state).toBe('running');
    await asking();
    expect(await done()).toBeGreaterThanOrEqual(before);
    await eventually(state).toBe('finished');
    await eventually(() => runs().first().getAttribute('aria-current')).toBe('true');
    await page.getByLabel('Structure').selectOption('full');
  });

  test('fits a narrow window', async () => {
    await page.setViewportSize({ width: 900, height: 900 });
    for (const tab of [/^Score/, /^Failures/, /^Compare/]) {
      await openTab(tab);
      const overflow = await page.evaluate(() => {
        const element = document.querySelector('main');
        return element === null ? 1 : element.scrollWidth - element.clientWidth;
      });
      expect(overflow).toBe(0);
    }
    await openTab(/^Score/);
    await takePictures(page, 'bench-narrow');
  });

  test('did all this without a console error or a breach of the content policy', () => {
    expect(complaints).toEqual([]);
  });
});
