import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { resourcePath } from '../../native/resources.ts';
import { type Database, openSqlite } from '../../native/sqlite.ts';
import { PiperError } from '../base/errors.ts';
import { makeFolder } from './makeFolder.ts';

export type { Database, Statement } from '../../native/sqlite.ts';

/** How a file is opened: by its one writer, or by any number of readers. */
export interface DatabaseOptions {
  readonly role: 'writer' | 'reader';
  /** FULL: a commit is on the disk when it returns. NORMAL: a power cut may cost the last commits, never the file. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** A folder under `resources/migrations/`, applied by the writer. */
  readonly migrations: string;
  /** Bytes of a page, for a file that is made anew: large blobs are read faster from large pages. 4,096 unless given. */
  readonly pageSize?: number | undefined;
  /** Runs after the settings and before the migrations: loads extensions that these need. */
  readonly prepare?: ((db: Database) => void) | undefined;
}

/**
 * Opens one file of the data directory, ready for use: WAL, secure delete, migrated to the newest schema. Readers
 * expect the file to exist. Throws PiperError `store-corrupt` (not a SQLite file, or damaged), `store-newer`,
 * `disk-full` or `io`.
 */
export function openDatabase(path: string, options: DatabaseOptions): Database {
  return guardSqlite(basename(path), () => {
    if (options.role === 'writer') makeOwnerOnly(path);
    const db = openSqlite(path, { readonly: options.role === 'reader' });
    try {
      configure(db, options);
      options.prepare?.(db);
      if (options.role === 'writer') migrate(db, options.migrations, basename(path));
      else refuseNewer(db, newest(migrationsIn(options.migrations)), basename(path));
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Stored text is its owner's alone: SQLite gives the log and index beside the file the file's own mode. */
function makeOwnerOnly(path: string): void {
  if (path === ':memory:') return;
  makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
}

function configure(db: Database, { role, synchronous, pageSize = 4096 }: DatabaseOptions): void {
  if (role === 'writer') {
    db.pragma(`page_size = ${pageSize}`);
    db.pragma('journal_mode = WAL');
    // An erased row must leave no bytes behind in free pages.
    db.pragma('secure_delete = ON');
    db.pragma(`synchronous = ${synchronous}`);
  }
  db.pragma('foreign_keys = ON');
  // Sorting must not spill stored text into temporary files outside the data directory.
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -32000');
  // Touches the file, so that one that is not a database is found here and not at the first question.
  db.pragma('schema_version');
}

interface Migration {
  readonly version: number;
  readonly file: string;
}

/** `001-items.sql` brings the schema to version 1; the numbers of one folder ascend but need not be gapless. */
function migrationsIn(folder: string): Migration[] {
  return readdirSync(resourcePath('migrations', folder))
    .filter((file) => /^\d{3}-.+\.sql$/.test(file))
    .sort()
    .map((file) => ({ version: Number(file.slice(0, 3)), file }));
}

function newest(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

function migrate(db: Database, folder: string, name: string): void {
  const migrations = migrationsIn(folder);
  refuseNewer(db, newest(migrations), name);
  const present = schemaVersion(db);
  for (const { version, file } of migrations.filter((migration) => migration.version > present)) {
    const sql = readFileSync(resourcePath('migrations', folder, file), 'utf8');
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${version}`);
    }).immediate();
  }
}

function refuseNewer(db: Database, known: number, name: string): void {
  const present = schemaVersion(db);
  if (present <= known) return;
  throw new PiperError(
    'store-newer',
    `${name} has schema version ${present}; this program knows versions up to ${known}.`,
    'Start the newer version of Piper Memory that wrote it, or use another data directory.',
  );
}

function schemaVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Moves everything in the write-ahead log into the file and empties the log; false while a reader holds it open. */
export function checkpoint(db: Database): boolean {
  const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return row?.busy === 0;
}

/** Runs `work`; a SQLite error that a caller can act on comes out as a PiperError about `what` (a file or an act). */
export function guardSqlite<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw mapSqliteError(error, what);
  }
}

/**
 * Gives a SQLite or file-system error its code, sentence and remedy; whatever is not one of these comes back as it is.
 * The sentence never holds SQLite's own message, which may quote stored text; it stays in the cause.
 */
export function mapSqliteError(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || error instanceof PiperError || !('code' in error)) return error;
  const sqlite = String(error.code);
  const known = meanings.find(({ codes }) => codes.some((code) => sqlite === code || sqlite.startsWith(`${code}_`)));
  if (known === undefined) return error;
  const options = { cause: error, data: { file: what } };
  return new PiperError(known.code, `${what}: ${known.sentence} (${sqlite}).`, known.remedy, options);
}

const meanings = [
  {
    codes: ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'SQLITE_IOERR_SHMSIZE'],
    code: 'disk-full',
    sentence: 'the disk is full; nothing of this was written',
    remedy: 'Free some space on the disk that holds the data directory and try again. What was acknowledged is safe.',
  },
  {
    codes: ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_FORMAT'],
    code: 'store-corrupt',
    sentence: 'the file is damaged or is not a SQLite database',
    remedy:
      'Keep a copy of the file. `piper-memory restore` brings back a backup; everything but ledger.db and traces.db is rebuilt from the ledger.',
  },
  {
    codes: ['SQLITE_READONLY', 'EROFS'],
    code: 'io',
    sentence: 'the file cannot be written',
    remedy: 'Give this user write permission for the data directory and its files, or use another one with --data.',
  },
  {
    codes: [
      'SQLITE_CANTOPEN',
      'SQLITE_PERM',
      'SQLITE_AUTH',
      'EACCES',
      'EPERM',
      'ENOENT',
      'ENOTDIR',
      'EISDIR',
      'EMFILE',
    ],
    code: 'io',
    sentence: 'the file cannot be opened',
    remedy: 'Check that the data directory exists and that this user may read and write it.',
  },
  {
    codes: ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'],
    code: 'io',
    sentence: 'another program holds the file',
    remedy: 'Close other programs that have the database open, and try again.',
  },
  {
    codes: ['SQLITE_IOERR', 'EIO', 'SQLITE_NOLFS'],
    code: 'io',
    sentence: 'reading or writing the file failed',
    remedy: 'Check the disk and its free space, then start the daemon again.',
  },
] as const;
