import { describe, expect, onTestFinished, test } from 'vitest';
import { fixedClock, systemClock } from '../../../main/base/clock.ts';
import { PiperError } from '../../../main/base/errors.ts';
import type { Job, Warning } from '../../../main/contract/status.ts';
import { startVectorKeeper, type VectorKeeperParts, type VectorWriting } from '../../../main/policy/vectorKeeper.ts';
import { openVectorStore, type VectorStore } from '../../../main/store/vectorStore.ts';
import { hashEmbedder } from '../../support/hashEmbedder.ts';
import { asWriting, itemSaying, openVectorItems, type VectorItems } from '../../support/vectorItems.ts';

const embedder = hashEmbedder();

/** Items and a settled tier; a keeper that has little patience with the fresh one. */
async function setUp() {
  const items = openVectorItems();
  const uri = `${items.dir}/vectors`;
  const settled = await openVectorStore({ uri, embedderId: embedder.id, dimensions: 64, clock: systemClock });
  onTestFinished(() => settled.close());
  return { items, settled, uri };
}

function keep(items: VectorItems, settled: VectorStore | null, parts: Partial<VectorKeeperParts> = {}) {
  const keeper = startVectorKeeper({
    embedder,
    writer: asWriting(items.vectors),
    settled,
    clock: fixedClock(0),
    batch: 4,
    settleAt: 5,
    settleBatch: 5,
    retryMs: 1,
    ...parts,
  });
  onTestFinished(() => keeper.stop());
  return keeper;
}

const texts = (count: number, word = 'text') =>
  Array.from({ length: count }, (_, n) => itemSaying(`${word}${n}`, `${word} number ${n}`));

/** Throws at the given call of one function, as if the process had ended there: later calls fail too. */
function endingAt<T extends object>(target: T, name: keyof T, call: number, ended: () => void): T {
  let calls = 0;
  return new Proxy(target, {
    get(of, property) {
      const member = Reflect.get(of, property) as (...args: unknown[]) => unknown;
      if (property !== name) return member;
      return (...args: unknown[]) => {
        if (++calls < call) return member(...args);
        ended();
        throw new Error('the process ended');
      };
    },
  });
}

/** Everything that recall would find: the text's own item first, each item once, in either tier. */
async function found(items: VectorItems, settled: VectorStore, text: string): Promise<number[]> {
  const [vector] = await embedder.embed([text], 'query');
  if (vector === undefined) throw new Error('no vector');
  const fresh = items.reads.nearestFresh(embedder.id, vector, { namespaces: ['default'] }, 100);
  const hits = await settled.search({ vector, namespaces: ['default'], k: 100 });
  const rows = items.reads.rowsOf(hits);
  const near = [...fresh, ...hits.map(({ cosine }, at) => ({ rowid: rows[at] ?? -1, cosine }))];
  return [...new Set(near.toSorted((a, b) => b.cosine - a.cosine).map(({ rowid }) => rowid))];
}

