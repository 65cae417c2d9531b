import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { MemoryObject } from '../contract/memory.ts';
import type { MethodParams } from '../contract/methods.ts';
import { fromInstant, toInstant } from '../contract/time.ts';
import { nameKey } from '../language/names.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { FactQuestions, StatedFact } from '../projections/facts/factQuestions.ts';
import { given, writtenBy } from './drafts.ts';
import type { Handlers, Writing } from './ports.ts';
import { writeOne } from './writeOne.ts';

/** The facts, seen from the main thread. */
export type FactReading = {
  readonly [K in keyof FactQuestions]: (...args: Parameters<FactQuestions[K]>) => Promise<ReturnType<FactQuestions[K]>>;
};

type FactMethod = Extract<keyof Handlers, `facts.${string}`>;

export function factHandlers(parts: {
  readonly writing: Writing;
  readonly reading: FactReading;
  readonly clock: Clock;
}): Pick<Handlers, FactMethod> {
  const { writing, reading, clock } = parts;

  return {
    'facts.assert': async (params) => {
      const written = await writeOne(writing, assertionDraft(params));
      const now = await reading.factAnswer(params, { at: clock.now(), knownAt: null });
      return { ...written, now };
    },
    'facts.correct': async (params) => writeOne(writing, correctionDraft(params, await correctable(reading, params))),
    'facts.retract': async (params) => {
      const { namespace, itemIds, source = null, distrust, dryRun } = params;
      await refuseUnknown(reading, params);
      const effect = await reading.blastRadius({ namespace, itemIds, source, distrust, now: clock.now() });
      if (dryRun) return { retractionId: null, effect };
      const { eventId } = await writeOne(writing, retractionDraft(params));
      return { retractionId: eventId, effect };
    },
    'facts.current': ({ now, ...slot }) =>
      reading.factAnswer(slot, { at: fromInstant(now) ?? clock.now(), knownAt: null }),
    'facts.asOf': ({ at, knownAt, by, ...slot }) =>
      reading.factAnswer(slot, { at: fromInstant(at), knownAt: fromInstant(knownAt), by }),
    'facts.knownAt': ({ knownAt, at, by, ...slot }) =>
      reading.factAnswer(slot, { at: fromInstant(at) ?? fromInstant(knownAt), knownAt: fromInstant(knownAt), by }),
    'facts.history': ({ knownAt, by, ...slot }) => reading.factHistory(slot, { knownAt: fromInstant(knownAt), by }),
    'facts.explain': async ({ namespace, itemId, knownAt }) => {
      const frame = { knownAt: fromInstant(knownAt), now: clock.now() };
      const explained = await reading.factExplained(namespace, itemId, frame);
      if (explained === null) throw noFact();
      return explained;
    },
    'facts.list': ({ namespace, text = '', limit }) => reading.factSlots(namespace, text, limit, clock.now()),
  };
}

function assertionDraft(params: MethodParams<'facts.assert'>): EventDraft {
  const { subject, predicate, object, cardinality, validFrom, validTo } = params;
  for (const [field, name] of Object.entries({ subject, predicate })) {
    if (nameKey(name) !== '') continue;
    const remedy = 'Give the name of a thing and of one of its properties.';
    throw new PiperError('invalid-params', `facts.assert: ${field} must not be blank.`, remedy);
  }
  const { id, text, source, authority, confidence, supersedes, derivedFrom } = params;
  const payload: MemoryObject = given({
    id,
    text,
    source,
    authority,
    confidence,
    supersedes,
    derivedFrom,
    fact: given({ subject, predicate, object, cardinality, validFrom, validTo }),
  });
  return {
    ...writtenBy(params),
    sourceRef: source,
    eventType: 'fact_asserted',
    payload,
    occurredAt: fromInstant(params.occurredAt) ?? undefined,
  };
}

/** The one fact that a correction is about; null where the item states none and is only to be called untrue. */
async function correctable(
  reading: FactReading,
  { namespace, itemId, object }: MethodParams<'facts.correct'>,
): Promise<StatedFact | null> {
  const facts = await reading.factsIn(namespace, itemId);
  const [first, ...others] = facts;
  if (first !== undefined && (others.length === 0 || object === undefined)) return others.length === 0 ? first : null;
  if (first !== undefined) {
    const ids = facts.map(({ id }) => id).join(', ');
    const sentence = `facts.correct: the item states ${facts.length} facts, so that it is not clear which one has another value.`;
    throw new PiperError('invalid-params', sentence, `Name one of them: ${ids}.`, { data: { itemIds: ids } });
  }
  if (object !== undefined || (await reading.unknownIds(namespace, [itemId])).length > 0) throw noFact();
  return null;
}

/**
 * A correction holds over the time of what it corrects. Where that was a correction itself, what it had corrected stays
 * untrue if there is a new value, and stands again if the correction is only called wrong.
 */
function correctionDraft(params: MethodParams<'facts.correct'>, fact: StatedFact | null): EventDraft {
  const { itemId, object, reason, source, authority } = params;
  const frame = { ...writtenBy(params), sourceRef: source, eventType: 'fact_corrected' as const };
  if (fact === null || object === undefined) {
    const corrects = [fact?.id ?? itemId];
    const payload = given({ kind: 'memory' as const, text: reason, corrects, source, authority });
    return { ...frame, payload, correctionOfEventId: fact?.eventId };
  }
  const { subject, predicate, cardinality, validFrom, validTo } = fact;
  const payload: MemoryObject = given({
    kind: 'fact',
    text: `${subject} ${predicate} ${object}\n${reason}`,
    fact: {
      subject,
      predicate,
      object,
      ...(cardinality === null ? {} : { cardinality }),
      validFrom: toInstant(validFrom),
      validTo: toInstant(validTo),
    },
    corrects: [fact.id, ...fact.corrects],
    source,
    authority,
  });
  return { ...frame, payload, correctionOfEventId: fact.eventId };
}

function retractionDraft(params: MethodParams<'facts.retract'>): EventDraft {
  const { itemIds, source, distrust, reason } = params;
  const payload = given({ retracts: [...new Set(itemIds)], source, distrust, reason });
  // The source is what it speaks of, not where it comes from.
  return { ...writtenBy(params), eventType: 'retraction', payload };
}

async function refuseUnknown(
  reading: FactReading,
  { namespace, itemIds, source, distrust }: MethodParams<'facts.retract'>,
): Promise<void> {
  if (distrust && source === undefined) {
    const remedy = 'Name the source that is not to be believed, or leave distrust out.';
    throw new PiperError('invalid-params', 'facts.retract: distrust needs a source.', remedy);
  }
  const [unknown, ...others] = await reading.unknownIds(namespace, itemIds);
  if (unknown === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new PiperError(
    'not-found',
    `facts.retract: ${JSON.stringify(unknown)}${more} names no item and no retraction in that namespace.`,
    'Ids are unique within a namespace: name the ones that results came from. Nothing was written.',
  );
}

function noFact(): PiperError {
  return new PiperError(
    'not-found',
    'There is no fact of that id in that namespace, and no item that states one.',
    'Ids are unique within a namespace: facts.history and facts.list name them.',
  );
}
