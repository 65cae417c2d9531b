import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { canonicalJson } from '../base/hash.ts';
import type { Ids } from '../base/ids.ts';
import { checkpoint, type Database } from '../store/sqlite.ts';
import { type PreparedDraft, prepareDraft } from './draft.ts';
import type { AppendOutcome, EventDraft, LedgerEvent } from './event.ts';
import { eventOf, type Reads } from './read.ts';
import { type EventRow, eventColumns, eventHash, type LedgerHead, payloadHash, type StoredEvent } from './row.ts';
import type { EventFormats } from './upcast.ts';

/**
 * What became of one draft: the event in full, for the projections that follow, and the events that were written with it
 * because it says so much (`WriteOptions.follow`).
 */
export type LedgerAppend =
  | {
      readonly status: 'appended' | 'duplicate';
      readonly event: LedgerEvent;
      readonly followed: readonly LedgerEvent[];
    }
  | Extract<AppendOutcome, { status: 'refused' }>;

export interface Erasure {
  readonly status: 'erased' | 'already-erased';
  readonly tombstone: LedgerEvent;
  /** False while a reader still holds the write-ahead log, in which the old bytes lie: call `checkpoint` later. */
  readonly logCleared: boolean;
}

/** Why nothing can be appended, and at which event the chain breaks. */
export interface ReadOnlyReason {
  readonly seq: number | null;
  readonly reason: string;
}

/** What making an event needs from outside. */
export interface WriteOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Salts; given for repeatable runs. */
  readonly random?: (bytes: number) => Uint8Array;
  /**
   * What follows from an event and is written in its transaction, right behind it: the statements that rules find in a
   * text are durable with the text or not at all. It must not throw; a draft of its that is not valid is left out, since
   * the event itself is worth more than what was read in it.
   */
  readonly follow?: (event: LedgerEvent) => readonly EventDraft[];
}

export interface Writes {
  append(drafts: readonly PreparedDraft[]): LedgerAppend[];
  erase(eventId: string, tombstone: PreparedDraft): Erasure;
}

const saltBytes = 16;

/** The two ways in which the ledger changes. */
export function openWrites(db: Database, reads: Reads, options: WriteOptions, formats: EventFormats): Writes {
  const { clock, ids, random = randomBytes, follow = () => [] } = options;
  const insertEvent = db.prepare<(string | number | null)[]>(
    `INSERT INTO memory_events (${eventColumns.join(', ')}) VALUES (${eventColumns.map(() => '?').join(', ')})`,
  );
  const insertPayload = db.prepare<[number, Uint8Array, string]>(
    'INSERT INTO memory_payloads (seq, salt, body) VALUES (?, ?, ?)',
  );
  const deletePayload = db.prepare<[number]>('DELETE FROM memory_payloads WHERE seq = ?');

  function appendOne(draft: PreparedDraft, head: LedgerHead, salt: Uint8Array): LedgerAppend {
    const first =
      draft.idempotencyKey === undefined ? undefined : reads.byKey(draft.idempotencyKey, draft.namespace, draft.actor);
    if (first !== undefined) return again(draft, first, formats);
    if (draft.eventId !== undefined && reads.byId(draft.eventId) !== undefined) return idTaken(draft.eventId);
    const row = nextRow(draft, head, draft.eventId ?? ids.next(), clock.now(), payloadHash(salt, draft.body));
    insertEvent.run(...eventColumns.map((column) => row[column]));
    insertPayload.run(row.seq, salt, draft.body);
    return { status: 'appended', event: eventOf({ ...row, body: draft.body }, formats), followed: [] };
  }

  const append = db.transaction((drafts: readonly PreparedDraft[]): LedgerAppend[] => {
    let head = reads.head();
    const appendAll = (batch: readonly PreparedDraft[]): LedgerAppend[] => {
      const salts = random(saltBytes * batch.length);
      return batch.map((draft, at) => {
        const outcome = appendOne(draft, head, salts.subarray(at * saltBytes, (at + 1) * saltBytes));
        if (outcome.status !== 'appended') return outcome;
        head = outcome.event;
        const following = follow(outcome.event).flatMap((next, index) => prepared(next, index, formats));
        if (following.length === 0) return outcome;
        const followed = appendAll(following).flatMap((one) => (one.status === 'appended' ? [one.event] : []));
        return { ...outcome, followed };
      });
    };
    return appendAll(drafts);
  });

  const erase = db.transaction((eventId: string, draft: PreparedDraft): Omit<Erasure, 'logCleared'> => {
    const target = reads.byId(eventId);
    if (target === undefined) {
      throw new PiperError(
        'not-found',
        `No event ${eventId} is in the ledger.`,
        'memory.get shows the eventId of an item, and ledger.list (piper-memory ledger list) the events themselves.',
      );
    }
    const earlier = reads.tombstoneOf(eventId);
    if (target.body === null && earlier !== undefined) {
      return { status: 'already-erased', tombstone: eventOf(earlier, formats) };
    }
    const outcome = appendOne({ ...draft, parentEventId: eventId }, reads.head(), random(saltBytes));
    if (outcome.status === 'refused') throw new PiperError(outcome.code, outcome.message, outcome.remedy);
    deletePayload.run(target.seq);
    return { status: 'erased', tombstone: outcome.event };
  });

  return {
    append: (drafts) => append.immediate(drafts),
    erase(eventId, draft) {
      refuseBadTombstone(eventId, draft, reads.byId(eventId)?.event_type);
      const erased = erase.immediate(eventId, draft);
      return { ...erased, logCleared: checkpoint(db) };
    },
  };
}

