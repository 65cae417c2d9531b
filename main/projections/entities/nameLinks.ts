import { gluedKey, keyOfTokens, nameTokens } from '../../language/names.ts';
import { stopWords } from '../keywords/stopWords.ts';

/** What linking asks of the store: one look-up in the index of keys for every step. */
export interface NameIndex<T> {
  /** The first key of the index, in its order, that is not before `key`; null past the end. */
  atOrAfter(key: string): string | null;
  /** The name of a key; null for none. */
  get(key: string): T | null;
  /** As `atOrAfter`, in the index of keys with their words written together (`gluedKey`). */
  gluedAtOrAfter(glued: string): string | null;
  /** The name that a key means which no name has, and that name's key; null for none, or where several may be meant. */
  meant(key: string): { readonly key: string; readonly name: T } | null;
  /** Other keys of the same thing, which may stand in the place of this one inside a longer name. */
  synonyms(name: T): readonly string[];
}

/** A name found in a text: where (UTF-16 offsets), and its key. */
export interface NameMatch<T> {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly name: T;
}

/** A word of a text: its tokens, and whether it is written right behind the one before, as scripts without spaces are. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly string[];
  readonly glued: boolean;
  readonly shown: string;
}

/** Names of more words than this are not looked for. */
const mostWords = 12;
/** A page pasted as a question is linked by its beginning. */
const mostTextWords = 400;
/** How many other names of one thing are tried inside longer names. */
const mostSynonyms = 8;

/**
 * Finds names in a text by point look-ups of its word n-grams. Of matches that overlap the one of most words wins, then
 * the first. Where a thing has several names, each may stand for the others inside a longer name: with `AlmaLinux OS` as
 * an alias of `almalinux`, "AlmaLinux OS 8" is found as `almalinux 8`. Time is linear in the words of the text.
 */
export function linkNames<T>(text: string, index: NameIndex<T>): NameMatch<T>[] {
  const words = wordsOf(text);
  const plain = words.flatMap((_, from) => matchesFrom(words, from, index));
  const found = [...plain, ...plain.flatMap((match) => throughSynonyms(words, match, index))];
  found.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from || Number(a.indirect) - Number(b.indirect));
  const taken = new Set<number>();
  const kept = found.filter(({ from, to }) => {
    for (let at = from; at < to; at++) if (taken.has(at)) return false;
    for (let at = from; at < to; at++) taken.add(at);
    return true;
  });
  return kept
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, key, name }) => ({
      start: words[from]?.start ?? 0,
      end: words[to - 1]?.end ?? 0,
      key,
      name,
    }));
}

/**
 * Every key that a name may have with aliases put in the place of parts of it, its own first: those of the index only.
 */
export function keysWithSynonyms<T>(name: string, index: NameIndex<T>): string[] {
  const words = wordsOf(name);
  const whole = words
    .flatMap((_, from) => matchesFrom(words, from, index))
    .flatMap((match) => throughSynonyms(words, match, index))
    .filter(({ from, to }) => from === 0 && to === words.length);
  return [...new Set(whole.map(({ key }) => key))];
}

interface Found<T> {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly name: T;
  readonly indirect: boolean;
}

/** Every name that begins with one word. The indexes tell when no longer one can follow. */
function matchesFrom<T>(words: readonly Word[], from: number, index: NameIndex<T>): Found<T>[] {
  const found: Found<T>[] = [];
  for (let to = from + 1; to <= Math.min(words.length, from + mostWords); to++) {
    const key = keyOfWords(words.slice(from, to));
    const glued = gluedKey(key);
    const [next, nextGlued] = [index.atOrAfter(key), index.gluedAtOrAfter(glued)];
    if (next?.startsWith(key) !== true && nextGlued?.startsWith(glued) !== true) break;
    if ((next !== key && nextGlued !== glued) || !meansSomething(words.slice(from, to))) continue;
    const name = index.get(key);
    const known = name === null ? index.meant(key) : { key, name };
    if (known !== null) found.push({ from, to, ...known, indirect: false });
  }
  return found;
}

/** Longer names around a match, with another name of the same thing in its place. */
function throughSynonyms<T>(words: readonly Word[], match: Found<T>, index: NameIndex<T>): Found<T>[] {
  return index
    .synonyms(match.name)
    .slice(0, mostSynonyms)
    .flatMap((synonym) => {
      const instead: Word = { start: 0, end: 0, tokens: nameTokens(synonym), glued: false, shown: synonym };
      const changed = [...words.slice(0, match.from), instead, ...words.slice(match.to)];
      const shift = match.to - match.from - 1;
      const starts = Array.from({ length: Math.min(match.from, mostWords) + 1 }, (_, back) => match.from - back);
      return starts
        .flatMap((from) => matchesFrom(changed, from, index))
        .filter(({ from, to }) => to > match.from && to - from > 1)
        .map((longer) => ({ ...longer, to: longer.to + shift, indirect: true }));
    });
}

function keyOfWords(words: readonly Word[]): string {
  const tokens: string[] = [];
  for (const word of words) {
    const [first = '', ...others] = word.tokens;
    const last = tokens.length - 1;
    if (word.glued && last >= 0) tokens[last] = `${tokens[last]}${first}`;
    else tokens.push(first);
    tokens.push(...others);
  }
  return keyOfTokens(tokens);
}

/** Function words name nothing, unless they are written as a name: `The Who`, `IT`. */
function meansSomething(words: readonly Word[]): boolean {
  if (words.some(({ tokens }) => tokens.some((token) => !stopWords.has(token)))) return true;
  if (words.length > 1) return words.every(({ shown }) => /^\p{Lu}/u.test(shown));
  return words.every(({ shown }) => /^\p{Lu}{2,}$/u.test(shown));
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: shown, index: start } of text.matchAll(/\S+/g)) {
    for (const word of wordsOfRun(shown, start)) words.push(word);
    if (words.length >= mostTextWords) break;
  }
  return words.slice(0, mostTextWords);
}

/** One word, or the letters of a script that is written without spaces, one by one. Signs around a word do not count. */
function wordsOfRun(run: string, at: number): Word[] {
  const parts = unspaced.test(run)
    ? [
        ...run.matchAll(
          /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu,
        ),
      ]
    : [...run.matchAll(/.+/gsu)];
  return parts.flatMap(({ 0: part, index }, place) => {
    const inner = /^[^\p{L}\p{M}\p{N}]*(.*?[\p{L}\p{M}\p{N}+#]?)[^\p{L}\p{M}\p{N}+#]*$/su.exec(part)?.[1] || part;
    const tokens = nameTokens(inner);
    // A stroke or an ampersand between two words of a name is no word of it.
    if (tokens.length === 0 || signs.test(inner)) return [];
    const start = at + index + part.indexOf(inner);
    return [{ start, end: start + inner.length, tokens, glued: place > 0 && unspaced.test(run), shown: inner }];
  });
}

const signs = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
