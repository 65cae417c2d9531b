import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { acquireLock } from '../../../main/store/lock.ts';
import { dataPaths } from '../../../main/store/paths.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const locked = expect.objectContaining({ code: 'store-locked' });

async function holder(dir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('holdLock.ts', import.meta.url)), dir]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  return child;
}

describe('acquireLock', () => {
  test('makes the directory, for its owner alone', () => {
    const dir = join(temporaryDirectory(), 'new', 'store');
    acquireLock(dataPaths(dir)).release();
    expect(existsSync(dir)).toBe(true);
    if (process.platform !== 'win32') expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  test('a second one in the same process is refused until the first is released', () => {
    const paths = dataPaths(temporaryDirectory());
    const first = acquireLock(paths);
    expect(() => acquireLock(paths)).toThrowError(locked);
    first.release();
    acquireLock(paths).release();
  });

  test('another process that holds it blocks this one, and a refused try does not loosen it', async () => {
    const paths = dataPaths(temporaryDirectory());
    await holder(paths.dir);
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(() => acquireLock(paths)).toThrowError(locked);
    }
  });

  test('the sentence names the directory and the remedy the way to the other daemon', async () => {
    const paths = dataPaths(temporaryDirectory());
    const lock = acquireLock(paths);
    expect(() => acquireLock(paths)).toThrowError(
      expect.objectContaining({
        message: expect.stringContaining(`Another daemon serves ${paths.dir}`),
        remedy: expect.stringContaining(`piper-memory status --data ${paths.dir}`),
      }),
    );
    lock.release();
  });

  test('a failed second try in the holder’s own process does not give the lock away to a third', async () => {
    const paths = dataPaths(temporaryDirectory());
    const lock = acquireLock(paths);
    expect(() => acquireLock(paths)).toThrowError(locked);
    const child = spawn(process.execPath, [fileURLToPath(new URL('holdLock.ts', import.meta.url)), paths.dir]);
    const [code] = await once(child, 'exit');
    expect(code).not.toBe(0);
    lock.release();
  });

  test('kill -9 frees it at once', async () => {
    const paths = dataPaths(temporaryDirectory());
    const child = await holder(paths.dir);
    child.kill('SIGKILL');
    await once(child, 'exit');
    acquireLock(paths).release();
  });

  test('a lock file that is something else is named, with what to do', () => {
    const paths = dataPaths(temporaryDirectory());
    writeFileSync(paths.lock, 'something else entirely '.repeat(100));
    expect(() => acquireLock(paths)).toThrowError(
      expect.objectContaining({ code: 'store-corrupt', remedy: expect.stringContaining('delete daemon.lock') }),
    );
    expect(readFileSync(paths.lock, 'utf8')).toContain('something else');
  });

  test('a file in the place of the directory is io', () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    expect(() => acquireLock(dataPaths(join(file, 'store')))).toThrowError(expect.objectContaining({ code: 'io' }));
  });
});
