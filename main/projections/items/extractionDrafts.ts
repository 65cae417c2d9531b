import { type DocumentPayload, statementEventTypes } from '../../contract/events.ts';
import type { EdgeStructure, FactStructure, MemoryObject } from '../../contract/memory.ts';
import { fromInstant, toInstant } from '../../contract/time.ts';
import { extract, extractionVersion, withoutPrograms } from '../../extraction/extract.ts';
import type { Extraction, ExtractionSource } from '../../extraction/extraction.ts';
import type { EventDraft, LedgerEvent } from '../../ledger/event.ts';
import { chunksOfDocument } from '../documents/chunk.ts';
import { documentOf, itemIdOf, memoryOf } from './itemOfEvent.ts';

/** A text of an event, by the item that it becomes, and where it stands in what the event holds. */
interface Passage {
  readonly itemId: string;
  readonly text: string;
  readonly offset: number;
  /** The heading that it stands under. */
  readonly heading: string | null;
}

/** What the drafts of one event have in common. */
interface Reading {
  readonly passages: readonly Passage[];
  readonly source: Omit<ExtractionSource, 'text' | 'occurredAt' | 'knownAt' | 'timeZone' | 'heading'>;
  readonly inherited: Pick<MemoryObject, 'title' | 'author' | 'source' | 'authority' | 'confidence'>;
}

/**
 * What the rules read in the text of a statement or a document, as `extraction` events to be appended behind it. Each
 * inherits the circumstances of its source: times, session, namespace, privacy, retention, authority. Nothing comes of an
 * event that states its structure itself, of what is not trusted, of extractions, and of text that this memory handed out
 * (`provenance.recalled`). The same event gives the same drafts; their keys make a repetition add nothing.
 *
 * @param timeZone the IANA zone in which dates without one are read
 */
export function extractionDrafts(event: LedgerEvent, timeZone = 'UTC'): EventDraft[] {
  const recalled = recalledSpans(event.provenance?.recalled);
  const reading = recalled === 'all' ? null : readingOf(event);
  if (recalled === 'all' || reading === null) return [];
  const drafts: EventDraft[] = [];
  for (const { itemId, text, offset, heading } of reading.passages) {
    const circumstances = { occurredAt: event.occurredAt, knownAt: event.knownAt, timeZone, heading };
    for (const found of extract({ ...reading.source, ...circumstances, text })) {
      const [start, end] = [found.start + offset, found.end + offset];
      if (recalled.some(([from, to]) => start < to && from < end)) continue;
      for (const payload of payloadsOf(found, event.occurredAt)) {
        drafts.push(
          draftOf(event, drafts.length + 1, { ...reading.inherited, ...payload }, { ...found, itemId, text }),
        );
      }
    }
  }
  return drafts;
}

/** What there is to read in an event, or null. */
function readingOf(event: LedgerEvent): Reading | null {
  const document = documentOf(event);
  if (document !== null) return readingOfDocument(document);
  const memory = memoryOf(event);
  const itemId = itemIdOf(event);
  if (memory === null || itemId === null || !isStatement(event) || !memory.text) return null;
  if (memory.fact || memory.edge || memory.cause || memory.episode || memory.extraction) return null;
  if (memory.kind === 'intention' || memory.kind === 'skill') return null;
  if (memory.trust === 'untrusted' || memory.trust === 'invalid') return null;
  const { title, author, source, authority, confidence } = memory;
  return {
    passages: [{ itemId, text: memory.text, offset: 0, heading: null }],
    source: {
      author: author ?? null,
      title: title ?? null,
      kind: event.eventType === 'tool_result' && author === undefined ? 'document' : 'speech',
    },
    inherited: { title, author, source, authority, confidence },
  };
}

function isStatement({ eventType }: LedgerEvent): boolean {
  return (statementEventTypes as readonly string[]).includes(eventType);
}

