import { describe, expect, test } from 'vitest';
import { checkpoint } from '../../../../main/store/sqlite.ts';
import { filesWithVector } from '../../../support/filesWithVector.ts';
import { hashEmbedder } from '../../../support/hashEmbedder.ts';
import { itemSaying, openVectorItems, type VectorItems } from '../../../support/vectorItems.ts';

const embedder = hashEmbedder();

/** Embeds everything that is pending. */
async function embedAll({ vectors }: VectorItems, by = embedder): Promise<void> {
  vectors.adopt(by);
  const texts = vectors.pending(1000);
  const made = await by.embed(
    texts.map(({ text }) => text),
    'passage',
  );
  vectors.store(
    by.id,
    texts.map((text, at) => ({ ...text, vector: made[at] ?? new Float32Array() })),
  );
}

async function vectorOf(text: string, by = embedder): Promise<Float32Array> {
  const [vector] = await by.embed([text], 'query');
  return vector ?? new Float32Array();
}

describe('what becomes pending', () => {
  test('a new item waits for its vector, a document and an item without words do not', () => {
    const store = openVectorItems();
    const [rowid] = store.write(
      itemSaying('a', 'the harbour is closed'),
      itemSaying('d', '', { kind: 'document', title: 'Notes' }),
      itemSaying('e', '   '),
    );
    expect(store.vectors.pending(10)).toEqual([
      { rowid, contentHash: expect.any(String), text: 'the harbour is closed', secret: false },
    ]);
    expect(store.vectors.counts()).toEqual({ pending: 1, fresh: 0, settled: 0 });
  });

  test('what is withheld from a remote embedder waits for none, until one of this machine takes over', () => {
    const store = openVectorItems();
    const remote = { ...hashEmbedder('remote'), remote: true };
    const [, rowid = 0] = store.write(
      itemSaying('a', 'the harbour is closed'),
      itemSaying('s', 'the word is heron', { privacyClass: 'secret' }),
      itemSaying('t', 'the other word is owl', { privacyClass: 'secret' }),
    );
    store.vectors.adopt(remote);
    const secrets = store.vectors.pending(10).filter(({ secret }) => secret);
    store.vectors.withhold(secrets);
    expect(store.vectors.pending(10).map(({ text }) => text)).toEqual(['the harbour is closed']);
    expect(store.reads.lagging(['default'])).toBe(1);
    store.vectors.adopt(remote);
    expect(store.vectors.counts().pending).toBe(1);
    store.change(rowid, 'the word is wren');
    expect(store.vectors.pending(10).map(({ secret }) => secret)).toEqual([true, false]);
    store.vectors.withhold(store.vectors.pending(1));
    store.erase('t');
    store.vectors.adopt(embedder);
    expect(store.vectors.pending(10).map(({ text }) => text)).toEqual(['the word is wren', 'the harbour is closed']);
  });

  test('the newest items come first', () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'), itemSaying('b', 'two'), itemSaying('c', 'three'));
    expect(store.vectors.pending(2).map(({ text }) => text)).toEqual(['three', 'two']);
  });

  test('touching an item whose embedded text is the same changes nothing', async () => {
    const store = openVectorItems();
    const rowids = store.write(itemSaying('a', 'the harbour is closed'));
    await embedAll(store);
    store.vectors.apply([], { touched: new Set(rowids) });
    expect(store.vectors.counts()).toEqual({ pending: 0, fresh: 1, settled: 0 });
  });

  test('another text makes it pending again, drops its vector and forgets the cached one', async () => {
    const store = openVectorItems();
    const [rowid = 0] = store.write(itemSaying('a', 'the harbour is closed'));
    await embedAll(store);
    store.change(rowid, 'the harbour is open');
    expect(store.vectors.counts()).toEqual({ pending: 1, fresh: 0, settled: 0 });
    expect(store.reads.nearestFresh(embedder.id, await vectorOf('harbour'), { namespaces: ['default'] }, 5)).toEqual(
      [],
    );
    expect(store.cache.count(embedder.id)).toBe(0);
  });
});

