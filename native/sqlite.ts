import BetterSqlite3 from 'better-sqlite3';

/** A SQLite connection (better-sqlite3: synchronous, one connection a thread). */
export type Database = BetterSqlite3.Database;
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = BetterSqlite3.Statement<
  Parameters,
  Row
>;

/**
 * Opens a SQLite file with the bundled binary. A read-only connection never makes the file; a writing one does.
 * Throws `SqliteError`: `store/sqlite.ts` gives it a code, a sentence and a remedy.
 *
 * @param path the file, or `:memory:`
 * @param options `busyMs`: how long a statement waits for another connection's lock, 5,000 ms unless given
 */
export function openSqlite(path: string, options: { readonly?: boolean; busyMs?: number } = {}): Database {
  const readonly = options.readonly ?? false;
  return new BetterSqlite3(path, { readonly, fileMustExist: readonly, timeout: options.busyMs ?? 5000 });
}
