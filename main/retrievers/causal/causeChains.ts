import type { CauseView } from '../../contract/causes.ts';
import type { CauseReads, RecordedCause, Side, WeighedWord } from '../../projections/causes/causeReads.ts';
import { samePhrase } from '../../projections/causes/causeWords.ts';

/** Recorded causes, each the next one's cause or effect: the first meets what was asked about. */
export interface CauseChain {
  readonly links: readonly Link[];
  /** 0–1: how well what was asked is met. */
  readonly score: number;
}

export interface Link {
  readonly recorded: RecordedCause;
  readonly view: CauseView;
}

export interface ChainQuestion {
  readonly namespaces: readonly string[];
  /** The words that name the thing whose causes or effects are asked for. */
  readonly words: readonly string[];
  /** causes: it is the effect; effects: it is the cause; either: both ways are tried. */
  readonly direction: 'causes' | 'effects' | 'either';
  /** Links of a chain at most. */
  readonly depth: number;
  readonly limit: number;
  readonly knownAt: number | null;
  readonly includeOverturned: boolean;
}

/** Of the weight of what is asked, so much must lie in a recorded phrase, or else it is about something else. */
const leastCovered = 0.5;
/** A phrase that is in the question almost whole is met by a longer question too. */
const leastOfQuestion = 0.3;
const mostOfPhrase = 0.75;
/** Two phrases with so much of the longer one's weight in common name the same thing. */
const leastShared = 0.6;
/** Causes that one phrase is compared with. */
const mostCompared = 200;
/** Ways on from one link. */
const mostBranches = 5;

/** A question on its way, with the weights of the words that it met. */
type Asking = ChainQuestion & { readonly weigh: ReturnType<CauseReads['weigher']> };

/** Where a chain may begin: a cause one side of which the words meet; `side` is null where they meet both at once. */
interface Start {
  readonly recorded: RecordedCause;
  readonly score: number;
  readonly side: 'cause' | 'effect' | null;
}

/** Walks recorded causes and effects from what a question names. Infers none: every link is an item that says so. */
export function openCauseChains(reads: CauseReads): (question: ChainQuestion) => CauseChain[] {
  function standing(recorded: RecordedCause, asking: ChainQuestion): Link | null {
    if (asking.knownAt !== null && recorded.knownAt > asking.knownAt) return null;
    // A denial is told with the claim that it denies; alone only where nobody recorded that claim.
    if (!recorded.holds && (!asking.includeOverturned || reads.opposites(recorded).length > 0)) return null;
    const view = reads.view(recorded, asking.knownAt);
    return view.status === 'standing' || asking.includeOverturned ? { recorded, view } : null;
  }

  /** Causes one side of which the words meet. */
  function met(namespace: string, side: Side, { words, weigh }: Asking): Omit<Start, 'side'>[] {
    const weighed = weigh(namespace, words);
    return reads
      .holding(namespace, weighed, side, { least: leastOfQuestion, limit: mostCompared })
      .map((recorded) => ({ recorded, score: matchOf(weighed, weigh(namespace, wordsOn(recorded, side))) }))
      .filter(({ score }) => score > 0);
  }

  /** “Did X cause Y?” names both sides of one claim at once. */
  function bothSides(namespace: string, asking: Asking): Start[] {
    const asked = new Set(asking.words);
    const meets = (words: readonly string[]) => words.some((word) => asked.has(word));
    return met(namespace, 'either', asking)
      .filter(({ recorded }) => meets(recorded.causeWords) && meets(recorded.effectWords))
      .map((start) => ({ ...start, side: null }));
  }

  function startsOf(asking: Asking): Start[] {
    const namespaces = asking.namespaces;
    const sides = ({ causes: ['effect'], effects: ['cause'], either: ['effect', 'cause'] } as const)[asking.direction];
    const both = sides.length > 1 ? namespaces.flatMap((namespace) => bothSides(namespace, asking)) : [];
    const one = namespaces.flatMap((namespace) =>
      sides.flatMap((side) => met(namespace, side, asking).map((start) => ({ ...start, side }))),
    );
    return [...both, ...one].sort((a, b) => b.score - a.score || newestFirst(a.recorded, b.recorded));
  }

  /** Causes whose near side names what the far side of the last link does. */
  function onwards(from: RecordedCause, side: 'cause' | 'effect', asking: Asking): Link[] {
    const weighed = asking.weigh(from.namespace, wordsOn(from, side === 'effect' ? 'cause' : 'effect'));
    const weighedOn = (recorded: RecordedCause) => asking.weigh(from.namespace, wordsOn(recorded, side));
    return reads
      .holding(from.namespace, weighed, side, { least: leastShared, limit: mostCompared })
      .map((recorded) => ({ recorded, alike: likeness(weighed, weighedOn(recorded)) }))
      .filter(({ alike }) => alike >= leastShared)
      .sort((a, b) => b.alike - a.alike || newestFirst(a.recorded, b.recorded))
      .flatMap(({ recorded }) => standing(recorded, asking) ?? [])
      .filter((link, at, all) => all.findIndex((other) => isSameClaim(other, link)) === at)
      .slice(0, mostBranches);
  }

  /** Every way on from a link, depth first; a cause that is in the chain already ends it, so that circles do. */
  function* walk(links: readonly Link[], side: 'cause' | 'effect', asking: Asking): Generator<readonly Link[]> {
    const last = links.at(-1);
    const next =
      last === undefined || links.length >= asking.depth
        ? []
        : onwards(last.recorded, side, asking).filter((link) => !links.some((held) => isSameClaim(held, link)));
    if (next.length === 0) yield links;
    for (const link of next) yield* walk([...links, link], side, asking);
  }

  return (question) => {
    const asking = { ...question, weigh: reads.weigher() };
    const chains: CauseChain[] = [];
    for (const { recorded, side, score } of startsOf(asking)) {
      if (chains.length >= question.limit) break;
      if (chains.some(({ links }) => links.some((held) => isSameClaim(held, { recorded })))) continue;
      const link = standing(recorded, asking);
      if (link === null) continue;
      for (const links of side === null ? [[link]] : walk([link], side, asking)) {
        chains.push({ links, score });
        if (chains.length >= question.limit) break;
      }
    }
    return chains;
  };
}

