import { EventEmitter } from 'node:events';

/** Preloaded in a utility process: gives it the `process.parentPort` that Electron would. */
class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

const port = new ParentPort();
process.on('message', (data) => port.emit('message', { data }));
Object.defineProperty(process, 'parentPort', { value: port });
