import { utilityProcess } from 'electron';
import { fromBody, PiperError } from '../base/errors.ts';
import type { DaemonOrder, DaemonReport } from '../daemonProcess.ts';
import type { DaemonProcess } from './daemonLink.ts';

/** How long a daemon may take to finish what is at hand before it is ended: milliseconds. */
const stopWithinMs = 15_000;

/** Starts the daemon of a data directory in a utility process. `entry` is the built `daemonProcess.js`. */
export function forkDaemon(entry: string, dataDir: string): DaemonProcess {
  const child = utilityProcess.fork(entry, [dataDir], { serviceName: 'Piper Memory daemon', stdio: 'inherit' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (report: DaemonReport) => {
      if (report.type === 'ready') resolve();
      else reject(fromBody(report.error));
    });
    void exited.then(() => reject(endedEarly()));
  });
  // Whoever waits for it hears of it; nobody has to.
  ready.catch(() => {});
  return {
    ready,
    exited,
    async stop() {
      child.postMessage({ type: 'stop' } satisfies DaemonOrder);
      const late = setTimeout(() => child.kill(), stopWithinMs);
      await exited;
      clearTimeout(late);
    },
  };
}

function endedEarly(): PiperError {
  return new PiperError(
    'internal',
    'The daemon ended before it was ready.',
    'Look at daemon.log in the data directory, then open Piper Memory again.',
  );
}
