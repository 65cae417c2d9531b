import { renameSync, statSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';
import pino from 'pino';
import { PiperError } from './errors.ts';

/**
 * What a log line may tell. The list is closed, so that nothing which holds stored text (a query, a memory, a title,
 * a namespace, an item id) has a place to go.
 */
export interface LogFields {
  readonly method?: string | undefined;
  readonly role?: string | undefined;
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly projection?: string | undefined;
  readonly embedder?: string | undefined;
  readonly path?: string | undefined;
  readonly version?: string | undefined;
  readonly thread?: string | undefined;
  readonly jobId?: string | undefined;
  readonly reference?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly connection?: number | undefined;
  readonly pid?: number | undefined;
  readonly seq?: number | undefined;
  readonly events?: number | undefined;
  readonly items?: number | undefined;
  readonly count?: number | undefined;
  readonly bytes?: number | undefined;
  readonly latencyMs?: number | undefined;
  readonly ok?: boolean | undefined;
}

/** Events are named like `daemon.started`: a word, never a sentence with values in it. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** An error is told by its name, code and stack frames; its message may quote stored text and stays out. */
  error(event: string, error: unknown, fields?: LogFields): void;
  close(): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * Appends JSON lines to a file that its owner alone can read. A log that cannot be written loses lines and harms
 * nobody. Past 10 MB the file is set aside as `.1` when the main thread opens it.
 */
export function openLog(file: string, level: LogLevel = 'info'): Log {
  const destination = openFile(file);
  if (destination === null) return silentLog;
  const logger = pino({ level, base: { pid: process.pid, threadId } }, destination);
  let closed = false;
  // What ends after the log (a thread's last word) is no reason to fall.
  const unlessClosed = (write: () => void) => {
    if (!closed) write();
  };
  return {
    debug: (event, fields) => unlessClosed(() => logger.debug(safeFields(fields), safeWord(event))),
    info: (event, fields) => unlessClosed(() => logger.info(safeFields(fields), safeWord(event))),
    warn: (event, fields) => unlessClosed(() => logger.warn(safeFields(fields), safeWord(event))),
    error: (event, error, fields) =>
      unlessClosed(() => logger.error({ ...safeFields(fields), error: describeError(error) }, safeWord(event))),
    close() {
      if (!closed) destination.destroy();
      closed = true;
    },
  };
}

/** For tests and tools that have no data directory. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, close() {} };

function openFile(file: string) {
  try {
    if (isMainThread) setAside(file);
    const opened = pino.destination({ dest: file, append: true, mode: 0o600, sync: true, maxLength: 1_000_000 });
    return opened.on('error', () => {});
  } catch {
    return null;
  }
}

function setAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) renameSync(file, `${file}.1`);
}

function safeFields(fields: LogFields = {}): Record<string, string | number | boolean> {
  const safe: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(fields) as [string, unknown][]) {
    if (typeof value === 'number' || typeof value === 'boolean') safe[key] = value;
    else if (typeof value === 'string') safe[key] = safeWord(value);
  }
  return safe;
}

/** A second fence behind the types: what is longer than a name, or has a space in it, is not a name. */
function safeWord(value: string): string {
  return /^[\w.:@/+#-]{1,120}$/.test(value) ? value : '(withheld)';
}

interface ErrorDescription {
  readonly name: string;
  readonly code: string | null;
  readonly frames: readonly string[];
  readonly cause: ErrorDescription | null;
}

function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, code: null, frames: [], cause: null };
  const code = error instanceof PiperError || 'code' in error ? safeWord(String(error.code)) : null;
  const cause = error.cause === undefined || depth === 3 ? null : describeError(error.cause, depth + 1);
  return { name: safeWord(error.name), code, frames: frames(error), cause };
}

/** Function names and places: the unbroken run of lines at the stack's end, the message taken out first. */
function frames(error: Error): string[] {
  const lines = (error.stack ?? '').replace(error.message, '').split('\n');
  const first = lines.length - [...lines].reverse().findIndex((line) => !/^ {4}at \S/.test(line));
  return lines.slice(first, first + 12).map((line) => line.trim());
}
