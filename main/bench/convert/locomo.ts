import { basename } from 'node:path';
import { z } from 'zod';
import type { Probe, ProbeFamily } from '../../contract/bench.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import { toInstant } from '../../contract/time.ts';
import { sessionTime } from '../../language/sessionTime.ts';
import { badBenchmark } from '../run/checkBenchmark.ts';
import { type ConvertedSet, dayMs, mostGold, openLeftOut } from './convertedSet.ts';
import { readJson } from './readSource.ts';
import { familyByWording, wordingRule } from './wording.ts';

const Turn = z.looseObject({
  speaker: z.string(),
  dia_id: z.string().min(1),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const Question = z.looseObject({
  question: z.string().min(1),
  category: z.number(),
  evidence: z.array(z.string()).default([]),
});
const Sample = z.object({
  sample_id: z.string().min(1),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(Question),
});

export interface LocomoTurn {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  readonly caption: string;
  /** `session_3`. */
  readonly session: string;
  /** Milliseconds since 1970; the set gives no zone, it is read as UTC. */
  readonly saidAt: number | null;
}
export interface LocomoQuestion {
  readonly query: string;
  readonly category: number;
  /** Ids of the turns that answer it; of an adversarial question, the trap. */
  readonly evidence: readonly string[];
}
export interface Conversation {
  readonly id: string;
  readonly turns: readonly LocomoTurn[];
  readonly questions: readonly LocomoQuestion[];
}

export const categories: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

/** Reads LoCoMo's JSON (snap-research/locomo) with its questions; the product's importer takes the conversation alone. */
export function readLocomo(file: string): Conversation[] {
  return readJson(file, z.array(Sample).min(1)).map(({ sample_id, conversation, qa }) => {
    const turns = turnsOf(conversation, `${basename(file)}, ${sample_id}`);
    const known = new Set(turns.map(({ id }) => id));
    const questions = qa.map(({ question, category, evidence }) => ({
      query: question,
      category,
      evidence: evidenceOf(evidence, known),
    }));
    return { id: sample_id, turns, questions };
  });
}

function turnsOf(conversation: Record<string, unknown>, place: string): LocomoTurn[] {
  return Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
    .flatMap((session) => {
      const { success, data = [] } = z.array(Turn).safeParse(conversation[session]);
      if (!success) {
        throw badBenchmark(
          `${place}, ${session}: a turn lacks speaker, dia_id or text.`,
          'Take the file as its source gives it.',
        );
      }
      const date = conversation[`${session}_date_time`];
      const saidAt = typeof date === 'string' ? sessionTime(date) : null;
      return data.filter(saysSomething).map(({ dia_id, speaker, text, blip_caption = '' }) => ({
        id: dia_id,
        speaker,
        text,
        caption: blip_caption,
        session,
        saidAt,
      }));
    });
}

function saysSomething({ text, blip_caption = '' }: z.output<typeof Turn>): boolean {
  return text.trim() !== '' || blip_caption.trim() !== '';
}

/** A few evidence entries hold several ids ("D8:6; D9:17") or none that exists ("D", "D:11:26"). */
function evidenceOf(evidence: readonly string[], known: ReadonlySet<string>): string[] {
  return [...new Set(evidence.flatMap((entry) => entry.match(/D\d+:\d+/g) ?? []))].filter((id) => known.has(id));
}

/** Why each category goes where it goes; the text stands in `about.json`. */
const families: Readonly<Record<string, string>> = {
  'multi-hop': 'G: turns of several sessions have to be brought together, by whatever path.',
  temporal: 'F: asks when something was.',
  'open-domain': 'B: takes knowledge that the turns do not word.',
  'single-hop': `A or B: one turn says it. ${wordingRule}`,
  adversarial: 'H: its premise is false; the turns that it plays upon are entity negatives.',
};

/** LoCoMo as a benchmark: the turns as the product imports them, a namespace for each conversation. */
export function convertLocomo(file: string): ConvertedSet {
  const leftOut = openLeftOut();
  const conversations = readLocomo(file);
  return {
    objects: conversations.flatMap(({ id, turns }) => turns.map((turn, position) => turnObject(id, turn, position))),
    probes: conversations.flatMap((one) => probesOf(one, leftOut.add)),
    about: {
      name: 'LoCoMo',
      source: 'snap-research/locomo, data/locomo10.json',
      licence: 'CC BY-NC 4.0',
      families,
    },
    leftOut: leftOut.counts,
  };
}

function turnObject(conversation: string, turn: LocomoTurn, position: number): MemoryObject {
  const { id, speaker, text, caption, session, saidAt } = turn;
  const said = saidAt === null ? {} : { occurredAt: toInstant(saidAt), recordedAt: toInstant(saidAt) };
  return {
    id: `${conversation}/${id}`,
    kind: 'turn',
    text: text.trim() === '' ? caption : text,
    author: speaker,
    thread: `${conversation}/${session}`,
    position,
    ...(caption === '' ? {} : { caption }),
    ...said,
    namespace: conversation,
  };
}

function probesOf({ id, turns, questions }: Conversation, leaveOut: (reason: string) => never[]): Probe[] {
  const last = Math.max(0, ...turns.map(({ saidAt }) => saidAt ?? 0));
  const textOf = new Map(turns.map((turn) => [turn.id, `${turn.speaker} ${turn.text} ${turn.caption}`]));
  return questions.flatMap((question, at): Probe[] => {
    const { query, category, evidence } = question;
    const ids = evidence.map((turn) => `${id}/${turn}`);
    const frame = { id: `${id}/q${at + 1}`, query, namespace: id, now: toInstant(last + dayMs), timeZone: 'UTC' };
    const about = { phrasing: categories[category] ?? String(category) };
    if (category === 5) {
      return [{ ...frame, family: 'H', mode: 'null', gold: [], stale: [], negatives: { entity: ids }, about }];
    }
    if (ids.length === 0) return leaveOut('no turn is named as evidence');
    if (ids.length > mostGold) return leaveOut(`more than ${mostGold} turns are evidence`);
    const family = familyOf(
      question,
      evidence.map((turn) => textOf.get(turn) ?? ''),
    );
    return [{ ...frame, family, mode: 'open', gold: ids, stale: [], negatives: {}, about }];
  });
}

function familyOf({ query, category }: LocomoQuestion, gold: readonly string[]): ProbeFamily {
  if (category === 1) return 'G';
  if (category === 2) return 'F';
  return category === 3 ? 'B' : familyByWording(query, gold);
}
