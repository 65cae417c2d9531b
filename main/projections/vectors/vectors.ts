import { sha256 } from '../../base/hash.ts';
import type { Embedder } from '../../store/embedder.ts';
import type { EmbeddingCache } from '../../store/embeddingCache.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Item, ItemRef } from '../items/item.ts';
import type { Change, Projection } from '../projection.ts';
import { type Embeddable, embeddingText } from './embeddingText.ts';
import { openFreshVectors } from './freshVectors.ts';
import type { SettledRef } from './vectorReads.ts';
import {
  type KnownEmbedder,
  openVectorCounts,
  openVectorState,
  type StateRow,
  type VectorCounts,
  type VectorOf,
} from './vectorState.ts';

/** A text that waits for its vector. */
export interface PendingText extends VectorOf {
  readonly text: string;
  /** Not for an embedder that is not on this machine. */
  readonly secret: boolean;
}

/** A text's vector, made. */
export interface MadeVector extends VectorOf {
  readonly vector: Float32Array;
}

/** A vector on its way from the fresh tier to the settled one. */
export interface MovingVector extends SettledRef, MadeVector {}

type EmbeddedItem = Embeddable & Pick<Item, 'namespace' | 'itemId' | 'privacyClass'>;

/**
 * The vectors of all items: which are still to be made, and where those lie that are. As a projection it follows the
 * items; making the vectors and moving them on is asked of it by the vector keeper, in small steps, each of which may
 * be the last before a crash: an item is then in both tiers at most, never in none.
 */
export interface Vectors extends Projection {
  /**
   * Makes this embedder the one whose vectors count: everything that another one embedded becomes pending, and what was
   * withheld from a remote one too, unless this one is remote as well.
   */
  adopt(embedder: Pick<Embedder, 'id' | 'dimensions' | 'remote'>): void;
  /** Texts without a vector, the newest items first. */
  pending(limit: number): PendingText[];
  /** These items have no vector and wait for none, as long as the embedder is remote. */
  withhold(rows: readonly VectorOf[]): void;
  /** Takes from the cache what was embedded before; the row numbers of those that it had. */
  restore(embedderId: string, rows: readonly VectorOf[]): number[];
  /** Puts vectors into the fresh tier and the cache; how many. Items that are gone or changed meanwhile are left out. */
  store(embedderId: string, rows: readonly MadeVector[]): number;
  /** Vectors of the fresh tier, the oldest items first. */
  freshBatch(embedderId: string, limit: number): MovingVector[];
  /** The settled tier holds these vectors now: they go from the fresh one. How many there were. */
  markSettled(embedderId: string, rows: readonly VectorOf[]): number;
  /** The settled tier was lost: its vectors have to be made again, from the cache. How many. */
  unsettleAll(): number;
  /** Items whose vectors must go from the settled tier. */
  removals(limit: number): ItemRef[];
  removed(items: readonly ItemRef[]): void;
  /** Which of these vectors no item has any more. */
  strangers(refs: readonly SettledRef[]): ItemRef[];
  counts(): VectorCounts;
  /** Drops the vectors of every other embedder from the fresh tier; the cache's go with the next sweep. */
  forgetOthers(embedderId: string): void;
  /**
   * Removes from the cache what no item wants and what a forgotten embedder made, among `limit` hashes after the given
   * one; the last hash looked at, or null at the end.
   */
  sweepCache(after: string, limit: number): string | null;
}

/**
 * @param db the writer's connection to `memory.db`, with sqlite-vec
 */
