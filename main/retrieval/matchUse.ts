import type { UseMark, UseSign } from '../contract/evidence.ts';
import type { EvidenceResult } from '../contract/packet.ts';
import { fromInstant } from '../contract/time.ts';
import { monthOf } from '../language/dateSpans.ts';
import { type DateFrame, findDates } from '../language/dates.ts';
import * as closedClasses from '../language/functionWords.ts';
import { findIdentifiers } from '../language/identifiers.ts';
import { sentencesOf } from '../language/sentences.ts';
import { blanked } from '../language/span.ts';
import { parseValue } from '../language/values.ts';
import { isVerbAt } from '../language/verbs.ts';

/** Kept with every observation, so that a later rule does not pass for this one. */
export const matcherVersion = 'use-1';

/** What of a result the matcher reads. */
export type MatchedResult = Pick<
  EvidenceResult,
  'resultId' | 'itemId' | 'namespace' | 'text' | 'caption' | 'occurredAt' | 'fact' | 'edges'
>;

export interface AnswerContext {
  /** All results that were before the agent when it answered, of one session or several. */
  readonly results: readonly MatchedResult[];
  /** What had been asked: words that come back from the question show no use of a result. */
  readonly questions: readonly string[];
  /** When it was answered, in ms since 1970, and the IANA zone in which dates without one are read. */
  readonly at: number;
  readonly timeZone: string;
  /** Whether it was said in words: a tool call holds too little to show that a result was ignored. */
  readonly spoken: boolean;
}

export interface FoundUse {
  readonly resultId: string;
  readonly mark: Extract<UseMark, 'used' | 'cited' | 'ignored'>;
  readonly signs: readonly UseSign[];
}

/**
 * Which results an answer was made from, as far as its words show it. A result is
 * - `cited` where its id stands in the answer;
 * - `used` where a run of at least five of its words does, or one of its values does that tells it from the others;
 * - `ignored` where it shares nothing with an answer in words that another result was found in.
 * All others are left out: what cannot be told is not guessed. What the question holds already shows nothing. A value
 * that stands in several results counts for the one whose sentence shares most words with answer and question (for all
 * of them only where these sentences are the same). A figure always needs such a shared word: “10” stands anywhere.
 * Pure; the order of the results changes nothing but the order of what is found.
 */
export function matchUse(answer: string, context: AnswerContext): FoundUse[] {
  const asked = new Set(context.questions.flatMap(wordsOf));
  // The same item out of two sessions is one holder of its values.
  const holders = [...Map.groupBy(context.results, ({ namespace, itemId }) => JSON.stringify([namespace, itemId]))];
  const texts = holders.map(([, [first]]) => (first === undefined ? '' : textOf(first)));
  const signs = holders.map(() => new Set<UseSign>());
  const touched = new Set<number>();
  holders.forEach(([, results], at) => {
    if (results.some((result) => isNamed(result, answer, context.questions))) signs[at]?.add('id');
  });
  for (const at of quoted(wordsOf(answer), texts.map(wordsOf), asked)) signs[at]?.add('quote');
  for (const { sign, held, telling } of sharedValues(answer, holders, texts, asked, context)) {
    for (const at of held) touched.add(at);
    for (const at of telling) signs[at]?.add(sign);
  }
  const traced = signs.some((found) => found.size > 0);
  return holders.flatMap(([, results], at) => {
    const found = [...(signs[at] ?? [])];
    const isIgnored = traced && context.spoken && found.length === 0 && !touched.has(at);
    if (found.length === 0 && !isIgnored) return [];
    const mark = isIgnored ? 'ignored' : found.includes('id') ? 'cited' : 'used';
    return results.map(({ resultId }) => ({ resultId, mark, signs: found }));
  });
}

/** Small letters, without marks; each sign of a script that parts no words stands by itself. */
export function wordsOf(text: string): string[] {
  return [...text.normalize('NFKC').matchAll(word)].map(([found]) => found.toLowerCase());
}

