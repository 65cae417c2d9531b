import type { Item } from '../projections/items/item.ts';
import { readQuestion, tokenize } from '../projections/keywords/tokenize.ts';
import type { QueryTerm } from '../retrievers/path.ts';
import type { Judged } from './validity.ts';

/** How much of the question the results hold, by the weight of its words. */
export interface Coverage {
  /** Of the single best result, 0 to 1. */
  readonly best: number;
  /** Terms that no result holds, as the question has them. */
  readonly missing: readonly string[];
  /** Content terms of the question, and those that some result holds. */
  readonly required: number;
  readonly covered: number;
}

/**
 * Measures the IDF-weighted coverage of the question's content terms: Σ idf of the held terms / Σ idf of all. A term
 * that the index does not know weighs as much as the most telling one it knows: nobody can say that it matters less.
 * Null when the question has no content terms or no path told them.
 */
export function measureCoverage(results: readonly Judged[], terms: readonly QueryTerm[]): Coverage | null {
  const distinct = [...new Map(terms.map((term) => [term.term, term])).values()];
  if (distinct.length === 0) return null;
  const unknownWeight = Math.max(...distinct.map(({ idf }) => idf)) || 1;
  const weighted = distinct.map((term) => ({ term, weight: term.idf > 0 ? term.idf : unknownWeight }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const heldBy = results.map((result) => heldTerms(result, distinct));
  const best = heldBy.map((held) => weighted.reduce((sum, { term, weight }) => sum + (held.has(term) ? weight : 0), 0));
  const missing = distinct.filter((term) => !heldBy.some((held) => held.has(term)));
  return {
    best: Math.max(0, ...best) / total,
    missing: missing.map(({ term }) => term),
    required: distinct.length,
    covered: distinct.length - missing.length,
  };
}

/** Terms that the keyword path matched in this result or, where that path did not name them, that its words hold. */
export function heldTerms({ hits, item, inPlaceOf }: Judged, terms: readonly QueryTerm[]): Set<QueryTerm> {
  const matched = new Set(
    hits.flatMap(({ signals }) => (Array.isArray(signals.matched) ? (signals.matched as unknown[]) : [])),
  );
  // What took an old value's place answers a question in the old value's words.
  const inWords = termsIn([item, ...(inPlaceOf ?? [])].map(wordsOf).join('\n'), terms);
  return new Set(
    terms.filter((term) => inWords.has(term) || [term.term, ...term.widenedTo].some((form) => matched.has(form))),
  );
}

/** Terms that a text holds, as the keyword index would look them up. */
export function termsIn(text: string, terms: readonly QueryTerm[]): Set<QueryTerm> {
  const { words, wholes } = tokenize(text);
  const present = new Set([...words, ...wholes]);
  return new Set(
    terms.filter(({ term, widenedTo }) =>
      [term, ...widenedTo].some((form) => present.has(form) || holdsForm(present, form)),
    ),
  );
}

/** The form as the keyword index would look it up: by any of its terms, or by all of its phrase. */
function holdsForm(present: ReadonlySet<string>, form: string): boolean {
  const clauses = readQuestion(form);
  return (
    clauses.length > 0 &&
    clauses.every(
      ({ terms, phrase, ahead }) =>
        terms.some((term) => present.has(term)) ||
        (phrase.length > 0 && phrase.every((term) => present.has(term))) ||
        (ahead && terms.some((term) => [...present].some((word) => word.startsWith(term)))),
    )
  );
}

/** Everything of an item that a question may name. A long text counts by its first 20,000 UTF-16 units. */
export function wordsOf(item: Item): string {
  const { text, title, author, caption, heading, source, thread, itemId, entities } = item;
  return [text.slice(0, 20_000), title, author, caption, heading, source, thread, itemId, ...entities]
    .filter((part) => part !== null)
    .join('\n');
}
