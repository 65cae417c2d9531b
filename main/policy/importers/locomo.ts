import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { sessionTime } from '../../language/sessionTime.ts';
import type { EventDraft } from '../../ledger/event.ts';
import { type Importer, importedBy, type Step } from './importer.ts';
import { decodeUtf8 } from './pmem.ts';

/**
 * LoCoMo's JSON (snap-research/locomo): long two-party chats. Only the conversation is evidence; the questions, summaries
 * and observations that the file also carries are its gold and never enter a store.
 */
const Turn = z.looseObject({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const Sample = z.looseObject({ sample_id: z.string().min(1), conversation: z.record(z.string(), z.unknown()) });

export const locomoImporter: Importer = {
  format: 'locomo',
  async *read(file, namespace) {
    const text = decodeUtf8(await readFile(file.path)) ?? '';
    const samples = z.array(z.unknown()).parse(toArray(JSON.parse(text)));
    for (const [index, raw] of samples.entries()) {
      const bytesRead = Math.round((file.bytes * (index + 1)) / samples.length);
      const sample = Sample.safeParse(raw);
      if (sample.success) yield* conversationSteps(sample.data, namespace, file.name, bytesRead);
      else yield rejected(file.name, `conversation ${index + 1}: no sample_id or no conversation`, bytesRead);
    }
  },
};

/** Whether parsed JSON is a LoCoMo file: one sample or a list of them. */
export function isLocomo(value: unknown): boolean {
  const samples = toArray(value);
  return samples.length > 0 && samples.some((sample) => Sample.safeParse(sample).success);
}

function* conversationSteps(
  { sample_id, conversation }: z.infer<typeof Sample>,
  namespace: string | undefined,
  file: string,
  bytesRead: number,
): Generator<Step> {
  let position = 0;
  for (const session of sessionsOf(conversation)) {
    const date = conversation[`${session}_date_time`];
    const occurredAt = typeof date === 'string' ? sessionTime(date) : null;
    for (const [index, raw] of toArray(conversation[session]).entries()) {
      const turn = Turn.safeParse(raw);
      if (!turn.success) {
        yield rejected(
          file,
          `${sample_id} ${session}, turn ${index + 1}: speaker, dia_id or text is missing`,
          bytesRead,
        );
        continue;
      }
      const draft = turnDraft(turn.data, {
        sample_id,
        session,
        date,
        occurredAt,
        position: position++,
        file,
        namespace,
      });
      yield { kind: 'object', draft, line: null, bytesRead };
    }
  }
}

interface Place {
  readonly sample_id: string;
  readonly session: string;
  readonly date: unknown;
  readonly occurredAt: number | null;
  readonly position: number;
  readonly file: string;
  readonly namespace: string | undefined;
}

function turnDraft(turn: z.infer<typeof Turn>, place: Place): EventDraft<'observation'> {
  const { speaker, text, blip_caption, ...rest } = turn;
  const id = `${place.sample_id}/${turn.dia_id}`;
  // A chat turn was known when it was said (data-model.md, resolution rule).
  const said = place.occurredAt ?? undefined;
  return {
    ...importedBy,
    eventType: 'observation',
    namespace: place.namespace ?? place.sample_id,
    sourceType: 'conversation',
    sourceRef: place.file,
    occurredAt: said,
    knownAt: said,
    idempotencyKey: `locomo:${id}`,
    provenance: { session: place.session, sessionDate: place.date ?? null, zone: 'none given, read as UTC' },
    payload: {
      ...rest,
      id,
      kind: 'turn',
      text: text.trim() === '' && blip_caption ? blip_caption : text,
      author: speaker,
      thread: `${place.sample_id}/${place.session}`,
      position: place.position,
      ...(blip_caption ? { caption: blip_caption } : {}),
    },
  };
}

function sessionsOf(conversation: Record<string, unknown>): string[] {
  return Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key) && Array.isArray(conversation[key]))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

function rejected(file: string, reason: string, bytesRead: number): Step {
  return { kind: 'rejected', row: { file, line: null, reason }, bytesRead };
}
