import { stemOf } from '../../projections/facts/subjectTerms.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import { saysLittle } from './predicateMatch.ts';
import type { LinkedSlot } from './slotLinks.ts';
import { overlaps, type Span } from './timeCues.ts';

/**
 * Whether a question asks for a slot's value, and does not merely use its words: “What is John's team?” does, “When does
 * John travel with his team?” asks for something else. Two telling words of a property, and most of it, are hardly met
 * by chance. One of a single word has to be most of what the question is about, and to stand by itself: a “team trip”
 * is no team.
 *
 * @param elsewhere places that say when, or name a value
 */
export function asksFor(text: string, linked: LinkedSlot, elsewhere: readonly Span[]): boolean {
  // Only a value was named, by the syntax of a question about its before, after, beginning or end.
  if (linked.subjectAt.length === 0) return true;
  if (linked.words > 1 && linked.score >= mostOfIt) return true;
  if (!linked.whole) return false;
  const words = tellingWords(text).filter((word) => !elsewhere.some((span) => overlaps(span, word)));
  const ofSubject = words.filter((word) => linked.subjectAt.some((span) => overlaps(span, word)));
  const ofPredicate = words.filter(({ stem }) => linked.predicateStems.has(stem));
  const others = words.filter(
    // A figure is a value or a date.
    (word) => !ofSubject.includes(word) && !ofPredicate.includes(word) && !/^\d/.test(word.stem),
  );
  if (others.length > new Set([...ofSubject, ...ofPredicate]).size) return false;
  return !(copula.test(text) && ofPredicate.every((word) => others.some((other) => follows(text, word, other))));
}

/** “Drop out of active support” says most of `end of active support`. */
const mostOfIt = 0.6;

/** Beside such a verb a word behind the property's is no verb, so that the two are one name. */
const copula = /\b(?:is|are|was|were)\b|['’]s\b/iu;

interface TellingWord extends Span {
  readonly stem: string;
}

function tellingWords(text: string): TellingWord[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*/gu)].flatMap(({ 0: word, index }) => {
    const token = word.toLowerCase();
    const stem = stemOf(token);
    if (stopWords.has(token) || saysLittle(stem)) return [];
    return [{ start: index, end: index + word.length, stem }];
  });
}

function follows(text: string, word: Span, next: Span): boolean {
  return next.start > word.end && text.slice(word.end, next.start).trim() === '';
}
