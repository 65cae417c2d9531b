import { PiperError } from '../base/errors.ts';
import { canonicalJson } from '../base/hash.ts';
import { type Fault, faultOf, sentenceOf } from '../base/issues.ts';
import type { EventDraft } from './event.ts';
import { payloadBody } from './row.ts';
import type { EventFormats } from './upcast.ts';

/** A draft whose payload was parsed and rendered; its strings are as SQLite will give them back. */
export interface PreparedDraft extends EventDraft {
  readonly schemaVersion: number;
  /** Canonical JSON of the parsed payload. */
  readonly body: string;
  readonly provenanceJson: string | null;
}

/**
 * Checks one draft against the contract before anything is written.
 *
 * @param index its place in the batch, for the error: PiperError `invalid-params`
 */
export function prepareDraft(draft: EventDraft, index: number, formats: EventFormats): PreparedDraft {
  const { version, schema } = formats.payloads[draft.eventType];
  const parsed = schema.safeParse(draft.payload);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => faultOf(issue, draft.payload, 'payload'));
    const [first] = faults.map((fault) => sentenceOf(fault, draft.eventType).replace(/\.$/, ''));
    throw refuse(draft, index, first ?? 'its payload does not fit', faults);
  }
  for (const time of [draft.occurredAt, draft.knownAt]) {
    if (time !== undefined && !Number.isSafeInteger(time)) {
      throw refuse(draft, index, 'its times must be whole milliseconds since 1970');
    }
  }
  return {
    ...wellFormed(draft),
    schemaVersion: version,
    body: render(draft, index, () => payloadBody(parsed.data)),
    provenanceJson: draft.provenance === undefined ? null : render(draft, index, () => canonicalJson(draft.provenance)),
  };
}

/** A lone surrogate has no UTF-8: SQLite would give back another string than was hashed. */
function wellFormed(draft: EventDraft): EventDraft {
  return {
    ...draft,
    eventId: draft.eventId?.toWellFormed(),
    sessionId: draft.sessionId?.toWellFormed(),
    actor: draft.actor.toWellFormed(),
    sourceType: draft.sourceType.toWellFormed(),
    sourceRef: draft.sourceRef?.toWellFormed(),
    parentEventId: draft.parentEventId?.toWellFormed(),
    correctionOfEventId: draft.correctionOfEventId?.toWellFormed(),
    namespace: draft.namespace.toWellFormed(),
    idempotencyKey: draft.idempotencyKey?.toWellFormed(),
  };
}

/** Rendering recurses: values nested thousands deep end the stack, and that is the caller's doing. */
function render(draft: EventDraft, index: number, work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw refuse(draft, index, 'it is nested too deeply');
    throw error;
  }
}

function refuse(draft: EventDraft, index: number, reason: string, faults: readonly Fault[] = []): PiperError {
  return new PiperError(
    'invalid-params',
    `Event ${index + 1} of the batch (${draft.eventType}) is not valid: ${reason}.`,
    'Correct it and send the batch again; nothing of it was written.',
    { data: { index, faults } },
  );
}
