import type { Database } from '../../store/sqlite.ts';
import type { Projection } from '../projection.ts';
import { hasOwnWords, itemOfEvent } from './itemOfEvent.ts';
import { openItemRows } from './itemRows.ts';

/** One item for every memory or document that the ledger holds; a document's chunks follow in `documents`. */
export function openItems(db: Database): Projection {
  const rows = openItemRows(db);
  return {
    name: 'items',
    version: 2,
    apply(events, change) {
      for (const event of events) {
        const item = itemOfEvent(event);
        if (item === null) continue;
        // The write model refuses a taken id. Should one lie in the ledger all the same, who came first keeps it, and
        // the later item is known by its event: nothing that was acknowledged is lost.
        const rowid = rows.insert(item) ?? rows.insert({ ...item, itemId: event.eventId });
        if (rowid === null) throw new Error(`event ${event.seq}: its own id names another item`);
        if (hasOwnWords(event)) change.touched.add(rowid);
      }
    },
    erase: (namespace, itemId) => rows.remove(namespace, itemId),
    truncate: () => rows.truncate(),
    digest: (hash) => rows.digest(hash),
  };
}
