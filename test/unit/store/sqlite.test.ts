import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { checkpoint, type DatabaseOptions, mapSqliteError, openDatabase } from '../../../main/store/sqlite.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

function open(path: string, options: Partial<DatabaseOptions> = {}) {
  const db = openDatabase(path, { role: 'writer', synchronous: 'FULL', migrations: 'ledger', ...options });
  onTestFinished(() => {
    db.close();
  });
  return db;
}

describe('openDatabase', () => {
  test('a writer gets WAL, FULL, secure delete and the newest schema', () => {
    const db = open(join(temporaryDirectory(), 'deep', 'er', 'ledger.db'));
    const setting = (name: string) => db.pragma(name, { simple: true });
    expect(setting('journal_mode')).toBe('wal');
    expect(setting('synchronous')).toBe(2);
    expect(setting('secure_delete')).toBe(1);
    expect(setting('foreign_keys')).toBe(1);
    expect(setting('busy_timeout')).toBe(5000);
    expect(setting('temp_store')).toBe(2);
    expect(setting('user_version')).toBe(1);
  });

  test('NORMAL is given where asked for', () => {
    expect(open(join(temporaryDirectory(), 'x.db'), { synchronous: 'NORMAL' }).pragma('synchronous')).toEqual([
      { synchronous: 1 },
    ]);
  });

  test.skipIf(process.platform === 'win32')('the files are their owner’s alone', () => {
    const path = join(temporaryDirectory(), 'ledger.db');
    const db = open(path);
    db.exec('CREATE TABLE t (x)');
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777, file).toBe(0o600);
  });

  test('opening again changes nothing and keeps the rows', () => {
    const path = join(temporaryDirectory(), 'x.db');
    const first = open(path);
    first.exec('CREATE TABLE kept (x); INSERT INTO kept VALUES (1)');
    first.close();
    expect(open(path).prepare('SELECT x FROM kept').pluck().get()).toBe(1);
  });

  test('a reader reads while the log is there and when it is not, and cannot write', () => {
    const path = join(temporaryDirectory(), 'x.db');
    const writer = open(path);
    writer.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
    const beside = open(path, { role: 'reader' });
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect(beside.prepare('SELECT x FROM t').pluck().get()).toBe(1);
    beside.close();
    writer.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    const alone = open(path, { role: 'reader' });
    expect(alone.prepare('SELECT x FROM t').pluck().get()).toBe(1);
    expect(() => alone.exec('INSERT INTO t VALUES (2)')).toThrowError(/readonly/);
  });

  test('`prepare` runs before the migrations', () => {
    let tables: unknown = null;
    open(join(temporaryDirectory(), 'x.db'), {
      prepare: (db) => {
        tables = db.prepare('SELECT count(*) FROM sqlite_master').pluck().get();
      },
    });
    expect(tables).toBe(0);
  });
});

describe('what cannot be opened', () => {
  const failure = (work: () => unknown): PiperError => {
    try {
      work();
    } catch (error) {
      if (error instanceof PiperError) return error;
      throw error;
    }
    throw new Error('nothing was thrown');
  };

  test('a file that is no database is store-corrupt, for writers and readers', () => {
    const path = join(temporaryDirectory(), 'memory.db');
    writeFileSync(path, 'not a database '.repeat(100));
    for (const role of ['writer', 'reader'] as const) {
      const error = failure(() => open(path, { role }));
      expect(error.code).toBe('store-corrupt');
      expect(error.message).toContain('memory.db');
    }
  });

  test('a schema from a later version is store-newer', () => {
    const path = join(temporaryDirectory(), 'x.db');
    open(path).pragma('user_version = 99');
    expect(failure(() => open(path)).code).toBe('store-newer');
    expect(failure(() => open(path, { role: 'reader' })).code).toBe('store-newer');
  });

  test('a missing file for a reader, and a directory in the place of a file, are io', () => {
    const dir = temporaryDirectory();
    expect(failure(() => open(join(dir, 'none.db'), { role: 'reader' })).code).toBe('io');
    mkdirSync(join(dir, 'folder.db'));
    expect(failure(() => open(join(dir, 'folder.db'))).code).toBe('io');
  });
});

describe('mapSqliteError', () => {
  const mapped = (code: string) =>
    mapSqliteError(Object.assign(new Error('near "secret": oops'), { code }), 'memory.db');

  test.each([
    ['SQLITE_FULL', 'disk-full'],
    ['ENOSPC', 'disk-full'],
    ['SQLITE_CORRUPT', 'store-corrupt'],
    ['SQLITE_CORRUPT_VTAB', 'store-corrupt'],
    ['SQLITE_NOTADB', 'store-corrupt'],
    ['SQLITE_IOERR', 'io'],
    ['SQLITE_IOERR_WRITE', 'io'],
    ['SQLITE_IOERR_SHMSIZE', 'disk-full'],
    ['SQLITE_READONLY_DBMOVED', 'io'],
    ['SQLITE_CANTOPEN', 'io'],
    ['SQLITE_BUSY_SNAPSHOT', 'io'],
    ['EACCES', 'io'],
  ])('%s is %s, with a remedy and without SQLite’s own words', (code, expected) => {
    const error = mapped(code);
    expect(error).toBeInstanceOf(PiperError);
    expect(error).toMatchObject({ code: expected, remedy: expect.stringMatching(/\w+ .*\./) });
    expect((error as PiperError).message).not.toContain('secret');
  });

  test('a bug stays a bug', () => {
    const bug = new TypeError('oops');
    expect(mapSqliteError(bug, 'x')).toBe(bug);
    const sql = Object.assign(new Error('no such table: t'), { code: 'SQLITE_ERROR' });
    expect(mapSqliteError(sql, 'x')).toBe(sql);
    const already = new PiperError('not-found', 'No.', 'Look.');
    expect(mapSqliteError(already, 'x')).toBe(already);
  });
});

describe('checkpoint', () => {
  test('empties the log, unless a reader holds it', () => {
    const path = join(temporaryDirectory(), 'x.db');
    const writer = open(path);
    writer.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
    expect(checkpoint(writer)).toBe(true);
    expect(statSync(`${path}-wal`).size).toBe(0);
    const reader = open(path, { role: 'reader' });
    writer.exec('INSERT INTO t VALUES (2)');
    const reading = reader.prepare('SELECT x FROM t').iterate();
    reading.next();
    writer.exec('INSERT INTO t VALUES (3)');
    writer.pragma('busy_timeout = 0');
    expect(checkpoint(writer)).toBe(false);
    reading.return?.();
    expect(checkpoint(writer)).toBe(true);
  });
});
