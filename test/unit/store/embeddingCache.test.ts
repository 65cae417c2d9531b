import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddingCache } from '../../../main/store/embeddingCache.ts';
import { openDatabase } from '../../../main/store/sqlite.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

function open(dir = temporaryDirectory()) {
  const db = openDatabase(join(dir, 'cache.db'), { role: 'writer', synchronous: 'NORMAL', migrations: 'cache' });
  onTestFinished(() => {
    db.close();
  });
  return openEmbeddingCache(db);
}

const vector = (...values: number[]) => Float32Array.from(values);

test('gives back exactly what was put in, by embedder and text', () => {
  const dir = temporaryDirectory();
  open(dir).put('one', [
    { contentHash: 'a', vector: vector(0.1, -0.2, Number.MIN_VALUE) },
    { contentHash: 'b', vector: vector(1) },
  ]);
  const cache = open(dir);
  expect(cache.get('one', 'a')).toEqual(vector(0.1, -0.2, Number.MIN_VALUE));
  expect(cache.get('two', 'a')).toBeNull();
  expect(cache.get('one', 'c')).toBeNull();
});

test('a view into a larger buffer is stored as what it shows', () => {
  const cache = open();
  cache.put('one', [{ contentHash: 'a', vector: vector(1, 2, 3, 4).subarray(1, 3) }]);
  expect(cache.get('one', 'a')).toEqual(vector(2, 3));
});

test('putting again replaces, putting nothing does nothing', () => {
  const cache = open();
  cache.put('one', []);
  cache.put('one', [{ contentHash: 'a', vector: vector(1) }]);
  cache.put('one', [{ contentHash: 'a', vector: vector(2) }]);
  expect(cache.get('one', 'a')).toEqual(vector(2));
  expect(cache.count('one')).toBe(1);
  expect(cache.count('two')).toBe(0);
});

test('forgetting a text forgets it for every embedder; forgetting others keeps those named', () => {
  const cache = open();
  for (const id of ['one', 'two', 'three']) {
    cache.put(id, [
      { contentHash: 'a', vector: vector(1) },
      { contentHash: 'b', vector: vector(1) },
    ]);
  }
  cache.forget('a');
  cache.forgetOthers(['two', 'three'], ['b', 'c']);
  expect(['one', 'two', 'three'].map((id) => cache.count(id))).toEqual([0, 1, 1]);
  expect(cache.hashesAfter('', 10)).toEqual(['b']);
  expect(cache.hashesAfter('b', 10)).toEqual([]);
});
