import { hash as digestOf } from 'node:crypto';
import { stopWords } from '../keywords/stopWords.ts';
import { tokenize } from '../keywords/tokenize.ts';

/** So many distinct words of a phrase are looked at: a phrase that goes on says nothing more of what it names. */
const mostWords = 64;
/** UTF-16 units of a phrase that are looked at. */
const longestPhrase = 4000;

/** The stems of a phrase that tell what it names, in their order: function words go, unless there is nothing else. */
export function phraseWords(phrase: string): string[] {
  const { words } = tokenize(phrase.slice(0, longestPhrase));
  const telling = words.filter((word) => !stopStems.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, mostWords);
}

/** Words of a text are stems. */
const stopStems: ReadonlySet<string> = new Set(tokenize([...stopWords].join(' ')).words);

/** Whether two phrases name the same thing in other spelling. */
export function samePhrase(some: readonly string[], others: readonly string[]): boolean {
  const held = new Set(others);
  return some.length === held.size && some.every((word) => held.has(word));
}

/** A word as the index holds it: 48 bits, so that it is a number in JavaScript too. */
export function wordKey(word: string): number {
  return Number.parseInt(digestOf('sha256', word, 'hex').slice(0, 12), 16);
}

/** What a cause claims as the index holds it: the same for the same words on each side, in whatever order. */
export function claimKey(causeWords: readonly string[], effectWords: readonly string[]): number {
  return wordKey(JSON.stringify([causeWords.toSorted(), effectWords.toSorted()]));
}
