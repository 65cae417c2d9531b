import type { CauseStructure, EdgeStructure, FactStructure } from '../contract/memory.ts';

/** A text and the circumstances in which its sentences are read. Times are milliseconds since 1970. */
export interface ExtractionSource {
  readonly text: string;
  /** Who says it: "I" in a turn is this person. */
  readonly author: string | null;
  readonly occurredAt: number;
  readonly knownAt: number;
  /** The IANA zone in which a date without one is read. */
  readonly timeZone: string;
  readonly title: string | null;
  /** The heading that the text stands under. */
  readonly heading?: string | null;
  /** `speech` is said by its author; a `document` notes what was done ("bump x to 2"). */
  readonly kind: 'speech' | 'document';
}

export type Family = 'value' | 'change' | 'alias' | 'relation' | 'cause' | 'overturned';

/** What a rule found: one statement, and the clause or the sentence that makes it (UTF-16 offsets into the source's text). */
export interface Extraction {
  readonly rule: string;
  readonly family: Family;
  readonly start: number;
  readonly end: number;
  readonly fact?: FactStructure;
  /** The value that the fact ends, where a change names it. */
  readonly previous?: string;
  /** What the same words say of other slots: whoever moved from Berlin to Rome lives there no longer, but in Rome. */
  readonly others?: readonly FactStructure[];
  readonly edge?: EdgeStructure;
  readonly cause?: CauseStructure;
}

/** A sentence as the rules see it. */
export interface Sentence {
  /** Its words without markup: links are their text, bullets and hashes are gone. */
  readonly text: string;
  /** Its clauses that assert something, without what leads into them. */
  readonly clauses: readonly string[];
  /** Says by a label before it what sort of note it is: "deps:", "[Refactor]", a commit behind it. */
  readonly noted: boolean;
  readonly source: ExtractionSource;
}

/** A statement before it has a place. */
export type Found = Omit<Extraction, 'start' | 'end'>;

/** One rule: a cheap trigger that most sentences fail, and the reading of those that do not. */
export interface Rule {
  readonly name: string;
  readonly trigger: RegExp;
  /** It judges for itself whether a sentence states something: "if it is not given, it defaults to 5" does. */
  readonly judges?: boolean;
  read(sentence: Sentence): readonly Found[];
}
