import { createHash } from 'node:crypto';
import type { LedgerEvent } from '../ledger/event.ts';
import { type Database, guardSqlite } from '../store/sqlite.ts';
import { tombstoneOf } from './items/itemOfEvent.ts';
import type { Change, Projection } from './projection.ts';

/** What the projector reads of the ledger. */
export interface LedgerReads {
  /** Events with a `seq` above the given one, ascending, at most `limit`. */
  readAfter(seq: number, limit: number): readonly LedgerEvent[];
  head(): { readonly seq: number };
}

export interface ProjectionPosition {
  readonly name: string;
  readonly position: number;
}

/** Events followed so far in this run, of those that lay ahead when it began. */
export type OnProgress = (progress: { readonly done: number; readonly total: number }) => void;

/** Keeps every projection of `memory.db` in step with the ledger. */
export interface Projector {
  /** The `seq` of the last event that is in the projections; 0 for none. */
  position(): number;
  /** Events of the ledger that are not in yet. */
  behind(): number;
  positions(): ProjectionPosition[];
  /** Applies events that follow the position, in one transaction with the checkpoint. Those already in are passed over. */
  apply(events: readonly LedgerEvent[]): void;
  /** Applies at most `limit` further events from the ledger, none after `until`; how many there were. */
  step(limit: number, until?: number): number;
  /** Follows the ledger to its head, a transaction for every `batch` events; how many there were. */
  catchUp(onProgress?: OnProgress, batch?: number): number;
  /** Forgets everything and starts again before the first event. The ids in use are kept from being given anew. */
  truncateAll(): void;
  /** SHA-256 over all rows of all projections: equal for equal content, whatever the row numbers. */
  digest(): string;
}

/**
 * @param projections in the order in which they build on each other; erasing goes the other way round
 */
export function openProjector(db: Database, projections: readonly Projection[], ledger: LedgerReads): Projector {
  const selectCheckpoints = db.prepare<[], { name: string; version: number; position: number }>(
    'SELECT projection AS name, version, position FROM checkpoints ORDER BY projection',
  );
  const saveCheckpoint = db.prepare<[string, number, number]>(
    `INSERT INTO checkpoints (projection, version, position) VALUES (?, ?, ?)
     ON CONFLICT (projection) DO UPDATE SET version = excluded.version, position = excluded.position`,
  );
  const forgetCheckpoints = db.prepare('DELETE FROM checkpoints');
  const selectChunks = db
    .prepare<{ namespace: string; itemId: string }, string>(
      `SELECT chunk.item_id FROM items document
       JOIN items chunk ON chunk.namespace = document.namespace AND chunk.event_seq = document.event_seq
       WHERE document.namespace = $namespace AND document.item_id = $itemId AND chunk.document_id = $itemId`,
    )
    .pluck();
  const keepIds = db.prepare(
    'INSERT OR IGNORE INTO taken_ids (namespace, item_id, event_id) SELECT namespace, item_id, event_id FROM items',
  );
  const forgetId = db.prepare<[string, string]>('DELETE FROM taken_ids WHERE namespace = ? AND item_id = ?');
  const releaseIds = db.prepare('DELETE FROM taken_ids');

  const backwards = projections.toReversed();
  let position = 0;

  function applyAll(events: readonly LedgerEvent[]): void {
    for (const segment of upToTombstones(events)) {
      const change: Change = { touched: new Set() };
      for (const projection of projections) projection.apply(segment, change);
      const last = segment.at(-1);
      const tombstone = last && tombstoneOf(last);
      if (last && tombstone) eraseItems(last.namespace, tombstone.itemIds);
    }
  }

  /** Erases items and a document's chunks with it. */
  function eraseItems(namespace: string, itemIds: readonly string[]): void {
    for (const named of itemIds) {
      for (const itemId of [...selectChunks.all({ namespace, itemId: named }), named]) {
        for (const projection of backwards) projection.erase(namespace, itemId);
        forgetId.run(namespace, itemId);
      }
    }
  }

  function save(at: number): void {
    for (const { name, version } of projections) saveCheckpoint.run(name, version, at);
  }

  const commit = db.transaction((events: readonly LedgerEvent[], last: number) => {
    applyAll(events);
    save(last);
    if (last >= ledger.head().seq) releaseIds.run();
  }).immediate;

  const restart = db.transaction(() => {
    keepIds.run();
    for (const projection of backwards) projection.truncate();
    forgetCheckpoints.run();
    save(0);
  }).immediate;

  /** True while every projection stands at the same place in the version that this program writes. */
  function checkpointsFit(): boolean {
    const saved = selectCheckpoints.all();
    const versions = new Map(projections.map(({ name, version }) => [name, version]));
    return (
      saved.length === projections.length &&
      saved.every((row) => versions.get(row.name) === row.version && row.position === saved[0]?.position)
    );
  }

  // A projection that is new, of another version or out of step cannot be caught up alone: they build on each other.
  if (!checkpointsFit()) guardSqlite('memory.db', restart);
  position = selectCheckpoints.all()[0]?.position ?? 0;

  function apply(events: readonly LedgerEvent[]): void {
    const fresh = events.filter((event) => event.seq > position);
    const last = fresh.at(-1);
    if (last === undefined) return;
    if (fresh[0]?.seq !== position + 1) throw new Error(`event ${fresh[0]?.seq} does not follow position ${position}`);
    guardSqlite('memory.db', () => commit(fresh, last.seq));
    position = last.seq;
  }

  function step(limit: number, until = Number.POSITIVE_INFINITY): number {
    const events = ledger.readAfter(position, limit).filter((event) => event.seq <= until);
    const last = events.at(-1);
    if (last === undefined) return 0;
    guardSqlite('memory.db', () => commit(events, last.seq));
    position = last.seq;
    return events.length;
  }

  function digest(): string {
    const hash = createHash('sha256');
    for (const projection of projections) {
      hash.update(`${projection.name} ${projection.version}\n`);
      projection.digest(hash);
    }
    return hash.digest('hex');
  }

  return {
    position: () => position,
    behind: () => Math.max(0, ledger.head().seq - position),
    positions: () => selectCheckpoints.all().map(({ name, position }) => ({ name, position })),
    apply,
    step,
    catchUp(onProgress, batch = 500) {
      const total = ledger.head().seq - position;
      let done = 0;
      for (let applied = step(batch); applied > 0; applied = step(batch)) {
        done += applied;
        onProgress?.({ done, total });
      }
      return done;
    },
    truncateAll() {
      guardSqlite('memory.db', restart);
      position = 0;
    },
    digest: () => guardSqlite('memory.db', digest),
  };
}

/** Splits a batch after every tombstone: what was written before it is erased, what comes after it stays. */
function upToTombstones(events: readonly LedgerEvent[]): LedgerEvent[][] {
  const segments: LedgerEvent[][] = [];
  let segment: LedgerEvent[] = [];
  for (const event of events) {
    segment.push(event);
    if (event.eventType !== 'tombstone') continue;
    segments.push(segment);
    segment = [];
  }
  return segment.length === 0 ? segments : [...segments, segment];
}
