import { findIdentifiers, type Identifier } from './identifiers.ts';
import { overlaps, type Span } from './span.ts';

/** More parts than that are no question but a list. */
const mostParts = 3;

/**
 * The questions that a question is made of, each able to stand alone: “who maintains X, and where does it run?” asks two
 * things, and so do “the host and the budget of X”, “the cause of the fire in X and the owner”, “the host of X and the
 * budget of Y”. A part that names nothing is asked of what was named before it. A question that asks one thing comes back
 * as it is.
 *
 * @param named where the text names things that the memory knows
 */
export function questionParts(text: string, named: readonly Span[]): string[] {
  const parts = joinedClauses(text) ?? joinedNouns(text, named) ?? joinedKeys(text, named);
  if (parts === null || parts.length > mostParts) return [text];
  const names = named.map(({ start, end }) => text.slice(start, end)).filter((name) => name.trim() !== '');
  let meant = names[0];
  return parts.map((part) => {
    const own = lastNamed(part, names);
    const asked = own === undefined && meant !== undefined ? withName(part, meant) : part;
    meant = own ?? meant;
    return asked;
  });
}

const preposition = 'in|on|at|by|for|from|since|until|to|under|with|of';
const questionWord = 'who|whom|whose|what|which|when|where|why|how';
const and = String.raw`(?:\s*[,;]\s*|\s+)(?:and|as well as|along with|plus)\s+(?:also\s+)?`;
const nextClause = new RegExp(String.raw`${and}(?=(?:(?:${preposition})\s+)?(?:${questionWord})\b)`, 'iu');

/** Several clauses, each with a question word of its own. */
function joinedClauses(text: string): string[] | null {
  const clauses = text.split(nextClause).map((clause) => clause.trim());
  if (clauses.length < 2) return null;
  // “What and where is X” asks once, in two words.
  return clauses.every((clause) => (clause.match(/[\p{L}\p{N}]+/gu) ?? []).length > 2) ? clauses : null;
}

const determiner = 'the|its|their';
const noun = String.raw`(?:(?!(?:${preposition}|as|between|among|and|the|is|are|was|were|does|did|do)\b)[\p{L}\p{N}][\p{L}\p{N}_'’-]*\s+){0,3}(?!(?:and|as|of)\b)[\p{L}\p{N}][\p{L}\p{N}_-]*`;
/** What is asked of two things together is no question about each of them. */
const ofBoth =
  /\b(?:between|among|both|together|common|same|than|versus|vs|compar\p{L}*|differ\p{L}*|shar(?:e[sd]?|ing))\b/iu;
