import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { VectorWriting } from '../../main/policy/vectorKeeper.ts';
import type { NewItem } from '../../main/projections/items/itemOfEvent.ts';
import { openItemRows } from '../../main/projections/items/itemRows.ts';
import { openVectorReads } from '../../main/projections/vectors/vectorReads.ts';
import { openVectors } from '../../main/projections/vectors/vectors.ts';
import { openEmbeddingCache } from '../../main/store/embeddingCache.ts';
import { openDatabase } from '../../main/store/sqlite.ts';
import { enableVectors } from '../../main/store/vectorExtension.ts';
import { temporaryDirectory } from './temporary.ts';

/** An item that says `text`; the rest as given, else as any item has it. */
export function itemSaying(itemId: string, text: string, more: Partial<NewItem> = {}): NewItem {
  return {
    itemId,
    namespace: 'default',
    kind: 'memory',
    text,
    title: null,
    author: null,
    thread: null,
    position: null,
    caption: null,
    entities: [],
    derivedFrom: [],
    source: null,
    sourceType: 'test',
    occurredAt: 0,
    validFrom: null,
    validTo: null,
    observedAt: 0,
    recordedAt: 0,
    knownAt: 0,
    authority: 0.6,
    confidence: 0.8,
    salience: 0.5,
    privacyClass: 'internal',
    retentionClass: 'keep',
    trust: 'trusted',
    contentHash: '',
    eventSeq: 1,
    eventId: itemId,
    documentId: null,
    start: null,
    end: null,
    heading: null,
    ...more,
  };
}

/** `memory.db` and `cache.db` in a directory of their own, with items written straight into their rows. */
export function openVectorItems(dir = temporaryDirectory()) {
  const memory = join(dir, 'memory.db');
  const db = openDatabase(memory, {
    role: 'writer',
    synchronous: 'NORMAL',
    migrations: 'memory',
    prepare: enableVectors,
  });
  const cacheDb = openDatabase(join(dir, 'cache.db'), { role: 'writer', synchronous: 'NORMAL', migrations: 'cache' });
  const cache = openEmbeddingCache(cacheDb);
  const rows = openItemRows(db);
  const vectors = openVectors(db, cache);
  const setText = db.prepare<[string, number]>('UPDATE items SET text = ? WHERE rowid = ?');
  const close = () => {
    db.close();
    cacheDb.close();
  };
  onTestFinished(close);

  return {
    dir,
    db,
    cacheDb,
    cache,
    vectors,
    reads: openVectorReads(db),
    close,
    /** Their row numbers. */
    write(...items: readonly NewItem[]): number[] {
      const rowids = items.map((item) => rows.insert(item) ?? Number.NaN);
      vectors.apply([], { touched: new Set(rowids) });
      return rowids;
    },
    change(rowid: number, text: string): void {
      setText.run(text, rowid);
      vectors.apply([], { touched: new Set([rowid]) });
    },
    erase(itemId: string, namespace = 'default'): void {
      vectors.erase(namespace, itemId);
      rows.remove(namespace, itemId);
    },
    /** A connection of its own, as a reader thread has it. */
    reader() {
      const reading = openDatabase(memory, {
        role: 'reader',
        synchronous: 'NORMAL',
        migrations: 'memory',
        prepare: enableVectors,
      });
      onTestFinished(() => {
        reading.close();
      });
      return openVectorReads(reading);
    },
  };
}

export type VectorItems = ReturnType<typeof openVectorItems>;

/** The writer's functions as another thread sees them. */
export function asWriting(vectors: VectorItems['vectors']): VectorWriting {
  return {
    adopt: async (embedder) => vectors.adopt(embedder),
    pending: async (limit) => vectors.pending(limit),
    withhold: async (rows) => vectors.withhold(rows),
    restore: async (embedderId, rows) => vectors.restore(embedderId, rows),
    store: async (embedderId, rows) => vectors.store(embedderId, rows),
    freshBatch: async (embedderId, limit) => vectors.freshBatch(embedderId, limit),
    markSettled: async (embedderId, rows) => vectors.markSettled(embedderId, rows),
    unsettleAll: async () => vectors.unsettleAll(),
    removals: async (limit) => vectors.removals(limit),
    removed: async (items) => vectors.removed(items),
    strangers: async (refs) => vectors.strangers(refs),
    counts: async () => vectors.counts(),
    forgetOthers: async (embedderId) => vectors.forgetOthers(embedderId),
    sweepCache: async (after, limit) => vectors.sweepCache(after, limit),
  };
}
