import type { RelationAsked } from './relations/relationAsks.ts';

/** What the structure of the memory says a question asks, read without answering it. */
export interface Asked {
  /** A relation of what it names, or a chain of them. */
  readonly relation: RelationAsked | null;
  /** A property of what it names, or one that other things have. */
  readonly fact: boolean;
  /** A cause or an effect. */
  readonly cause: boolean;
}

export const nothingAsked: Asked = { relation: null, fact: false, cause: false };
