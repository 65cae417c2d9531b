/**
 * Stands in for the `electron` module where its binary cannot be had: the desktop's main process and its preload run
 * unmodified under Node, and the window is a page of a real Chromium. Only what the desktop uses is here, and it is
 * strict where Electron is: what must happen before `ready` throws after it, what crosses between processes is cloned.
 *
 * The test talks to it over the process's IPC channel: `{click: 'Ledger'}` chooses a menu item, `{quit: true}` quits.
 */
export { app } from './app.ts';
export { contextBridge, ipcMain, ipcRenderer, webUtils } from './bridge.ts';
export { BrowserWindow } from './browserWindow.ts';
export { Menu } from './menu.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
export { utilityProcess } from './utilityProcess.ts';

export const nativeTheme = { shouldUseDarkColors: false };
export const shell = { openPath: async () => '' };
