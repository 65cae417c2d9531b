import { statSync } from 'node:fs';
import { systemClock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { uuidv7 } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { Warning } from '../contract/status.ts';
import type { EventDraft, LedgerEvent } from '../ledger/event.ts';
import type { Ledger, LedgerHead } from '../ledger/ledger.ts';
import { openLedgerFile } from '../ledger/open.ts';
import { extractionDrafts } from '../projections/items/extractionDrafts.ts';
import type { OnProgress } from '../projections/projector.ts';
import type { Behind } from '../projections/writeModel.ts';
import { type EmbeddingCache, openEmbeddingCache } from '../store/embeddingCache.ts';
import { damagedFile, mending } from '../store/mending.ts';
import { type DataPaths, dataPaths } from '../store/paths.ts';
import { checkpoint, type Database, openDatabase } from '../store/sqlite.ts';
import { type MemoryFile, openMemoryFile, removeDatabase, replaceDatabase, setDatabaseAside } from './memoryFile.ts';
import { rebuiltWarning } from './rebuiltWarning.ts';

/** The three files that the writer alone writes, and what becomes of them when they are found damaged. */
export interface WriterFiles {
  readonly ledger: Ledger;
  /** Null where SQLite cannot read `ledger.db`. */
  readonly ledgerDb: Database | null;
  /** Another one after a swap or a repair: ask each time. */
  readonly memory: MemoryFile;
  /** What was made again since the start. */
  readonly warnings: readonly Warning[];
  /** The ledger's head, or the last that could be read. */
  head(): LedgerHead;
  behind(): Behind;
  /** A ledger that can no longer be read where it must be is closed to writing, not mended. */
  freezeDamaged(error: unknown): void;
  /** Follows the ledger to its head, as far as a damaged one allows; how many events there were. */
  catchUp(onProgress: OnProgress): Promise<number>;
  /** Puts a rebuilt file in the place of `memory.db`, which nobody else holds open, and follows what was written meanwhile. */
  swapMemory(rebuilt: string, onProgress: OnProgress): Promise<void>;
  close(): void;
}

export function openWriterFiles(paths: DataPaths, log: Log): WriterFiles {
  const warnings: Warning[] = [];
  const {
    ledger,
    db: ledgerDb,
    close: closeLedger,
  } = openLedgerFile(paths.ledger, {
    clock: systemClock,
    ids: uuidv7(systemClock),
    follow: statementsIn,
  });
  let lastHead = ledger.head();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

  /** What the rules read in a text. Should they fail at it, the text is written all the same. */
  function statementsIn(event: LedgerEvent): EventDraft[] {
    try {
      return extractionDrafts(event, timeZone);
    } catch (error) {
      log.error('writer.extraction-failed', error, { seq: event.seq });
      return [];
    }
  }

  // A rebuild that a crash cut short.
  removeDatabase(`${paths.memory}.new`);
  let cacheDb = openOrRemake(paths.cache, 'cache.db', openCacheDb);
  const shared = paths.cache !== dataPaths(paths.dir).cache;
  const openCache = (db: Database) => (shared ? forgettingNothing(openEmbeddingCache(db)) : openEmbeddingCache(db));
  const cache = mending(openCache(cacheDb), (_, error) => {
    cacheDb.close();
    cacheDb = remake(paths.cache, 'cache.db', openCacheDb, error);
    return openCache(cacheDb);
  });
  const openMemory = (path: string) => openMemoryFile(path, ledger, cache);
  if (lastHead.seq > 0 && isEmpty(paths.memory)) warnings.push(rebuiltWarning('memory.db', 'missing or empty'));
  let memory = openOrRemake(paths.memory, 'memory.db', openMemory);
  refuseLostTail();

  function openOrRemake<T>(path: string, name: string, open: (path: string) => T): T {
    try {
      return open(path);
    } catch (error) {
      if (damagedFile(error, name) !== name) throw error;
      return remake(path, name, open, error);
    }
  }

  /**
   * A file that can be made again is not worth a refusal to start: it is thrown away, and that is said. What a damaged
   * ledger might not give back is set aside.
   */
  function remake<T>(path: string, name: string, open: (path: string) => T, error: unknown): T {
    log.error('writer.file-damaged', error, { path: name });
    if (ledger.readOnly === null || name !== 'memory.db') {
      removeDatabase(path);
      warnings.push(rebuiltWarning(name));
    } else {
      const aside = setDatabaseAside(path, systemClock.now());
      warnings.push({
        code: 'rebuilt',
        message: `memory.db was damaged and has been made again as far as the damaged ledger allows; the old file is ${aside}.`,
        remedy: 'Bring back a backup with `piper-memory restore`.',
      });
    }
    return open(path);
  }

  /**
   * A hash chain cannot show that its end is missing; the projections can, because they have seen it. Writing on would
   * give numbers away twice.
   */
  function refuseLostTail(): void {
    const seen = memory.projector.position();
    const { seq } = lastHead;
    if (seen <= seq) return;
    ledger.freeze({ seq: seq + 1, reason: `it ends at event ${seq}, but the projections have seen event ${seen}` });
  }

  function freezeDamaged(error: unknown): void {
    if (ledger.readOnly !== null) return;
    log.error('writer.ledger-damaged', error);
    const { break: found } = ledger.verify();
    ledger.freeze(found ?? { seq: null, reason: 'ledger.db is damaged' });
  }

  /** Damage of `memory.db` that shows only now costs a rebuild, not the start. */
  async function follow(onProgress: OnProgress): Promise<number> {
    try {
      return await memory.writeModel.catchUp(onProgress);
    } catch (error) {
      if (damagedFile(error, 'memory.db') !== 'memory.db') throw error;
      memory.close();
      memory = remake(paths.memory, 'memory.db', openMemory, error);
      return memory.writeModel.catchUp(onProgress);
    }
  }

  async function catchUp(onProgress: OnProgress): Promise<number> {
    try {
      return await follow(onProgress);
    } catch (error) {
      if (!isLedgerDamage(error)) throw error;
      freezeDamaged(error);
      return 0;
    }
  }

  return {
    ledger,
    ledgerDb,
    get memory() {
      return memory;
    },
    warnings,
    head() {
      try {
        lastHead = ledger.head();
      } catch (error) {
        if (!isLedgerDamage(error)) throw error;
        freezeDamaged(error);
      }
      return lastHead;
    },
    behind() {
      // How much is missing nobody can say: but not that there is nothing.
      if (ledgerDb === null && memory.projector.position() === 0) return { events: 1, error: unreadable() };
      try {
        return memory.writeModel.behind();
      } catch (error) {
        if (!isLedgerDamage(error)) throw error;
        freezeDamaged(error);
        return { events: Math.max(0, lastHead.seq - memory.projector.position()), error };
      }
    },
    freezeDamaged,
    catchUp,
    async swapMemory(rebuilt, onProgress) {
      memory.close();
      try {
        replaceDatabase(paths.memory, rebuilt);
      } finally {
        // Whatever went wrong: a writer without a file could project nothing any more.
        memory = openMemory(paths.memory);
        await catchUp(onProgress);
      }
    },
    close() {
      for (const db of [memory.db, cacheDb]) closeTidily(db, log);
      closeLedger();
    },
  };
}

function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Whether it is the ledger that cannot be read, as a file or as the events that it holds. */
export function isLedgerDamage(error: unknown): boolean {
  return (
    (error instanceof PiperError && error.code === 'ledger-corrupt') || damagedFile(error, 'memory.db') === 'ledger.db'
  );
}

function unreadable(): PiperError {
  const remedy = 'Bring back a backup with `piper-memory restore`.';
  return new PiperError('ledger-corrupt', 'Neither the ledger nor what was made from it can be read.', remedy);
}

function openCacheDb(path: string): Database {
  return openDatabase(path, { role: 'writer', synchronous: 'NORMAL', migrations: 'cache' });
}

/** A cache that serves several stores: what one of them no longer wants, another may. */
function forgettingNothing(cache: EmbeddingCache): EmbeddingCache {
  return { ...cache, forget() {}, forgetOthers() {} };
}

/** Empties the write-ahead log, so that the next start need not read it; where that cannot be, the next start does. */
function closeTidily(db: Database, log: Log): void {
  try {
    checkpoint(db);
  } catch (error) {
    log.error('writer.checkpoint-failed', error);
  } finally {
    db.close();
  }
}
