import { setImmediate } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { uuidv7 } from '../base/ids.ts';
import { openLog } from '../base/log.ts';
import type { LedgerReport, Warning } from '../contract/status.ts';
import type { AppendOutcome, EventDraft } from '../ledger/event.ts';
import { type LedgerHead, openLedger, type ReadOnlyReason } from '../ledger/ledger.ts';
import { openLedgerFile } from '../ledger/open.ts';
import type { SettledRef } from '../projections/vectorReads.ts';
import type { VectorCounts, VectorOf } from '../projections/vectorState.ts';
import type { ItemRef, MadeVector, MovingVector, PendingText } from '../projections/vectors.ts';
import { backupDatabase } from '../store/backup.ts';
import { openEmbeddingCache } from '../store/embeddingCache.ts';
import { dataPaths } from '../store/paths.ts';
import { checkpoint, type Database, openDatabase } from '../store/sqlite.ts';
import { type MemoryFile, openMemoryFile, removeDatabase, replaceDatabase } from './memoryFile.ts';
import { serveThread } from './thread.ts';

/** The one thread that writes `ledger.db`, `memory.db` and `cache.db`. */
export interface WriterListener {
  /** How far a long job in this thread is: following the ledger at start, or checking the chain. */
  writerProgress(job: 'rebuild' | 'verify', done: number, total: number): void;
}

export interface Opening {
  readonly readOnly: ReadOnlyReason | null;
  readonly warnings: readonly Warning[];
  /** Events that were in the ledger but not yet in the projections. */
  readonly caughtUp: number;
}

/** What the writer offers. Everything to do with vectors bears the name it has in projections/vectors.ts. */
export interface WriterFunctions {
  open(): Promise<Opening>;
  append(drafts: readonly EventDraft[]): AppendOutcome[];
  head(): LedgerHead;
  behind(): number;
  verify(): Promise<LedgerReport>;
  backupLedger(destination: string): Promise<number>;
  swapMemory(rebuilt: string): Promise<void>;
  adopt(embedder: { readonly id: string; readonly dimensions: number }): void;
  pending(limit: number): PendingText[];
  restore(embedderId: string, rows: readonly VectorOf[]): number[];
  store(embedderId: string, rows: readonly MadeVector[]): number;
  freshBatch(embedderId: string, limit: number): MovingVector[];
  markSettled(embedderId: string, rows: readonly VectorOf[]): number;
  unsettleAll(): number;
  removals(limit: number): ItemRef[];
  removed(items: readonly ItemRef[]): void;
  strangers(refs: readonly SettledRef[]): ItemRef[];
  counts(): VectorCounts;
  forgetOthers(embedderId: string): void;
  sweepCache(after: string, limit: number): string | null;
  close(): void;
}

const { dir } = workerData as { dir: string };
const paths = dataPaths(dir);
const log = openLog(paths.log);
const warnings: Warning[] = [];
const ledgerOptions = { clock: systemClock, ids: uuidv7(systemClock) };
const ledgerFile = openLedgerFile(paths.ledger, ledgerOptions);
let { ledger } = ledgerFile;
const cacheDb = openRebuildable(paths.cache, 'cache.db', (path) =>
  openDatabase(path, { role: 'writer', synchronous: 'NORMAL', migrations: 'cache' }),
);
const cache = openEmbeddingCache(cacheDb);
const openMemory = (path: string) => openMemoryFile(path, ledger, cache);
let memory: MemoryFile = openRebuildable(paths.memory, 'memory.db', openMemory);
refuseLostTail();

/**
 * A hash chain cannot show that its end is missing; the projections can, because they have seen it. Writing on would
 * give numbers away twice.
 */
function refuseLostTail(): void {
  const seen = memory.projector.position();
  const { seq } = ledger.head();
  if (ledgerFile.db === null || seen <= seq) return;
  const reason = `it ends at event ${seq}, but the projections have seen event ${seen}`;
  memory.close();
  ledger = openLedger(ledgerFile.db, { ...ledgerOptions, readOnly: { seq: seq + 1, reason } });
  memory = openMemory(paths.memory);
}