describe('storing', () => {
  test('vectors are found by their cosine, in the namespaces asked for alone', async () => {
    const store = openVectorItems();
    const [a, , c] = store.write(
      itemSaying('a', 'the harbour is closed'),
      itemSaying('b', 'the harbour is closed', { namespace: 'other' }),
      itemSaying('c', 'bread and cheese'),
    );
    await embedAll(store);
    const near = store
      .reader()
      .nearestFresh(embedder.id, await vectorOf('the harbour is closed'), { namespaces: ['default'] }, 5);
    expect(near.map(({ rowid }) => rowid)).toEqual([a, c]);
    expect(near[0]?.cosine).toBeCloseTo(1, 5);
  });

  test('among some rows, only these are found', async () => {
    const store = openVectorItems();
    const [, b = 0, c = 0] = store.write(
      itemSaying('a', 'the harbour is closed'),
      itemSaying('b', 'the harbour is open'),
      itemSaying('c', 'bread and cheese'),
    );
    await embedAll(store);
    const near = store
      .reader()
      .nearestFresh(embedder.id, await vectorOf('the harbour is closed'), { rowids: [c, b] }, 5);
    expect(near.map(({ rowid }) => rowid)).toEqual([b, c]);
  });

  test('a vector whose item was erased or changed meanwhile is left out', async () => {
    const store = openVectorItems();
    const [a = 0, b = 0] = store.write(itemSaying('a', 'one'), itemSaying('b', 'two'));
    store.vectors.adopt(embedder);
    const made = store.vectors.pending(10).map((text) => ({ ...text, vector: new Float32Array(64).fill(0.125) }));
    store.erase('a');
    store.change(b, 'three');
    expect(store.vectors.store(embedder.id, made)).toBe(0);
    expect(store.vectors.counts()).toEqual({ pending: 1, fresh: 0, settled: 0 });
    expect(store.cache.count(embedder.id)).toBe(0);
    expect(store.vectors.pending(10).map(({ rowid }) => rowid)).toEqual([b]);
    expect(a).not.toBe(b);
  });

  test('what was embedded before comes from the cache, even after everything else is forgotten', async () => {
    const store = openVectorItems();
    const rowids = store.write(itemSaying('a', 'one'), itemSaying('b', 'two'));
    await embedAll(store);
    store.vectors.truncate();
    store.vectors.apply([], { touched: new Set(rowids) });
    expect(store.vectors.counts()).toEqual({ pending: 2, fresh: 0, settled: 0 });
    expect(store.vectors.restore(embedder.id, store.vectors.pending(10)).toSorted()).toEqual(rowids);
    expect(store.vectors.counts()).toEqual({ pending: 0, fresh: 2, settled: 0 });
  });

  test('a vector without a direction is kept and never found', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'));
    store.vectors.adopt(embedder);
    store.vectors.store(
      embedder.id,
      store.vectors.pending(1).map((text) => ({ ...text, vector: new Float32Array(64) })),
    );
    expect(store.reads.nearestFresh(embedder.id, await vectorOf('one'), { namespaces: ['default'] }, 5)).toEqual([]);
  });
});

describe('settling', () => {
  test('a settled vector leaves the fresh tier', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'), itemSaying('b', 'two'));
    await embedAll(store);
    const batch = store.vectors.freshBatch(embedder.id, 1);
    expect(batch.map(({ itemId, namespace }) => [namespace, itemId])).toEqual([['default', 'a']]);
    expect(batch[0]?.vector).toEqual(await vectorOf('one'));
    expect(store.vectors.markSettled(embedder.id, batch)).toBe(1);
    expect(store.vectors.counts()).toEqual({ pending: 0, fresh: 1, settled: 1 });
    expect(store.vectors.markSettled(embedder.id, batch)).toBe(0);
  });

  test('a text that changed while its old vector moved stays pending', async () => {
    const store = openVectorItems();
    const [rowid = 0] = store.write(itemSaying('a', 'one'));
    await embedAll(store);
    const batch = store.vectors.freshBatch(embedder.id, 1);
    store.change(rowid, 'two');
    expect(store.vectors.markSettled(embedder.id, batch)).toBe(0);
    expect(store.vectors.counts()).toEqual({ pending: 1, fresh: 0, settled: 0 });
  });

  test('a settled vector is mapped to its row only while its item says the same', async () => {
    const store = openVectorItems();
    const [rowid = 0] = store.write(itemSaying('a', 'one'));
    await embedAll(store);
    const [moving] = store.vectors.freshBatch(embedder.id, 1);
    if (moving === undefined) throw new Error('nothing to move');
    expect(store.reads.rowsOf([moving, { ...moving, itemId: 'gone' }])).toEqual([rowid, null]);
    store.change(rowid, 'two');
    expect(store.reads.rowsOf([moving])).toEqual([null]);
    expect(store.vectors.strangers([moving])).toEqual([moving]);
  });

  test('losing the settled tier makes its items pending, and the cache gives their vectors back', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'), itemSaying('b', 'two'));
    await embedAll(store);
    store.vectors.markSettled(embedder.id, store.vectors.freshBatch(embedder.id, 1));
    expect(store.vectors.unsettleAll()).toBe(1);
    expect(store.vectors.restore(embedder.id, store.vectors.pending(10))).toHaveLength(1);
    expect(store.vectors.counts()).toEqual({ pending: 0, fresh: 2, settled: 0 });
  });
});

