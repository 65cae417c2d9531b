import { toBytes, toVector } from '../../store/embeddingCache.ts';
import type { Database, Statement } from '../../store/sqlite.ts';

/** A row and how close it is: the cosine of the angle between question and item, −1 to 1. */
export interface Near {
  readonly rowid: number;
  readonly cosine: number;
}

/**
 * The fresh tier: one sqlite-vec table per embedder, partitioned by namespace and searched exactly. It takes small
 * appends at no cost, which the settled tier does not.
 */
export interface FreshVectors {
  create(embedder: number, dimensions: number): void;
  /** Puts an item's vector in, in the place of one that may be there. */
  put(embedder: number, rowid: number, namespace: string, vector: Float32Array): void;
  get(embedder: number, rowid: number): Float32Array | null;
  remove(embedder: number, rowid: number): void;
  drop(embedder: number): void;
}

export function openFreshVectors(db: Database): FreshVectors {
  const prepared = new Map<number, ReturnType<typeof prepare>>();
  const of = (embedder: number) => {
    const known = prepared.get(embedder) ?? prepare(db, embedder);
    prepared.set(embedder, known);
    return known;
  };
  return {
    create(embedder, dimensions) {
      // Every namespace has chunks of its own: small ones, or a store of a thousand namespaces would be mostly empty.
      db.exec(
        `CREATE VIRTUAL TABLE ${tableOf(embedder)} USING vec0(
           namespace TEXT PARTITION KEY, embedding FLOAT[${dimensions}] DISTANCE_METRIC=cosine, chunk_size=128)`,
      );
    },
    put(embedder, rowid, namespace, vector) {
      const { insert, remove } = of(embedder);
      remove.run(BigInt(rowid));
      insert.run(BigInt(rowid), namespace, toBytes(vector));
    },
    get(embedder, rowid) {
      const bytes = of(embedder).select.get(BigInt(rowid));
      return bytes === undefined ? null : toVector(bytes);
    },
    remove(embedder, rowid) {
      of(embedder).remove.run(BigInt(rowid));
    },
    drop(embedder) {
      prepared.delete(embedder);
      db.exec(`DROP TABLE IF EXISTS ${tableOf(embedder)}`);
    },
  };
}

// Row numbers are bound as BigInt: a plain number is a float to SQLite, which sqlite-vec refuses.
function prepare(db: Database, embedder: number) {
  const table = tableOf(embedder);
  return {
    insert: db.prepare<[bigint, string, Uint8Array]>(
      `INSERT INTO ${table} (rowid, namespace, embedding) VALUES (?, ?, ?)`,
    ),
    select: db.prepare<[bigint], Uint8Array>(`SELECT embedding FROM ${table} WHERE rowid = ?`).pluck(),
    remove: db.prepare<[bigint]>(`DELETE FROM ${table} WHERE rowid = ?`),
  };
}

/** The k items of some namespaces, or of some rows, that are nearest to a vector in the fresh tier; nearest first. */
export type NearestFresh = (embedderId: string, vector: Float32Array, among: Among, k: number) => Near[];

/** Where one looks: everything in some namespaces, or just these rows. */
export type Among = { readonly namespaces: readonly string[] } | { readonly rowids: readonly number[] };

/** Exact nearest neighbours in the fresh tier, on any connection with sqlite-vec. */
export function openNearestFresh(db: Database): NearestFresh {
  const selectEmbedder = db.prepare<[string], number>('SELECT embedder FROM embedders WHERE embedder_id = ?').pluck();
  const prepared = new Map<string, Statement<[string, Uint8Array, bigint], Distance>>();
  return (embedderId, vector, among, k) => {
    const embedder = selectEmbedder.get(embedderId);
    if (embedder === undefined) return [];
    const [column, values] = 'rowids' in among ? ['rowid', among.rowids] : ['namespace', among.namespaces];
    const sql = `SELECT rowid, distance FROM ${tableOf(embedder)}
      WHERE ${column} IN (SELECT value FROM json_each(?)) AND embedding MATCH ? AND k = ?`;
    const selectNearest = prepared.get(sql) ?? db.prepare<[string, Uint8Array, bigint], Distance>(sql);
    prepared.set(sql, selectNearest);
    return (
      selectNearest
        .all(JSON.stringify(values), toBytes(vector), BigInt(Math.min(k, 4096)))
        // A vector without a direction has no cosine.
        .flatMap(({ rowid, distance }) => (distance === null ? [] : [{ rowid, cosine: 1 - distance }]))
    );
  };
}

interface Distance {
  readonly rowid: number;
  readonly distance: number | null;
}

function tableOf(embedder: number): string {
  return `fresh_vectors_${embedder}`;
}
