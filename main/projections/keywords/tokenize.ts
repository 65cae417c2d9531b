import { mentionedDates } from './dates.ts';
import { cutPieces } from './pieces.ts';
import { stopWords } from './stopWords.ts';
import type { CompoundPiece, Piece, ScriptPiece, WordPiece } from './terms.ts';

/** What of a text goes into the keyword index. No term holds white space or a control character. */
export interface Tokens {
  /** One term a place, so that terms of neighbouring places form a phrase. */
  readonly words: readonly string[];
  /** Identifiers as a whole, whose parts are among the words. */
  readonly wholes: readonly string[];
}

/** Tokens of a stored text. Time is linear in its length. */
export function tokenize(text: string): Tokens {
  const words: string[] = [];
  const wholes: string[] = [];
  for (const piece of cutPieces(text)) {
    if (piece.kind === 'word') words.push(piece.term);
    else if (piece.kind === 'script') for (const term of bigrams(piece)) words.push(term);
    else {
      for (const { term } of piece.parts) words.push(term);
      wholes.push(...piece.wholes, ...piece.segments);
    }
  }
  return { words, wholes };
}

/** Every two characters side by side and the last one alone: any two find the run, and any one begins a term. */
function bigrams({ characters }: ScriptPiece): string[] {
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/** One thing that a question asks for. An item has it by any of the terms, or by the phrase. */
export interface Clause {
  /** As the question has it, folded. */
  readonly shown: string;
  readonly terms: readonly string[];
  /** Terms that must follow one another; empty, or at least two. */
  readonly phrase: readonly string[];
  /** The terms are beginnings: a single character of a script without spaces. */
  readonly ahead: boolean;
  readonly widen: WordPiece['widen'];
  /** An identifier, which outranks the words around it. */
  readonly strict: boolean;
  /** Helps an item that has it, and is not missed in one that has it not. */
  readonly bonus: boolean;
  /** What is searched instead where no item holds the phrase that was quoted. */
  readonly otherwise: readonly Clause[];
}

/**
 * What a question asks for, in its order: content words, identifiers, quoted phrases; then the dates it names, which an
 * item of that day answers without saying so. Function words go, unless there is nothing else. No text is a syntax error: there is no syntax but the quotation marks.
 */
export function readQuestion(text: string): Clause[] {
  const asked = text.slice(0, longestQuestion);
  const clauses: Clause[] = [];
  let from = 0;
  for (const quote of asked.matchAll(quoted)) {
    clauses.push(...clausesOf(asked.slice(from, quote.index)), ...phraseOf(quote[1] ?? ''));
    from = quote.index + quote[0].length;
  }
  clauses.push(...clausesOf(asked.slice(from)));
  const content = clauses.filter(({ shown }) => !stopWords.has(shown.replaceAll("'", '')));
  const dates = mentionedDates(asked).map((term) => ({ ...plain, shown: term, terms: [term], bonus: true }));
  const kept = [...(content.length > 0 ? content : clauses), ...dates];
  const distinct = new Map(kept.map((clause) => [clause.shown, clause]));
  return [...distinct.values()].slice(0, mostClauses);
}

/** A page pasted as a question is asked by its beginning. UTF-16 units, and clauses. */
const longestQuestion = 20_000;
const mostClauses = 256;

const quoted = /["“”„«»「」『』]([^"“”„«»「」『』]*)["“”„«»「」『』]/g;

function clausesOf(text: string): Clause[] {
  return [...cutPieces(text)].flatMap(clausesOfPiece);
}

function clausesOfPiece(piece: Piece): Clause[] {
  if (piece.kind === 'word') return [clauseOfWord(piece)];
  if (piece.kind === 'script') return clausesOfScript(piece);
  return piece.strict ? [clauseOfIdentifier(piece)] : clausesOfSideBySide(piece);
}

const plain = { phrase: [], ahead: false, widen: 'never', strict: false, bonus: false, otherwise: [] } as const;

function clauseOfWord({ term, shown, widen }: WordPiece): Clause {
  const strict = widen !== 'around' && !/^\d{1,4}$/.test(term);
  return { ...plain, shown, terms: [term], widen, strict };
}

function clausesOfScript(piece: ScriptPiece): Clause[] {
  const [first = '', second] = piece.characters;
  if (second === undefined) return [{ ...plain, shown: first, terms: [first], ahead: true }];
  return bigrams(piece)
    .slice(0, -1)
    .map((term) => ({ ...plain, shown: term, terms: [term] }));
}

function clauseOfIdentifier({ shown, wholes, parts }: CompoundPiece): Clause {
  const phrase = parts.map(({ term }) => term);
  return { ...plain, shown, terms: wholes, phrase: phrase.length > 1 ? phrase : [], widen: 'around', strict: true };
}

function clausesOfSideBySide({ shown, wholes, parts }: CompoundPiece): Clause[] {
  return [...parts.map(clauseOfWord), { ...plain, shown, terms: wholes, bonus: true }];
}

/** A quoted phrase that some item holds is searched as it stands; one that none holds, by its words. */
function phraseOf(text: string): Clause[] {
  const otherwise = clausesOf(text);
  const pieces = [...cutPieces(text)];
  const phrase = pieces.flatMap((piece) => {
    if (piece.kind === 'word') return [piece.term];
    return piece.kind === 'script' ? bigrams(piece).slice(0, -1) : piece.parts.map(({ term }) => term);
  });
  if (pieces.length < 2 || phrase.length < 2 || phrase.length > longestPhrase) return otherwise;
  const shown = text.trim().replace(/\s+/g, ' ').toLowerCase();
  return [{ ...plain, shown, phrase, terms: [], strict: true, otherwise }];
}

const longestPhrase = 64;
