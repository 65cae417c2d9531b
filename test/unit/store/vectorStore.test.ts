import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { openVectorStore, type VectorRow, type VectorStore } from '../../../main/store/vectorStore.ts';
import { filesWithVector } from '../../support/filesWithVector.ts';
import { generator, normal, unit } from '../../support/hashEmbedder.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const dimensions = 64;

async function open(uri: string, embedderId = 'hash-1', indexFrom = 5000): Promise<VectorStore> {
  const store = await openVectorStore({ uri, embedderId, dimensions, clock: systemClock, indexFrom });
  onTestFinished(() => store.close());
  return store;
}

/** Rows around a few centres, as texts about a few things lie. */
function clustered(count: number, seed: number, centres = 100): VectorRow[] {
  const random = generator(seed);
  const direction = () => unit(Float32Array.from({ length: dimensions }, () => normal(random)));
  const places = Array.from({ length: centres }, direction);
  return Array.from({ length: count }, (_, n) => {
    const place = places[Math.floor(random() * centres)] ?? direction();
    return {
      namespace: n % 10 === 0 ? 'rare' : 'default',
      itemId: `i${n}`,
      contentHash: `h${n}`,
      vector: unit(place.map((value) => value + 0.08 * normal(random))),
    };
  });
}

const anyRow = (row: VectorRow | undefined): VectorRow => {
  if (row === undefined) throw new Error('no row');
  return row;
};

function each(files: readonly string[], work: (file: string) => void): void {
  for (const file of files) work(file);
}

