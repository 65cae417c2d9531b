import type { LedgerEventView } from '../contract/events.ts';
import { toInstant } from '../contract/time.ts';
import type { LedgerEvent } from '../ledger/event.ts';
import type { Administering, Handlers, Reading } from './ports.ts';

export function ledgerHandlers(
  reading: Reading,
  administering: Administering,
): Pick<Handlers, 'ledger.list' | 'ledger.verify'> {
  return {
    'ledger.list': async (params) => {
      const { events, nextBeforeSeq } = await reading.events(params);
      return { events: events.map(eventView), nextBeforeSeq };
    },
    'ledger.verify': () => administering.verify(),
  };
}

/** An event as callers see it: instants instead of milliseconds, everything else as it lies in the ledger. */
export function eventView(event: LedgerEvent): LedgerEventView {
  return {
    ...event,
    occurredAt: toInstant(event.occurredAt),
    recordedAt: toInstant(event.recordedAt),
    knownAt: toInstant(event.knownAt),
  };
}
