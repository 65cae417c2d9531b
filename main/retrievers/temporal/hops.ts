import type { Span } from '../../language/span.ts';
import { stemOf } from '../../projections/facts/subjectTerms.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import { saysLittle } from './predicateMatch.ts';

/** What a description goes by: a property, and the thing that has it or the value that it has. */
export interface Description {
  readonly predicate: string;
  /** Stems of the question that name the predicate. */
  readonly stems: ReadonlySet<string>;
  /** Where the thing, or the value, is named. */
  readonly at: readonly Span[];
  /** subject: “the owner of the service” is Ben; value: “the service that Ben owns” is what has Ben for its owner. */
  readonly side: 'subject' | 'value';
}

const between =
  /^(?:\s|['’]s\b|\b(?:of|by|for|to|the|a|an|our|my|is|are|was|were|who|that|which|person|one|on|in|at|with|from)\b)*$/iu;
const relative =
  /\b(?:the|an?|every)\s+(?:[\p{L}-]+\s+){1,2}?(?:(?:who|that|which|whom)\s+)?(?:(?:is|are|was|were)\s+)?(?:(?:the|an?|our|my)\s+)?$/iu;
const article = /\b(?:the|an?|our|my)\s+$/iu;
const preposition = /^\s+(?:on|in|at|by|for|to|with|from)\b(?!\s+(?:the\s+)?[\p{Lu}\p{N}])/u;

/**
 * Where a question names a thing through another one: “Where does [the owner of the billing service] live?”. Null where it
 * does not, or where nothing more is asked of the thing than what it is.
 */
export function describedAt(text: string, description: Description): Span | null {
  const properties = wordsOf(text).filter(({ stem }) => description.stems.has(stem));
  const property = properties[0];
  const thing = description.at.toSorted((a, b) =>
    property === undefined ? 0 : gap(a, property) - gap(b, property),
  )[0];
  if (thing === undefined || property === undefined || properties.length > 2) return null;
  const things = [...description.at, ...properties].sort((a, b) => a.start - b.start);
  for (const [place, { start }] of things.entries()) {
    const before = things[place - 1];
    if (before !== undefined && !between.test(text.slice(before.end, start))) return null;
  }
  if (!isDirected(text, description, property, thing)) return null;
  const core = { start: things[0]?.start ?? 0, end: Math.max(...things.map(({ end }) => end)) };
  const lead = leadOf(text, core, property, thing);
  if (lead === null) return null;
  const tail = property.start > thing.start ? (preposition.exec(text.slice(core.end))?.[0].length ?? 0) : 0;
  const span = { start: core.start - lead, end: core.end + tail };
  return asksMore(text, span) ? span : null;
}

function gap(a: Span, b: Span): number {
  return Math.max(a.start - b.end, b.start - a.end);
}

/** How far a description begins before its first word; null where what stands there makes it none. */
function leadOf(text: string, { start }: Span, property: Word, thing: Span): number | null {
  const before = text.slice(0, start);
  const clause = relative.exec(before);
  if (isVerb(property, text, thing)) return clause === null ? null : clause[0].length;
  return article.exec(before)?.[0].length ?? 0;
}

/** “who owns X”, “that X depends on”, “owned by X”: not “the owner of X” and “X's owner”. */
function isVerb({ start, end }: Word, text: string, thing: Span): boolean {
  if (thing.start < start) return !/['’]s\s*$/u.test(text.slice(thing.start, start));
  return !/^\s+(?:of|for|to)\b/iu.test(text.slice(end));
}

/** Whether the words go the way of the description: “who manages Anna” is her manager, “whom Anna manages” is not. */
function isDirected(text: string, { predicate, side }: Description, property: Word, thing: Span): boolean {
  const verb = isVerb(property, text, thing);
  if (!verb) return side === 'subject';
  const agent = /(?:er|or)$/iu.test(predicate);
  const acts = /s$|s[\s_](?:in|at|by|on|for|to|with|of|from|as)$/iu.test(predicate);
  if (!agent && !acts) return side === 'subject' && thing.start < property.start;
  const byThing = /\bby\s+(?:the\s+)?$/iu.test(text.slice(0, thing.start));
  // The thing is who does it: before its verb, or behind “by”.
  const doer = byThing || thing.start < property.start;
  return doer === (agent ? side === 'value' : side === 'subject');
}

/** The question with the thing's own name in the place of its description. */
export function withName(text: string, { start, end }: Span, name: string): string {
  return `${text.slice(0, start)}${name}${text.slice(end)}`;
}

/** Something that tells is asked beside it. */
function asksMore(text: string, { start, end }: Span): boolean {
  return wordsOf(text).some((word) => (word.end <= start || word.start >= end) && !saysLittle(word.stem));
}

interface Word extends Span {
  readonly stem: string;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*/gu)].flatMap(({ 0: word, index }) =>
    stopWords.has(word.toLowerCase())
      ? []
      : [{ start: index, end: index + word.length, stem: stemOf(word.toLowerCase()) }],
  );
}
