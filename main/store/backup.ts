import { chmodSync, existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { openSqlite } from '../../native/sqlite.ts';
import { PiperError } from '../base/errors.ts';
import { type DataPaths, dataPaths } from './paths.ts';
import { type Database, guardSqlite, mapSqliteError, openDatabase } from './sqlite.ts';

/**
 * Copies a live database to a new file while others go on writing (SQLite's online backup). The copy is whole and
 * needs no log beside it.
 *
 * @returns the copy's size in bytes
 */
export async function backupDatabase(db: Database, destination: string): Promise<number> {
  const name = basename(destination);
  if (existsSync(destination)) {
    throw new PiperError('io', `${name} is already there.`, 'Give a new or empty folder for the backup.');
  }
  try {
    await db.backup(destination);
    chmodSync(destination, 0o600);
    standAlone(destination);
  } catch (error) {
    throw mapSqliteError(error, name);
  }
  return statSync(destination).size;
}

/** A copy in WAL mode could not be read from a read-only disk: a rollback journal needs nothing beside the file. */
function standAlone(file: string): void {
  const copy = openSqlite(file);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/** What a backup folder holds, each file read through once by SQLite itself. */
export interface BackupContents {
  readonly paths: DataPaths;
  /** Names of the database files that are there: `ledger.db` always. */
  readonly databases: readonly string[];
}

/**
 * Checks that a folder is a backup from which a store can be restored: a ledger is there, and every database in it
 * passes SQLite's integrity check. The hash chain is the ledger's to verify. Nothing in the folder is changed.
 *
 * Throws PiperError `not-found` (no ledger there), `store-corrupt` or `store-newer`.
 */
export function verifyBackup(dir: string): BackupContents {
  const paths = dataPaths(dir);
  if (!existsSync(paths.ledger)) {
    throw new PiperError('not-found', `No ledger.db lies in ${dir}.`, 'Name the folder that a backup was made into.');
  }
  const files = [
    { file: paths.ledger, migrations: 'ledger' },
    { file: paths.traces, migrations: 'traces' },
  ].filter(({ file }) => existsSync(file));
  for (const { file, migrations } of files) checkIntegrity(file, migrations);
  return { paths, databases: files.map(({ file }) => basename(file)) };
}

function checkIntegrity(file: string, migrations: string): void {
  const db = openDatabase(file, { role: 'reader', synchronous: 'FULL', migrations });
  try {
    const rows = guardSqlite(basename(file), () => db.pragma('integrity_check(1)') as { integrity_check: string }[]);
    if (rows[0]?.integrity_check !== 'ok') {
      throw new PiperError(
        'store-corrupt',
        `${basename(file)} in the backup is damaged.`,
        'Use another backup; this one cannot be restored.',
      );
    }
  } finally {
    db.close();
  }
}
