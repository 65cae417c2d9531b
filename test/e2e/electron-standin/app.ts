import { EventEmitter } from 'node:events';
import { closeAllWindows } from './browserWindow.ts';
import { clickMenuItem } from './menu.ts';

class App extends EventEmitter {
  readonly isPackaged = false;
  #ready = false;
  #quitting = false;

  /** The event loop's next turn: code that runs before it is before `ready`, as in Electron. */
  readonly #whenReady = new Promise<void>((resolve) =>
    setImmediate(() => {
      this.#ready = true;
      this.emit('ready');
      resolve();
    }),
  );

  whenReady(): Promise<void> {
    return this.#whenReady;
  }

  isReady(): boolean {
    return this.#ready;
  }

  requestSingleInstanceLock(): boolean {
    return process.env.STANDIN_SECOND_INSTANCE === undefined;
  }

  /** Asks first: whoever prevents `before-quit` calls `quit` again when it is done. */
  quit(): void {
    let prevented = false;
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (prevented || this.#quitting) return;
    this.#quitting = true;
    this.emit('will-quit', { preventDefault: () => {} });
    void closeAllWindows().finally(() => process.exit(0));
  }
}

export const app = new App();

process.on('message', (message: { readonly click?: string; readonly quit?: boolean }) => {
  if (message.click !== undefined) clickMenuItem(message.click);
  if (message.quit) app.quit();
});
