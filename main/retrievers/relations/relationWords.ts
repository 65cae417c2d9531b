import { determiners, passingAdverbs, prepositions } from '../../language/functionWords.ts';
import { stem } from '../../projections/keywords/stem.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import { isIrregularPast, relationStem } from '../../projections/relations/relationStem.ts';

/** A content word of a question outside the names that it holds. */
export interface QuestionWord {
  readonly stem: string;
  /** Where it begins in the question (UTF-16). */
  readonly at: number;
  /** As written, in lower case. */
  readonly word: string;
  /** The word right behind it, in lower case; the empty string at the end. */
  readonly next: string;
  /** The stem with the particle behind it: `look after`. */
  readonly pair: string | null;
  /** It says what kind of thing is meant and no relation: `which city`, `the team that…`. */
  readonly kind: boolean;
  /** It is something of the asker's: “in my notes”. */
  readonly isOwn: boolean;
  /** It says how something stands, and not who does it: “in use”, “under review”. */
  readonly isState: boolean;
  /** How it is used: `the owner`, `is owned`, `does … own`; open where neither its form nor its neighbours tell. */
  readonly use: 'noun' | 'passive' | 'active' | 'open';
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** Words that ask for a relation without saying which, or for a thing without saying what. */
const generic = new Set(
  'name call thing person people peopl one kind type sort relat relation relationship connect link associat interact involv share shar common'.split(
    ' ',
  ),
);

const anyThing = /^(?:every|any|some)(?:thing|one|body)$/;
/** How a question begins that is put as an order. */
const order = /^(?:list|show|tell|give|find|enumerate|describe)$/;

/**
 * The content words of a question that lie outside the given spans (of linked names), in order, stemmed, without words
 * that could mean any relation.
 */
export function questionWords(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): QuestionWord[] {
  const all = [...text.matchAll(wordPattern)].map(({ 0: shown, index }) => ({
    at: index,
    word: shown.toLowerCase().replace(/['’]s$/, ''),
  }));
  const inName = all.map(({ at, word }) => spans.some(({ start, end }) => at < end && at + word.length > start));
  const plain = all.map(({ word }) => word);
  const words = all.flatMap(({ at, word }, place) => {
    if (inName[place] || anyThing.test(word) || (place === 0 && order.test(word))) return [];
    const stemmed = relationStem(word);
    if (holdsTogether(word) || generic.has(stem(word)) || generic.has(stemmed)) return [];
    const [before = '', next = ''] = [plain[place - 1], plain[place + 1]];
    const [behindName, beforeName] = [inName[place - 1] ?? false, inName[place + 1] ?? false];
    const pair = prepositions.has(next) ? `${stemmed} ${next}` : null;
    const isOwn = /^(?:my|our)$/.test(before);
    return [
      {
        stem: stemmed,
        at,
        word,
        next,
        pair,
        isOwn,
        isState: isState(before, word),
        kind: isKind(before, word, next),
        // “X’s machine”: what belongs to something is a noun.
        use: behindName && /['’]s?\s+$/u.test(text.slice(0, at)) ? 'noun' : useOf(plain, place, behindName),
        beforeName,
      },
    ];
  });
  // “What monitors Lexer?”: where nothing else is asked, the word before the name is what is asked.
  const asksNothing = words.every(({ kind }) => kind);
  return words.map(({ beforeName, ...word }) => (asksNothing && beforeName ? { ...word, kind: false } : word));
}

function holdsTogether(word: string): boolean {
  return stopWords.has(word) || determiners.has(word) || prepositions.has(word) || passingAdverbs.has(word);
}

const determiner = /^(?:the|an?|whose|this|its|their|his|her|our|my|your)$/;
const pronoun = /^(?:who|whom|what|which|that|where)$/;
const toBe = /^(?:is|are|was|were|be|been|being)$/;
const auxiliary =
  /^(?:is|are|was|were|be|been|being|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)$/;

/** Behind a preposition no verb does anything, but for “to write” and “by writing”. */
function isState(before: string, word: string): boolean {
  return before !== 'to' && prepositions.has(before) && !/(?:ing|ed|s)$/.test(word) && !isIrregularPast(word);
}

/** The last auxiliary of the clause decides: “is … written” suffers it, “does … write”, “who writes”, “to write” do it. */
function useOf(words: readonly string[], place: number, behindName: boolean): QuestionWord['use'] {
  const [word = '', before = '', next = ''] = [words[place], words[place - 1], words[place + 1]];
  if (next === 'by' || (/^g[eo]t(?:s|ting)?$/.test(before) && isParticiple(word))) return 'passive';
  if (isState(before, word)) return 'noun';
  if (/^(?:what|which|whose)$/.test(before) && !mayBeVerb(word)) return 'noun';
  // “The parts of X”, but in “what is X part of?” nothing follows.
  const isOf = next === 'of' && place + 2 < words.length;
  if (isOf || determiner.test(before)) return isParticiple(word) ? 'passive' : 'noun';
  if (determiner.test(words[place - 2] ?? '') && !/(?:s|ed|ing)$/.test(word)) return 'noun';
  const clause = words.slice(0, place);
  const last = clause
    .slice(clause.findLastIndex((one) => pronoun.test(one)) + 1)
    .findLast((one) => auxiliary.test(one));
  if (last === undefined)
    return (behindName && !isParticiple(word)) || pronoun.test(before) || before === 'to' ? 'active' : 'open';
  if (!toBe.test(last)) return 'active';
  return isParticiple(word) ? 'passive' : 'open';
}

function isParticiple(word: string): boolean {
  return /\p{L}{2}ed$/u.test(word) || (isIrregularPast(word) && !pastAlone.has(word));
}

/**
 * Which city, the team that…; but in “what depends on it” and “what uses the cache” the word is what is asked. A verb of
 * which “what” is the subject ends in s, or tells of the past: “which hall the box is in” has none.
 */
function isKind(before: string, word: string, next: string): boolean {
  if (/^(?:what|which|whose)$/.test(before)) {
    return !mayBeVerb(word) || !/^(?:on|in|by|to|with|for|from|at|the|an?)$/.test(next);
  }
  return /^(?:the|an?|all|every|each|any|some)$/.test(before) && describes(next);
}

function mayBeVerb(word: string): boolean {
  return /(?:s|ed)$/.test(word) || isIrregularPast(word);
}

/** Whether what follows a noun tells which one is meant: a relative pronoun, or a participle as in “the team led by”. */
function describes(next: string): boolean {
  return /^(?:that|which|who|whose|whom|where)$|\p{L}{2}ed$/u.test(next) || isIrregularPast(next);
}

/** Those of them that are no participle. */
const pastAlone = new Set(
  'wrote began chose drove gave grew knew ran rode sang spoke stole swam took threw wore became broke drew ate'.split(
    ' ',
  ),
);
