import { PiperError } from '../base/errors.ts';
import type { MethodResult } from '../contract/methods.ts';
import { toInstant } from '../contract/time.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { Writing } from './ports.ts';

/** Writes one event, and tells what every write gives back. Throws PiperError where the writer refuses it. */
export async function writeOne(writing: Writing, draft: EventDraft): Promise<MethodResult<'episodes.record'>> {
  const [outcome] = await writing.append([draft]);
  if (outcome === undefined) throw new Error('the writer answered for no draft');
  if (outcome.status === 'refused') throw new PiperError(outcome.code, outcome.message, outcome.remedy);
  const { seq, eventId, recordedAt } = outcome.event;
  return {
    itemId: outcome.itemId ?? eventId,
    eventId,
    seq,
    recordedAt: toInstant(recordedAt),
    duplicate: outcome.status === 'duplicate',
  };
}
