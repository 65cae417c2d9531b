import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { app, type BrowserWindow, session } from 'electron';
import { defaultDataDir } from './cli/place.ts';
import { registerAppScheme, serveApp } from './desktop/appProtocol.ts';
import { openDaemonLink } from './desktop/daemonLink.ts';
import { forkDaemon } from './desktop/daemonProcess.ts';
import { sendCommand, serveBridge } from './desktop/ipc.ts';
import { setUpMenu } from './desktop/menu.ts';
import { refusePermissions } from './desktop/security.ts';
import { openWindow } from './desktop/window.ts';
import { connect } from './hosts/socketClient.ts';
import { dataPaths } from './store/paths.ts';
import { readToken } from './store/tokens.ts';

const paths = dataPaths(dataDirOf(process.argv));
const rendererDir = join(import.meta.dirname, '..', 'renderer');
const preload = join(import.meta.dirname, '..', 'preload', 'index.cjs');
const daemonEntry = join(import.meta.dirname, 'daemonProcess.js');
let window: BrowserWindow | null = null;

if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  app.on('second-instance', show);
  await app.whenReady();
  start();
} else {
  app.quit();
}

function start(): void {
  refusePermissions(session.defaultSession);
  serveApp(rendererDir);
  const link = openDaemonLink({
    connect: () => connect(paths.socket, { token: readToken(paths.operatorToken) ?? '', client: 'desktop' }),
    start: () => forkDaemon(daemonEntry, paths.dir),
    now: () => performance.now(),
  });
  serveBridge(link, () => window);
  setUpMenu({ dataDir: paths.dir, command: (command) => sendCommand(window, command) });
  show();
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void link.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}

function show(): void {
  if (window === null) {
    window = openWindow(preload);
    window.on('closed', () => {
      window = null;
    });
    return;
  }
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** `--data DIR`, as everywhere; what Chromium adds to the line is not ours to judge. */
function dataDirOf(argv: readonly string[]): string {
  const { values } = parseArgs({ args: [...argv], options: { data: { type: 'string' } }, strict: false });
  return defaultDataDir(typeof values.data === 'string' ? { PIPER_DATA: values.data } : process.env);
}
