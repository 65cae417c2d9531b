import { canonicalJson, sha256 } from '../base/hash.ts';
import type { EventType } from '../contract/events.ts';
import type { PrivacyClass } from '../contract/memory.ts';

/** One row of `memory_events`, under its column names: what is hashed is exactly what is stored. */
export interface EventRow {
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly occurred_at: number;
  readonly recorded_at: number;
  readonly known_at: number;
  readonly session_id: string | null;
  readonly actor: string;
  readonly source_type: string;
  readonly source_ref: string | null;
  readonly payload_hash: string;
  /** Canonical JSON. */
  readonly provenance: string | null;
  readonly parent_event_id: string | null;
  readonly correction_of_event_id: string | null;
  readonly privacy_class: PrivacyClass;
  readonly retention_class: string;
  readonly namespace: string;
  readonly schema_version: number;
  readonly idempotency_key: string | null;
  readonly prev_hash: string;
  readonly hash: string;
}

/** The columns in their order in the table. */
export const eventColumns = [
  'seq',
  'event_id',
  'event_type',
  'occurred_at',
  'recorded_at',
  'known_at',
  'session_id',
  'actor',
  'source_type',
  'source_ref',
  'payload_hash',
  'provenance',
  'parent_event_id',
  'correction_of_event_id',
  'privacy_class',
  'retention_class',
  'namespace',
  'schema_version',
  'idempotency_key',
  'prev_hash',
  'hash',
] as const satisfies readonly (keyof EventRow)[];

/** An event row with its payload as stored, null once erased. */
export interface StoredEvent extends EventRow {
  readonly body: string | null;
}

/** The last event, which the next one follows. */
export interface LedgerHead {
  /** Also the number of events, for `seq` has no gaps; 0 when the ledger is empty. */
  readonly seq: number;
  readonly hash: string;
  readonly recordedAt: number;
}

/** What the first event follows. */
export const genesisHash = '0'.repeat(64);

/**
 * The link of the chain: sha256(prev_hash ‖ canonical JSON of all other columns but `hash`), in hex.
 * The keys stand here in their canonical order, which spares sorting them for each event.
 */
export function eventHash(row: Omit<EventRow, 'hash'>): string {
  const header: Omit<EventRow, 'hash' | 'prev_hash'> = {
    actor: row.actor,
    correction_of_event_id: row.correction_of_event_id,
    event_id: row.event_id,
    event_type: row.event_type,
    idempotency_key: row.idempotency_key,
    known_at: row.known_at,
    namespace: row.namespace,
    occurred_at: row.occurred_at,
    parent_event_id: row.parent_event_id,
    payload_hash: row.payload_hash,
    privacy_class: row.privacy_class,
    provenance: row.provenance,
    recorded_at: row.recorded_at,
    retention_class: row.retention_class,
    schema_version: row.schema_version,
    seq: row.seq,
    session_id: row.session_id,
    source_ref: row.source_ref,
    source_type: row.source_type,
  };
  return sha256(row.prev_hash, JSON.stringify(header));
}

/** sha256(salt ‖ canonical JSON of the payload), in hex: without the salt nothing can be guessed from the hash. */
export function payloadHash(salt: Uint8Array, body: string | Uint8Array): string {
  return sha256(salt, body);
}

/** JSON text under which equal payloads have equal bytes. */
export function payloadBody(payload: unknown): string {
  return canonicalJson(payload);
}
