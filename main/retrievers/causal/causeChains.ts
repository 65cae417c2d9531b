import type { CauseView } from '../../contract/causes.ts';
import type { CauseReads, RecordedCause, WeighedWord } from '../../projections/causes/causeReads.ts';
import { samePhrase } from '../../projections/causes/causeWords.ts';
import { newestFirst, type Start, sharedWeight, weightOf, wordsOn } from './causeStarts.ts';

/** Recorded causes, each the next one's cause or effect: the first meets what was asked about. */
export interface CauseChain<Begun extends Start = Start> {
  readonly links: readonly Link[];
  /** Where it begins: its claim is that of the first link. */
  readonly start: Begun;
}

export interface Link {
  readonly recorded: RecordedCause;
  readonly view: CauseView;
  /** The claim that overturned it; null where it stands, or where something else than a claim did. */
  readonly denial: RecordedCause | null;
}

export interface ChainBounds {
  /** Links of a chain at most. */
  readonly depth: number;
  readonly limit: number;
  readonly knownAt: number | null;
  readonly includeOverturned: boolean;
}

/** Two phrases with so much of the longer one's weight in common name the same thing. */
const leastShared = 0.6;
/** Causes that one phrase is compared with, of those that share the most of its weight. */
const mostCompared = 40;
/** Ways on from one link. */
const mostBranches = 5;

/** A walk on its way, with the weights of the words that it met. */
type Walking = ChainBounds & {
  readonly weigh: ReturnType<CauseReads['weigher']>;
  /** Ways on that were found: chains meet in one claim. */
  readonly met: Map<string, readonly Link[]>;
};

/** Walks recorded causes and effects from where a question begins. Infers none: every link is an item that says so. */
export function openCauseChains(
  reads: CauseReads,
): <Begun extends Start>(starts: readonly Begun[], bounds: ChainBounds) => CauseChain<Begun>[] {
  function standing(recorded: RecordedCause, { knownAt, includeOverturned }: ChainBounds): Link | null {
    if (knownAt !== null && recorded.knownAt > knownAt) return null;
    // A denial is told with the claim that it denies; alone only where nobody recorded that claim.
    if (!recorded.holds && (!includeOverturned || reads.opposites(recorded).length > 0)) return null;
    const view = reads.view(recorded, knownAt);
    if (view.status !== 'standing' && !includeOverturned) return null;
    const denial = view.overturnedBy === null ? null : reads.byId(recorded.namespace, view.overturnedBy);
    return { recorded, view, denial };
  }

  /** Causes whose near side names what the far side of the last link does. */
  function onwards(from: RecordedCause, side: 'cause' | 'effect', walking: Walking): readonly Link[] {
    const key = `${from.rowid} ${side}`;
    const links = walking.met.get(key) ?? findOnwards(from, side, walking);
    walking.met.set(key, links);
    return links;
  }

  function findOnwards(from: RecordedCause, side: 'cause' | 'effect', walking: Walking): Link[] {
    const weighed = walking.weigh(from.namespace, wordsOn(from, side === 'effect' ? 'cause' : 'effect'));
    const weighedOn = (recorded: RecordedCause) => walking.weigh(from.namespace, wordsOn(recorded, side));
    const alike = reads
      .holding(from.namespace, weighed, side, { least: leastShared, limit: mostCompared })
      .map((recorded) => ({ recorded, alike: likeness(weighed, weighedOn(recorded)) }))
      .filter(({ alike }) => alike >= leastShared)
      .sort((a, b) => b.alike - a.alike || newestFirst(a.recorded, b.recorded));
    const links: Link[] = [];
    for (const { recorded } of alike) {
      if (links.length >= mostBranches) break;
      if (links.some((held) => isSameClaim(held, { recorded }))) continue;
      const link = standing(recorded, walking);
      if (link !== null) links.push(link);
    }
    return links;
  }

  /** Every way on from a link, depth first; a cause that is in the chain already ends it, so that circles do. */
  function* walk(links: readonly Link[], side: 'cause' | 'effect', walking: Walking): Generator<readonly Link[]> {
    const last = links.at(-1);
    const next =
      last === undefined || links.length >= walking.depth
        ? []
        : onwards(last.recorded, side, walking).filter((link) => !links.some((held) => isSameClaim(held, link)));
    if (next.length === 0) yield links;
    for (const link of next) yield* walk([...links, link], side, walking);
  }

  return <Begun extends Start>(starts: readonly Begun[], bounds: ChainBounds) => {
    const walking = { ...bounds, weigh: reads.weigher(), met: new Map<string, readonly Link[]>() };
    const chains: CauseChain<Begun>[] = [];
    for (const start of starts) {
      const { recorded, side } = start;
      if (chains.length >= bounds.limit) break;
      if (chains.some(({ links }) => links.some((held) => isSameClaim(held, { recorded })))) continue;
      const link = standing(recorded, bounds);
      if (link === null) continue;
      for (const links of side === null ? [[link]] : walk([link], side, walking)) {
        chains.push({ links, start });
        if (chains.length >= bounds.limit) break;
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

/** 1 for the same words; else what two phrases share of the heavier one's weight. */
function likeness(some: readonly WeighedWord[], others: readonly WeighedWord[]): number {
  const wordOf = ({ word }: WeighedWord) => word;
  if (samePhrase(some.map(wordOf), others.map(wordOf))) return 1;
  return sharedWeight(some, others) / Math.max(weightOf(some), weightOf(others));
}
