import { rm, stat } from 'node:fs/promises';
import { type Connection, type Lance, loadLance, type Table } from '../../native/lance.ts';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { guardLance } from './lanceErrors.ts';
import { openVectorIndex, type VectorIndex } from './vectorIndex.ts';

/** How a vector is named in the settled tier. `contentHash` is of the text that was embedded. */
export interface VectorRef {
  readonly namespace: string;
  readonly itemId: string;
  readonly contentHash: string;
}

export interface VectorRow extends VectorRef {
  readonly vector: Float32Array;
}

/** A hit with the cosine of the angle between question and item, −1 to 1. */
export interface VectorHit extends VectorRef {
  readonly cosine: number;
}

export interface VectorQuery {
  readonly vector: Float32Array;
  readonly namespaces: readonly string[];
  readonly k: number;
  /** Only these items, if given; never more than some thousands. */
  readonly itemIds?: readonly string[] | undefined;
  /** Passes the index by. */
  readonly exact?: boolean | undefined;
}

export interface VectorStoreOptions {
  /** A folder, or any other URI that LanceDB knows (an object store). */
  readonly uri: string;
  readonly embedderId: string;
  readonly dimensions: number;
  readonly clock: Clock;
  /** An index is built from this many rows on, 5,000 unless given; until then every search is exact. */
  readonly indexFrom?: number | undefined;
}

/**
 * The settled tier: vectors and ids in LanceDB, one table per embedder, never text. Made for large batches; searched
 * through an index once it is large. Writing calls follow one another; searches may run meanwhile.
 */
export interface VectorStore {
  /** Adds or replaces, by namespace and item. Doing it again changes nothing. */
  add(rows: readonly VectorRow[]): Promise<void>;
  /** The k nearest items of these namespaces, nearest first. */
  search(query: VectorQuery): Promise<VectorHit[]>;
  /** Removes items so that no byte of their vectors stays: the table is written anew and its old versions go. */
  erase(items: readonly Pick<VectorRef, 'namespace' | 'itemId'>[]): Promise<void>;
  /** Builds or extends the index and compacts, if there is enough to do; whether there was. */
  maintain(): Promise<boolean>;
  /** Every vector's name, in batches. */
  refs(): AsyncIterable<VectorRef[]>;
  counts(): Promise<{ readonly rows: number; readonly indexed: number }>;
  /** Drops the tables of all other embedders. */
  dropOthers(): Promise<void>;
  /** Throws this embedder's table away, damaged or not, and begins an empty one. */
  recreate(): Promise<void>;
  close(): void;
}

interface Opened {
  readonly connection: Connection;
  readonly table: Table;
  readonly index: VectorIndex;
}

/**
 * Opens the settled tier, making it if it is not there. A damaged one opens too: then every call throws PiperError
 * `store-corrupt` until `recreate`. Throws `disk-full` or `io`.
 */
