import { BrowserWindow, nativeTheme } from 'electron';
import { appOrigin } from './appProtocol.ts';
import { confine } from './security.ts';

/** Opens the one window: sandboxed, isolated, confined to the page that the app scheme serves. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 900,
    minWidth: 760,
    minHeight: 540,
    show: false,
    title: 'Piper Memory',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#131518' : '#f6f5f1',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  confine(window.webContents);
  window.once('ready-to-show', () => window.show());
  window.loadURL(`${appOrigin}/index.html`).catch((error: unknown) => {
    // Whoever quits while the page still loads has closed it, and that is no failure.
    if (!window.isDestroyed()) console.error(error);
  });
  return window;
}
