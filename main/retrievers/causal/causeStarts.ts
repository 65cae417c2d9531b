import type { CauseReads, RecordedCause, Side, WeighedWord } from '../../projections/causes/causeReads.ts';

/** Where a chain may begin: a cause one side of which is what is asked about; `side` is null where both are at once. */
export interface Start {
  readonly recorded: RecordedCause;
  /** 0–1: how well what was asked is met. */
  readonly score: number;
  readonly side: 'cause' | 'effect' | null;
}

export type Direction = 'causes' | 'effects' | 'either';

/** The side of a claim that is asked about: who asks for causes names the effect. */
export const askedSides = {
  causes: ['effect'],
  effects: ['cause'],
  either: ['effect', 'cause'],
} as const satisfies Record<Direction, readonly Side[]>;

export interface WordsAsked {
  readonly namespaces: readonly string[];
  /** The words that name the thing whose causes or effects are asked for. */
  readonly words: readonly string[];
  readonly direction: Direction;
}

/** Of the weight of what is asked, so much must lie in a recorded phrase, or else it is about something else. */
const leastCovered = 0.5;
/** A phrase that is in the question almost whole is met by a longer question too. */
const leastOfQuestion = 0.3;
const mostOfPhrase = 0.75;
/** Causes that one phrase is compared with. */
const mostCompared = 200;

/** Causes that a question's words meet, whatever they are about; the best first. */
export function openWordStarts(reads: CauseReads): (asked: WordsAsked) => Start[] {
  return ({ namespaces, words, direction }) => {
    const weigh = reads.weigher();

    function met(namespace: string, side: Side): Omit<Start, 'side'>[] {
      const weighed = asAsked(weigh(namespace, words));
      return reads
        .holding(namespace, weighed, side, { least: leastOfQuestion, limit: mostCompared })
        .map((recorded) => ({ recorded, score: matchOf(weighed, weigh(namespace, wordsOn(recorded, side))) }))
        .filter(({ score }) => score > 0);
    }

    /** “Did X cause Y?” names both sides of one claim at once. */
    function bothSides(namespace: string): Start[] {
      const asked = new Set(words);
      const meets = (some: readonly string[]) => some.some((word) => asked.has(word));
      return met(namespace, 'either')
        .filter(({ recorded }) => meets(recorded.causeWords) && meets(recorded.effectWords))
        .map((start) => ({ ...start, side: null }));
    }

    const both = direction === 'either' ? namespaces.flatMap(bothSides) : [];
    const one = namespaces.flatMap((namespace) =>
      askedSides[direction].flatMap((side) => met(namespace, side).map((start) => ({ ...start, side }))),
    );
    return [...both, ...one].sort((a, b) => b.score - a.score || newestFirst(a.recorded, b.recorded));
  };
}

export function wordsOn({ causeWords, effectWords }: RecordedCause, side: Side): readonly string[] {
  if (side === 'either') return [...new Set([...causeWords, ...effectWords])];
  return side === 'cause' ? causeWords : effectWords;
}

/** A word that no claim holds may be another word for what one holds, or one of the asker's own: it weighs half. */
export function asAsked(words: readonly WeighedWord[]): WeighedWord[] {
  return words.map((word) => (word.held > 0 ? word : { ...word, idf: word.idf / 2 }));
}

/** 0 for no match; else the share of the question's weight that the phrase covers, less for words it has beside them. */
function matchOf(asked: readonly WeighedWord[], phrase: readonly WeighedWord[]): number {
  const shared = sharedWeight(asked, phrase);
  const [ofQuestion, ofPhrase] = [shared / weightOf(asked), shared / weightOf(phrase)];
  const words = asked.filter(({ word }) => phrase.some((held) => held.word === word)).length;
  const meets = ofQuestion >= leastCovered || (ofPhrase >= mostOfPhrase && ofQuestion >= leastOfQuestion && words > 1);
  return meets ? 0.8 * ofQuestion + 0.2 * ofPhrase : 0;
}

export function sharedWeight(some: readonly WeighedWord[], others: readonly WeighedWord[]): number {
  const held = new Set(others.map(({ word }) => word));
  return weightOf(some.filter(({ word }) => held.has(word)));
}

export function weightOf(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { idf }) => sum + idf, 0);
}

export function newestFirst(a: RecordedCause, b: RecordedCause): number {
  return b.knownAt - a.knownAt || b.eventSeq - a.eventSeq;
}
