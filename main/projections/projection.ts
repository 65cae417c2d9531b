import type { Hash } from 'node:crypto';
import type { LedgerEvent } from '../ledger/event.ts';

/** What one batch of events changed, handed from projection to projection in their order. */
export interface Change {
  /** Item rows that are new or whose indexed context changed: the keyword index and the vectors follow these. */
  readonly touched: Set<number>;
}

/**
 * A view of the ledger in `memory.db` that can be thrown away and made again. All of them are applied in one
 * transaction together with their checkpoint.
 */
export interface Projection {
  readonly name: string;
  /** A change of what is stored raises it; a store with another version is rebuilt at start. */
  readonly version: number;
  /** Takes a batch in ledger order. Events it does not know, or whose payload is erased, it passes over. */
  apply(events: readonly LedgerEvent[], change: Change): void;
  /** Removes every trace of one item, so that no byte of it stays. */
  erase(namespace: string, itemId: string): void;
  /** Forgets everything. */
  truncate(): void;
  /** Feeds all its rows, in an order that does not depend on row numbers. */
  digest(hash: Hash): void;
}