function prepared(draft: EventDraft, index: number, formats: EventFormats): PreparedDraft[] {
  try {
    return [prepareDraft(draft, index, formats)];
  } catch (error) {
    if (error instanceof PiperError && error.code === 'invalid-params') return [];
    throw error;
  }
}

/** The header of the event that follows `head`. */
function nextRow(draft: PreparedDraft, head: LedgerHead, id: string, now: number, hashOfPayload: string): EventRow {
  const recordedAt = Math.max(now, head.recordedAt);
  const knownAt = draft.knownAt ?? recordedAt;
  const row = {
    seq: head.seq + 1,
    event_id: id,
    event_type: draft.eventType,
    occurred_at: draft.occurredAt ?? knownAt,
    recorded_at: recordedAt,
    known_at: knownAt,
    session_id: draft.sessionId ?? null,
    actor: draft.actor,
    source_type: draft.sourceType,
    source_ref: draft.sourceRef ?? null,
    payload_hash: hashOfPayload,
    provenance: draft.provenanceJson,
    parent_event_id: draft.parentEventId ?? null,
    correction_of_event_id: draft.correctionOfEventId ?? null,
    privacy_class: draft.privacyClass,
    retention_class: draft.retentionClass,
    namespace: draft.namespace,
    schema_version: draft.schemaVersion,
    idempotency_key: draft.idempotencyKey ?? null,
    prev_hash: head.hash,
  };
  return { ...row, hash: eventHash(row) };
}

/** A key that is known: the same event again, or another one under its name. What was erased stays erased. */
function again(draft: PreparedDraft, first: StoredEvent, formats: EventFormats): LedgerAppend {
  const event = eventOf(first, formats);
  const sameBody = first.body === null || first.body === draft.body || canonicalJson(event.payload) === draft.body;
  if (first.event_type === draft.eventType && sameBody) return { status: 'duplicate', event, followed: [] };
  return {
    status: 'refused',
    code: 'idempotency-conflict',
    message: `The idempotency key was used for another ${first.event_type} (event ${first.event_id}).`,
    remedy: 'Use a new key for a new memory; use the same key only to repeat the very same one.',
  };
}

function idTaken(eventId: string): LedgerAppend {
  return {
    status: 'refused',
    code: 'id-taken',
    message: `An event with the id ${eventId} is already in the ledger.`,
    remedy: 'Leave the eventId out to be given one: the id that a memory is known by is its own.',
  };
}

function refuseBadTombstone(eventId: string, draft: PreparedDraft, target: string | undefined): void {
  const named = (JSON.parse(draft.body) as { eventId?: unknown }).eventId;
  if (draft.eventType === 'tombstone' && named === eventId && target !== 'tombstone') return;
  throw new PiperError(
    'invalid-params',
    'Erasing needs a tombstone that names the event, and a tombstone itself stays.',
    'Name the event to be erased in the tombstone’s payload.',
  );
}

/** In the place of `openWrites` where nothing may be written. */
export function refuseWrites(reason: ReadOnlyReason): { append: () => never; erase: () => never } {
  const refuse = (): never => {
    const place = reason.seq === null ? '' : ` from event ${reason.seq} on`;
    throw new PiperError(
      'ledger-read-only',
      `The ledger is read-only${place}: ${reason.reason}. Nothing was written.`,
      'Questions are still answered. Run `piper-memory ledger verify` to see the place, and `piper-memory restore` to bring back a backup.',
      { data: reason },
    );
  };
  return { append: refuse, erase: refuse };
}
