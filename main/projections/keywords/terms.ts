import { stem } from './stem.ts';

/** A part of a text as the keyword index sees it. */
export type Piece = WordPiece | CompoundPiece | ScriptPiece;

/** One term at one place: a word, a number, a version, a hash. */
export interface WordPiece {
  readonly kind: 'word';
  readonly term: string;
  /** As written, folded: what a reader is shown. */
  readonly shown: string;
  /** What may stand in for it where no item holds it: a term around it, one that begins with it, or nothing. */
  readonly widen: 'around' | 'ahead' | 'never';
}

/** Several terms written as one: `foundation_router`, `memory-tools.ts`, `300ms`, `self-care`, a path, a URL. */
export interface CompoundPiece {
  readonly kind: 'compound';
  readonly shown: string;
  /** The whole in each form under which it is looked up: as written, and without its separators. */
  readonly wholes: readonly string[];
  /** Wholes inside this whole: the host and file of a URL, the name in an e-mail address. */
  readonly segments: readonly string[];
  readonly parts: readonly WordPiece[];
  /** An identifier stands or falls as a whole; in `self-care` each word means something by itself. */
  readonly strict: boolean;
}

/** A run of a script that puts no spaces between words, by its characters. */
export interface ScriptPiece {
  readonly kind: 'script';
  readonly characters: readonly string[];
}

/** A hash may be given by its beginning; so may a UUID. */
export function isHash(lower: string): boolean {
  return (
    (/^(?:0x)?[\da-f]{7,}$/.test(lower) && /\d/.test(lower) && /[a-f]/.test(lower)) ||
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(lower)
  );
}

/** A term that is searched as it stands or not at all. */
export function fixed(lower: string): WordPiece {
  return { kind: 'word', term: lower, shown: lower, widen: 'never' };
}

/** A word of a language, by its stem where it is written in plain Latin letters. */
export function word(written: string): WordPiece {
  const shown = written.toLowerCase();
  return { kind: 'word', term: stemmed(shown), shown, widen: 'around' };
}

/** The form under which a whole or a word stands in the index. */
export function stemmed(lower: string): string {
  return lower.length <= longestWord && /^[a-z]+$/.test(lower) ? stem(lower) : lower;
}

const longestWord = 40;
