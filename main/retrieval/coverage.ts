import type { Item } from '../projections/items/item.ts';
import { type Clause, readQuestion, tokenize } from '../projections/keywords/tokenize.ts';
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
  const heldBy = results.map((result) => heldTerms(result, distinct));
  const missing = distinct.filter((term) => !heldBy.some((held) => held.has(term)));
  return {
    best: Math.max(0, ...heldBy.map((held) => shareHeld(held, distinct))),
    missing: missing.map(({ term }) => term),
    required: distinct.length,
    covered: distinct.length - missing.length,
  };
}

/** Σ idf of the held terms / Σ idf of all, an unknown one at the weight of the most telling; 0 where there are none. */
export function shareHeld(held: ReadonlySet<QueryTerm>, terms: readonly QueryTerm[]): number {
  const unknownWeight = Math.max(0, ...terms.map(({ idf }) => idf)) || 1;
  const sum = (some: readonly QueryTerm[]) =>
    some.reduce((total, { idf }) => total + (idf > 0 ? idf : unknownWeight), 0);
  return terms.length === 0 ? 0 : sum(terms.filter((term) => held.has(term))) / sum(terms);
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
      [term, ...widenedTo].some((form) => present.has(form) || holdsForm(present, clausesOf(form))),
    ),
  );
}

/** The forms of one question are looked for in many sentences: the last ones are kept as they were read. */
const read = new Map<string, readonly Clause[]>();
const mostRead = 500;

function clausesOf(form: string): readonly Clause[] {
  const known = read.get(form) ?? readQuestion(form);
  if (read.size >= mostRead) read.clear();
  read.set(form, known);
  return known;
}

/** The form as the keyword index would look it up: by any of its terms, or by all of its phrase. */
function holdsForm(present: ReadonlySet<string>, clauses: readonly Clause[]): boolean {
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
