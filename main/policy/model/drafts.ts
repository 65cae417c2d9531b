import { sha256 } from '../../base/hash.ts';
import type { ModelReadPayload } from '../../contract/events.ts';
import type { EventDraft } from '../../ledger/event.ts';
import type { UnreadText } from '../../projections/items/unread.ts';
import { promptVersion } from './prompt.ts';
import { type Reading, structureKey } from './proposals.ts';

/**
 * A model's word alone is weak (data-model.md: below .5), near the edge because its words are verified to stand in the
 * text: it may fill a gap and contest, and can never overrule what somebody stated or a rule found.
 */
const authority = 0.45;

/** One reading, ready to be written. */
export interface ReadText {
  readonly mark: ModelReadPayload;
  readonly drafts: readonly EventDraft[];
}

/**
 * The events of one reading: its proposals and, last, that the text was read. They are written in one transaction, so
 * that a text is either read and its proposals are there, or not read at all. The keys make a repetition add nothing.
 */
export function draftsOf(
  source: UnreadText,
  { proposals, known, refused, ...reading }: Omit<Reading, 'outcome'> & Pick<ModelReadPayload, 'outcome'>,
  model: string,
): ReadText {
  const { eventId, sessionId, sourceRef, ...frame } = source.event;
  const common = {
    ...frame,
    actor: 'model',
    sourceType: 'model',
    sessionId: sessionId ?? undefined,
    parentEventId: eventId,
  };
  const { title, author, trust, source: given } = source.memory;
  const proposed = proposals.map(({ start, end, confidence, ...structure }): EventDraft => {
    const text = source.text.slice(start, end);
    return {
      ...common,
      eventType: 'extraction',
      payload: {
        ...structure,
        text,
        title,
        author,
        trust,
        source: given,
        authority: Math.min(authority, source.memory.authority ?? authority),
        confidence,
        derivedFrom: [source.itemId],
        extraction: {
          rule: 'model',
          version: promptVersion,
          by: 'model',
          model,
          sourceItem: source.itemId,
          start,
          end,
        },
      },
      sourceRef: sourceRef ?? undefined,
      idempotencyKey: `model:${eventId}:${sha256(structureKey(structure)).slice(0, 16)}`,
    };
  });
  const { knownAt: _, occurredAt: _at, ...now } = common;
  const mark: ModelReadPayload = {
    ...reading,
    model,
    through: source.seq,
    sourceItem: source.itemId,
    proposed: proposals.length,
    known,
    refused,
  };
  const read: EventDraft = { ...now, eventType: 'model_read', payload: mark, idempotencyKey: `model-read:${eventId}` };
  return { mark, drafts: [...proposed, read] };
}