const ofOneThing = [
  // “the host and the budget of X”, “the host and budget of X”
  String.raw`(?<first>\b(?:${determiner})\s+${noun})\s+(?:and|as well as)\s+(?:also\s+)?(?<second>(?:(?:${determiner})\s+)?${noun})(?<tail>\s+(?:of|for|on|at|behind)\s)`,
  // “X’s host and budget”
  String.raw`(?<=['’]s\s)(?<first>${noun})\s+(?:and|as well as)\s+(?:(?:the|its|their)\s+)?(?<second>${noun})`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** Two things asked in the nouns of one clause. */
function joinedNouns(text: string, named: readonly Span[]): string[] | null {
  if (ofBoth.test(text)) return null;
  for (const pattern of ofOneThing) {
    const match = pattern.exec(text);
    const { first = '', second = '', tail } = match?.groups ?? {};
    if (match === null || first === '' || second === '') continue;
    const place = { start: match.index, end: match.index + match[0].length - (tail?.length ?? 0) };
    // A name with an “and” in it is left whole.
    if (named.some((name) => overlaps(name, place))) continue;
    const name = named.find(({ start }) => start >= place.end);
    if (tail !== undefined && name === undefined) continue;
    const before = text.slice(0, place.start);
    // “The host and the number of attempts of X”: what stands right before the name ties both to it.
    const between = text.slice(place.end, name?.start ?? place.end);
    const tied = place.end + Math.max(0, beforeName.exec(between)?.index ?? 0);
    const asked = [withHead(first, second), `${second}${text.slice(place.end, tied)}`];
    return asked.map((one) => `${before}${one}${text.slice(tied)}`);
  }
  return nounsOfTheirOwn(text, named);
}

const beforeName = /\s+(?:of|for|on|at|behind)\s+(?:(?:the|an?)\s+)?$/iu;

/** “The old” of “the old and the new value” is the old value. */
function withHead(first: string, second: string): string {
  const [, head = ''] = comparedWithHead.exec(second) ?? [];
  return head !== '' && compared.test(first) ? `${first} ${head}` : first;
}

const comparing =
  'old|older|new|newer|right|wrong|true|false|correct|first|second|last|next|former|previous|earlier|later|current|present|past|original|initial|final|real|actual|supposed|suspected';
const compared = new RegExp(String.raw`^(?:(?:${determiner})\s+)?(?:${comparing})$`, 'iu');
const comparedWithHead = new RegExp(String.raw`^(?:(?:${determiner})\s+)?(?:${comparing})\s+(.+)$`, 'iu');

/** “Did the owner of X and the crew agree?” has a verb for both. */
const ofBothNouns =
  /^\W*(?:is|are|was|were)\s+(?:the|its|their)\s|\b(?:do|does|did|has|have|had)\s+(?:the|its|their)\s/iu;
const firstNoun = new RegExp(String.raw`\b(?:${determiner})\s`, 'iu');
const nextNoun = new RegExp(String.raw`${and}(?=(?:${determiner})\s)`, 'giu');
/** A noun with what belongs to it, to the end: a verb behind it would make a sentence of both nouns. */
const wholeNoun = new RegExp(
  String.raw`^(?:${determiner})\s+${noun}(?:\s+(?:${preposition})\s+(?:(?:${determiner}|my|our)\s+)?${noun})*\s*[?.!]*$`,
  'iu',
);
/** “The host of X”, not “does X”: what stands before the “and” is a noun of its own, and no name alone. */
const ofName = new RegExp(String.raw`(?:^|\s)(?:${preposition}|behind)\s+(?:(?:the|an?)\s+)?$`, 'iu');

/** The second noun has its own name, or is asked of what the first one names: “the fire in X and the owner”. */
function nounsOfTheirOwn(text: string, named: readonly Span[]): string[] | null {
  if (ofBothNouns.test(text)) return null;
  for (const { 0: joint, index } of text.matchAll(nextNoun)) {
    const place = { start: index, end: index + joint.length };
    const name = named.findLast(({ end }) => end <= place.start);
    const from = firstNoun.exec(text.slice(0, name?.start ?? 0))?.index;
    if (name === undefined || from === undefined || named.some((one) => overlaps(one, place))) continue;
    const second = text.slice(place.end);
    if (!wholeNoun.test(second)) continue;
    // “The crew of X and the engine”: a name right before the “and” may itself be the first of the two.
    if (name.end === place.start && !ofName.test(text.slice(0, name.start))) continue;
    const mark = /[?.!]+\s*$/u.exec(text)?.[0] ?? '';
    return [`${text.slice(0, place.start)}${mark}`, `${text.slice(0, from)}${second}`];
  }
  return null;
}

/** So few words before a name only say that something is wanted: “notes on X”. */
const fewWords = 2;

/** In the style of a search box: “X host and budget”, “notes on X host and budget as of May”. */
function joinedKeys(text: string, named: readonly Span[]): string[] | null {
  const name = named.at(-1);
  const match = twoKeys.exec(text.slice(name?.end ?? text.length));
  const { first = '', second = '', tail = '' } = match?.groups ?? {};
  if (name === undefined || first === '' || isSentence.test(text)) return null;
  const asked = (noun: string) => `the ${noun} of ${text.slice(name.start, name.end)}${tail}`;
  const before = text.slice(0, name.start).match(/[\p{L}\p{N}]+/gu) ?? [];
  // “Fires in X cause”: what is told before the name belongs to the first.
  return [before.length > fewWords ? `${text.slice(0, name.end)} ${first}${tail}` : asked(first), asked(second)];
}

const twoKeys = new RegExp(
  String.raw`^\s+(?<first>${noun})\s+(?:and|plus|&)\s+(?<second>${noun})(?<tail>\s+(?:as|before|after|${preposition})\s.*)?(?:\s*[,;].*)?[?.!]*\s*$`,
  'iu',
);
const isSentence = new RegExp(
  String.raw`\b(?:${questionWord}|is|are|was|were|does|did|do|has|have|had|can|will)\b`,
  'iu',
);

function lastNamed(part: string, names: readonly string[]): string | undefined {
  const places = names.map((name) => ({ name, at: part.lastIndexOf(name) })).filter(({ at }) => at >= 0);
  return places.toSorted((a, b) => a.at - b.at).at(-1)?.name;
}

/** Where it has a name of its own that the memory does not know; null where it has none. Months and days are none. */
function otherName(part: string): number | null {
  const places = [
    properName.exec(part)?.index,
    ...findIdentifiers(part).flatMap((one) => (naming.has(one.kind) ? [part.indexOf(one.text)] : [])),
  ];
  const known = places.filter((at) => at !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

const properName =
  /(?<=[\p{L}\p{N},;]\s)(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b)\p{Lu}\p{Ll}[\p{L}\p{N}’'-]*/u;
const naming: ReadonlySet<Identifier['kind']> = new Set(['ticket', 'file', 'url', 'email']);

/** The end of what is asked: before the place where the asker keeps it, “in my notes”. */
const atEnd = /(?:\s+(?:in|on|from|among|within)\s+(?:my|our)\s+[\p{L} ]+?)?\s*[?.!]*\s*$/u;

/** Says what a pronoun stands for; where there is none, the name is added. What the part names itself comes before both. */
function withName(part: string, name: string): string {
  const other = otherName(part);
  const pronoun = /\b(?:(?<owner>its|their)|it|them|there)\b/iu.exec(part);
  if (other !== null && (pronoun === null || other < pronoun.index)) return part;
  if (pronoun === null) return part.replace(atEnd, (end) => ` (${name})${end.replace(/\s*[?.!]*\s*$/u, '')}?`);
  const said = pronoun.groups?.owner === undefined ? name : `${name}’s`;
  return `${part.slice(0, pronoun.index)}${said}${part.slice(pronoun.index + pronoun[0].length)}`;
}
