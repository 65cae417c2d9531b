import {
  articles,
  auxiliaries,
  copulas,
  determiners,
  looseWords,
  prepositions,
  pronouns,
  timeWords,
  unassertive,
  wordsInNames,
} from './functionWords.ts';
import { numberOfWord } from './numberWords.ts';
import { parseValue } from './values.ts';
import { isVerbAt } from './verbs.ts';

/** A word of a sentence, or something quoted, with its UTF-16 offsets. */
export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Whether it can only be (part of) a name: quoted, capitalised, or with a figure or an identifier's signs in it. */
  readonly name: boolean;
}

const tokenPattern =
  /"[^"]+"|“[^”]+”|«[^»]+»|`[^`]+`|[-−+]?[$€£]?\d[\p{L}\p{N}.,:/%°-]*|[\p{L}\p{N}/@.#~][\p{L}\p{M}\p{N}_.@#+&/\\:~'’%-]*|[=&]/gu;

/** The words of a sentence, without the punctuation around them. Commas are dropped: a list has the words of one. */
export function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sentence.matchAll(tokenPattern)) {
    const text = match[0].replace(/[.,:;!?'’-]+$/u, (tail) => (/^['’]$/.test(tail) ? tail : ''));
    if (text === '') continue;
    const name = /^["“«`]/.test(text) || /^\p{Lu}/u.test(text) || /[\d_@#/\\]|\p{Ll}\p{Lu}|\w\.\w/u.test(text);
    tokens.push({ text, lower: text.toLowerCase(), start: match.index, end: match.index + text.length, name });
  }
  return tokens;
}

/** More words than this are a clause, whatever they are. */
const longestPhrase = 12;

/**
 * Whether the tokens are one bare phrase (a name, a noun with what describes it, a number with its unit, a date) and no
 * predicate. `after` is the word before them: “from Bonn to Rome” is two phrases.
 */
export function isBarePhrase(phrase: readonly Token[], after: string): boolean {
  if (phrase.length === 0 || phrase.length > longestPhrase) return false;
  const words = phrase.map(({ text }) => text);
  const counted = isNumber(phrase[0]);
  // “is | called trunk”: the participle belongs to the verb.
  if (copulas.has(after) && phrase.length > 1 && isVerbAt([after, ...words], 1)) return false;
  // “the Globe in London on 5 May”: where and when.
  if (phrase.some(isTime) && phrase.some(({ lower, name }) => !name && prepositions.has(lower) && lower !== 'of'))
    return false;
  return phrase.every((token, at) => {
    if (token.name) return true;
    const { lower } = token;
    if (at === 0) {
      if (determiners.has(lower)) return phrase.length > 1;
      return !prepositions.has(lower) && !isClauseWord(lower);
    }
    if (at === phrase.length - 1) return !prepositions.has(lower) && !isClauseWord(lower) && !articles.has(lower);
    if (wordsInNames.has(lower) && standsInName(phrase, at)) {
      const leadsOn = (after === 'from' && lower === 'to') || (after === 'between' && lower === 'and');
      return !leadsOn;
    }
    if (lower === 'and' || lower === 'or' || (lower === 'of' && counted)) return true;
    return !prepositions.has(lower) && !isClauseWord(lower) && !determiners.has(lower) && !isVerbAt(words, at);
  });
}

function isClauseWord(lower: string): boolean {
  return (
    auxiliaries.has(lower) || pronouns.has(lower) || looseWords.has(lower) || unassertive.has(lower) || lower === '='
  );
}

/** Between two parts of a name, with nothing but small words around: “Lord of the Rings”. */
function standsInName(phrase: readonly Token[], at: number): boolean {
  const before = phrase.slice(0, at).findLast(({ lower }) => !wordsInNames.has(lower));
  const after = phrase.slice(at + 1).find(({ lower }) => !wordsInNames.has(lower));
  return before?.name === true && after?.name === true;
}

export function isNumber(token: Token | undefined): boolean {
  return token !== undefined && (/^[-−+]?[$€£]?\d/.test(token.text) || numberOfWord(token.lower) !== null);
}

export function isTime(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return timeWords.has(token.lower) || /^(?:1[0-9]|20)\d\ds?$|^\d{4}-\d\d|^\d\d?:\d\d/.test(token.text);
}

/** What sort of thing a phrase says; phrases of different sorts fill different places (“in 1990”, “in Bonn”). */
export type Sort = 'time' | 'indefinite' | 'phrase' | `number ${string}`;

export function sortOf(phrase: readonly Token[]): Sort {
  const [first, second] = phrase;
  const bare = first !== undefined && articles.has(first.text) ? phrase.slice(1) : phrase;
  if (isTimePhrase(bare)) return 'time';
  if (first?.text === 'a' || first?.text === 'an') return second !== undefined ? 'indefinite' : 'phrase';
  if (!isNumber(bare[0])) return 'phrase';
  return `number ${measureOf(bare)}`;
}

/** Whether a phrase says when, and is no name that looks like it: “3 May”, “Friday morning”, but not “Jan Novak”. */
function isTimePhrase(phrase: readonly Token[]): boolean {
  if (!phrase.some(isTime)) return false;
  return phrase.every((token) => isTime(token) || isNumber(token) || !token.name);
}

/** What a number counts: the dimension of its unit, else the words behind it. */
function measureOf(phrase: readonly Token[]): string {
  for (let length = phrase.length; length > 0; length--) {
    const value = parseValue(
      phrase
        .slice(0, length)
        .map(({ text }) => text)
        .join(' '),
    );
    if (value.kind === 'date') return 'time';
    if (value.number === null && value.kind !== 'version') continue;
    const rest = phrase.slice(length).map(({ lower }) => lower.replace(/s$/, ''));
    return [dimensions[value.unit ?? ''] ?? value.unit ?? '', ...rest].join(' ').trim();
  }
  return phrase
    .slice(1)
    .map(({ lower }) => lower.replace(/s$/, ''))
    .join(' ');
}

const dimensions: Readonly<Record<string, string>> = {
  ...{ s: 'duration', month: 'duration', $: 'money', '€': 'money', '£': 'money', '°F': 'temperature' },
  ...{ '°C': 'temperature', bit: 'size', byte: 'size' },
};
