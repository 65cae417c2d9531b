import { z } from 'zod';
import {
  CauseStructure,
  EdgeFields,
  FactFields,
  factIntervalInOrder,
  type MemoryObject,
} from '../../contract/memory.ts';
import { fromInstant, toInstant } from '../../contract/time.ts';
import { findDates } from '../../language/dates.ts';
import { gluedKey, nameTokens } from '../../language/names.ts';
import { valueKey } from '../../language/values.ts';
import type { UnreadText } from '../../projections/items/unread.ts';

/** What a model says that a text states, after it was looked at: its words stand there, `[start, end)` in UTF-16. */
export interface Proposal extends Pick<MemoryObject, 'fact' | 'edge' | 'cause'> {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/** What became of one answer. `malformed`: it is not what was asked for, and nothing of it is used. */
export interface Reading {
  readonly outcome: 'read' | 'malformed';
  readonly proposals: readonly Proposal[];
  /** Proposals that rules had already found in the same text, or that it made twice. */
  readonly known: number;
  /** Proposals whose words are not in the text, or that are no structure. */
  readonly refused: number;
}

const words = z.string().trim().min(1).max(1000);
const date = z.iso
  .date()
  .or(z.iso.datetime({ offset: true }))
  .nullish();
const Statement = z
  .object({
    span: z.string().trim().min(3).max(2000),
    confidence: z.number().min(0).max(1).default(0.5),
    fact: FactFields.pick({ object: true })
      .extend({ subject: words, predicate: words, validFrom: date, validTo: date })
      .nullish(),
    edge: EdgeFields.pick({})
      .extend({ from: words, relation: words, to: words, validFrom: date, validTo: date })
      .nullish(),
    cause: CauseStructure.pick({ holds: true }).extend({ cause: words, effect: words }).nullish(),
  })
  .refine(({ fact, edge, cause }) => [fact, edge, cause].filter(Boolean).length === 1, 'needs exactly one structure');
type Statement = z.infer<typeof Statement>;
const Answer = z.object({ statements: z.array(z.unknown()).max(200) });

/** A model is sure of itself whatever it says: as high as a rule it is never believed. */
const highestConfidence = 0.7;

/** Looks at a model's answer to a text. A proposal counts only if every name and value in it are the text's own. */
export function readAnswer(answer: string, source: UnreadText, timeZone: string): Reading {
  const { success, data } = Answer.safeParse(jsonOf(answer));
  if (!success) return { outcome: 'malformed', proposals: [], known: 0, refused: 0 };
  const seen = new Set(source.found.map(structureKey));
  const proposals: Proposal[] = [];
  let known = 0;
  let refused = 0;
  for (const raw of data.statements) {
    const proposal = proposalOf(raw, source, timeZone);
    if (proposal === null) refused++;
    else if (seen.has(structureKey(proposal))) known++;
    else {
      seen.add(structureKey(proposal));
      proposals.push(proposal);
    }
  }
  return { outcome: 'read', proposals, known, refused };
}

/** Two statements of one text with this key in common say the same. A fact and an edge may. */
export function structureKey({ fact, edge, cause }: Pick<MemoryObject, 'fact' | 'edge' | 'cause'>): string {
  if (fact)
    return JSON.stringify([
      gluedKey(fact.subject),
      gluedKey(fact.predicate),
      valueKey(fact.object),
      ...(fact.holds ? [fact.holds] : []),
    ]);
  if (edge) return JSON.stringify([gluedKey(edge.from), gluedKey(edge.relation), valueKey(edge.to)]);
  return JSON.stringify(['cause', gluedKey(cause?.cause ?? ''), gluedKey(cause?.effect ?? ''), cause?.holds !== false]);
}

/** Some models wrap their JSON in a fence of Markdown. */
function jsonOf(answer: string): unknown {
  const bare = answer.trim().replace(/^```(?:json)?\s*([\s\S]*?)\s*```$/, '$1');
  try {
    return JSON.parse(bare);
  } catch {
    return null;
  }
}

function proposalOf(raw: unknown, source: UnreadText, timeZone: string): Proposal | null {
  const { success, data } = Statement.safeParse(raw);
  if (!success) return null;
  const start = source.text.indexOf(data.span);
  if (start < 0 || !isGrounded(data, source) || renames(data)) return null;
  const structure = structureOf(data, datesOf(source, timeZone));
  if (structure === null) return null;
  const confidence = Math.min(data.confidence, highestConfidence);
  return { ...structure, start, end: start + data.span.length, confidence };
}

/** Names may stand anywhere in the text, or above it; a value stands in the words that state it. */
function isGrounded({ span, fact, edge, cause }: Statement, { text, memory }: UnreadText): boolean {
  const around = new Set(nameTokens([text, memory.title, memory.author].join('\n')));
  const within = new Set(nameTokens(span));
  const stands = (phrase: string, place: ReadonlySet<string>) =>
    nameTokens(phrase).every((token) => place.has(token)) && nameTokens(phrase).length > 0;
  if (fact) {
    return stands(fact.subject, around) && (typeof fact.object === 'boolean' || stands(String(fact.object), within));
  }
  if (edge) return stands(edge.from, around) && stands(edge.to, around);
  return cause ? stands(cause.cause, around) && stands(cause.effect, around) : false;
}

/** Which names mean one thing decides what all facts about them are: that is never left to a guess. */
function renames({ edge }: Statement): boolean {
  return edge ? gluedKey(edge.relation) === gluedKey('alias_of') : false;
}

type DateOf = (given: string | null | undefined, side: 'from' | 'to') => string | undefined;

/** A date counts only where the text names it by our own reading; then ours is taken, with its zone. */
function datesOf({ text, event: { occurredAt } }: UnreadText, timeZone: string): DateOf {
  const found = findDates(text, { now: occurredAt, timeZone });
  return (given, side) => {
    const ms = fromInstant(given);
    const near = ms === null ? undefined : found.find((date) => Math.abs(date[side] - ms) <= 36 * 3_600_000);
    return near === undefined ? undefined : toInstant(near[side]);
  };
}

function structureOf(
  { fact, edge, cause }: Statement,
  dateOf: DateOf,
): Pick<MemoryObject, 'fact' | 'edge' | 'cause'> | null {
  if (cause) return { cause: { ...cause, claimType: 'reported' } };
  const given = fact ?? edge;
  const interval = { validFrom: dateOf(given?.validFrom, 'from'), validTo: dateOf(given?.validTo, 'to') };
  if (!factIntervalInOrder(interval)) return null;
  return fact ? { fact: { ...fact, ...interval } } : edge ? { edge: { ...edge, ...interval } } : null;
}
