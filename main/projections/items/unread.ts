import { type ModelReadPayload, statementEventTypes } from '../../contract/events.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { itemIdOf, memoryOf } from './itemOfEvent.ts';

/** A text as it was written, and what rules have found in it. Times are milliseconds since 1970. */
export interface UnreadText {
  readonly seq: number;
  readonly event: Pick<
    LedgerEvent,
    'eventId' | 'namespace' | 'occurredAt' | 'knownAt' | 'sessionId' | 'sourceRef' | 'privacyClass' | 'retentionClass'
  >;
  readonly itemId: string;
  readonly text: string;
  readonly memory: Pick<MemoryObject, 'title' | 'author' | 'source' | 'trust' | 'authority'>;
  readonly found: readonly MemoryObject[];
}

/** The next text, or null where none lies between the place asked after and `through`; at the ledger's end they are one. */
export interface UnreadPage {
  readonly through: number;
  readonly text: UnreadText | null;
}

export interface UnreadReads {
  /** Looks at no more than a page of events, so that a thread has time for others in between. */
  after(seq: number): UnreadPage;
  /** The event up to which texts have been read, by the ledger's own account; 0 for none. */
  position(): number;
}

/** What a model has still to read: statements in the order of the ledger. What is secret is none of its business. */
export function openUnread(ledger: Pick<Ledger, 'readAfter' | 'list'>): UnreadReads {
  /** They are written in the text's own transaction, right behind it. */
  function foundIn(seq: number, itemId: string): MemoryObject[] {
    const found: MemoryObject[] = [];
    for (const event of ledger.readAfter(seq, 500)) {
      const memory = event.eventType === 'extraction' ? memoryOf(event) : null;
      if (memory?.extraction?.sourceItem !== itemId) break;
      found.push(memory);
    }
    return found;
  }

  return {
    after(seq) {
      let through = seq;
      for (const event of ledger.readAfter(seq, 200)) {
        through = event.seq;
        const text = unreadOf(event);
        if (text !== null) return { through, text: { ...text, found: foundIn(event.seq, text.itemId) } };
      }
      return { through, text: null };
    },
    position() {
      const [last] = ledger.list({ eventTypes: ['model_read'], limit: 1 }).events;
      // The ledger checked the payload against its type when it was written.
      return (last?.payload as ModelReadPayload | null | undefined)?.through ?? 0;
    },
  };
}

function unreadOf(event: LedgerEvent): Omit<UnreadText, 'found'> | null {
  if (!(statementEventTypes as readonly string[]).includes(event.eventType)) return null;
  const memory = memoryOf(event);
  const itemId = itemIdOf(event);
  if (memory === null || itemId === null || !memory.text?.trim()) return null;
  if (event.privacyClass === 'secret' || memory.trust === 'invalid') return null;
  const { eventId, namespace, occurredAt, knownAt, sessionId, sourceRef, privacyClass, retentionClass } = event;
  const { title, author, source, trust, authority } = memory;
  return {
    seq: event.seq,
    event: { eventId, namespace, occurredAt, knownAt, sessionId, sourceRef, privacyClass, retentionClass },
    itemId,
    text: memory.text,
    memory: { title, author, source, trust, authority },
  };
}
