import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixedClock, systemClock } from '../../main/base/clock.ts';
import { uuidv7 } from '../../main/base/ids.ts';
import type { EventDraft } from '../../main/ledger/event.ts';
import { openLedgerFile } from '../../main/ledger/open.ts';
import { startVectorKeeper } from '../../main/policy/vectorKeeper.ts';
import { openVectorReads } from '../../main/projections/vectors/vectorReads.ts';
import { openRecall } from '../../main/retrievers/recall/recall.ts';
import type { Embedder } from '../../main/store/embedder.ts';
import { openEmbeddingCache } from '../../main/store/embeddingCache.ts';
import { openOnnxEmbedder } from '../../main/store/onnxEmbedder.ts';
import { resourcePath } from '../../main/store/resources.ts';
import { checkpoint, openDatabase } from '../../main/store/sqlite.ts';
import { openVectorStore } from '../../main/store/vectorStore.ts';
import { openMemory, openMemoryFile } from '../../main/threads/memoryFile.ts';
import { filesWithVector } from '../support/filesWithVector.ts';
import { hashEmbedder } from '../support/hashEmbedder.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { asWriting } from '../support/vectorItems.ts';

const frame = {
  actor: 'tester',
  sourceType: 'agent',
  privacyClass: 'internal',
  retentionClass: 'keep',
  namespace: 'default',
} as const;

/** Ledger, memory and cache as the daemon's writer opens them, without its threads. */
function openStore(dir = temporaryDirectory()) {
  const clock = fixedClock(Date.UTC(2026, 2, 3));
  const ledgerFile = openLedgerFile(join(dir, 'ledger.db'), { clock, ids: uuidv7(clock) });
  const cacheDb = openDatabase(join(dir, 'cache.db'), { role: 'writer', synchronous: 'NORMAL', migrations: 'cache' });
  const memory = openMemoryFile(join(dir, 'memory.db'), ledgerFile.ledger, openEmbeddingCache(cacheDb));
  const readDb = openMemory(join(dir, 'memory.db'), 'reader');
  onTestFinished(() => {
    readDb.close();
    memory.close();
    cacheDb.close();
    ledgerFile.close();
  });

  return {
    dir,
    memory,
    write(...texts: readonly string[]): string[] {
      const drafts = texts.map(
        (text): EventDraft => ({ ...frame, eventType: 'observation', payload: { id: text, text } }),
      );
      return memory.writeModel.append(drafts).map((outcome) => {
        if (outcome.status !== 'appended') throw new Error('not appended');
        return outcome.event.eventId;
      });
    },
    erase(eventId: string, itemId: string): void {
      const payload = { eventId, itemIds: [itemId], reason: 'asked for' };
      ledgerFile.ledger.erase(eventId, { ...frame, eventType: 'tombstone', payload });
      memory.projector.catchUp();
      checkpoint(memory.db);
      checkpoint(cacheDb);
    },
    /** Keeper, both tiers and recall for one embedder. */
    async serve(embedder: Embedder) {
      const settled = await openVectorStore({
        uri: join(dir, 'vectors'),
        embedderId: embedder.id,
        dimensions: embedder.dimensions,
        clock: systemClock,
        indexFrom: 20,
      });
      const reads = openVectorReads(readDb);
      const keeper = startVectorKeeper({
        embedder,
        writer: asWriting(memory.vectors),
        settled,
        clock,
        batch: 8,
        settleAt: 5,
        settleBatch: 10,
      });
      onTestFinished(async () => {
        await keeper.stop();
        settled.close();
      });
      const recall = openRecall({
        embedder: () => embedder,
        about: async () => null,
        nearestFresh: async (...args) => reads.nearestFresh(...args),
        nearestSettled: async (_, vector, among, k) => {
          const namespaces = 'namespaces' in among ? among.namespaces : [];
          const hits = await settled.search({ vector, namespaces, k });
          const rows = reads.rowsOf(hits);
          return hits.flatMap(({ cosine }, at) => (rows[at] ? [{ rowid: rows[at], cosine }] : []));
        },
        lagging: async (namespaces) => reads.lagging(namespaces),
        floor: -1,
      });
      return {
        keeper,
        settled,
        async ask(text: string, depth = 100) {
          const query = {
            text,
            namespaces: ['default'],
            depth,
            now: 0,
            timeZone: 'UTC',
            knownAt: null,
            includeHistorical: false,
          };
          const result = await recall.retrieve(query, new AbortController().signal);
          const rowids = result.candidates.map(({ rowid }) => rowid);
          return { ...result, itemIds: memory.items.itemsByRowid(rowids).map(({ itemId }) => itemId) };
        },
      };
    },
  };
}

const texts = Array.from({ length: 64 }, (_, n) => `note ${n} about the harbour and boat ${n}`);

