/**
 * `npm start`: the desktop window where Electron and a display are there, else the same window served to a browser by
 * the headless host, with one line that says so. Arguments are passed on (`npm start -- --data DIR`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = bundledNode();
const args = process.argv.slice(2);

const obstacle = noWindowBecause();
if (obstacle) headless(obstacle);
else desktop();

/** Why no desktop window can be opened here, or null. */
function noWindowBecause() {
  if (process.env.PIPER_HEADLESS) return 'PIPER_HEADLESS is set';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display';
  if (process.platform === 'linux' && process.getuid?.() === 0) return 'Electron does not run as root';
  return electronMissing();
}

/** Electron fetches its binary when it is first asked for; where its release site cannot be reached there is none. */
function electronMissing() {
  const asked = spawnSync(node, ['-e', "require('electron')"], { cwd: root, stdio: 'ignore', timeout: 300_000 });
  return asked.status === 0 ? null : 'the Electron runtime is missing and could not be fetched';
}

function desktop() {
  const electron = createRequire(import.meta.url)('electron');
  const begun = Date.now();
  console.log('piper-memory: opening the window…');
  const child = spawn(electron, [root, ...args], { stdio: 'inherit' });
  child.once('exit', (code) => {
    // A window that never came up (a missing system library) leaves the headless host to serve.
    if (code && Date.now() - begun < 10_000) headless(`Electron ended with code ${code}`);
    else process.exit(code ?? 0);
  });
  passSignals(child);
}

function headless(reason) {
  console.log(`piper-memory: ${reason}, so the headless host serves the window to your browser instead.`);
  const child = spawn(node, [join(root, 'out', 'main', 'cli.js'), 'serve', '--open', ...args], { stdio: 'inherit' });
  child.once('exit', (code) => process.exit(code ?? 0));
  passSignals(child);
}

function passSignals(child) {
  // A terminal sends Ctrl-C to every process of the group, the child too: a second one would cut its ending short.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}

function bundledNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const found = [join(root, 'node_modules', 'node', 'bin', name), join(root, 'node_modules', '.bin', name)];
  return found.find(existsSync) ?? process.execPath;
}