/** By chunks, for they are the items that show the words; program text may go over several of them. */
function readingOfDocument(document: DocumentPayload): Reading {
  const { id, title, text, author } = document;
  const readable = withoutPrograms(text);
  const passages = chunksOfDocument(document).map(({ start, end, heading }, index) => ({
    itemId: `${id}#${index + 1}`,
    text: readable.slice(start, end),
    offset: start,
    heading,
  }));
  return { passages, source: { author: null, title, kind: 'document' }, inherited: { title, author } };
}

/** Which stretches of a text came out of this memory; what is not understood counts as everything. */
function recalledSpans(recalled: unknown): 'all' | readonly (readonly [from: number, to: number])[] {
  if (recalled === undefined || recalled === null || recalled === false) return [];
  return Array.isArray(recalled) && recalled.every(isSpan) ? recalled : 'all';
}

function isSpan(span: unknown): span is readonly [number, number] {
  return Array.isArray(span) && span.length === 2 && span.every((place) => Number.isSafeInteger(place));
}

/** The structure that was found; before it what it ends, where a change names it, and behind it what else follows. */
function payloadsOf({ fact, edge, cause, previous, others = [], rule }: Extraction, occurredAt: number) {
  if (cause !== undefined) return [{ kind: 'cause', cause, rule } as const];
  if (edge !== undefined)
    return [edge.relation === 'alias_of' ? ({ kind: 'edge', edge, rule } as const) : tieOf(edge, rule)];
  if (fact === undefined) return [];
  const ended = [
    ...(previous === undefined ? [] : [endOf(fact, previous, occurredAt)]),
    ...others.filter(({ holds }) => holds !== undefined),
  ];
  const followed = others.filter(({ holds }) => holds === undefined);
  return [
    ...ended.map((before) => ({ kind: 'fact', fact: before, rule: `${rule}/before` }) as const),
    { kind: 'fact', fact, rule } as const,
    ...followed.map((after) => ({ ...tie(after), rule: `${rule}/after` })),
  ];
}

/**
 * A tie between two things is one of several values of its relation, so that "no longer uses" can end it by the rule of
 * facts; both ends are names, and a fact whose object is a name is an edge of the graph.
 */
function tieOf({ from, relation, to, ...held }: EdgeStructure, rule: string) {
  return { ...tie({ subject: from, predicate: relation, object: to, cardinality: 'many', ...held }), rule };
}

function tie(fact: FactStructure) {
  return { kind: 'fact' as const, fact, entities: [...new Set([fact.subject, String(fact.object)])] };
}

/**
 * The value before held up to the change; since when is not said, so it is claimed for the last instant alone. One of
 * several values is ended by name, for the new one leaves the others as they are.
 */
function endOf(fact: FactStructure, previous: string, occurredAt: number): FactStructure {
  const { subject, predicate } = fact;
  if (fact.cardinality === 'many') {
    const { validTo: _to, ...ended } = fact;
    return { ...ended, object: previous, holds: 'no-longer' };
  }
  const change = fromInstant(fact.validFrom) ?? occurredAt;
  return { subject, predicate, object: previous, validFrom: toInstant(change - 1), validTo: toInstant(change) };
}

type Found = ReturnType<typeof payloadsOf>[number] & Reading['inherited'];
type Place = Pick<Extraction, 'start' | 'end'> & Pick<Passage, 'itemId' | 'text'>;

function draftOf(event: LedgerEvent, number: number, { rule, ...payload }: Found, place: Place): EventDraft {
  const { itemId, start, end } = place;
  const extraction = { rule, version: extractionVersion, by: 'rules', sourceItem: itemId, start, end } as const;
  return {
    eventType: 'extraction',
    payload: {
      ...payload,
      text: place.text.slice(start, end),
      position: number,
      derivedFrom: [itemId],
      extraction,
    },
    occurredAt: event.occurredAt,
    knownAt: event.knownAt,
    sessionId: event.sessionId ?? undefined,
    actor: 'rules',
    sourceType: 'rules',
    sourceRef: event.sourceRef ?? undefined,
    provenance: { rule },
    parentEventId: event.eventId,
    privacyClass: event.privacyClass,
    retentionClass: event.retentionClass,
    namespace: event.namespace,
    idempotencyKey: `x:${event.eventId}:${number}`,
  };
}
