import { setTimeout as delay } from 'node:timers/promises';
import type { ImportStatus } from '../contract/imports.ts';
import type { MethodInput } from '../contract/methods.ts';
import type { OpenCaller } from './openCaller.ts';
import { importLine } from './render.ts';
import type { Terminal } from './terminal.ts';

/** A line that is drawn over on a screen, and written now and then anywhere else. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

export function progressLine(terminal: Terminal, quiet: boolean): ProgressLine {
  let shown = 0;
  let last = '';
  return {
    show(text) {
      if (quiet || text === last) return;
      last = text;
      if (terminal.interactive) terminal.err(`\r\u001b[K${text.slice(0, 200)}`);
      else if (shown % 25 === 0) terminal.err(`${text}\n`);
      shown += 1;
    },
    clear() {
      if (!quiet && terminal.interactive && shown > 0) terminal.err('\r\u001b[K');
    },
  };
}

/**
 * Starts an import and follows it to its end. The first Ctrl-C cancels it after the batch at hand; a second one ends
 * this process at once, which loses nothing that was acknowledged either.
 */
export async function runImport(
  caller: OpenCaller,
  params: MethodInput<'import.start'>,
  terminal: Terminal,
  progress: ProgressLine,
): Promise<ImportStatus> {
  let status = await caller.call('import.start', params);
  const { importId } = status;
  let wake = () => {};
  const unsubscribe = caller.onNotification((name, heard) => {
    const told = heard as ImportStatus;
    if (name === 'import.progress' && told.importId === importId && told.state !== 'running') wake();
  });
  const ignore = terminal.onInterrupt(() => {
    ignore();
    progress.show('Cancelling after the batch at hand…');
    void caller.call('import.cancel', { importId }).then(
      () => wake(),
      () => wake(),
    );
  });
  try {
    while (status.state === 'running' || status.finishedAt === null) {
      progress.show(importLine(status));
      const told = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([told, delay(200)]);
      const [current] = (await caller.call('import.status', { importId })).imports;
      if (current !== undefined) status = current;
    }
    return status;
  } finally {
    unsubscribe();
    ignore();
    progress.clear();
  }
}

/**
 * Waits until `recall` sees everything, at most `maxMs`: a daemon that lives only for this command would leave the
 * vectors to some later one. Returns how many items it still cannot see; Ctrl-C ends the waiting.
 */
export async function waitForVectors(
  caller: OpenCaller,
  terminal: Terminal,
  progress: ProgressLine,
  maxMs: number,
): Promise<number> {
  let impatient = false;
  const ignore = terminal.onInterrupt(() => {
    ignore();
    impatient = true;
  });
  const pauseMs = 200;
  try {
    for (let waited = 0; ; waited += pauseMs) {
      const { pending, state } = (await caller.call('status', {})).vectors;
      const hopeless = state === 'missing' || state === 'failed' || state === 'off';
      if (pending === 0 || hopeless || impatient || waited >= maxMs) return pending;
      progress.show(
        `Searchable now; making vectors for meaning search: ${pending} to do (Ctrl-C leaves them for later)`,
      );
      await delay(pauseMs);
    }
  } finally {
    ignore();
    progress.clear();
  }
}
