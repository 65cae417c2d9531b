import { PiperError } from '../base/errors.ts';
import type { CauseView } from '../contract/causes.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import { fromInstant } from '../contract/time.ts';
import type { EventDraft } from '../ledger/event.ts';
import { phraseWords, samePhrase } from '../projections/causes/causeWords.ts';
import { given, writtenBy } from './drafts.ts';
import { type KnownReading, requireKnown } from './knownEvidence.ts';
import type { Handlers, Writing } from './ports.ts';
import { writeOne } from './writeOne.ts';

/** What causes are read by, seen from the main thread. */
export interface CauseReading extends KnownReading {
  cause(namespace: string, itemId: string): Promise<CauseView | null>;
  findCauses(params: MethodParams<'causes.find'>): Promise<MethodResult<'causes.find'>>;
}

/** A cause or an effect is named, not told: UTF-16 units. */
const longestPhrase = 2000;

export function causeHandlers(parts: {
  readonly writing: Writing;
  readonly reading: CauseReading;
}): Pick<Handlers, 'causes.assert' | 'causes.overturn' | 'causes.find'> {
  const { writing, reading } = parts;
  return {
    'causes.assert': async (params) => {
      requirePhrases(params);
      const { evidence, counterEvidence, supersedes } = params;
      await requireKnown(reading, params.namespace, { evidence, counterEvidence, supersedes });
      return writeOne(writing, assertionDraft(params));
    },
    'causes.overturn': async (params) => {
      const cause = await reading.cause(params.namespace, params.causeId);
      if (cause === null) {
        throw new PiperError(
          'not-found',
          `causeId names ${JSON.stringify(params.causeId)}, which is no recorded cause in the namespace ${JSON.stringify(params.namespace)}.`,
          'causes.find (piper-memory cause find) shows the recorded causes of something, each with its causeId.',
        );
      }
      await requireKnown(reading, params.namespace, { evidence: params.evidence });
      return writeOne(writing, overturningDraft(params, cause));
    },
    'causes.find': (params) => reading.findCauses(params),
  };
}

function requirePhrases({ cause, effect }: MethodParams<'causes.assert'>): void {
  for (const [field, phrase] of Object.entries({ cause, effect })) {
    if (phrase.length <= longestPhrase) continue;
    throw new PiperError(
      'invalid-params',
      `${field} must be a phrase of at most ${longestPhrase} characters, but ${phrase.length} were given.`,
      'Name the thing or event in a few words, and put what is to be told about it into text or basis.',
    );
  }
  if (!samePhrase(phraseWords(cause), phraseWords(effect))) return;
  throw new PiperError(
    'invalid-params',
    'effect must differ from cause, because nothing causes itself.',
    'Name what came before as cause, and what came of it as effect.',
  );
}

function assertionDraft(params: MethodParams<'causes.assert'>): EventDraft<'cause_asserted'> {
  const { cause, effect, claimType, basis, evidence, counterEvidence, ...rest } = params;
  const { id, text, occurredAt, source, authority, confidence, supersedes } = rest;
  return {
    eventType: 'cause_asserted',
    payload: {
      kind: 'cause',
      cause: { cause, effect, claimType, ...(basis === undefined ? {} : { basis }) },
      ...given({ id, text, occurredAt, source, authority, confidence, supersedes }),
      ...(evidence.length > 0 ? { derivedFrom: evidence } : {}),
      ...(counterEvidence.length > 0 ? { counterEvidence } : {}),
    },
    occurredAt: fromInstant(occurredAt) ?? undefined,
    sourceRef: source,
    ...writtenBy(rest),
  };
}

/** The word against a cause: that it was never true, and why. It is an item of its own, so that it can fall as well. */
function overturningDraft(
  params: MethodParams<'causes.overturn'>,
  { cause, effect, claimType }: CauseView,
): EventDraft<'cause_overturned'> {
  const { causeId, reason, evidence, ...rest } = params;
  return {
    eventType: 'cause_overturned',
    payload: {
      kind: 'cause',
      text: reason,
      cause: { cause, effect, claimType, basis: reason, holds: false },
      corrects: [causeId],
      ...(evidence.length > 0 ? { derivedFrom: evidence } : {}),
    },
    ...writtenBy(rest),
  };
}
