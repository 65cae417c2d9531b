import { PiperError } from './base/errors.ts';
import type { ErrorBody } from './contract/errors.ts';
import { startDaemon } from './daemon.ts';

/** What this process tells the one that started it, and hears from it. */
export type DaemonReport = { readonly type: 'ready' } | { readonly type: 'failed'; readonly error: ErrorBody };
export interface DaemonOrder {
  readonly type: 'stop';
}

/** The port of Electron's utility process, by its shape: this file is plain Node and imports nothing of Electron. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: DaemonOrder }) => void): unknown;
  postMessage(report: DaemonReport): void;
}

const { parentPort } = process as NodeJS.Process & { readonly parentPort?: ParentPort };
const [dir] = process.argv.slice(2);
if (parentPort === undefined || dir === undefined) {
  throw new Error('This entry is started by the desktop window; elsewhere use: piper-memory daemon');
}

try {
  const daemon = await startDaemon({ dir });
  parentPort.on('message', ({ data }) => {
    if (data.type === 'stop') void daemon.close();
  });
  parentPort.postMessage({ type: 'ready' });
  await daemon.closed;
  process.exit(0);
} catch (error) {
  parentPort.postMessage({ type: 'failed', error: bodyOf(error) });
  // The report leaves the process before it does.
  setTimeout(() => process.exit(1), 100);
}

function bodyOf(error: unknown): ErrorBody {
  if (error instanceof PiperError) return error.toBody();
  return {
    code: 'internal',
    message: `The daemon did not start: ${error instanceof Error ? error.message : String(error)}`,
    remedy: 'Look at daemon.log in the data directory, then start Piper Memory again.',
  };
}
