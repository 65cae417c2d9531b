import type { MethodName, MethodParams, MethodResult, Role } from '../contract/methods.ts';
import type { AppendOutcome, EventDraft, LedgerEvent } from '../ledger/event.ts';
import type { ItemRef } from '../projections/items/item.ts';
import type { Frame } from '../projections/standing.ts';
import type { JudgedItem } from '../retrieval/validity.ts';

/** The writer, seen from the main thread: durable in the ledger and in the text projections when it resolves. */
export interface Writing {
  append(drafts: readonly EventDraft[]): Promise<AppendOutcome[]>;
}

/** The reads that handlers need beside retrieval, seen from the main thread. */
export interface Reading {
  /** Items by their ids, each with how it stands in a frame; those that are not there are left out. */
  judgeNamed(refs: readonly ItemRef[], frame: Frame): Promise<JudgedItem[]>;
  event(eventId: string): Promise<LedgerEvent | null>;
  events(filter: MethodParams<'ledger.list'>): Promise<{ events: LedgerEvent[]; nextBeforeSeq: number | null }>;
  namespaces(): Promise<MethodResult<'namespaces.list'>['namespaces']>;
}

/** What can be said about the daemon itself. */
export interface Observing {
  status(): Promise<MethodResult<'status'>>;
  /** Items whose vectors are still being made. */
  recallPending(): number;
}

/** What only the operator may do to the store as a whole. */
export interface Administering {
  verify(): Promise<MethodResult<'ledger.verify'>>;
  rebuild(params: MethodParams<'admin.rebuild'>): Promise<MethodResult<'admin.rebuild'>>;
  backup(params: MethodParams<'admin.backup'>): Promise<MethodResult<'admin.backup'>>;
  restore(params: MethodParams<'admin.restore'>): Promise<MethodResult<'admin.restore'>>;
  /** Begins to stop and returns at once, so that the caller still gets its answer. */
  shutdown(): void;
}

/** Who is calling. `signal` fires when the deadline has passed or the caller is gone; writes never see it fire. */
export interface CallContext {
  readonly role: Role;
  readonly client: string;
  readonly signal: AbortSignal;
}

/** What a host hands in with a call. `deadlineMs` is the caller's own patience, when it has said so. */
export interface CallOptions extends CallContext {
  readonly deadlineMs?: number | undefined;
}

/** A call as it comes off the wire: nothing is known about `params` yet. Rejects with a PiperError, always. */
export type Call = (method: string, params: unknown, options: CallOptions) => Promise<unknown>;

/** One thin function per method of the contract. */
export type Handler<M extends MethodName> = (
  params: MethodParams<M>,
  context: CallContext,
) => Promise<MethodResult<M>> | MethodResult<M>;

export type Handlers = { readonly [M in MethodName]: Handler<M> };
