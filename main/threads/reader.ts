import { workerData } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { uuidv7 } from '../base/ids.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { LedgerEvent } from '../ledger/event.ts';
import { openLedgerReader } from '../ledger/open.ts';
import type { Near } from '../projections/freshVectors.ts';
import type { Item } from '../projections/item.ts';
import { openItemReads } from '../projections/itemReads.ts';
import type { ProjectionPosition } from '../projections/projector.ts';
import type { Frame } from '../projections/standing.ts';
import { openVectorReads, type SettledRef } from '../projections/vectorReads.ts';
import type { VectorCounts } from '../projections/vectorState.ts';
import type { ItemRef } from '../retrieval/steps.ts';
import { type JudgedItem, standingOf } from '../retrieval/validity.ts';
import type { PathQuery, PathResult } from '../retrievers/path.ts';
import { openSearch } from '../retrievers/search.ts';
import { dataPaths } from '../store/paths.ts';
import { guardSqlite } from '../store/sqlite.ts';
import { openMemory } from './memoryFile.ts';
import { serveThread } from './thread.ts';

/** What is held, in one reading. */
export interface Holdings {
  readonly total: number;
  readonly byKind: MethodResult<'status'>['items']['byKind'];
  readonly namespaces: MethodResult<'namespaces.list'>['namespaces'];
  readonly positions: readonly ProjectionPosition[];
  readonly vectors: VectorCounts;
}

export interface ReaderFunctions {
  search(query: PathQuery): PathResult;
  nearestFresh(embedderId: string, vector: Float32Array, namespaces: readonly string[], k: number): Near[];
  rowsOf(refs: readonly SettledRef[]): (number | null)[];
  lagging(namespaces: readonly string[]): number;
  judge(rowids: readonly number[], frame: Frame): JudgedItem[];
  judgeNamed(refs: readonly ItemRef[], frame: Frame): JudgedItem[];
  item(namespace: string, itemId: string): Item | null;
  known(namespace: string, itemIds: readonly string[]): string[];
  document(namespace: string, sourceRef: string): { itemId: string; textHash: string } | null;
  namespaces(): MethodResult<'namespaces.list'>['namespaces'];
  holdings(): Holdings;
  event(eventId: string): LedgerEvent | null;
  events(filter: MethodParams<'ledger.list'>): { events: LedgerEvent[]; nextBeforeSeq: number | null };
  /** Reads all of `memory.db`; throws `store-corrupt` where it is damaged. */
  checkMemory(): void;
  /** Lets go of the files, so that they can be replaced; the next read opens them again. */
  release(): void;
}

const paths = dataPaths((workerData as { dir: string }).dir);
let files: ReturnType<typeof openFiles> | null = null;

function openFiles() {
  const db = openMemory(paths.memory, 'reader');
  try {
    const options = { clock: systemClock, ids: uuidv7(systemClock) };
    const { ledger, close: closeLedger } = openLedgerReader(paths.ledger, options);
    return {
      db,
      ledger,
      items: openItemReads(db),
      search: openSearch(db),
      vectors: openVectorReads(db),
      close() {
        db.close();
        closeLedger();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function judged(items: readonly Item[], frame: Frame): JudgedItem[] {
  return items.map((item) => ({ item, standing: standingOf(item, frame.at), episodeId: null }));
}

function open() {
  files ??= openFiles();
  return files;
}

const functions: ReaderFunctions = {
  search: (query) => open().search(query),
  nearestFresh: (embedderId, vector, namespaces, k) => open().vectors.nearestFresh(embedderId, vector, namespaces, k),
  rowsOf: (refs) => open().vectors.rowsOf(refs),
  lagging: (namespaces) => open().vectors.lagging(namespaces),
  judge: (rowids, frame) => judged(open().items.itemsByRowid(rowids), frame),
  judgeNamed: (refs, frame) =>
    judged(
      refs.flatMap(({ namespace, itemId }) => open().items.item(namespace, itemId) ?? []),
      frame,
    ),
  item: (namespace, itemId) => open().items.item(namespace, itemId),
  known: (namespace, itemIds) => itemIds.filter((itemId) => open().items.owner(namespace, itemId) !== null),
  document: (namespace, sourceRef) => open().items.newestDocument(namespace, sourceRef),
  namespaces: () => open().items.namespaces(),
  holdings() {
    const { items, vectors } = open();
    return {
      total: items.total(),
      byKind: items.countsByKind() as Holdings['byKind'],
      namespaces: items.namespaces(),
      positions: items.positions(),
      vectors: vectors.counts(),
    };
  },
  event: (eventId) => open().ledger.get(eventId),
  events: (filter) => open().ledger.list(filter),
  checkMemory() {
    const [found] = open().db.pragma('quick_check(1)') as { quick_check: string }[];
    if (found?.quick_check !== 'ok') throw damaged();
  },
  release() {
    files?.close();
    files = null;
  },
};

// What SQLite throws here without more ado is about `memory.db`: the ledger gives its errors their names itself.
serveThread(
  Object.fromEntries(
    Object.entries(functions).map(([name, call]: [string, (...args: never[]) => unknown]) => [
      name,
      (...args: never[]) => guardSqlite('memory.db', () => call(...args)),
    ]),
  ),
);

function damaged(): PiperError {
  const remedy = 'It is made again from the ledger by itself.';
  return new PiperError('store-corrupt', 'memory.db is damaged.', remedy, { data: { file: 'memory.db' } });
}
