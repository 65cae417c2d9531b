import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

/** A Chromium that is here: the one named by CHROMIUM, the system's, or Playwright's own. Null without any. */
export function findChromium(): string | null {
  const candidates = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;
}

/** Why browser tests are skipped here, for their names; null where they run. */
export const noBrowser = findChromium() === null ? 'skipped: no Chromium here (set CHROMIUM to its path)' : null;

/** Quiet, offline, and fit for a container. */
export const chromiumArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('there is no Chromium; the caller should have skipped');
  return chromium.launch({
    executablePath,
    headless: true,
    // Chromium refuses its sandbox to root, which is who runs in a container.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...chromiumArguments, ...args],
  });
}

/**
 * The window at a size and in a known language and zone, and what it complains of meanwhile. An action on it fails
 * after `patienceMs`.
 */
export async function openPage(
  browser: Browser,
  url: string,
  { width, height, patienceMs }: { readonly width: number; readonly height: number; readonly patienceMs: number },
): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width, height }, locale: 'en-GB', timezoneId: 'UTC' });
  page.setDefaultTimeout(patienceMs);
  const complaints = await watchForComplaints(page);
  await page.goto(url);
  return { page, complaints };
}

/** Everything a page complained of: console errors, uncaught errors, and breaches of its content policy. */
async function watchForComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  await page.exposeFunction('reportViolation', (text: string) => complaints.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return complaints;
}

/** Drags files or folders of this machine over an element and drops them there, as the desktop would. */
export async function dropFiles(page: Page, session: CDPSession, selector: string, files: string[]): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  }
}

const screens = fileURLToPath(new URL('../../../test-results/screens/', import.meta.url));

/** Keeps a picture of the page in both colour schemes. */
export async function takePictures(page: Page, name: string): Promise<void> {
  mkdirSync(screens, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${screens}${name}-${colorScheme}.png` });
  }
}
