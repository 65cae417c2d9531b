import type { EventDraft } from '../ledger/event.ts';

interface Writer {
  readonly namespace: string;
  readonly actor: string;
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The parts of an event that say who writes it and where; an agent's structure is internal and kept. */
export function writtenBy({ namespace, actor, sessionId, idempotencyKey }: Writer) {
  return {
    namespace,
    actor,
    sessionId,
    idempotencyKey,
    sourceType: 'agent',
    privacyClass: 'internal',
    retentionClass: 'keep',
  } satisfies Partial<EventDraft>;
}

/** Only the fields that were given: a payload holds no undefined members. */
export function given<T extends object>(fields: T): T {
  // What is left out was undefined, which an optional member may be as well.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
