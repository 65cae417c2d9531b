import { type BrowserWindow, ipcMain, type WebFrameMain } from 'electron';
import type { BridgeOutcome, WindowCommand } from '../contract/bridge.ts';
import { type MethodName, methods } from '../contract/methods.ts';
import { appOrigin } from './appProtocol.ts';
import type { DaemonLink } from './daemonLink.ts';

/**
 * Passes the window's calls on to the daemon, and what the daemon says on to the window. Only the main frame of our own
 * window, on our own page, is heard.
 */
export function serveBridge(link: DaemonLink, window: () => BrowserWindow | null): void {
  const isOurs = (frame: WebFrameMain | null): boolean => {
    const contents = window()?.webContents;
    return (
      frame !== null && contents !== undefined && frame === contents.mainFrame && frame.url.startsWith(`${appOrigin}/`)
    );
  };
  const send = (channel: string, ...args: unknown[]) => {
    const contents = window()?.webContents;
    if (contents !== undefined && !contents.isDestroyed()) contents.send(channel, ...args);
  };
  ipcMain.handle('piper:request', (event, method: unknown, params: unknown): Promise<BridgeOutcome> | BridgeOutcome => {
    if (!isOurs(event.senderFrame)) return refused('This page may not ask.');
    if (!isCallable(method)) return refused('The window asked for a method that it may not call.');
    return link.request(method, params);
  });
  ipcMain.on('piper:subscribe', (event) => {
    if (isOurs(event.senderFrame)) send('piper:connection', link.connection);
  });
  link.onConnection((connection) => send('piper:connection', connection));
  link.onNotification((name, params) => send('piper:notification', name, params));
}

export function sendCommand(window: BrowserWindow | null, command: WindowCommand): void {
  if (window === null || window.webContents.isDestroyed()) return;
  window.show();
  window.webContents.send('piper:command', command);
}

/** The connection says hello by itself; a second one could only take its role away. */
function isCallable(method: unknown): method is MethodName {
  return typeof method === 'string' && Object.hasOwn(methods, method) && method !== 'hello';
}

function refused(message: string): BridgeOutcome {
  return { ok: false, error: { code: 'forbidden', message, remedy: 'Close the window and open it again.' } };
}
