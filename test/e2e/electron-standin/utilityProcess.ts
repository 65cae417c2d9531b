import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { app } from './app.ts';

const parentPort = new URL('./parentPort.ts', import.meta.url).href;

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on('message', (message) => this.emit('message', message));
    child.once('exit', (code) => this.emit('exit', code));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(structuredClone(message) as object);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork(modulePath: string, args: readonly string[] = []): UtilityProcess {
    if (!app.isReady()) throw new Error('utilityProcess.fork can only be called after app is ready');
    return new UtilityProcess(fork(modulePath, [...args], { execArgv: ['--import', parentPort], stdio: 'inherit' }));
  },
};
