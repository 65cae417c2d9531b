import type { MethodParams, MethodResult, Role } from '../contract/methods.ts';
import type { AppendOutcome, EventDraft, LedgerEvent } from '../ledger/event.ts';
import type { Item } from '../projections/item.ts';

/** The writer, seen from the main thread: durable in the ledger and in the text projections when it resolves. */
export interface Writing {
  append(drafts: readonly EventDraft[]): Promise<AppendOutcome[]>;
}

/** The reads that handlers need beside retrieval, seen from the main thread. */
export interface Reading {
  item(namespace: string, itemId: string): Promise<Item | null>;
  event(eventId: string): Promise<LedgerEvent | null>;
  events(filter: MethodParams<'ledger.list'>): Promise<{ events: LedgerEvent[]; nextBeforeSeq: number | null }>;
  namespaces(): Promise<MethodResult<'namespaces.list'>['namespaces']>;
}

/** Who is calling. */
export interface CallContext {
  readonly role: Role;
  readonly client: string;
  readonly signal: AbortSignal;
}
