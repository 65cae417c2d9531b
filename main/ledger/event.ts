import type { EventPayload, EventType } from '../contract/events.ts';
import type { PrivacyClass } from '../contract/memory.ts';

/** What a writer hands in; the ledger adds `seq`, `recordedAt` and the hashes. Times are milliseconds since 1970. */
export interface EventDraft<T extends EventType = EventType> {
  readonly eventType: T;
  readonly payload: EventPayload<T>;
  /** Brought along only by tests and restores of order; otherwise the ledger makes a UUIDv7. */
  readonly eventId?: string | undefined;
  readonly occurredAt?: number | undefined;
  /** Only an operator's import sets this; otherwise `known_at` = `recorded_at`. */
  readonly knownAt?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly actor: string;
  readonly sourceType: string;
  readonly sourceRef?: string | undefined;
  readonly provenance?: Record<string, unknown> | undefined;
  readonly parentEventId?: string | undefined;
  readonly correctionOfEventId?: string | undefined;
  readonly privacyClass: PrivacyClass;
  readonly retentionClass: string;
  readonly namespace: string;
  readonly idempotencyKey?: string | undefined;
}

/** An event as it lies in the ledger. `payload` is null once erased. */
export interface LedgerEvent<T extends EventType = EventType> {
  readonly seq: number;
  readonly eventId: string;
  readonly eventType: T;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly knownAt: number;
  readonly sessionId: string | null;
  readonly actor: string;
  readonly sourceType: string;
  readonly sourceRef: string | null;
  readonly payloadHash: string;
  readonly provenance: Record<string, unknown> | null;
  readonly parentEventId: string | null;
  readonly correctionOfEventId: string | null;
  readonly privacyClass: PrivacyClass;
  readonly retentionClass: string;
  readonly namespace: string;
  readonly schemaVersion: number;
  readonly idempotencyKey: string | null;
  readonly prevHash: string;
  readonly hash: string;
  readonly payload: EventPayload<T> | null;
}

/** What became of one draft. A conflict is an outcome, not a failure of the others in the batch. */
export type AppendOutcome =
  | {
      readonly status: 'appended' | 'duplicate';
      readonly event: EventHead;
      readonly itemId: string | null;
      /** Statements that rules found in it and that were written with it. */
      readonly extracted: number;
    }
  | {
      readonly status: 'refused';
      readonly code: 'idempotency-conflict' | 'id-taken';
      readonly message: string;
      readonly remedy: string;
    };

export type EventHead = Pick<LedgerEvent, 'seq' | 'eventId' | 'recordedAt'>;