const unparted = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const word = new RegExp(String.raw`[${unparted}]|(?:(?![${unparted}])[\p{L}\p{N}\p{M}])+`, 'gu');
const isUnparted = new RegExp(`^[${unparted}]$`, 'u');

/** Fewer words come together by chance; two signs of a script that parts no words count as one word. */
const quoteLength = 5;

const functionWords: ReadonlySet<string> = new Set(
  Object.values(closedClasses).flatMap((list) => [...list].flatMap(wordsOf)),
);
const isContent = (one: string) => !functionWords.has(one) && (one.length > 1 || isUnparted.test(one));

function textOf({ text, caption, fact, edges }: MatchedResult): string {
  const stated =
    fact === null || text.includes(String(fact.value)) ? [] : [`${fact.subject} ${fact.predicate} ${fact.value}`];
  return [text, caption ?? '', ...stated, ...edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Ids are looked for as they stand. A short or wordlike item id may be an ordinary word and is not. */
function isNamed({ resultId, itemId }: MatchedResult, answer: string, questions: readonly string[]): boolean {
  const tellingId = itemId.length >= 8 && /\d/.test(itemId) && !questions.some((question) => question.includes(itemId));
  return [resultId, ...(tellingId ? [itemId] : [])].some((id) => standsIn(answer, id));
}

function standsIn(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + id.length] ?? ' ');
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/**
 * The texts that share a telling run of words with an answer: the longest at each place, whoever holds it. A run tells
 * something when it has two words that name something and one of them was not in the question.
 */
function quoted(
  answer: readonly string[],
  texts: readonly (readonly string[])[],
  asked: ReadonlySet<string>,
): Set<number> {
  const places = new Map<string, { readonly text: number; readonly from: number }[]>();
  texts.forEach((words, text) => {
    for (let from = 0; from + quoteLength <= words.length; from++) {
      const beginning = words.slice(from, from + quoteLength).join(' ');
      const known = places.get(beginning) ?? [];
      // Text that repeats itself is found by the first places of each.
      if (known.filter((place) => place.text === text).length < 4) places.set(beginning, [...known, { text, from }]);
    }
  });
  const found = new Set<number>();
  for (let at = 0; at + quoteLength <= answer.length; ) {
    const runs = (places.get(answer.slice(at, at + quoteLength).join(' ')) ?? []).map(({ text, from }) => ({
      text,
      length: sharedLength(answer, at, texts[text] ?? [], from),
    }));
    const longest = Math.max(0, ...runs.map(({ length }) => length));
    if (isTelling(answer.slice(at, at + longest), asked)) {
      for (const { text, length } of runs) if (length === longest) found.add(text);
    }
    at += Math.max(1, longest);
  }
  return found;
}

function sharedLength(a: readonly string[], fromA: number, b: readonly string[], fromB: number): number {
  let length = 0;
  while (fromA + length < a.length && a[fromA + length] === b[fromB + length]) length++;
  return length;
}

function isTelling(run: readonly string[], asked: ReadonlySet<string>): boolean {
  const weight = run.reduce((sum, one) => sum + (isUnparted.test(one) ? 0.5 : 1), 0);
  const content = new Set(run.filter(isContent));
  return weight >= quoteLength && content.size >= 2 && [...content].some((one) => !asked.has(one));
}

/** A sentence as far as values are compared in it. */
interface Sentence {
  readonly words: readonly string[];
  readonly content: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Standing>;
}

/** How a value stands in a sentence: what only opens it in a capital may be any word. */
interface Standing {
  readonly sign: UseSign;
  readonly opens: boolean;
}

interface Shared {
  readonly sign: UseSign;
  /** Who has the value at all, and for whom it counts. */
  readonly held: readonly number[];
  readonly telling: readonly number[];
}

function* sharedValues(
  answer: string,
  holders: readonly (readonly [string, readonly MatchedResult[]])[],
  texts: readonly string[],
  asked: ReadonlySet<string>,
  { questions, at, timeZone }: AnswerContext,
): Generator<Shared> {
  const stated = [...new Set(holders.flatMap(([, results]) => results.flatMap(statedValues)))];
  const spokenNow = { now: at, timeZone, relative: false };
  const said = sentences(answer, spokenNow, stated);
  const known = new Set(
    questions.flatMap((question) => sentences(question, spokenNow, stated)).flatMap(({ values }) => [...values.keys()]),
  );
  const keys = new Map(said.flatMap(({ values }) => [...values]).filter(([key]) => !known.has(key)));
  if (keys.size === 0) return;
  const held = texts.map((text, place) => {
    const now = fromInstant(holders[place]?.[1][0]?.occurredAt ?? null) ?? at;
    return sentences(text, { now, timeZone, relative: true }, stated);
  });
  for (const [key, { sign }] of keys) {
    if (sign === 'name' && asked.has(key.slice('name:'.length))) continue;
    const saying = said.filter(({ values }) => values.has(key));
    const company = new Set([...asked].filter(isContent).concat(saying.flatMap(({ content }) => [...content])));
    const mine = wordsOfKey(key);
    const owners = held
      .map((own, place) => ({ place, own: own.filter(({ values }) => values.has(key)) }))
      .filter(({ own }) => own.length > 0)
      .map(({ place, own }) => ({ place, ...bestCompany(own, company, mine), own }));
    const best = Math.max(0, ...owners.map((owner) => owner.company));
    const leading = owners.filter((owner) => owner.company === best);
    const sameSentence = new Set(leading.map(({ sentence }) => sentence)).size === 1;
    const counts =
      sign === 'quantity' ? best > 0 : sign !== 'name' || leading.some(({ own }) => isName(key, [...saying, ...own]));
    yield {
      sign,
      held: owners.map(({ place }) => place),
      telling: counts && (leading.length === 1 || sameSentence) ? leading.map(({ place }) => place) : [],
    };
  }
}

/** The sentence that shares most words with the answer and the question, the value's own words not counted. */
function bestCompany(own: readonly Sentence[], wanted: ReadonlySet<string>, mine: ReadonlySet<string>) {
  return own
    .map(({ content, words }) => ({
      company: [...content].filter((one) => wanted.has(one) && !mine.has(one)).length,
      sentence: words.join(' '),
    }))
    .reduce((best, one) => (one.company > best.company ? one : best));
}

/** A word in a capital is a name where it is written so inside a sentence or as its subject, or is a whole answer. */
function isName(key: string, sentences: readonly Sentence[]): boolean {
  return sentences.some(
    ({ words, values }) =>
      values.get(key)?.opens === false ||
      (values.has(key) && words.length <= 3 && words.every((one) => !isContent(one) || values.has(`name:${one}`))),
  );
}

function wordsOfKey(key: string): Set<string> {
  return new Set(wordsOf(key.slice(key.indexOf(':') + 1)));
}

/** What facts and relations state, as runs of words; what only holds a sentence together states nothing. */
function statedValues({ fact, edges }: MatchedResult): string[] {
  const stated = [
    ...(typeof fact?.value === 'string' ? [fact.value] : []),
    ...edges.flatMap(({ from, to }) => [from, to]),
  ];
  return stated
    .map(wordsOf)
    .filter((words) => words.length <= 12 && words.some((one) => isContent(one) && /\p{L}/u.test(one)))
    .map((words) => words.join(' '));
}

/** Values are read in so much of a text (UTF-16 units); quotes are looked for in all of it. */
const longestRead = 50_000;
/** A longer sentence is data rather than prose, and is read in pieces: patterns take their time over what never ends. */
const longestSentence = 1000;

function piecesOf(text: string): string[] {
  return sentencesOf(text).flatMap(({ start, end }) =>
    Array.from({ length: Math.ceil((end - start) / longestSentence) }, (_, at) =>
      text.slice(start + at * longestSentence, Math.min(end, start + (at + 1) * longestSentence)),
    ),
  );
}

type Frame = DateFrame & { readonly relative: boolean };

function sentences(text: string, frame: Frame, stated: readonly string[]): Sentence[] {
  return piecesOf(text.slice(0, longestRead)).map((sentence) => {
    const words = wordsOf(sentence);
    const joined = ` ${words.join(' ')} `;
    const runs = stated.filter((run) => joined.includes(` ${run} `));
    const values = new Map<string, Standing>(runs.map((run) => [`value:${run}`, { sign: 'value', opens: false }]));
    // The same name may open a sentence and stand inside it.
    for (const [key, standing] of valuesIn(sentence, frame)) {
      values.set(key, { ...standing, opens: standing.opens && (values.get(key)?.opens ?? true) });
    }
    return { words, content: new Set(words.filter(isContent)), values };
  });
}

/** The values of a sentence, the most telling kind first: what one has taken, a later one does not see again. */
function* valuesIn(sentence: string, frame: Frame): Generator<readonly [key: string, Standing]> {
  let rest = sentence;
  for (const { kind, text } of findIdentifiers(sentence)) {
    // The full stop behind a path belongs to the sentence.
    const bare = (kind === 'version' ? text.replace(/^v/i, '') : text).replace(/[.-]+$/, '');
    yield [`identifier:${bare.toLowerCase()}`, { sign: 'identifier', opens: false }];
    rest = rest.replaceAll(text, ' '.repeat(text.length));
  }
  // A time of day is the same on whatever day it is said.
  for (const [, hours, minutes] of rest.matchAll(timeOfDay)) {
    yield [`clock:${Number(hours)}:${minutes}`, { sign: 'date', opens: false }];
  }
  for (const { start, end, from, to } of findDates(rest, frame)) {
    const written = rest.slice(start, end);
    if (!frame.relative && !isDated(written)) continue;
    yield [`date:${from}–${to}`, { sign: 'date', opens: false }];
    rest = blanked(rest, [{ start, end }]);
  }
  for (const key of figuresIn(rest)) yield [key, { sign: 'quantity', opens: false }];
  for (const { name, opens } of namesIn(rest)) yield [`name:${name}`, { sign: 'name', opens }];
}

/** Words in a capital. The first one only opens the sentence unless a verb or another name follows it. */
function namesIn(sentence: string): { readonly name: string; readonly opens: boolean }[] {
  const written = sentence.match(writtenWord) ?? [];
  const isSubject = isVerbAt(written, 1) || (isContent((written[1] ?? '').toLowerCase()) && twoCapitals.test(sentence));
  return written.flatMap((one, at) => {
    const name = one.toLowerCase();
    return /^\p{Lu}[\p{L}\p{M}]/u.test(one) && isContent(name) ? [{ name, opens: at === 0 && !isSubject }] : [];
  });
}

/** “now” and “today” may stand in any answer; a day that it names by figures or by its month says something. */
function isDated(written: string): boolean {
  return /\d/.test(written) || written.split(/\s+/).some((one) => monthOf(one) > 0);
}

const timeOfDay = /(?<![\d:])(\d{1,2}):([0-5]\d)(?![\d:])/gu;
const twoCapitals = /^\s*[\p{L}\p{M}\p{N}]+ \p{Lu}/u;
const writtenWord = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const figure = /[$€£]?(?<![\p{L}\p{N}.])\d(?:[\d.,_]*\d)?(?:[ -]?(?:[%°]\p{L}?|\p{L}{1,12}(?:\/s)?))?/gu;

/** Numbers with their units, as they compare, and by their figures alone where these are two or more. */
function figuresIn(text: string): string[] {
  return [...text.matchAll(figure)].flatMap(([found]) => {
    // What follows may be a unit or just the next word; a sign before it is one in any case.
    const [signed = found] = /^[$€£]?\d(?:[\d.,_]*\d)?/.exec(found) ?? [];
    const quantities = [found, signed].map(parseValue).filter(({ kind }) => kind === 'quantity');
    const bare = parseValue(signed.replace(/^[$€£]/, ''));
    return [
      ...quantities.map(({ key }) => key),
      ...(bare.kind === 'number' && (bare.key.match(/\d/g) ?? []).length >= 2 ? [bare.key] : []),
    ];
  });
}
