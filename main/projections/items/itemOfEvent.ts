import { sha256 } from '../../base/hash.ts';
import {
  type DocumentPayload,
  type EventPayload,
  type EventType,
  memoryEventTypes,
  type TombstonePayload,
} from '../../contract/events.ts';
import type { Denial, FactStructure, ItemKind, MemoryObject } from '../../contract/memory.ts';
import { fromInstant } from '../../contract/time.ts';
import type { LedgerEvent } from '../../ledger/event.ts';
import type { Item } from './item.ts';

/** An item before it has a row. What others say of it is never part of it. */
export type NewItem = Omit<Item, 'rowid' | 'supersedes'>;

type Payloads = { readonly eventType: EventType; readonly payload: EventPayload | null };

/** The memory object of an event that carries one; null for other types and once it is erased. */
export function memoryOf(event: Payloads): MemoryObject | null {
  // The ledger checked the payload against its type when it was written.
  return isMemoryEvent(event.eventType) ? (event.payload as MemoryObject | null) : null;
}

/** The document of a `document` event; null for other types and once it is erased. */
export function documentOf(event: Payloads): DocumentPayload | null {
  return event.eventType === 'document' ? (event.payload as DocumentPayload | null) : null;
}

/** What a `tombstone` event says; null for other types. */
export function tombstoneOf(event: Payloads): EventPayload<'tombstone'> | null {
  return event.eventType === 'tombstone' ? (event.payload as (typeof TombstonePayload)['_output'] | null) : null;
}

/** The id that the writer brought for the event's item, or null: then the item is known by its event's id. */
export function broughtId(event: Payloads): string | null {
  return memoryOf(event)?.id ?? documentOf(event)?.id ?? null;
}

/** The id of the item that an event makes, or null where it makes none (or its payload is erased). */
export function itemIdOf(event: Payloads & { readonly eventId: string }): string | null {
  return makesItem(event) ? (broughtId(event) ?? event.eventId) : null;
}

/** The item of a memory event or a document event, without a document's chunks; null where an event makes none. */
export function itemOfEvent(event: LedgerEvent): NewItem | null {
  const memory = memoryOf(event);
  if (memory !== null) return itemOfMemory(event, memory);
  const document = documentOf(event);
  return document === null ? null : itemOfDocument(event, document);
}

function makesItem(event: Payloads): boolean {
  return event.payload !== null && (isMemoryEvent(event.eventType) || event.eventType === 'document');
}

function isMemoryEvent(eventType: EventType): boolean {
  return (memoryEventTypes as readonly EventType[]).includes(eventType);
}

/**
 * Whether an event's item is to be found by words and meaning. What was concluded from other items and brings no text of
 * its own would only double their words: it is found through its structure, and through the items it rests on.
 */
export function hasOwnWords(event: Payloads): boolean {
  if (event.eventType === 'extraction') return false;
  const memory = memoryOf(event);
  return memory === null || Boolean(memory.text?.trim()) || !memory.derivedFrom?.length;
}

function itemOfMemory(event: LedgerEvent, memory: MemoryObject): NewItem {
  const text = memory.text?.trim() ? whatHappened(memory.text, memory.episode) : plainWords(memory);
  return {
    ...frame(event),
    itemId: memory.id ?? event.eventId,
    kind: kindOf(event, memory),
    text,
    title: memory.title ?? null,
    author: memory.author ?? null,
    thread: memory.thread ?? null,
    position: memory.position ?? null,
    caption: memory.caption ?? null,
    entities: [...new Set([...(memory.entities ?? []), ...(memory.episode?.actors ?? [])])],
    derivedFrom: memory.derivedFrom ?? [],
    source: memory.source ?? event.sourceRef,
    validFrom: fromInstant(memory.fact?.validFrom ?? memory.edge?.validFrom),
    validTo: fromInstant(memory.fact?.validTo ?? memory.edge?.validTo),
    authority: authorityOf(memory),
    confidence: memory.confidence ?? 0.8,
    salience: memory.episode?.salience ?? 0.5,
    trust: memory.trust ?? 'trusted',
    contentHash: sha256(text),
  };
}