export async function openVectorStore(options: VectorStoreOptions): Promise<VectorStore> {
  const lance = await loadLance();
  let state: Opened | PiperError = await open(lance, options).catch(damageOnly);
  let changes = 0;

  function opened(): Opened {
    if (state instanceof PiperError) throw state;
    return state;
  }

  async function add(rows: readonly VectorRow[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = rows.map(({ namespace, itemId, contentHash, vector }) => ({
      namespace,
      item_id: itemId,
      content_hash: contentHash,
      vector,
    }));
    const merge = opened().table.mergeInsert(['namespace', 'item_id']);
    await merge.whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(columns);
    changes++;
  }

  async function search({ vector, namespaces, k, itemIds, exact = false }: VectorQuery): Promise<VectorHit[]> {
    const { table, index } = opened();
    const inNamespaces = among('namespace', namespaces);
    const query = table
      .query()
      .nearestTo(vector)
      .distanceType('cosine')
      .where(itemIds === undefined ? inNamespaces : `${inNamespaces} AND ${among('item_id', itemIds)}`)
      .select([...refColumns, '_distance'])
      .limit(k);
    const hits = (await (exact ? query.bypassVectorIndex() : index.tune(query, k)).toArray()) as Hit[];
    // A vector without a direction has no cosine.
    return hits.flatMap((hit) =>
      Number.isFinite(hit._distance) ? [{ ...refOf(hit), cosine: 1 - hit._distance }] : [],
    );
  }

  async function compact(graceMs: number): Promise<void> {
    await opened().table.optimize({
      cleanupOlderThan: new Date(options.clock.now() - graceMs),
      deleteUnverified: true,
    });
    changes = 0;
  }

  async function maintain(): Promise<boolean> {
    const { table, index } = opened();
    const rows = await table.countRows();
    const built = rows >= (options.indexFrom ?? 5000) && (await index.build(rows));
    const covered = await index.rows();
    // What the index does not cover is searched row by row: it must not grow long.
    const tail = covered === 0 ? 0 : rows - covered;
    if (!built && changes < 8 && tail < 4000) return false;
    // Questions that began a moment ago may still read the versions before this one.
    await compact(60_000);
    return true;
  }

  async function erase(items: readonly Pick<VectorRef, 'namespace' | 'itemId'>[]): Promise<void> {
    const { table, index } = opened();
    const before = await table.countRows();
    for (const [namespace, group] of Map.groupBy(items, (item) => item.namespace)) {
      const ids = group.map(({ itemId }) => itemId);
      await table.delete(`namespace = ${literal(namespace)} AND ${among('item_id', ids)}`);
    }
    const after = await table.countRows();
    if (after === before) return;
    await index.drop();
    // A deleted row stays in its file until much of the file is deleted: writing every row anew empties the old files.
    if (after > 0) await table.update({ valuesSql: { content_hash: 'content_hash' } });
    await compact(0);
  }

  async function recreate(): Promise<void> {
    if (!(state instanceof PiperError)) closeAll(state);
    if (isLocal(options.uri)) {
      // Whatever lies there may be too damaged to be dropped; other embedders' tables are nobody's any more.
      await rm(options.uri, { recursive: true, force: true });
    } else {
      const connection = await lance.connect(options.uri);
      const name = tableName(options.embedderId);
      if ((await connection.tableNames()).includes(name)) await connection.dropTable(name);
      connection.close();
    }
    state = await open(lance, options);
    changes = 0;
  }

  return {
    add: (rows) => guardLance(() => add(rows)),
    // A version that is cleaned away while it is read fails the search; the next attempt reads the newer one.
    search: (query) => guardLance(() => search(query).catch(() => search(query))),
    erase: async (items) => {
      if (items.length > 0) await guardLance(() => erase(items));
    },
    maintain: () => guardLance(maintain),
    async *refs() {
      for await (const batch of opened().table.query().select(refColumns)) {
        yield (batch.toArray() as unknown as Row[]).map(refOf);
      }
    },
    counts: () =>
      guardLance(async () => ({ rows: await opened().table.countRows(), indexed: await opened().index.rows() })),
    dropOthers: () =>
      guardLance(async () => {
        const { connection } = opened();
        const others = (await connection.tableNames()).filter((name) => name !== tableName(options.embedderId));
        for (const other of others) await connection.dropTable(other);
      }),
    recreate: () => guardLance(recreate),
    close() {
      if (!(state instanceof PiperError)) closeAll(state);
    },
  };
}

const refColumns = ['namespace', 'item_id', 'content_hash'];

interface Row {
  readonly namespace: string;
  readonly item_id: string;
  readonly content_hash: string;
}

interface Hit extends Row {
  readonly _distance: number;
}

function refOf(row: Row): VectorRef {
  return { namespace: row.namespace, itemId: row.item_id, contentHash: row.content_hash };
}

function open(lance: Lance, options: VectorStoreOptions): Promise<Opened> {
  return guardLance(async () => {
    if (isLocal(options.uri) && (await stat(options.uri).catch(() => null))?.isDirectory() === false) {
      throw new Error('there is a file in the place of the folder');
    }
    const connection = await lance.connect(options.uri);
    const table = await openTable(lance, connection, tableName(options.embedderId), options.dimensions);
    return { connection, table, index: await openVectorIndex(lance, table, options.dimensions) };
  });
}

/** Opens the table and touches its rows, so that damage shows here and not at the first question. */
async function openTable(lance: Lance, connection: Connection, name: string, dimensions: number): Promise<Table> {
  const names = await connection.tableNames();
  if (!names.includes(name)) {
    const { Field, FixedSizeList, Float32, Schema, Utf8 } = lance.arrow;
    const schema = new Schema([
      new Field('namespace', new Utf8()),
      new Field('item_id', new Utf8()),
      new Field('content_hash', new Utf8()),
      new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32()))),
    ]);
    return connection.createEmptyTable(name, schema);
  }
  const table = await connection.openTable(name);
  await table.query().select(refColumns).limit(1).toArray();
  return table;
}

/** `s3://bucket/vectors` is not; `C:\\vectors` is. */
export function isLocal(uri: string): boolean {
  return !/^[a-z0-9+]{2,}:\/\//i.test(uri);
}

function damageOnly(error: unknown): PiperError {
  if (error instanceof PiperError && error.code === 'store-corrupt') return error;
  throw error;
}

function closeAll({ table, connection }: Opened): void {
  table.close();
  connection.close();
}

/** An embedder's id may hold any character; a table's name may not. */
function tableName(embedderId: string): string {
  return `settled_${sha256(embedderId).slice(0, 16)}`;
}

function among(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map(literal).join(', ')})`;
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