const listener = serveThread<WriterListener>({
  open: async () => ({ caughtUp: await catchUpAsFarAsPossible(), readOnly: ledger.readOnly, warnings }),
  append: (drafts) => memory.writeModel.append(drafts),
  head: () => ledger.head(),
  behind: () => memory.writeModel.behind().events,
  async verify() {
    const steps = ledger.verifySteps();
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      listener.writerProgress('verify', step.value.done, step.value.total);
      // Between two pages others may write.
      await setImmediate();
    }
  },
  async backupLedger(destination) {
    if (ledgerFile.db) return backupDatabase(ledgerFile.db, destination);
    const remedy = 'Bring back an earlier backup with `piper-memory restore`.';
    throw new PiperError('ledger-corrupt', 'The ledger cannot be read, so it cannot be backed up.', remedy);
  },
  /** Puts the rebuilt file in place and follows what was written meanwhile. Readers have let go of the old one. */
  async swapMemory(rebuilt) {
    memory.close();
    replaceDatabase(paths.memory, rebuilt);
    memory = openMemory(paths.memory);
    await catchUp();
  },
  adopt: (embedder) => memory.vectors.adopt(embedder),
  pending: (limit) => memory.vectors.pending(limit),
  restore: (embedderId, rows) => memory.vectors.restore(embedderId, rows),
  store: (embedderId, rows) => memory.vectors.store(embedderId, rows),
  freshBatch: (embedderId, limit) => memory.vectors.freshBatch(embedderId, limit),
  markSettled: (embedderId, rows) => memory.vectors.markSettled(embedderId, rows),
  unsettleAll: () => memory.vectors.unsettleAll(),
  removals: (limit) => memory.vectors.removals(limit),
  removed: (items) => memory.vectors.removed(items),
  strangers: (refs) => memory.vectors.strangers(refs),
  counts: () => memory.vectors.counts(),
  forgetOthers: (embedderId) => memory.vectors.forgetOthers(embedderId),
  sweepCache: (after, limit) => memory.vectors.sweepCache(after, limit),
  close() {
    for (const db of [memory.db, cacheDb]) closeTidily(db);
    ledgerFile.close();
    log.close();
  },
} satisfies WriterFunctions);

/** A ledger that is damaged still leaves what was projected before to be asked. */
async function catchUpAsFarAsPossible(): Promise<number> {
  try {
    return await catchUp();
  } catch (error) {
    if (ledger.readOnly === null) throw error;
    log.error('writer.ledger-unreadable', error);
    return 0;
  }
}

/** Follows the ledger to its head. Damage that shows only now costs a rebuild, not the start. */
async function catchUp(): Promise<number> {
  const onProgress = ({ done, total }: { done: number; total: number }) =>
    listener.writerProgress('rebuild', done, total);
  try {
    return await memory.writeModel.catchUp(onProgress);
  } catch (error) {
    if (!isDamage(error)) throw error;
    memory.close();
    memory = remade(paths.memory, 'memory.db', openMemory, error);
    return memory.writeModel.catchUp(onProgress);
  }
}

function openRebuildable<T>(path: string, name: string, open: (path: string) => T): T {
  try {
    return open(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return remade(path, name, open, error);
  }
}

/** A file that can be made again is not worth a refusal to start: it is thrown away, and that is said. */
function remade<T>(path: string, name: string, open: (path: string) => T, error: unknown): T {
  log.error('writer.file-damaged', error, { path: name });
  removeDatabase(path);
  warnings.push({
    code: 'rebuilt',
    message: `${name} was damaged and has been made again from the ledger.`,
    remedy: 'Nothing is lost. If it happens again, check the disk.',
  });
  return open(path);
}

function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'store-corrupt' || /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** Empties the write-ahead log, so that the next start need not read it. */
function closeTidily(db: Database): void {
  try {
    checkpoint(db);
  } finally {
    db.close();
  }
}
