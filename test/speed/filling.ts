import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '../../main/base/hash.ts';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { embeddingText } from '../../main/projections/vectors/embeddingText.ts';
import type { Embedder } from '../../main/store/embedder.ts';
import { openEmbeddingCache } from '../../main/store/embeddingCache.ts';
import { openDatabase } from '../../main/store/sqlite.ts';
import { clusteredVectors, exchangeLine, type Turn } from './corpus.ts';

/** Writes the turns as an importable file; its path. */
export function exchangeFile(dir: string, name: string, turns: readonly Turn[]): string {
  const file = join(dir, `${name}.pmem.jsonl`);
  writeFileSync(file, turns.map(exchangeLine).join('\n'));
  return file;
}

/**
 * A hundred thousand model passes take the better part of an hour and tell nothing about asking: the store's vectors are
 * random ones around 200 centres, put where the product looks first, its own cache.
 */
export async function cacheSyntheticVectors(data: string, turns: readonly Turn[], embedder: Embedder): Promise<void> {
  mkdirSync(data, { recursive: true });
  const db = openDatabase(join(data, 'cache.db'), { role: 'writer', synchronous: 'NORMAL', migrations: 'cache' });
  const cache = openEmbeddingCache(db);
  const vectors = clusteredVectors(turns.length, embedder.dimensions, 13);
  for (let from = 0; from < turns.length; from += 1000) {
    const rows = turns.slice(from, from + 1000).map(({ text, author }) => ({
      contentHash: sha256(
        embeddingText({ kind: 'turn', text, author, title: null, caption: null, heading: null }) ?? '',
      ),
      vector: vectors.next().value,
    }));
    cache.put(embedder.id, rows);
  }
  db.close();
}

/** Until every vector is made, settled and indexed: what is measured afterwards is the store at rest. */
export async function vectorsDone(client: SocketClient): Promise<void> {
  for (;;) {
    const { vectors, jobs } = await client.call('status', {});
    if (vectors.pending === 0 && !jobs.some(({ state }) => state === 'running')) return;
    await sleep(100);
  }
}
