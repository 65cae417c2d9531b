import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { MemoryObject } from '../contract/memory.ts';
import type { MethodParams } from '../contract/methods.ts';
import { fromInstant, toInstant } from '../contract/time.ts';
import { nameKey } from '../language/names.ts';
import { sameValue } from '../language/values.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { FactQuestions, StatedFact } from '../projections/facts/factQuestions.ts';
import { wordsOfFact } from '../projections/items/itemOfEvent.ts';
import { given, writtenBy } from './drafts.ts';
import { requireKnown } from './knownEvidence.ts';
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
      const { namespace, supersedes, derivedFrom } = params;
      await requireKnown(reading, namespace, { supersedes, derivedFrom });
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
      if (explained === null) throw noFact(namespace, itemId);
      return explained;
    },
    'facts.list': ({ namespace, text = '', limit }) => reading.factSlots(namespace, text, limit, clock.now()),
  };
}

function assertionDraft(params: MethodParams<'facts.assert'>): EventDraft {
  const { subject, predicate, object, cardinality, holds, validFrom, validTo } = params;
  for (const [field, name] of Object.entries({ subject, predicate })) {
    if (nameKey(name) !== '') continue;
    const remedy = 'Give the name of a thing as subject and of one of its properties as predicate.';
    throw new PiperError('invalid-params', `${field} must not be blank.`, remedy);
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
    fact: given({ subject, predicate, object, cardinality, holds, validFrom, validTo }),
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
  if (first !== undefined && others.length === 0) return withOtherValue(first, object);
  if (first !== undefined && object === undefined) return null;
  if (first !== undefined) {
    const ids = facts.map(({ id }) => id).join(', ');
    const sentence = `itemId names an item that states ${facts.length} facts, so that it is not clear which one has another value.`;
    throw new PiperError('invalid-params', sentence, `Name one of them: ${ids}.`, { data: { itemIds: ids } });
  }
  if (object !== undefined || (await reading.unknownIds(namespace, [itemId])).length > 0) {
    throw noFact(namespace, itemId);
  }
  return null;
}

/** A correction to the value itself would call it untrue and state it again in one breath. */
function withOtherValue(fact: StatedFact, object: MethodParams<'facts.correct'>['object']): StatedFact {
  if (object === undefined || !sameValue(fact.value, object)) return fact;
  throw new PiperError(
    'invalid-params',
    'object must differ from the value of the fact, which is just that already.',
    'Give the value that is right; leave object out to say only that the fact was never true. Nothing was written.',
  );
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
  const { subject, predicate, cardinality, denial, validFrom, validTo } = fact;
  const payload: MemoryObject = given({
    kind: 'fact',
    text: `${wordsOfFact({ subject, predicate, object, holds: denial })}\n${reason}`,
    fact: {
      subject,
      predicate,
      object,
      ...(cardinality === null ? {} : { cardinality }),
      ...(denial === null ? {} : { holds: denial }),
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

/** With distrust a source may be new: it is what it says from now on that is not believed. */
async function refuseUnknown(
  reading: FactReading,
  { namespace, itemIds, source, distrust }: MethodParams<'facts.retract'>,
): Promise<void> {
  if (distrust && source === undefined) {
    const remedy = 'Name the source that is not to be believed, or leave distrust out.';
    throw new PiperError('invalid-params', 'distrust needs a source.', remedy);
  }
  await requireKnown(reading, namespace, { itemIds });
  if (source === undefined || distrust || (await reading.sourceKnown(namespace, source))) return;
  throw new PiperError(
    'not-found',
    `source names ${JSON.stringify(source)}, from which nothing in the namespace ${JSON.stringify(namespace)} comes.`,
    'Give the source to the letter, as memory.get shows it of an item; with distrust a source can be named that has said nothing yet. Nothing was written.',
  );
}

function noFact(namespace: string, itemId: string): PiperError {
  return new PiperError(
    'not-found',
    `itemId names ${JSON.stringify(itemId)}, which is no fact and states none in the namespace ${JSON.stringify(namespace)}.`,
    'facts.history (piper-memory fact history SUBJECT PREDICATE) shows the facts of a slot with their factId; facts.list shows the slots.',
  );
}
