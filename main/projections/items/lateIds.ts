import type { Ledger } from '../../ledger/ledger.ts';
import { itemIdOf } from './itemOfEvent.ts';

/** Events that are read at a time. */
const page = 500;

/**
 * Looks for ids in the part of the ledger that the projections have not seen yet: what was acknowledged is there, even
 * where it cannot be asked about. Of the given ids those that nothing behind `position` (a `seq`) bears, neither as an item
 * nor as a retraction.
 */
export function openLateIds(ledger: Pick<Ledger, 'readAfter'>) {
  return function withoutLate(namespace: string, ids: readonly string[], position: number): string[] {
    const missing = new Set(ids);
    let seq = position;
    while (missing.size > 0) {
      const events = ledger.readAfter(seq, page);
      for (const event of events.filter((one) => one.namespace === namespace)) {
        missing.delete((event.eventType === 'retraction' ? event.eventId : itemIdOf(event)) ?? '');
      }
      seq = events.at(-1)?.seq ?? seq;
      if (events.length < page) break;
    }
    return ids.filter((id) => missing.has(id));
  };
}
