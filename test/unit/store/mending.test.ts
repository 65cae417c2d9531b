import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { openEmbeddingCache } from '../../../main/store/embeddingCache.ts';
import { damagedFile, mending } from '../../../main/store/mending.ts';
import { mapSqliteError, openDatabase } from '../../../main/store/sqlite.ts';
import { overwrite } from '../../integration/faultFixtures.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const damage = () => Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });

describe('a mending store', () => {
  test('begins again where a call meets damage, and makes the call once more', () => {
    const begun: string[] = [];
    const storeNamed = (name: string, broken: boolean) => ({
      name,
      get(key: string) {
        if (broken) throw damage();
        return `${name} ${key}`;
      },
    });
    const store = mending(storeNamed('first', true), (damaged) => {
      begun.push(damaged.name);
      return storeNamed('second', false);
    });
    expect(store.get('a')).toBe('second a');
    expect(store.get('b')).toBe('second b');
    expect(store.name).toBe('second');
    expect(begun).toEqual(['first']);
  });

  test('leaves every other error to the caller, and does not try for ever', () => {
    const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    const failing = (error: Error) => ({
      put() {
        throw error;
      },
    });
    const again = () => failing(damage());
    expect(() => mending(failing(full), again).put()).toThrow(full);
    expect(() => mending(failing(damage()), again).put()).toThrow('malformed');
  });

  test('gives an embedding cache whose file was overwritten a new file', () => {
    const file = join(temporaryDirectory(), 'cache.db');
    const open = () => openDatabase(file, { role: 'writer', synchronous: 'NORMAL', migrations: 'cache' });
    const vectorsOf = (n: number) => ({ contentHash: `hash-${n}`, vector: new Float32Array(400).fill(n) });
    const before = open();
    openEmbeddingCache(before).put(
      'e',
      Array.from({ length: 200 }, (_, n) => vectorsOf(n)),
    );
    before.close();
    overwrite(file, 0.4, 100_000);
    let db = open();
    const cache = mending(openEmbeddingCache(db), () => {
      db.close();
      rmSync(file);
      db = open();
      return openEmbeddingCache(db);
    });
    for (let n = 0; n < 200; n++) cache.get('e', `hash-${n}`);
    cache.put('e', [vectorsOf(1)]);
    expect(cache.get('e', 'hash-1')).toEqual(vectorsOf(1).vector);
    expect(cache.count('e')).toBe(1);
    db.close();
  });
});

describe('the damaged file', () => {
  test('is the one that the error names, else the one it was thrown about', () => {
    expect(damagedFile(damage(), 'memory.db')).toBe('memory.db');
    expect(damagedFile(mapSqliteError(damage(), 'ledger.db'), 'memory.db')).toBe('ledger.db');
    expect(damagedFile(new PiperError('store-corrupt', 'Vectors are damaged.', 'Wait.'), 'memory.db')).toBeNull();
    expect(damagedFile(Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }), 'memory.db')).toBeNull();
    expect(damagedFile(new Error('x'), 'memory.db')).toBeNull();
  });
});
