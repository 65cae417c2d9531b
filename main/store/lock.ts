import { type Database, openSqlite } from '../../native/sqlite.ts';
import { PiperError } from '../base/errors.ts';
import { makeFolder } from './makeFolder.ts';
import type { DataPaths } from './paths.ts';
import { guardSqlite, mapSqliteError } from './sqlite.ts';

/** Held for as long as the daemon lives. */
export interface DataLock {
  release(): void;
}

/**
 * Makes the data directory if need be and takes it for this process alone. The lock is an exclusive transaction on an
 * empty SQLite file: the operating system gives it back when the process dies, however it dies, on every platform.
 * Nothing but SQLite may open and close `daemon.lock` in this process: POSIX drops a lock with the first close.
 *
 * Throws PiperError `store-locked` when another process holds it.
 */
export function acquireLock(paths: DataPaths): DataLock {
  const db = openLockFile(paths);
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!isBusy(error)) throw lockFailure(error);
    throw new PiperError(
      'store-locked',
      `Another daemon serves ${paths.dir}; one data directory has one daemon.`,
      `Talk to it (\`piper-memory status --data ${paths.dir}\`), stop it (\`piper-memory rpc admin.shutdown '{}' --data ${paths.dir}\`), or give another directory with --data.`,
    );
  }
  held.add(db);
  return {
    release() {
      held.delete(db);
      db.close();
    },
  };
}

/** A connection that nobody refers to any more is closed when memory is tidied up, and its lock would go with it. */
const held = new Set<Database>();

function openLockFile(paths: DataPaths): Database {
  return guardSqlite(paths.dir, () => {
    makeFolder(paths.dir);
    return openSqlite(paths.lock, { busyMs: 0 });
  });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

function lockFailure(error: unknown): unknown {
  const mapped = mapSqliteError(error, 'daemon.lock');
  if (!(mapped instanceof PiperError) || mapped.code !== 'store-corrupt') return mapped;
  return new PiperError(mapped.code, mapped.message, 'The file holds no data: delete daemon.lock and start again.', {
    cause: error,
  });
}
