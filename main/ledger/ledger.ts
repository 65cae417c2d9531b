import { PiperError } from '../base/errors.ts';
import type { LedgerReport } from '../contract/status.ts';
import { type Database, guardSqlite } from '../store/sqlite.ts';
import { prepareDraft } from './draft.ts';
import type { EventDraft, LedgerEvent } from './event.ts';
import { type LedgerFilter, openLedgerList } from './list.ts';
import { eventOf, openReads } from './read.ts';
import type { LedgerHead, StoredEvent } from './row.ts';
import { currentFormats, type EventFormats } from './upcast.ts';
import { openVerifier, type VerifyProgress } from './verify.ts';
import {
  type Erasure,
  type LedgerAppend,
  openWrites,
  type ReadOnlyReason,
  refuseWrites,
  type WriteOptions,
} from './write.ts';

export type { LedgerFilter } from './list.ts';
export type { LedgerHead } from './row.ts';
export type { VerifyProgress } from './verify.ts';
export type { Erasure, LedgerAppend, ReadOnlyReason } from './write.ts';

/** L0 (data-model.md): append-only evidence. Times are milliseconds since 1970. Every method throws PiperError only. */
export interface Ledger {
  readonly readOnly: ReadOnlyReason | null;
  /** From now on nothing is appended: damage was found while it was open. The first reason stays. */
  freeze(reason: ReadOnlyReason): void;
  /**
   * Writes a batch in one durable transaction, in order, and says for each draft what became of it. One invalid draft
   * (`invalid-params`) or a full disk stops the whole batch; a taken id or a conflicting key only its own draft.
   */
  append(drafts: readonly EventDraft[]): LedgerAppend[];
  /** Writes the tombstone and removes salt and body, in one transaction, then clears them from the write-ahead log. */
  erase(eventId: string, tombstone: EventDraft<'tombstone'>): Erasure;
  /** Events after `seq`, oldest first. It may return fewer than `limit` (about 32 MB at once); none means the end. */
  readAfter(seq: number, limit: number): LedgerEvent[];
  get(eventId: string): LedgerEvent | null;
  list(filter: LedgerFilter): { events: LedgerEvent[]; nextBeforeSeq: number | null };
  head(): LedgerHead;
  /** The whole chain; `onProgress` is called after each page and stops it (`cancelled`) by returning false. */
  verify(onProgress?: (progress: VerifyProgress) => boolean | undefined): LedgerReport;
  /** The same, a page a step, for a thread that has other work in between. */
  verifySteps(): Generator<VerifyProgress, LedgerReport>;
  /** The last 1,000 events: the check at start. Null when they hold. */
  checkTail(): LedgerReport['break'];
}

export interface LedgerOptions extends WriteOptions {
  readonly formats?: EventFormats;
  /** Set when a check found the chain broken: reading goes on, appending is refused. */
  readonly readOnly?: ReadOnlyReason | null;
}

/** A ledger over an open `ledger.db`. Over a read-only connection it reads, and refuses to append. */
export function openLedger(db: Database, options: LedgerOptions): Ledger {
  const formats = options.formats ?? currentFormats;
  const reads = openReads(db);
  let readOnly = options.readOnly ?? (db.readonly ? { seq: null, reason: 'it was opened for reading' } : null);
  let write = readOnly === null ? openWrites(db, reads, options, formats) : refuseWrites(readOnly);
  const list = openLedgerList(db);
  const verifier = openVerifier(db);
  const toEvent = (row: StoredEvent) => eventOf(row, formats);
  const guard = <T>(work: () => T): T => guardSqlite('ledger.db', work);

  return {
    get readOnly() {
      return readOnly;
    },
    freeze(reason) {
      readOnly ??= reason;
      write = refuseWrites(readOnly);
    },
    append: (drafts) => guard(() => write.append(drafts.map((draft, at) => prepareDraft(draft, at, formats)))),
    erase: (eventId, tombstone) => guard(() => write.erase(eventId, prepareDraft(tombstone, 0, formats))),
    readAfter: (seq, limit) => guard(() => reads.after(seq, limit).map(toEvent)),
    get: (eventId) =>
      guard(() => {
        const row = reads.byId(eventId);
        return row === undefined ? null : toEvent(row);
      }),
    list: (filter) =>
      guard(() => {
        const rows = list(filter);
        const events = rows.slice(0, filter.limit).map(toEvent);
        return { events, nextBeforeSeq: rows.length > filter.limit ? (events.at(-1)?.seq ?? null) : null };
      }),
    head: () => guard(() => reads.head()),
    verify: (onProgress) => guard(() => drive(verifier.steps(), onProgress)),
    verifySteps: () => verifier.steps(),
    checkTail: () => guard(() => verifier.tail(1000)),
  };
}

function drive(
  steps: Generator<VerifyProgress, LedgerReport>,
  onProgress?: (progress: VerifyProgress) => boolean | undefined,
): LedgerReport {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (onProgress?.(step.value) === false) {
      throw new PiperError('cancelled', 'The verification was stopped.', 'Start it again to check the whole chain.');
    }
  }
}