describe('keeping up', () => {
  test('everything gets its vector, and what the fresh tier has too much of settles', async () => {
    const { items, settled } = await setUp();
    const rowids = items.write(...texts(23));
    const keeper = keep(items, settled);
    await keeper.idle();
    const counts = items.vectors.counts();
    expect(counts.pending).toBe(0);
    expect(counts.fresh).toBeLessThanOrEqual(5);
    expect((await settled.counts()).rows).toBe(counts.settled);
    const hits = await found(items, settled, 'text number 3');
    expect(hits[0]).toBe(rowids[3]);
    expect(hits.toSorted((a, b) => a - b)).toEqual(rowids);
  });

  test('what is written later is embedded when it is woken', async () => {
    const { items, settled } = await setUp();
    const keeper = keep(items, settled);
    await keeper.idle();
    items.write(...texts(2));
    keeper.wake();
    await keeper.idle();
    expect(items.vectors.counts()).toEqual({ pending: 0, fresh: 2, settled: 0 });
  });

  test('the same text is embedded once', async () => {
    const { items, settled } = await setUp();
    const asked: string[] = [];
    const watched = {
      ...embedder,
      embed: (batch: readonly string[], as: 'query' | 'passage') => {
        asked.push(...batch);
        return embedder.embed(batch, as);
      },
    };
    const keeper = keep(items, settled, { embedder: watched });
    items.write(itemSaying('a', 'one'));
    await keeper.idle();
    items.write(itemSaying('b', 'one'));
    await keeper.idle();
    expect(asked).toEqual(['one']);
    expect(items.vectors.counts().fresh).toBe(2);
  });

  test('without a settled tier everything stays in the fresh one', async () => {
    const items = openVectorItems();
    items.write(...texts(12));
    await keep(items, null).idle();
    expect(items.vectors.counts()).toEqual({ pending: 0, fresh: 12, settled: 0 });
  });

  test('a long piece of work is told from its beginning to its end', async () => {
    const { items, settled } = await setUp();
    const jobs: Job[] = [];
    const clock = fixedClock(Date.UTC(2026, 2, 3));
    const passing = {
      now() {
        clock.advance(100);
        return clock.now();
      },
    };
    items.write(...texts(150));
    await keep(items, settled, { clock: passing, onJob: (job) => jobs.push(job) }).idle();
    const embedding = jobs.filter(({ kind }) => kind === 'embed');
    expect(embedding.at(0)).toMatchObject({ state: 'running', done: 0, total: 150, unit: 'items' });
    expect(embedding.at(-1)).toMatchObject({ state: 'finished', done: 150, total: 150 });
    expect(new Set(embedding.map(({ jobId }) => jobId)).size).toBe(1);
  });

  test('a question that is being answered is given way, but not for ever', async () => {
    const { items, settled } = await setUp();
    let asked = 0;
    items.write(...texts(4));
    await keep(items, settled, { busy: () => ++asked > 0 }).idle();
    expect(asked).toBeGreaterThan(1);
    expect(items.vectors.counts().pending).toBe(0);
  });
});

test('nothing is tidied up while the projections are behind the ledger', async () => {
  const { items, settled } = await setUp();
  items.cache.put(embedder.id, [{ contentHash: 'of an item still to come', vector: new Float32Array(64) }]);
  let behind = 1;
  const keeper = keep(items, settled, { behind: async () => behind });
  await keeper.idle();
  expect(items.cache.count(embedder.id)).toBe(1);
  behind = 0;
  await keeper.idle();
  expect(items.cache.count(embedder.id)).toBe(0);
});

describe('trouble', () => {
  test('an embedder that fails is told, tried again, and everything still gets its vector', async () => {
    const { items, settled } = await setUp();
    let failures = 2;
    const problems: unknown[] = [];
    const flaky = {
      ...embedder,
      embed: async (batch: readonly string[], as: 'query' | 'passage') => {
        if (failures-- > 0) throw new PiperError('io', 'It failed.', 'Try again.');
        return embedder.embed(batch, as);
      },
    };
    items.write(...texts(3));
    const keeper = keep(items, settled, { embedder: flaky, onProblem: (error) => problems.push(error) });
    await expect(keeper.idle()).rejects.toMatchObject({ code: 'io' });
    await expect.poll(() => items.vectors.counts().fresh).toBe(3);
    await keeper.idle();
    expect(problems).toHaveLength(2);
    expect(keeper.problem()).toBeNull();
  });

  test('stopping ends the waiting, and the next keeper goes on where this one was', async () => {
    const { items, settled } = await setUp();
    items.write(...texts(40));
    let calls = 0;
    const first = keep(items, settled, {
      embedder: {
        ...embedder,
        embed: (batch, as) => {
          if (++calls === 2) void first.stop();
          return embedder.embed(batch, as);
        },
      },
    });
    await expect(first.idle()).rejects.toMatchObject({ code: 'cancelled' });
    await first.stop();
    expect(items.vectors.counts().pending).toBe(32);
    await expect(first.idle()).rejects.toMatchObject({ code: 'cancelled' });
    await keep(items, settled).idle();
    expect(items.vectors.counts().pending).toBe(0);
  });

  test.each([
    ['before vectors are stored', 'store', 2],
    ['before a batch is read', 'freshBatch', 1],
    ['after a batch was added, before it is marked', 'markSettled', 1],
    ['after a second batch was added, before it is marked', 'markSettled', 2],
    ['before other embedders are forgotten', 'forgetOthers', 1],
  ] satisfies [string, keyof VectorWriting, number][])('ending %s loses nothing', async (_, name, call) => {
    const { items, settled } = await setUp();
    const rowids = items.write(...texts(23));
    const ended = Promise.withResolvers<void>();
    const first = keep(items, settled, {
      writer: endingAt(asWriting(items.vectors), name, call, ended.resolve),
      retryMs: 60_000,
    });
    await ended.promise;
    await first.stop();
    const before = await found(items, settled, 'text number 3');
    expect(before.filter((rowid) => rowid === rowids[3]).length).toBeLessThanOrEqual(1);
    await keep(items, settled).idle();
    expect((await found(items, settled, 'text number 3')).toSorted((a, b) => a - b)).toEqual(rowids);
    expect((await settled.counts()).rows).toBe(items.vectors.counts().settled);
  });

  test('ending before a batch is added leaves it in the fresh tier', async () => {
    const { items, settled } = await setUp();
    const rowids = items.write(...texts(12));
    const ended = Promise.withResolvers<void>();
    const first = keep(items, endingAt(settled, 'add', 1, ended.resolve), { retryMs: 60_000 });
    await ended.promise;
    await first.stop();
    expect(items.vectors.counts().settled).toBe(0);
    await keep(items, settled).idle();
    expect((await found(items, settled, 'text number 3')).toSorted((a, b) => a - b)).toEqual(rowids);
  });
});