/** Files of the table's rows, below `data/`. */
function dataFiles(uri: string): string[] {
  return readdirSync(uri, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.lance') && file.includes('data'))
    .map((file) => join(uri, file));
}

describe('adding and searching', () => {
  test('finds the nearest in the namespaces asked for, with its cosine', async () => {
    const store = await open(temporaryDirectory());
    const rows = clustered(200, 1);
    await store.add(rows);
    const wanted = anyRow(rows[7]);
    const [hit] = await store.search({ vector: wanted.vector, namespaces: ['default'], k: 3 });
    expect(hit).toMatchObject({ namespace: 'default', itemId: 'i7', contentHash: 'h7' });
    expect(hit?.cosine).toBeCloseTo(1, 5);
    const rare = await store.search({ vector: wanted.vector, namespaces: ['rare'], k: 50 });
    expect(rare).toHaveLength(20);
    expect(rare.every(({ namespace }) => namespace === 'rare')).toBe(true);
  });

  test('adding the same rows again changes nothing, and a new vector takes the place of the old one', async () => {
    const store = await open(temporaryDirectory());
    const [first, second] = clustered(2, 2);
    await store.add([anyRow(first)]);
    await store.add([anyRow(first)]);
    expect(await store.counts()).toEqual({ rows: 1, indexed: 0 });
    await store.add([{ ...anyRow(first), contentHash: 'new', vector: anyRow(second).vector }]);
    const hits = await store.search({ vector: anyRow(second).vector, namespaces: ['default', 'rare'], k: 5 });
    expect(hits.map(({ contentHash }) => contentHash)).toEqual(['new']);
    expect(hits[0]?.cosine).toBeCloseTo(1, 5);
  });

  test('quotes, line breaks and other scripts in names are found and removed again', async () => {
    const store = await open(temporaryDirectory());
    const [row] = clustered(1, 3);
    const named = { ...anyRow(row), namespace: "O'Brien' OR 1=1 --", itemId: 'a "b"\n‘ü’ 漢字 😀' };
    await store.add([named]);
    const hits = await store.search({ vector: named.vector, namespaces: [named.namespace], k: 5 });
    expect(hits.map(({ itemId }) => itemId)).toEqual([named.itemId]);
    await store.erase([named]);
    expect(await store.search({ vector: named.vector, namespaces: [named.namespace], k: 5 })).toEqual([]);
  });

  test('a closed store opens again with what it held', async () => {
    const uri = temporaryDirectory();
    const first = await open(uri);
    await first.add(clustered(50, 4));
    first.close();
    expect(await (await open(uri)).counts()).toEqual({ rows: 50, indexed: 0 });
  });

  test('vectors of two embedders lie apart, and the others go when asked', async () => {
    const uri = temporaryDirectory();
    const old = await open(uri, 'old');
    await old.add(clustered(20, 5));
    old.close();
    const store = await open(uri, 'new');
    expect(await store.counts()).toEqual({ rows: 0, indexed: 0 });
    await store.dropOthers();
    expect(await (await open(uri, 'old')).counts()).toEqual({ rows: 0, indexed: 0 });
  });
});

describe('the index', () => {
  test('finds at least 95 of 100 of what exact search finds, among 10,000 clustered vectors', async () => {
    const store = await open(temporaryDirectory());
    const rows = clustered(10_000, 6);
    for (let from = 0; from < rows.length; from += 2500) await store.add(rows.slice(from, from + 2500));
    expect(await store.maintain()).toBe(true);
    expect(await store.counts()).toEqual({ rows: 10_000, indexed: 10_000 });
    const questions = clustered(25, 6).map(({ vector }) => vector);
    for (const namespaces of [['default', 'rare'], ['rare']]) {
      let found = 0;
      for (const vector of questions) {
        const exact = await store.search({ vector, namespaces, k: 10, exact: true });
        const hits = new Set((await store.search({ vector, namespaces, k: 10 })).map(({ itemId }) => itemId));
        found += exact.filter(({ itemId }) => hits.has(itemId)).length;
      }
      expect(found / (10 * questions.length)).toBeGreaterThanOrEqual(0.95);
    }
  });

  test('rows added after it was built are found beside it, and covered after further upkeep', async () => {
    const store = await open(temporaryDirectory(), 'hash-1', 500);
    const rows = clustered(1600, 7);
    await store.add(rows.slice(0, 600));
    await store.maintain();
    const late = anyRow(rows[601]);
    await store.add([late]);
    const [hit] = await store.search({ vector: late.vector, namespaces: [late.namespace], k: 1 });
    expect(hit?.itemId).toBe(late.itemId);
    await store.add(rows.slice(600));
    expect(await store.maintain()).toBe(true);
    expect(await store.counts()).toEqual({ rows: 1600, indexed: 1600 });
    expect(await store.maintain()).toBe(false);
  });

  test('many small additions are compacted and old versions go', async () => {
    const uri = temporaryDirectory();
    const store = await open(uri);
    const rows = clustered(90, 8);
    for (let from = 0; from < 90; from += 10) await store.add(rows.slice(from, from + 10));
    const before = dataFiles(uri).length;
    await store.maintain();
    await store.erase([anyRow(rows[0])]);
    expect(before).toBe(9);
    expect(dataFiles(uri)).toHaveLength(1);
  });
});

describe('erasing', () => {
  test('no byte of an erased vector stays in any file, of the index neither', async () => {
    const uri = temporaryDirectory();
    const store = await open(uri, 'hash-1', 500);
    const rows = clustered(1000, 9);
    await store.add(rows);
    await store.maintain();
    const secret = anyRow(rows[3]);
    expect(filesWithVector(uri, secret.vector)).not.toEqual([]);
    await store.erase([secret, { namespace: 'default', itemId: 'never there' }]);
    expect(filesWithVector(uri, secret.vector)).toEqual([]);
    // An index holds rounded vectors, which no search for bytes would find.
    expect(readdirSync(uri, { recursive: true, encoding: 'utf8' }).filter((file) => /_indices.*\./.test(file))).toEqual(
      [],
    );
    expect(await store.counts()).toEqual({ rows: 999, indexed: 0 });
    await store.maintain();
    expect(await store.counts()).toEqual({ rows: 999, indexed: 999 });
    const hits = await store.search({ vector: secret.vector, namespaces: ['default'], k: 999 });
    expect(hits.some(({ itemId }) => itemId === secret.itemId)).toBe(false);
  });

  test('the last row can go', async () => {
    const uri = temporaryDirectory();
    const store = await open(uri);
    const [row] = clustered(1, 10);
    await store.add([anyRow(row)]);
    await store.erase([anyRow(row)]);
    expect(filesWithVector(uri, anyRow(row).vector)).toEqual([]);
    expect(await store.counts()).toEqual({ rows: 0, indexed: 0 });
  });
});

describe('damage', () => {
  const corrupt = { code: 'store-corrupt', remedy: expect.stringContaining('cache') };

  async function filled(uri: string): Promise<void> {
    const store = await open(uri);
    await store.add(clustered(100, 11));
    store.close();
  }

  test.each([
    ['a missing data file', (uri: string) => each(dataFiles(uri), (file) => rmSync(file))],
    ['a cut data file', (uri: string) => each(dataFiles(uri), (file) => truncateSync(file, 100))],
    [
      'rubbish in the manifests',
      (uri: string) => {
        for (const file of readdirSync(uri, { recursive: true, encoding: 'utf8' })) {
          if (file.endsWith('.manifest')) writeFileSync(join(uri, file), 'rubbish');
        }
      },
    ],
    [
      'a file in the place of the folder',
      (uri: string) => {
        rmSync(uri, { recursive: true });
        writeFileSync(uri, 'rubbish');
      },
    ],
  ])('%s is told, and the store can be begun anew', async (_, damage) => {
    const uri = join(temporaryDirectory(), 'vectors');
    await filled(uri);
    damage(uri);
    const store = await open(uri);
    await expect(store.counts()).rejects.toMatchObject(corrupt);
    await expect(store.add(clustered(1, 12))).rejects.toMatchObject(corrupt);
    await store.recreate();
    await store.add(clustered(30, 12));
    expect(await store.counts()).toEqual({ rows: 30, indexed: 0 });
    let refs = 0;
    for await (const batch of store.refs()) refs += batch.length;
    expect(refs).toBe(30);
  });

  test('files that go missing while the store is open fail the search with the same code', async () => {
    const uri = temporaryDirectory();
    const store = await open(uri);
    const rows = clustered(100, 13);
    await store.add(rows);
    for (const file of dataFiles(uri)) rmSync(file);
    const query = { vector: anyRow(rows[0]).vector, namespaces: ['default'], k: 5 };
    await expect(store.search(query)).rejects.toMatchObject(corrupt);
  });
});
