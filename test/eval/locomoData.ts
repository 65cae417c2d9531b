import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The parts of LoCoMo's JSON that an evaluation needs; the product's own importer reads the file by itself. */
const Turn = z.looseObject({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const Sample = z.object({
  sample_id: z.string(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(z.looseObject({ question: z.string(), category: z.number(), evidence: z.array(z.string()).optional() })),
});

export interface Conversation {
  readonly id: string;
  readonly turns: readonly { id: string; speaker: string; text: string; caption: string }[];
  readonly questions: readonly Question[];
}
export interface Question {
  readonly query: string;
  readonly category: number;
  readonly gold: ReadonlySet<string>;
}

export const categories: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

export function loadLocomo(file: string): Conversation[] {
  return z
    .array(Sample)
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(({ sample_id, conversation, qa }) => {
      const turns = Object.entries(conversation)
        .filter(([key]) => /^session_\d+$/.test(key))
        .sort(([a], [b]) => Number(a.slice(8)) - Number(b.slice(8)))
        .flatMap(([, session]) => z.array(Turn).parse(session))
        .map((turn) => ({ id: turn.dia_id, speaker: turn.speaker, text: turn.text, caption: turn.blip_caption ?? '' }));
      const known = new Set(turns.map(({ id }) => id));
      const questions = qa
        .map(({ question, category, evidence }) => ({ query: question, category, gold: goldOf(evidence ?? [], known) }))
        .filter(({ gold }) => gold.size > 0);
      return { id: sample_id, turns, questions };
    });
}

/** A few evidence entries hold several ids ("D8:6; D9:17") or none that exists ("D", "D:11:26"). */
function goldOf(evidence: readonly string[], known: ReadonlySet<string>): Set<string> {
  return new Set(evidence.flatMap((entry) => entry.match(/D\d+:\d+/g) ?? []).filter((id) => known.has(id)));
}