describe('the settled tier lost', () => {
  test('vectors that are no longer there are made again from the cache, and that is said', async () => {
    const { items, settled } = await setUp();
    const rowids = items.write(...texts(23));
    const first = keep(items, settled);
    await first.idle();
    await first.stop();
    await settled.recreate();
    const warnings: Warning[] = [];
    const silent = { ...embedder, embed: () => Promise.reject(new Error('the model was asked')) };
    await keep(items, settled, { embedder: silent, onRemade: (warning) => warnings.push(warning) }).idle();
    expect(warnings).toMatchObject([{ code: 'rebuilt', message: expect.stringContaining('from the cache') }]);
    expect((await found(items, settled, 'text number 3')).toSorted((a, b) => a - b)).toEqual(rowids);
  });

  test('damage that shows in the middle of the work or in a question is mended too', async () => {
    const { items, settled } = await setUp();
    const rowids = items.write(...texts(23));
    let broken = true;
    const failing: VectorStore = {
      ...settled,
      add: async (rows) => {
        if (broken) throw new PiperError('store-corrupt', 'It is damaged.', 'Wait.');
        await settled.add(rows);
      },
      recreate: async () => {
        broken = false;
        await settled.recreate();
      },
    };
    const keeper = keep(items, failing);
    await expect.poll(() => items.vectors.counts().settled).toBeGreaterThan(0);
    await keeper.idle();
    await settled.recreate();
    keeper.damaged();
    await keeper.idle();
    expect((await found(items, settled, 'text number 3')).toSorted((a, b) => a - b)).toEqual(rowids);
  });

  test('is not called sound before it has been looked at, nor while it is made again', async () => {
    const { items, settled } = await setUp();
    items.write(...texts(23));
    const first = keep(items, settled);
    await first.idle();
    await first.stop();
    await settled.recreate();
    const pendingWhenEmptied: number[] = [];
    const recreated: VectorStore = {
      ...settled,
      recreate: async () => {
        pendingWhenEmptied.push(items.vectors.counts().pending);
        await settled.recreate();
      },
    };
    const keeper = keep(items, recreated);
    expect(keeper.sound()).toBe(false);
    await keeper.looked;
    expect(keeper.sound()).toBe(true);
    expect(pendingWhenEmptied[0]).toBeGreaterThan(0);
    keeper.damaged();
    expect(keeper.sound()).toBe(false);
    await keeper.idle();
    expect(keeper.sound()).toBe(true);
  });

  test('what a rebuild left behind goes', async () => {
    const { items, settled } = await setUp();
    const rowids = items.write(...texts(23));
    const first = keep(items, settled);
    await first.idle();
    await first.stop();
    items.vectors.truncate();
    items.vectors.apply([], { touched: new Set(rowids.slice(0, 8)) });
    await keep(items, settled).idle();
    expect((await found(items, settled, 'text number 3')).toSorted((a, b) => a - b)).toEqual(rowids.slice(0, 8));
    expect((await settled.counts()).rows).toBe(8);
  });
});