describe('from a write to an answer', () => {
  test('every item is found once, whichever tier its vector is in', async () => {
    const store = openStore();
    const { keeper, ask } = await store.serve(hashEmbedder());
    store.write(...texts);
    await keeper.idle();
    const answer = await ask('note 7 about the harbour and boat 7');
    expect(answer).toMatchObject({ status: 'ok', lagging: 0 });
    expect(answer.itemIds[0]).toBe(texts[7]);
    expect(answer.itemIds.toSorted()).toEqual(texts.toSorted());
    expect(new Set(answer.candidates.map(({ signals }) => signals.tier))).toEqual(new Set(['fresh', 'settled']));
  });

  test('a rebuild gives the same answers, from the cache alone', async () => {
    const store = openStore();
    const first = await store.serve(hashEmbedder());
    store.write(...texts);
    await first.keeper.idle();
    const before = await first.ask('boat 12');
    await first.keeper.stop();
    const report = await store.memory.writeModel.rebuild();
    expect(report.digestAfter).toBe(report.digestBefore);
    const silent: Embedder = {
      ...hashEmbedder(),
      embed: (batch, as) =>
        as === 'query' ? hashEmbedder().embed(batch, as) : Promise.reject(new Error('the model was asked')),
    };
    const second = await store.serve(silent);
    await second.keeper.idle();
    const after = await second.ask('boat 12');
    expect(after.itemIds).toEqual(before.itemIds);
    expect(after.candidates.map(({ score }) => score.toFixed(5))).toEqual(
      before.candidates.map(({ score }) => score.toFixed(5)),
    );
  });
});

test('an erased item leaves no vector in any file, and is found no more', async () => {
  const store = openStore();
  const embedder = hashEmbedder();
  const { keeper, ask } = await store.serve(embedder);
  const events = store.write(...texts);
  await keeper.idle();
  const [settledText = '', freshText = ''] = [texts[0], texts[63]];
  const vectors = await embedder.embed([settledText, freshText], 'passage');
  expect(vectors.every((vector) => filesWithVector(store.dir, vector).length > 0)).toBe(true);
  store.erase(events[0] ?? '', settledText);
  store.erase(events[63] ?? '', freshText);
  await keeper.idle();
  expect(vectors.flatMap((vector) => filesWithVector(store.dir, vector))).toEqual([]);
  const { itemIds } = await ask(settledText);
  expect(itemIds.toSorted()).toEqual(texts.slice(1, 63).toSorted());
});

test('another embedder makes every vector anew: recall says how many are missing, then answers from it alone', async () => {
  const store = openStore();
  const first = await store.serve(hashEmbedder('old'));
  store.write(...texts);
  await first.keeper.idle();
  await first.keeper.stop();

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const inner = hashEmbedder('new', 32);
  let batches = 0;
  const slow: Embedder = {
    ...inner,
    async embed(batch, as) {
      if (as === 'passage' && ++batches > 2) await held;
      return inner.embed(batch, as);
    },
  };
  const second = await store.serve(slow);
  await expect.poll(() => batches).toBe(3);
  const during = await second.ask('boat 63');
  expect(during).toMatchObject({ status: 'partial', reason: 'index-behind', lagging: 48 });
  expect(during.itemIds).toHaveLength(16);
  // Everything that the old embedder made is still there, should someone go back.
  expect(readdirSync(join(store.dir, 'vectors')).filter((name) => name.startsWith('settled_'))).toHaveLength(2);

  release();
  await second.keeper.idle();
  const after = await second.ask('boat 63');
  expect(after).toMatchObject({ status: 'ok', lagging: 0 });
  expect(after.itemIds.toSorted()).toEqual(texts.toSorted());
  expect(readdirSync(join(store.dir, 'vectors')).filter((name) => name.startsWith('settled_'))).toHaveLength(1);
});

const models = resourcePath('models');
const [model] = existsSync(models)
  ? readdirSync(models).filter((name) => existsSync(join(models, name, 'model.onnx')))
  : [];

test.skipIf(model === undefined)(
  'the bundled model finds a paraphrase (skipped where resources/models is empty)',
  async () => {
    const embedder = await openOnnxEmbedder(join(models, model ?? ''), { threads: 1 });
    onTestFinished(() => embedder.close());
    const store = openStore();
    const { keeper, ask } = await store.serve(embedder);
    store.write(
      'Mara bought a second-hand car in May.',
      'The harbour master retires next spring.',
      'Leaven the dough overnight in the fridge.',
      'Tom plays the cello in the town orchestra.',
    );
    await keeper.idle();
    expect((await ask('Which musical instrument does Tom know?')).itemIds[0]).toContain('cello');
    expect((await ask('When did Mara get her vehicle?')).itemIds[0]).toContain('car');
  },
);
