import type { QueryTerm } from '../retrievers/path.ts';
import { heldTerms } from './coverage.ts';
import type { Judged } from './validity.ts';

/** “The budget of Tarnlib”, “Tarnlib's budget”: what is asked, and of what. */
const asked = [
  /(?<word>[\p{L}][\p{L}\p{M}-]+) of (?:the )?(?<name>\p{Lu}[\p{L}\p{M}\p{N}]+)/gu,
  /(?<name>\p{Lu}[\p{L}\p{M}\p{N}]*)['’]s (?<word>\p{Ll}[\p{L}\p{M}-]+)/gu,
];

/**
 * Words of the question that ask something of a named thing where no single result holds both the word and the name: one
 * tells the budget of another thing, another one something else of this.
 */
export function tornWords(query: string, results: readonly Judged[], terms: readonly QueryTerm[]): string[] {
  const pairs = asked.flatMap((form) => [...query.matchAll(form)].map(({ groups = {} }) => groups));
  if (pairs.length === 0) return [];
  const held = results.map((result) => heldTerms(result, terms));
  return pairs.flatMap(({ word = '', name = '' }) => {
    const [ofWord, ofName] = [termOf(terms, word), termOf(terms, name)];
    if (ofWord === undefined || ofName === undefined || ofWord === ofName) return [];
    const apart = [ofWord, ofName].every((term) => held.some((some) => some.has(term)));
    return apart && !held.some((some) => some.has(ofWord) && some.has(ofName)) ? [ofWord.term] : [];
  });
}

/** The term that a word of the question became: a stem of it, or the same with more. */
export function termOf(terms: readonly QueryTerm[], word: string): QueryTerm | undefined {
  const lower = word.toLowerCase();
  return terms.find(({ term }) => term.startsWith(lower) || (term.length > 2 && lower.startsWith(term)));
}