/** How much a statement counts where its writer does not say: an ordinary source. */
export function authorityOf({ authority = 0.6 }: MemoryObject): number {
  return authority;
}

function itemOfDocument(event: LedgerEvent, document: DocumentPayload): NewItem {
  return {
    ...frame(event),
    itemId: document.id,
    kind: 'document',
    // The words are found through the chunks; the whole text stays in the ledger.
    text: '',
    title: document.title,
    author: document.author ?? null,
    entities: document.entities ?? [],
    source: event.sourceRef ?? document.path ?? null,
    contentHash: sha256(document.text),
  };
}

/** What every item takes over from its event, and the defaults of what an event may leave open. */
function frame(event: LedgerEvent) {
  return {
    namespace: event.namespace,
    thread: null,
    position: null,
    caption: null,
    derivedFrom: [],
    sourceType: event.sourceType,
    occurredAt: event.occurredAt,
    validFrom: null,
    validTo: null,
    observedAt: event.occurredAt,
    recordedAt: event.recordedAt,
    knownAt: event.knownAt,
    authority: 0.6,
    confidence: 0.8,
    salience: 0.5,
    privacyClass: event.privacyClass,
    retentionClass: event.retentionClass,
    trust: 'trusted',
    eventSeq: event.seq,
    eventId: event.eventId,
    documentId: null,
    start: null,
    end: null,
    heading: null,
  } as const;
}

const kindOfType: Partial<Record<EventType, ItemKind>> = {
  fact_asserted: 'fact',
  edge_asserted: 'edge',
  cause_asserted: 'cause',
  cause_overturned: 'cause',
  episode: 'episode',
};

function kindOf({ eventType }: Payloads, memory: MemoryObject): ItemKind {
  const byType = kindOfType[eventType];
  if (byType !== undefined) return byType;
  // Documents and chunks come from document events alone: a memory that calls itself one would be searched nowhere.
  if (memory.kind === 'document' || memory.kind === 'chunk') return 'memory';
  if (memory.kind !== undefined) return memory.kind;
  if (!memory.text?.trim() || eventType === 'extraction' || eventType === 'fact_corrected') {
    const given = (['fact', 'edge', 'cause'] as const).filter((part) => memory[part] !== undefined);
    if (given.length === 1 && given[0] !== undefined) return given[0];
  }
  return memory.thread !== undefined && memory.position !== undefined ? 'turn' : 'memory';
}

/** An episode is found by what was done and seen and by how it ended, not by its summary alone. */
function whatHappened(summary: string, episode: MemoryObject['episode']): string {
  const lines = [summary];
  for (const part of [episode?.action, episode?.observation, episode?.outcome, episode?.environment]) {
    if (part !== undefined && !lines.some((line) => line.includes(part))) lines.push(part);
  }
  return lines.join('\n');
}

/** “X owner Bob”, “X owner is no longer Bob”. */
export function wordsOfFact({ subject, predicate, object, holds }: Worded): string {
  return `${subject} ${predicate} ${said[holds ?? 'yes']}${object}`;
}

type Worded = Pick<FactStructure, 'subject' | 'predicate' | 'object'> & { readonly holds?: Denial | null | undefined };

/** What stands before a value, by whether it is said to hold. */
const said = { yes: '', 'no-longer': 'is no longer ', never: 'was never ' } as const;

/** A structured part that comes without a text, as words that a question can meet. */
function plainWords({ fact, edge, cause }: MemoryObject): string {
  return [
    fact && wordsOfFact(fact),
    edge && `${edge.from} ${edge.relation} ${edge.to}`,
    cause && `${cause.cause} ${cause.holds === false ? 'does not cause' : 'causes'} ${cause.effect}`,
  ]
    .filter((sentence) => sentence !== undefined)
    .join('\n');
}
