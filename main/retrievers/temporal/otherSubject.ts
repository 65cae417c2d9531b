import { overlaps, type Span } from '../../language/span.ts';
import { stemOf } from '../../projections/facts/subjectTerms.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import { saysLittle } from './predicateMatch.ts';
import type { LinkedSlot } from './slotLinks.ts';
import { isYesNo } from './yesNo.ts';

/**
 * Whether a question names a subject that the slot is not about: “the worker timeout of the frobnicator”, “Contoso's
 * timeout”, “the timeout of the worker pool”, “the timeout of the service that the worker depends on”. What the slot knows
 * is no answer then, however many of the words it shares.
 *
 * @param elsewhere places that say when, or name a value
 * @param embedded whether the question is part of a sentence (“… when the backup of the worker ran”), so that its verb may
 * stand behind any name
 */
export function isOfAnother(
  text: string,
  linked: LinkedSlot,
  elsewhere: readonly Span[],
  { embedded = false }: { readonly embedded?: boolean } = {},
): boolean {
  if (linked.subjectAt.length === 0) return false;
  const known = ({ start, end, stem }: QuestionWord) =>
    saysLittle(stem) ||
    linked.predicateStems.has(stem) ||
    [...linked.subjectAt, ...elsewhere].some((span) => overlaps(span, { start, end }));
  return (
    phrasesAfter(text, qualifier).some((phrase) =>
      embedded ? phrase.length > 0 && !phrase.some(known) : isForeign(text, phrase, known),
    ) ||
    owners(text).some((word) => !known(word)) ||
    isInClause(text, linked)
  );
}

interface QuestionWord extends Span {
  readonly stem: string;
}

const qualifier =
  /\b(?:of|for)\s+(?:(?:the|an?|our|my|your|their|his|her|its|this|that|these|those|all|any|each|every|both)\s+)*/giu;

/** The words behind each match up to the next function word or mark. */
function phrasesAfter(text: string, pattern: RegExp): QuestionWord[][] {
  return [...text.matchAll(pattern)].map(({ 0: opening, index }) => {
    const words: QuestionWord[] = [];
    let at = index + opening.length;
    for (;;) {
      const word = /^\s*([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_./-]*[\p{L}\p{N}+#])?)/u.exec(text.slice(at));
      if (word?.[1] === undefined || stopWords.has(word[1].toLowerCase())) return words;
      const start = at + word[0].length - word[1].length;
      at += word[0].length;
      words.push({ start, end: at, stem: stemOf(word[1].toLowerCase()) });
      if (/^['’]s\b/u.test(text.slice(at))) at += 2;
    }
  });
}

/** Nothing of it is known, or a noun follows that makes another name of a known one. A figure is a value or a date. */
function isForeign(text: string, phrase: readonly QuestionWord[], known: (word: QuestionWord) => boolean): boolean {
  const [first, last] = [phrase[0], phrase.at(-1)];
  if (first === undefined || last === undefined || /^\d/u.test(text.slice(first.start, first.end))) return false;
  if (!phrase.some(known)) return true;
  // Behind an auxiliary a verb may end the phrase, and a value the question: neither belongs to the name.
  if (isYesNo(text) || auxiliary.test(text) || known(last)) return false;
  return !/ed$|ly$|^\d/u.test(text.slice(last.start, last.end)) && !loose.has(last.stem);
}

const auxiliary = /\b(?:do|does|did|will|can|could|should|would|has|have|had)\b/iu;
const loose = new Set(['again', 'please', 'set', 'like', 'exactly', 'really', 'mean', 'run', 'use'].map(stemOf));

/** Who has it: “Contoso's”. The short form of “is” behind a question word has no owner before it. */
function owners(text: string): QuestionWord[] {
  return [...text.matchAll(/([\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*)['’]s\b/gu)].flatMap(({ 1: word = '', index }) =>
    stopWords.has(word.toLowerCase())
      ? []
      : [{ start: index, end: index + word.length, stem: stemOf(word.toLowerCase()) }],
  );
}

const clauseBefore = /(\p{L}+)\s+(?:that|which|who|whom)\s+(?:[\p{L}-]+\s+){0,4}$/iu;

/** “The timeout of the service that the parser depends on”: the parser only tells which service is meant. */
function isInClause(text: string, { subjectAt, predicateStems }: LinkedSlot): boolean {
  const [subject] = subjectAt;
  if (subject === undefined || predicateStems.size === 0) return false;
  const antecedent = clauseBefore.exec(text.slice(0, subject.start));
  const noun = antecedent?.[1]?.toLowerCase();
  if (antecedent === null || noun === undefined || stopWords.has(noun) || predicateStems.has(stemOf(noun)))
    return false;
  const outside =
    text
      .slice(0, antecedent.index)
      .toLowerCase()
      .match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return outside.some((word) => predicateStems.has(stemOf(word)));
}
