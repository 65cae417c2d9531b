import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { PiperBridge } from '../main/contract/bridge.ts';

/** Subscribes to one channel; the event object, which could reach further, stays on this side. */
function listen<A extends unknown[]>(channel: string, listener: (...args: A) => void): () => void {
  const heard = (_event: IpcRendererEvent, ...args: unknown[]) => listener(...(args as A));
  ipcRenderer.on(channel, heard);
  return () => ipcRenderer.off(channel, heard);
}

const bridge: PiperBridge = {
  request: (method, params) => ipcRenderer.invoke('piper:request', method, params),
  onNotification: (listener) => listen('piper:notification', listener),
  onConnection(listener) {
    const stop = listen('piper:connection', listener);
    ipcRenderer.send('piper:subscribe');
    return stop;
  },
  onCommand: (listener) => listen('piper:command', listener),
  pathForFile: async (file) => webUtils.getPathForFile(file),
  platform: process.platform,
};

contextBridge.exposeInMainWorld('piper', bridge);