describe('erasing', () => {
  test('no byte of the vector stays in memory.db or cache.db', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'the secret harbour'), itemSaying('b', 'two'));
    await embedAll(store);
    const secret = await vectorOf('the secret harbour');
    checkpoint(store.db);
    checkpoint(store.cacheDb);
    expect(filesWithVector(store.dir, secret)).toEqual(['cache.db', 'memory.db']);
    store.erase('a');
    checkpoint(store.db);
    checkpoint(store.cacheDb);
    expect(filesWithVector(store.dir, secret)).toEqual([]);
    expect(store.vectors.counts()).toEqual({ pending: 0, fresh: 1, settled: 0 });
  });

  test('the cached vector stays while another item says the same', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'), itemSaying('b', 'one'));
    await embedAll(store);
    store.erase('a');
    expect(store.cache.count(embedder.id)).toBe(1);
    store.erase('b');
    expect(store.cache.count(embedder.id)).toBe(0);
  });

  test('the settled tier is owed the removal until it is paid', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'));
    store.erase('a');
    expect(store.vectors.removals(10)).toEqual([{ namespace: 'default', itemId: 'a' }]);
    store.vectors.truncate();
    expect(store.vectors.removals(10)).toHaveLength(1);
    store.vectors.removed([{ namespace: 'default', itemId: 'a' }]);
    expect(store.vectors.removals(10)).toEqual([]);
  });
});

describe('another embedder', () => {
  const other = hashEmbedder('hash-2', 32);

  test('everything becomes pending for it, and only its vectors are found', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'), itemSaying('b', 'two'));
    await embedAll(store);
    store.vectors.markSettled(embedder.id, store.vectors.freshBatch(embedder.id, 1));
    store.vectors.adopt(other);
    expect(store.vectors.counts()).toEqual({ pending: 2, fresh: 0, settled: 0 });
    expect(store.reads.lagging(['default'])).toBe(2);
    expect(store.reads.nearestFresh(other.id, await vectorOf('one', other), { namespaces: ['default'] }, 5)).toEqual(
      [],
    );
    await embedAll(store, other);
    expect(
      store.reads.nearestFresh(other.id, await vectorOf('one', other), { namespaces: ['default'] }, 5),
    ).toHaveLength(2);
  });

  test('the old vectors go when they are no longer needed, from the cache too', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'));
    await embedAll(store);
    await embedAll(store, other);
    store.vectors.forgetOthers(other.id);
    expect(store.vectors.sweepCache('', 100)).not.toBeNull();
    expect(store.cache.count(embedder.id)).toBe(0);
    expect(store.cache.count(other.id)).toBe(1);
    expect(() => store.vectors.freshBatch(embedder.id, 1)).toThrow('not adopted');
  });

  test('going back before it is done takes the old vectors from the cache', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'));
    await embedAll(store);
    store.vectors.adopt(other);
    store.vectors.adopt(embedder);
    expect(store.vectors.restore(embedder.id, store.vectors.pending(10))).toHaveLength(1);
    expect(store.vectors.counts()).toEqual({ pending: 0, fresh: 1, settled: 0 });
  });
});

describe('sweeping the cache', () => {
  test('what no item wants goes, page by page', async () => {
    const store = openVectorItems();
    store.write(itemSaying('a', 'one'), itemSaying('b', 'two'), itemSaying('c', 'three'));
    await embedAll(store);
    store.cache.put(embedder.id, [{ contentHash: 'f'.repeat(64), vector: new Float32Array(64) }]);
    let pages = 0;
    for (let last: string | null = ''; last !== null; pages++) last = store.vectors.sweepCache(last, 2);
    expect(pages).toBe(3);
    expect(store.cache.count(embedder.id)).toBe(3);
  });
});

test('a reader that has the fresh tier open goes on after a rebuild made it anew', async () => {
  const store = openVectorItems();
  const rowids = store.write(itemSaying('a', 'one'));
  await embedAll(store);
  const reader = store.reader();
  const vector = await vectorOf('one');
  expect(reader.nearestFresh(embedder.id, vector, { namespaces: ['default'] }, 5)).toHaveLength(1);
  store.vectors.truncate();
  expect(reader.nearestFresh(embedder.id, vector, { namespaces: ['default'] }, 5)).toEqual([]);
  store.vectors.apply([], { touched: new Set(rowids) });
  store.vectors.restore(embedder.id, store.vectors.pending(10));
  expect(reader.nearestFresh(embedder.id, vector, { namespaces: ['default'] }, 5)).toHaveLength(1);
});
