import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { PiperError } from '../base/errors.ts';
import { openLog } from '../base/log.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { LedgerReport, Warning } from '../contract/status.ts';
import type { AppendOutcome, EventDraft } from '../ledger/event.ts';
import type { LedgerHead, ReadOnlyReason } from '../ledger/ledger.ts';
import type { VectorWork } from '../policy/vectorKeeper.ts';
import type { OnProgress } from '../projections/projector.ts';
import type { Vectors } from '../projections/vectors/vectors.ts';
import { backupDatabase } from '../store/backup.ts';
import { dataPaths } from '../store/paths.ts';
import { guardSqlite, mapSqliteError } from '../store/sqlite.ts';
import { watchCatchUp } from './catchUpWatch.ts';
import { serveThread } from './thread.ts';
import { isLedgerDamage, openWriterFiles } from './writerFiles.ts';

/** The one thread that writes `ledger.db`, `memory.db` and `cache.db`. */
export interface WriterListener {
  /** How far a long job in this thread is: following the ledger at start, or checking the chain. */
  writerProgress(job: 'rebuild' | 'verify', done: number, total: number): void;
  /**
   * How many acknowledged events the projections lack and what keeps them back, told whenever it changes and before the
   * write that it is about.
   */
  writerBehind(events: number, failure: ErrorBody | null): void;
}

/** Where it writes: `cache` may lie outside the directory and serve other stores too. */
export interface WriterThreadData {
  readonly dir: string;
  readonly cache: string;
}

export interface Opening {
  /** Events that were in the ledger but not yet in the projections. */
  readonly caughtUp: number;
  readonly events: number;
}

/** How the files stand. */
export interface Standing {
  readonly head: LedgerHead;
  readonly readOnly: ReadOnlyReason | null;
  readonly warnings: readonly Warning[];
}

/** What the writer offers. Everything to do with vectors bears the name it has in projections/vectors.ts. */
export interface WriterFunctions extends Pick<Vectors, VectorWork> {
  open(): Promise<Opening>;
  append(drafts: readonly EventDraft[]): AppendOutcome[];
  standing(): Standing;
  behind(): number;
  /** A break that it finds makes the ledger read-only. `quietly`: with pauses, and without a word about progress. */
  verify(quietly: boolean): Promise<LedgerReport>;
  backupLedger(destination: string): Promise<number>;
  swapMemory(rebuilt: string): Promise<void>;
  close(): void;
}

const { dir, cache } = workerData as WriterThreadData;
const paths = { ...dataPaths(dir), cache };
const log = openLog(paths.log);
const files = openWriterFiles(paths, log);
const { ledger } = files;
/** Made anew by a swap or a repair: asked for at each call. */
const vectors = () => files.memory.vectors;

const functions: WriterFunctions = {
  async open() {
    const caughtUp = await files.catchUp(rebuildProgress);
    watch.look();
    return { caughtUp, events: files.head().seq };
  },
  append(drafts) {
    try {
      return files.memory.writeModel.append(drafts);
    } catch (error) {
      // What the projections fail at is not thrown: this is the ledger itself.
      if (ledger.readOnly !== null || !isLedgerDamage(error)) throw error;
      files.freezeDamaged(error);
      return files.memory.writeModel.append(drafts);
    } finally {
      watch.look();
    }
  },
  standing: () => ({ head: files.head(), readOnly: ledger.readOnly, warnings: files.warnings }),
  behind: () => files.behind().events,
  async verify(quietly) {
    const steps = ledger.verifySteps();
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return heeded(step.value);
      if (!quietly) void listener.writerProgress('verify', step.value.done, step.value.total);
      // Between two pages others may write.
      await (quietly ? pause(20) : setImmediate());
    }
  },
  async backupLedger(destination) {
    if (files.ledgerDb) return backupDatabase(files.ledgerDb, destination);
    const remedy = 'Bring back an earlier backup with `piper-memory restore`.';
    throw new PiperError('ledger-corrupt', 'The ledger cannot be read, so it cannot be backed up.', remedy);
  },
  async swapMemory(rebuilt) {
    try {
      await files.swapMemory(rebuilt, rebuildProgress);
    } finally {
      watch.look();
    }
  },
  adopt: (embedder) => vectors().adopt(embedder),
  pending: (limit) => vectors().pending(limit),
  withhold: (rows) => vectors().withhold(rows),
  restore: (embedderId, rows) => vectors().restore(embedderId, rows),
  store: (embedderId, rows) => vectors().store(embedderId, rows),
  freshBatch: (embedderId, limit) => vectors().freshBatch(embedderId, limit),
  markSettled: (embedderId, rows) => vectors().markSettled(embedderId, rows),
  unsettleAll: () => vectors().unsettleAll(),
  removals: (limit) => vectors().removals(limit),
  removed: (items) => vectors().removed(items),
  strangers: (refs) => vectors().strangers(refs),
  counts: () => vectors().counts(),
  forgetOthers: (embedderId) => vectors().forgetOthers(embedderId),
  sweepCache: (after, limit) => vectors().sweepCache(after, limit),
  close() {
    watch.stop();
    files.close();
    log.close();
  },
};

const listener = serveThread<WriterListener>(guarded(functions));

const watch = watchCatchUp({
  behind: () => files.behind(),
  catchUp: () => files.memory.writeModel.catchUp(),
  tell(events, error) {
    const failure = error === null ? null : mapSqliteError(error, 'memory.db');
    if (failure !== null) log.error('writer.projections-behind', failure, { events });
    void listener.writerBehind(events, failure instanceof PiperError ? failure.toBody() : null);
  },
});

function rebuildProgress({ done, total }: Parameters<OnProgress>[0]): void {
  void listener.writerProgress('rebuild', done, total);
}

/** What SQLite throws here without more ado is about `memory.db`: the ledger gives its errors their names itself. */
function guarded(offered: WriterFunctions): object {
  return Object.fromEntries(
    Object.entries(offered).map(([name, call]: [string, (...args: never[]) => unknown]) => [
      name,
      (...args: never[]) => guardSqlite('memory.db', () => call(...args)),
    ]),
  );
}

/** A break in the chain, wherever it is found, ends the writing. */
function heeded(report: LedgerReport): LedgerReport {
  if (report.break !== null && ledger.readOnly === null) {
    log.warn('writer.chain-broken', { seq: report.break.seq });
    ledger.freeze(report.break);
  }
  return report;
}
