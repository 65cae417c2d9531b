import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { type MemoryObject, memoryFields } from '../contract/memory.ts';
import type { MethodParams } from '../contract/methods.ts';
import { fromInstant, toInstant } from '../contract/time.ts';
import type { EventDraft, LedgerEvent } from '../ledger/event.ts';
import type { Item } from '../projections/items/item.ts';
import type { JudgedItem } from '../retrieval/validity.ts';
import { type KnownReading, requireKnown } from './knownEvidence.ts';
import { eventView } from './ledger.ts';
import type { Handlers, Observing, Reading, Writing } from './ports.ts';
import { writeOne } from './writeOne.ts';

export function memoryHandlers(parts: {
  readonly writing: Writing;
  readonly reading: Reading & KnownReading;
  readonly observing: Observing;
  /** The parts of a text that this memory handed out itself. */
  readonly echoes: (namespace: string, text: string) => readonly (readonly [number, number])[];
  readonly clock: Clock;
}): Pick<Handlers, 'memory.write' | 'memory.get'> {
  const { writing, reading, observing, echoes, clock } = parts;
  return {
    'memory.write': async (params) => {
      const { namespace, supersedes, corrects, retracts, derivedFrom, counterEvidence } = params;
      await requireKnown(reading, namespace, { supersedes, corrects, retracts, derivedFrom, counterEvidence });
      const written = await writeOne(writing, draftOf(params, echoes));
      return { ...written, recallPending: observing.recallPending() };
    },
    'memory.get': async ({ namespace, itemId }) => {
      const [judged] = await reading.judgeNamed([{ namespace, itemId }], { at: clock.now(), knownAt: null });
      const event = judged === undefined ? null : await reading.event(judged.item.eventId);
      if (judged === undefined || event === null) {
        throw noItem(namespace, itemId, await reading.namespaces());
      }
      return itemView(judged, event);
    },
  };
}

function noItem(namespace: string, itemId: string, held: Awaited<ReturnType<Reading['namespaces']>>): PiperError {
  const others = held.map((one) => one.namespace).filter((name) => name !== namespace);
  const meant = nearest(namespace, others);
  const there = meant === null ? '' : ` Did you mean the namespace ${JSON.stringify(meant)}?`;
  return new PiperError(
    'not-found',
    `itemId names ${JSON.stringify(itemId)}, which is no item of the namespace ${JSON.stringify(namespace)}.`,
    `Give itemId and namespace as a result of retrieve shows them; namespaces.list shows the namespaces.${there}`,
  );
}

/** What an agent writes as an event. It cannot set `known_at`: that is the ledger's word, or an operator's import's. */
export function draftOf(
  params: MethodParams<'memory.write'>,
  echoes: (namespace: string, text: string) => readonly (readonly [number, number])[] = () => [],
): EventDraft {
  if (params.kind === 'document' || params.kind === 'chunk') {
    throw new PiperError(
      'invalid-params',
      `kind must not be ${params.kind}, because documents and their chunks come from an import.`,
      'Leave kind out, or import the text as a file: piper-memory import PATH.',
    );
  }
  return {
    eventType: params.eventType,
    payload: payloadOf(params),
    occurredAt: fromInstant(params.occurredAt) ?? undefined,
    sessionId: params.sessionId,
    actor: params.actor,
    sourceType: params.sourceType,
    sourceRef: params.source,
    provenance: provenanceOf(params, echoes),
    parentEventId: params.parentEventId,
    privacyClass: params.privacyClass,
    retentionClass: params.retentionClass,
    namespace: params.namespace,
    idempotencyKey: params.idempotencyKey,
  };
}

/**
 * What an agent writes back of what it was given is marked, so that nothing new is concluded from it. A user who says the
 * same again means it.
 */
function provenanceOf(
  { eventType, namespace, text, provenance }: MethodParams<'memory.write'>,
  echoes: (namespace: string, text: string) => readonly (readonly [number, number])[],
): MethodParams<'memory.write'>['provenance'] {
  const recalled = eventType === 'user_statement' || text === undefined ? [] : echoes(namespace, text);
  return recalled.length === 0 ? provenance : { ...provenance, recalled };
}

/** The parts of a call that are the memory itself, without what is said about the event. */
function payloadOf(params: MethodParams<'memory.write'>): MemoryObject {
  return Object.fromEntries(
    Object.entries(params).filter(([key, value]) => Object.hasOwn(memoryFields, key) && value !== undefined),
  );
}

function itemView({ item, standing }: JudgedItem, event: LedgerEvent) {
  const { rowid: _, start: _start, end: _end, heading: _heading, eventSeq: _seq, eventId: _id, ...rest } = item;
  return {
    ...rest,
    text: textOf(item, event),
    entities: [...item.entities],
    occurredAt: toInstant(item.occurredAt),
    validFrom: toInstant(item.validFrom),
    validTo: toInstant(item.validTo),
    observedAt: toInstant(item.observedAt),
    recordedAt: toInstant(item.recordedAt),
    knownAt: toInstant(item.knownAt),
    status: standing.currentness,
    supersedes: [...item.supersedes],
    supersededBy: [...standing.supersededBy],
    event: eventView(event),
  };
}

/** A document's own row holds no text, because its chunks do: the whole source lies in its event. */
function textOf(item: Item, event: LedgerEvent): string | null {
  if (event.payload === null) return null;
  if (item.kind !== 'document') return item.text;
  return 'text' in event.payload ? (event.payload.text ?? null) : null;
}
