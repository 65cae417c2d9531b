import type { EventPayload, LedgerEventView } from '../../contract/events.ts';
import type { FactStructure, MemoryObject } from '../../contract/memory.ts';
import type { Caller } from '../../contract/methods.ts';

/** What a namespace holds, as it can be told to another store. */
export interface NamespaceCopy {
  /** In the order of the ledger, each with an id. */
  readonly objects: readonly MemoryObject[];
  /** Every fact that was stated or read, as its writer named it. */
  readonly facts: readonly FactStructure[];
  /** When the last of it was recorded: milliseconds since 1970; 0 for an empty namespace. */
  readonly lastRecordedAt: number;
}

/**
 * Reads a namespace through the ledger's own list. Left out: what rules read in a text (the other store reads it again),
 * versions of a document that a later one replaced, and whatever is secret, because erasing reaches no copy of the copy.
 */
export async function readNamespace(caller: Caller, namespace: string): Promise<NamespaceCopy> {
  const events = (await allEvents(caller, namespace)).filter(({ payload }) => payload !== null);
  const kept = events.filter(({ privacyClass }) => privacyClass !== 'secret');
  const newest = new Map(kept.filter(isDocument).map((event) => [placeOf(event), event.eventId]));
  const told = kept.filter((event) => !isDocument(event) || newest.get(placeOf(event)) === event.eventId);
  const objects: MemoryObject[] = [];
  for (const event of told) objects.push(...objectsOf(event, objects));
  return {
    objects,
    facts: kept.flatMap((event) => memoryOf(event)?.fact ?? []),
    lastRecordedAt: Math.max(0, ...kept.slice(-1).map(({ recordedAt }) => Date.parse(recordedAt))),
  };
}

async function allEvents(caller: Caller, namespace: string): Promise<LedgerEventView[]> {
  const events: LedgerEventView[] = [];
  let beforeSeq: number | undefined;
  do {
    const page = await caller.call('ledger.list', { namespace, limit: 500, beforeSeq });
    events.push(...page.events);
    beforeSeq = page.nextBeforeSeq ?? undefined;
  } while (beforeSeq !== undefined);
  return events.reverse();
}

function isDocument({ eventType }: LedgerEventView): boolean {
  return eventType === 'document';
}

/** A later document of the same place is a version of the earlier one. */
function placeOf({ sourceRef, eventId }: LedgerEventView): string {
  return sourceRef ?? eventId;
}

/** Types that carry a memory object; the ledger checked each payload against its type when it was written. */
function memoryOf({ eventType, payload }: LedgerEventView): MemoryObject | null {
  switch (eventType) {
    case 'observation':
    case 'user_statement':
    case 'tool_result':
    case 'action':
    case 'fact_asserted':
    case 'fact_corrected':
    case 'edge_asserted':
    case 'cause_asserted':
    case 'cause_overturned':
    case 'episode':
    case 'extraction':
      return payload as MemoryObject;
    default:
      return null;
  }
}

function objectsOf(event: LedgerEventView, before: readonly MemoryObject[]): MemoryObject[] {
  const frame = { occurredAt: event.occurredAt, recordedAt: event.knownAt, namespace: event.namespace };
  const source = event.sourceRef === null ? {} : { source: event.sourceRef };
  const memory = memoryOf(event);
  if (memory !== null) {
    return memory.extraction?.by === 'rules'
      ? []
      : [{ ...source, ...memory, id: memory.id ?? event.eventId, ...frame }];
  }
  switch (event.eventType) {
    case 'document': {
      const { id, title, text, author, entities } = event.payload as EventPayload<'document'>;
      const said = { ...(author ? { author } : {}), ...(entities ? { entities } : {}) };
      return text.trim() === '' ? [] : [{ ...source, id, kind: 'document', title, text, ...said, ...frame }];
    }
    case 'retraction': {
      const { retracts, source: of, reason } = event.payload as EventPayload<'retraction'>;
      const ofSource = before.filter((one) => of !== undefined && one.source === of).map(({ id = '' }) => id);
      const all = [...new Set([...retracts, ...ofSource])].slice(0, 1000);
      return [{ id: event.eventId, text: reason, retracts: all, ...frame }];
    }
    case 'alias': {
      const { name, alias, of } = event.payload as EventPayload<'alias'>;
      return of === 'entity' ? [aliasObject(event.eventId, alias, name, frame)] : [];
    }
    case 'entity_merged': {
      const { into, from } = event.payload as EventPayload<'entity_merged'>;
      return from.map((name, at) => aliasObject(`${event.eventId}/${at}`, name, into, frame));
    }
    default:
      return [];
  }
}

function aliasObject(id: string, from: string, to: string, frame: Partial<MemoryObject>): MemoryObject {
  const text = `${from} is another name of ${to}.`;
  return { id, text, edge: { from, relation: 'alias_of', to }, ...frame };
}
