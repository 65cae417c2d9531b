import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './support/host.ts';

/** The Electron binary, where its package has fetched it. */
function electronBinary(): string | null {
  const folder = join(root, 'node_modules', 'electron');
  if (!existsSync(join(folder, 'path.txt'))) return null;
  const binary = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

function whyNot(): string | null {
  if (electronBinary() === null) return 'skipped: the Electron binary is not here';
  const display = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  return display ? null : 'skipped: there is no display for Electron';
}

const reason = whyNot();

describe.skipIf(reason !== null)(reason ?? 'the desktop on Electron itself', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'piper-electron-'));
  let electron: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    electron = await _electron.launch({
      executablePath: electronBinary() ?? '',
      args: [...sandbox, root, '--data', dataDir],
    });
    page = await electron.firstWindow();
  });

  afterAll(async () => {
    await electron?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('opens its page from the app scheme and connects to its daemon', async () => {
    expect(page.url()).toBe('app://piper/index.html');
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  test('keeps the page away from Node', async () => {
    expect(await page.evaluate('[typeof require, typeof process]')).toEqual(['undefined', 'undefined']);
  });

  test('previews a chosen file by its real path and finds what it imported', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('5');
    await page.getByLabel('Files to import').setInputFiles(join(root, 'test', 'e2e', 'data', 'harbour.pmem.jsonl'));
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.locator('article[data-state=finished]').waitFor();
    await page.getByRole('button', { name: 'Ask about it' }).click();
    await page.getByLabel('Question').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Which seal broke on the crane?');
    await page.keyboard.press('Enter');
    await page.getByText('HX-204').first().waitFor();
  });
});