export function openVectors(db: Database, cache: EmbeddingCache): Vectors {
  const state = openVectorState(db);
  const fresh = openFreshVectors(db);
  const counts = openVectorCounts(db);
  const selectItem = db.prepare<[number], EmbeddedItem>(
    `SELECT namespace, item_id AS itemId, kind, text, title, author, caption, heading, privacy_class AS privacyClass
     FROM items WHERE rowid = ?`,
  );
  const selectRow = db
    .prepare<[string, string], number>('SELECT rowid FROM items WHERE namespace = ? AND item_id = ?')
    .pluck();
  let embedders: ReadonlyMap<string, KnownEmbedder> = new Map();
  const readEmbedders = () => {
    embedders = new Map(state.embedders().map((known) => [known.embedderId, known]));
  };
  readEmbedders();

  function adopted(embedderId: string): KnownEmbedder {
    const known = embedders.get(embedderId);
    if (known === undefined) throw new Error(`the embedder ${embedderId} was not adopted`);
    return known;
  }

  function textOf(rowid: number): { text: string; secret: boolean } | null {
    const item = selectItem.get(rowid);
    const text = item === undefined ? null : embeddingText(item);
    return text === null ? null : { text, secret: item?.privacyClass === 'secret' };
  }

  function follow(rowid: number): void {
    state.removeWithheld(rowid);
    const item = selectItem.get(rowid);
    const text = item === undefined ? null : embeddingText(item);
    const before = state.get(rowid);
    if (item === undefined || text === null) {
      if (before !== null) letGo(before);
      if (before !== null && item !== undefined) state.addRemoval(item.namespace, item.itemId);
      return;
    }
    const contentHash = sha256(text);
    if (before?.contentHash === contentHash) return;
    if (before !== null) letGo(before);
    state.setPending(rowid, item.namespace, contentHash);
  }

  /** Removes a row's vector and, where no other item has the same text, the cached one. */
  function letGo({ rowid, contentHash }: StateRow): void {
    for (const { embedder } of embedders.values()) fresh.remove(embedder, rowid);
    state.remove(rowid);
    if (!state.wants(contentHash)) cache.forget(contentHash);
  }

  function erase(namespace: string, itemId: string): void {
    // Owed whatever tier we believe it is in: a move may be under way.
    state.addRemoval(namespace, itemId);
    const rowid = selectRow.get(namespace, itemId);
    const before = rowid === undefined ? null : state.get(rowid);
    if (before !== null) letGo(before);
    if (rowid !== undefined) state.removeWithheld(rowid);
  }

  const withhold = db.transaction((rows: readonly VectorOf[]) => {
    for (const row of stillPending(rows)) {
      const before = state.get(row.rowid);
      if (before !== null) letGo(before);
      state.addWithheld(row.rowid);
    }
  }).immediate;

  const reclaim = db.transaction(() => {
    for (const rowid of state.withheld()) follow(rowid);
  }).immediate;

  const addEmbedder = db.transaction((id: string, dimensions: number) => {
    fresh.create(state.addEmbedder(id, dimensions), dimensions);
  }).immediate;

  const putFresh = db.transaction((embedder: number, rows: readonly (MadeVector & { namespace: string })[]) => {
    for (const row of rows) {
      state.makeFresh(row, embedder);
      fresh.put(embedder, row.rowid, row.namespace, row.vector);
    }
  }).immediate;

  const settle = db.transaction((embedder: number, rows: readonly VectorOf[]) => {
    const moved = rows.filter((row) => state.makeSettled(row, embedder));
    for (const { rowid } of moved) fresh.remove(embedder, rowid);
    return moved.length;
  }).immediate;

  const settleRemovals = db.transaction((items: readonly ItemRef[]) => {
    for (const { namespace, itemId } of items) state.settleRemoval(namespace, itemId);
  }).immediate;

  const dropOthers = db.transaction((embedderId: string) => {
    for (const other of [...embedders.values()].filter((known) => known.embedderId !== embedderId)) {
      fresh.drop(other.embedder);
      state.removeEmbedder(other.embedder);
    }
  }).immediate;

  /** Rows that still wait for exactly this vector, with their namespace. */
  function stillPending<Row extends VectorOf>(rows: readonly Row[]): (Row & { namespace: string })[] {
    return rows.flatMap((row) => {
      const now = state.get(row.rowid);
      if (now?.tier !== 'pending' || now.contentHash !== row.contentHash) return [];
      return [{ ...row, namespace: now.namespace }];
    });
  }

  return {
    name: 'vectors',
    version: 1,
    apply(_events, change: Change) {
      for (const rowid of change.touched) follow(rowid);
    },
    erase,
    truncate() {
      // What is owed to the settled tier stays owed: it is another store, and knows nothing of this.
      for (const { embedder, dimensions } of embedders.values()) {
        fresh.drop(embedder);
        fresh.create(embedder, dimensions);
      }
      state.removeAll();
    },
    digest() {
      // Vectors are made after the fact, by a model that may change: no part of what a rebuild must reproduce.
    },
    adopt({ id, dimensions, remote = false }) {
      if (!embedders.has(id)) addEmbedder(id, dimensions);
      readEmbedders();
      state.disownOthers(adopted(id).embedder);
      if (!remote) reclaim();
    },
    pending: (limit) =>
      state.pending(limit).flatMap((row) => {
        const words = textOf(row.rowid);
        return words === null ? [] : [{ ...row, ...words }];
      }),
    withhold,
    restore(embedderId, rows) {
      const { embedder, dimensions } = adopted(embedderId);
      const found = stillPending(rows).flatMap((row) => {
        const vector = cache.get(embedderId, row.contentHash);
        return vector?.length === dimensions ? [{ ...row, vector }] : [];
      });
      putFresh(embedder, found);
      return found.map(({ rowid }) => rowid);
    },
    store(embedderId, rows) {
      const { embedder } = adopted(embedderId);
      const wanted = stillPending(rows);
      // The cache first: a crash in between then costs nothing but a second look into it.
      cache.put(embedderId, wanted);
      putFresh(embedder, wanted);
      return wanted.length;
    },
    freshBatch(embedderId, limit) {
      const { embedder } = adopted(embedderId);
      return state.fresh(limit).flatMap((row) => {
        const vector = fresh.get(embedder, row.rowid);
        return vector === null ? [] : [{ ...row, vector }];
      });
    },
    markSettled: (embedderId, rows) => settle(adopted(embedderId).embedder, rows),
    unsettleAll: () => state.unsettleAll(),
    removals: (limit) => state.removals(limit),
    removed: (items) => settleRemovals(items),
    strangers: (refs) =>
      refs.filter(({ namespace, itemId, contentHash }) => {
        const rowid = selectRow.get(namespace, itemId);
        return rowid === undefined || state.get(rowid)?.contentHash !== contentHash;
      }),
    counts,
    forgetOthers(embedderId) {
      dropOthers(adopted(embedderId).embedderId);
      readEmbedders();
    },
    sweepCache(after, limit) {
      const hashes = cache.hashesAfter(after, limit);
      for (const hash of hashes) if (!state.wants(hash)) cache.forget(hash);
      cache.forgetOthers([...embedders.keys()], hashes);
      return hashes.at(-1) ?? null;
    },
  };
}
