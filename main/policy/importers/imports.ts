import type { Clock } from '../../base/clock.ts';
import { PiperError } from '../../base/errors.ts';
import type { Ids } from '../../base/ids.ts';
import type { ImportFormat, ImportPreview, ImportStatus } from '../../contract/imports.ts';
import { toInstant } from '../../contract/time.ts';
import type { EventDraft } from '../../ledger/event.ts';
import type { ImportJob, Tally } from './runImport.ts';

/** One import at work in its own thread. */
export interface ImportRun {
  readonly done: Promise<Tally>;
  cancel(): void;
}

export interface ImportPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly uploads: string;
  preview(job: Omit<ImportJob, 'dryRun'>): Promise<ImportPreview>;
  run(job: ImportJob, onProgress: (tally: Tally) => void): ImportRun;
  append(drafts: readonly EventDraft[]): Promise<unknown>;
  onProgress(status: ImportStatus): void;
  /** Uploaded copies have served when their import ended; a dry run is followed by the real one. */
  discard(paths: readonly string[]): Promise<void>;
}

export interface Imports {
  preview(paths: readonly string[], options: ImportOptions): Promise<ImportPreview>;
  start(paths: readonly string[], options: ImportOptions & { dryRun: boolean }): Promise<ImportStatus>;
  status(importId?: string): ImportStatus[];
  cancel(importId: string): Promise<ImportStatus>;
  close(): Promise<void>;
}

export interface ImportOptions {
  readonly namespace?: string | undefined;
  readonly format?: ImportFormat | undefined;
}

interface Entry {
  status: ImportStatus;
  run: ImportRun | null;
  settled: Promise<void>;
}

/** The imports of this daemon's life: started at once, written one after the other by the one writer. */
export function openImports(ports: ImportPorts): Imports {
  const entries = new Map<string, Entry>();
  const find = (importId: string): Entry => {
    const entry = entries.get(importId);
    if (entry) return entry;
    throw new PiperError(
      'not-found',
      `importId names ${JSON.stringify(importId)}, which is no import of this daemon's life.`,
      `import.status without an importId shows those that there are${entries.size === 0 ? ': none so far' : ''}; import.start begins one.`,
    );
  };

  async function follow(entry: Entry, job: ImportJob): Promise<void> {
    const started = ports.clock.now();
    entry.run = ports.run(job, (tally) => {
      entry.status = { ...entry.status, ...countsOf(tally), etaMs: etaOf(tally, ports.clock.now() - started) };
      ports.onProgress(entry.status);
    });
    try {
      const tally = await entry.run.done;
      const cancelled = entry.status.state === 'cancelled';
      entry.status = { ...entry.status, ...countsOf(tally), state: cancelled ? 'cancelled' : 'finished' };
      if (!job.dryRun && tally.written > 0) await ports.append([importEvent(entry.status, tally)]);
    } catch (error) {
      const body = error instanceof PiperError ? error : unexpected(error);
      entry.status = { ...entry.status, state: 'failed', error: body.toBody() };
    }
    entry.status = { ...entry.status, finishedAt: toInstant(ports.clock.now()), etaMs: null };
    ports.onProgress(entry.status);
    // A copy that stays behind goes at the next start, with the whole folder.
    if (!job.dryRun) await ports.discard(job.paths).catch(() => {});
  }

  return {
    preview: (paths, { namespace, format }) => ports.preview({ paths, namespace, format, uploads: ports.uploads }),
    async start(paths, { namespace, format, dryRun }) {
      const importId = ports.ids.next();
      const job: ImportJob = { paths, namespace, format, dryRun, uploads: ports.uploads };
      const entry: Entry = {
        status: newStatus(importId, dryRun, ports.clock.now()),
        run: null,
        settled: Promise.resolve(),
      };
      entries.set(importId, entry);
      entry.settled = follow(entry, job);
      return entry.status;
    },
    status(importId) {
      if (importId) return [find(importId).status];
      return [...entries.values()].map(({ status }) => status).reverse();
    },
    async cancel(importId) {
      const entry = find(importId);
      if (entry.status.state === 'running') {
        entry.status = { ...entry.status, state: 'cancelled' };
        entry.run?.cancel();
        await entry.settled;
      }
      return entry.status;
    },
    async close() {
      for (const { run, status } of entries.values()) if (status.state === 'running') run?.cancel();
      await Promise.all([...entries.values()].map(({ settled }) => settled));
    },
  };
}

function newStatus(importId: string, dryRun: boolean, now: number): ImportStatus {
  return {
    importId,
    state: 'running',
    dryRun,
    files: 0,
    filesDone: 0,
    bytes: 0,
    bytesDone: 0,
    written: 0,
    already: 0,
    unresolved: 0,
    rejected: 0,
    rejectedRows: [],
    namespaces: [],
    startedAt: toInstant(now),
    finishedAt: null,
    etaMs: null,
    error: null,
  };
}

function countsOf({ formats: _, ...counts }: Tally) {
  return counts;
}

function etaOf({ bytes, bytesDone }: Tally, elapsedMs: number): number | null {
  return bytesDone === 0 ? null : Math.round((elapsedMs * (bytes - bytesDone)) / bytesDone);
}

function importEvent(status: ImportStatus, tally: Tally): EventDraft<'import'> {
  return {
    eventType: 'import',
    actor: 'import',
    sourceType: 'import',
    privacyClass: 'internal',
    retentionClass: 'keep',
    namespace: tally.namespaces[0] ?? 'default',
    payload: {
      importId: status.importId,
      format: tally.formats.join('+') || 'none',
      files: tally.files,
      written: tally.written,
      already: tally.already,
      rejected: tally.rejected,
      outcome: status.state === 'cancelled' ? 'cancelled' : 'finished',
    },
  };
}

function unexpected(error: unknown): PiperError {
  return new PiperError(
    'internal',
    'The import stopped on an unexpected error.',
    'Start it again: what was written stays, and nothing is added twice.',
    { cause: error },
  );
}
