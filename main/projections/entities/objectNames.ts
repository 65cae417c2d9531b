import { parseValue } from '../../language/values.ts';

/** Longer objects are told and not named: UTF-16 units, and words. */
const longestName = 120;
const mostWords = 8;

/** Words that stand in a name with a small letter: `Bank of England`, `Ludwig van Beethoven`. */
const joining = /^(?:of|the|and|for|in|on|de|del|della|di|da|du|la|le|van|von|der|den|y|e|&)$/;
/** A capital, or the signs of an identifier: `jsdom@22`, `foundation_router`, `iPhone`, `web-01`. */
const written = /^["'“‘«(]*\p{Lu}|\p{Ll}\p{Lu}|\p{L}[_@/.-][\p{L}\p{N}]|\p{L}\d/u;
/** A state in capitals is none the less a state. */
const state = /^(?:yes|no|none|null|nil|undefined|unknown|n\/a|tbd|on|off|enabled|disabled)$/i;
const figures = /^\p{N}[\p{N}.,]*\)?$/u;
const severalOrSentence = /[;:!?\n]|,(?=\s)|[.](?=\s+\p{Lu}\p{Ll}+\s+\p{Ll})|:\/\//u;

/**
 * Whether the object of a fact is written as the name of something: `Anna Weber`, `PostgreSQL 16`, `foundation_router`, and
 * no quantity, date or version, no state, no list and no sentence. What is written in small letters alone may be any
 * word: it means a thing only where that thing is known by something else that is said.
 */
export function isWrittenAsName(object: string): boolean {
  if (object.length > longestName) return false;
  const text = object.trim();
  if (text === '' || state.test(text) || severalOrSentence.test(text) || parseValue(text).kind !== 'text') return false;
  const words = text.split(/\s+/);
  if (words.length > mostWords || figures.test(words[0] ?? '')) return false;
  const telling = words.filter((word) => !joining.test(word) && !figures.test(word));
  return telling.length > 0 && telling.every((word) => written.test(word));
}
