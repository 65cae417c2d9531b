import type { Database } from './sqlite.ts';

/** A vector and the hash of the text that it was made of. */
export interface CachedVector {
  readonly contentHash: string;
  readonly vector: Float32Array;
}

/**
 * `cache.db`: every vector that was ever computed and is still wanted, by embedder and content hash. It outlives a
 * rebuild, so that no model has to be asked twice for the same text.
 */
export interface EmbeddingCache {
  get(embedderId: string, contentHash: string): Float32Array | null;
  put(embedderId: string, vectors: readonly CachedVector[]): void;
  /** Removes what any embedder made of this text. */
  forget(contentHash: string): void;
  /** Removes what embedders other than these made of these texts. */
  forgetOthers(embedderIds: readonly string[], contentHashes: readonly string[]): void;
  /** Content hashes after the given one, ascending, each once, at most `limit`. */
  hashesAfter(contentHash: string, limit: number): string[];
  /** Vectors of one embedder. */
  count(embedderId: string): number;
}

export function openEmbeddingCache(db: Database): EmbeddingCache {
  const insertEmbedder = db.prepare<[string]>('INSERT INTO embedders (embedder_id) VALUES (?) ON CONFLICT DO NOTHING');
  const selectEmbedder = db.prepare<[string], number>('SELECT embedder FROM embedders WHERE embedder_id = ?').pluck();
  const selectVector = db
    .prepare<[string, string], Uint8Array>(
      `SELECT vector FROM embeddings WHERE content_hash = ?
       AND embedder = (SELECT embedder FROM embedders WHERE embedder_id = ?)`,
    )
    .pluck();
  const upsertVector = db.prepare<[number, string, Uint8Array]>(
    `INSERT INTO embeddings (embedder, content_hash, vector) VALUES (?, ?, ?)
     ON CONFLICT (content_hash, embedder) DO UPDATE SET vector = excluded.vector`,
  );
  const deleteText = db.prepare<[string]>('DELETE FROM embeddings WHERE content_hash = ?');
  const deleteOthers = db.prepare<[string, string]>(
    `DELETE FROM embeddings WHERE content_hash = ? AND embedder NOT IN
       (SELECT embedder FROM embedders WHERE embedder_id IN (SELECT value FROM json_each(?)))`,
  );
  const selectHashes = db
    .prepare<[string, number], string>(
      'SELECT DISTINCT content_hash FROM embeddings WHERE content_hash > ? ORDER BY content_hash LIMIT ?',
    )
    .pluck();
  const countVectors = db
    .prepare<[string], number>(
      'SELECT count(*) FROM embeddings WHERE embedder = (SELECT embedder FROM embedders WHERE embedder_id = ?)',
    )
    .pluck();

  const putAll = db.transaction((embedderId: string, vectors: readonly CachedVector[]) => {
    insertEmbedder.run(embedderId);
    const embedder = selectEmbedder.get(embedderId);
    if (embedder === undefined) throw new Error('an embedder that was just added is not there');
    for (const { contentHash, vector } of vectors) upsertVector.run(embedder, contentHash, toBytes(vector));
  }).immediate;

  const deleteAllOthers = db.transaction((embedderIds: string, contentHashes: readonly string[]) => {
    for (const contentHash of contentHashes) deleteOthers.run(contentHash, embedderIds);
  }).immediate;

  return {
    get(embedderId, contentHash) {
      const bytes = selectVector.get(contentHash, embedderId);
      return bytes === undefined ? null : toVector(bytes);
    },
    put(embedderId, vectors) {
      if (vectors.length > 0) putAll(embedderId, vectors);
    },
    forget: (contentHash) => {
      deleteText.run(contentHash);
    },
    forgetOthers: (embedderIds, contentHashes) => deleteAllOthers(JSON.stringify(embedderIds), contentHashes),
    hashesAfter: (contentHash, limit) => selectHashes.all(contentHash, limit),
    count: (embedderId) => countVectors.get(embedderId) ?? 0,
  };
}

/** The same memory as bytes: 32-bit floats in the machine's order, which is little-endian on all we ship for. */
export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy, because a blob may begin at any address and floats may not. */
export function toVector(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}