/** Many may say the same, in the same words: it is one claim. */
function isSameClaim(a: Pick<Link, 'recorded'>, b: Pick<Link, 'recorded'>): boolean {
  return (
    a.recorded.holds === b.recorded.holds &&
    samePhrase(a.recorded.causeWords, b.recorded.causeWords) &&
    samePhrase(a.recorded.effectWords, b.recorded.effectWords)
  );
}

function wordsOn({ causeWords, effectWords }: RecordedCause, side: Side): readonly string[] {
  if (side === 'either') return [...new Set([...causeWords, ...effectWords])];
  return side === 'cause' ? causeWords : effectWords;
}

/** 0 for no match; else the share of the question's weight that the phrase covers, less for words it has beside them. */
function matchOf(asked: readonly WeighedWord[], phrase: readonly WeighedWord[]): number {
  const shared = sharedWeight(asked, phrase);
  const [ofQuestion, ofPhrase] = [shared / weightOf(asked), shared / weightOf(phrase)];
  const words = asked.filter(({ word }) => phrase.some((held) => held.word === word)).length;
  const meets = ofQuestion >= leastCovered || (ofPhrase >= mostOfPhrase && ofQuestion >= leastOfQuestion && words > 1);
  return meets ? 0.8 * ofQuestion + 0.2 * ofPhrase : 0;
}

/** 1 for the same words; else what two phrases share of the heavier one's weight. */
function likeness(some: readonly WeighedWord[], others: readonly WeighedWord[]): number {
  if (samePhrase(some.map(wordOf), others.map(wordOf))) return 1;
  return sharedWeight(some, others) / Math.max(weightOf(some), weightOf(others));
}

function sharedWeight(some: readonly WeighedWord[], others: readonly WeighedWord[]): number {
  const held = new Set(others.map(wordOf));
  return weightOf(some.filter(({ word }) => held.has(word)));
}

function weightOf(words: readonly WeighedWord[]): number {
  return words.reduce((total, { idf }) => total + idf, 0);
}

function wordOf({ word }: WeighedWord): string {
  return word;
}

function newestFirst(a: RecordedCause, b: RecordedCause): number {
  return b.knownAt - a.knownAt || b.eventSeq - a.eventSeq;
}
