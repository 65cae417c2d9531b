import type { EdgeView } from '../../contract/entities.ts';
import { findDates } from '../../language/dates.ts';
import { openCauseReads, type RecordedCause } from '../../projections/causes/causeReads.ts';
import { phraseWords } from '../../projections/causes/causeWords.ts';
import { openTermCounts } from '../../projections/keywords/termCounts.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { type CauseChain, type ChainBounds, type Link, openCauseChains } from './causeChains.ts';
import { type CauseQuestion, readCauseQuestion, tellsCause } from './causeQuestion.ts';
import { askedSides, openWordStarts, type Start } from './causeStarts.ts';
import { type NamedEvents, type NamedStart, openNamedEvents, type TimeNamed } from './namedEvents.ts';
import { type NamedThing, openThingsNamed } from './thingsNamed.ts';

/** Which recipe ranked: kept in traces, and raised when a rank may change. */
export const causalVersion = 'causal-4';

/** Links of a chain that are followed, and chains that are proposed. */
const longestChain = 4;
const mostChains = 20;
/** Texts that are looked at for a cause that nobody recorded. */
const mostTexts = 50;
/** A claim that covers so much of the question is what was asked for, and not merely near it. */
const surelyMeant = 0.6;
/** Where the thing itself is named, so much of what else is said of the event; and of what the best event has. */
const leastFit = 0.2;
const nearBest = 0.7;
/** An event that the question fits so well is the one that is meant, even if nothing is recorded of it. */
const clearFit = 0.4;
/** A question that asks for nothing else and tells so much of a recorded event asks what is recorded of it. */
const toldEvent = 0.3;

type WordBounds = ChainBounds & { readonly namespaces: readonly string[]; readonly saysWhat: boolean };

export interface CausalReads {
  /** Where no words lead to a recorded cause, those among the items nearest in meaning are proposed, where the query has them. */
  retrieve(query: PathQuery): PathResult;
  /** Whether the question may be one for a cause, and some are recorded. */
  mayMean(query: PathQuery): boolean;
  /** Whether a cause or an effect is asked for: by the words, or because they tell an event of which one is recorded. */
  asks(query: PathQuery): boolean;
}

/**
 * Finds recorded causes and effects, backwards and forwards, in chains: the candidates of one chain follow each other
 * in its order, each with the chain up to it as its supporting path. Where the question names a thing, only what is
 * recorded of that thing answers, of the event that its words and its date tell. What was overturned is shown where it
 * is asked for. Nothing is inferred; where the question's thing is known and no cause of it stands, the answer says so.
 */
export function openCausal(db: Database): CausalReads {
  const reads = openCauseReads(db);
  const thingsNamed = openThingsNamed(db);
  const eventsOf = openNamedEvents(reads);
  const wordStarts = openWordStarts(reads);
  const chainsOf = openCauseChains(reads);
  const terms = openTermCounts(db);
  const selectTexts = db
    .prepare<[string], string>('SELECT text FROM items WHERE rowid IN (SELECT value FROM json_each(?))')
    .pluck();

  function read(query: PathQuery) {
    const namespaces = [...new Set(query.namespaces)];
    const things = thingsNamed(namespaces, query.text);
    const when = timesIn(query, things);
    return { namespaces, things, when, question: readCauseQuestion(query.text, [...things, ...when]) };
  }

  function asks(query: PathQuery): boolean {
    const { things, when, question } = read(query);
    if (question.isCausal || question.isOfOtherThings || things.length === 0) return question.isCausal;
    const { words, direction } = question;
    return eventsOf({ things, words, when, direction, knownAt: query.knownAt }).bestFit >= toldEvent;
  }

  function retrieve(query: PathQuery): PathResult {
    const { namespaces, things, when, question } = read(query);
    if (question.isOfOtherThings) return resultOf([]);
    const { words, direction } = question;
    const events = eventsOf({ things, words, when, direction, knownAt: query.knownAt });
    const bounds = {
      depth: longestChain,
      limit: Math.min(mostChains, query.depth),
      knownAt: query.knownAt,
      includeOverturned: question.overturned || query.includeHistorical,
    };
    if (events.isKnown) return ofThings(events, question, bounds);
    const whole = readCauseQuestion(query.text, when);
    // A name alone says of nothing that it happened.
    const saysWhat = whole.words.some((word) => words.includes(word));
    const found = ofWords(things, whole, { ...bounds, namespaces, saysWhat });
    return found.candidates.length > 0 || found.absence !== undefined ? found : ofMeaning(query, whole, bounds);
  }

  function mayMean({ text, namespaces }: PathQuery): boolean {
    return !readCauseQuestion(text).isOfOtherThings && namespaces.some((namespace) => reads.count(namespace) > 0);
  }

  /** Claims that are nearest to the question, told in other words: likely, and never all that is asked. */
  function ofMeaning({ nearest = [] }: PathQuery, question: CauseQuestion, bounds: ChainBounds): PathResult {
    const side = askedSides[question.direction][0];
    const starts = reads.atRows(nearest).map((recorded, place) => ({ recorded, side, score: 0.5 * 0.9 ** place }));
    return resultOf(candidatesOf(chainsOf(starts, { ...bounds, depth: 1 }), question, () => false));
  }

  /** The question names things of which causes are recorded: what is asked of them, or that nothing that stands says it. */
  function ofThings(events: NamedEvents, question: CauseQuestion, bounds: ChainBounds): PathResult {
    // Words that ask for no cause may be the asker's own for one, if the event is told by them.
    const starts = question.isCausal ? events.starts : events.starts.filter(({ event }) => event.fit >= leastFit);
    const chains = chainsOf(starts, bounds);
    if (question.isCausal && isAnother(chains, events)) return resultOf([], absenceOf(question));
    return resultOf(candidatesOf(chains, question, (start) => isMeant(start, events)));
  }

  /** Claims that the words meet; those that name other things than the question does are no answer. */
  function ofWords(things: readonly NamedThing[], question: CauseQuestion, bounds: WordBounds): PathResult {
    const { words, direction } = question;
    const { namespaces, saysWhat } = bounds;
    const starts = wordStarts({ namespaces, words, direction });
    const open = things.length === 0 ? starts : starts.filter(({ recorded }) => !namesAThing(recorded));
    const chains = chainsOf(open, bounds);
    const candidates = candidatesOf(chains, question, ({ score }) => things.length === 0 && score >= surelyMeant);
    if (candidates.length > 0 || !question.isCausal || !saysWhat) return resultOf(candidates);
    return isToldWithoutCause(namespaces, words) ? resultOf([], absenceOf(question)) : resultOf([]);
  }

  function namesAThing({ namespace, cause, effect }: RecordedCause): boolean {
    return thingsNamed([namespace], `${cause}\n${effect}`).length > 0;
  }

  /** Whether a text tells of just this, and none of those that do tells a cause that nobody recorded. */
  function isToldWithoutCause(namespaces: readonly string[], words: readonly string[]): boolean {
    const items = namespaces.flatMap((namespace) => terms.together(namespace, words).slice(0, mostTexts));
    return items.length > 0 && !selectTexts.all(JSON.stringify(items)).some((text) => tellsCause(text));
  }

  // One snapshot for all reads of a question, however much is written meanwhile.
  return { retrieve: db.transaction(retrieve).deferred, mayMean, asks: db.transaction(asks).deferred };
}

function resultOf(candidates: readonly Candidate[], absence?: string): PathResult {
  const result: PathResult = { status: 'ok', reason: null, candidates, lagging: 0 };
  return absence === undefined ? result : { ...result, absence };
}

function absenceOf({ direction }: CauseQuestion): string {
  return direction === 'effects' ? 'effect-not-recorded' : 'cause-not-recorded';
}

/** Before these a date does not say when something happened, but how long something has been going on. */
const spanWord = /\b(?:since|until|till|by|up to)\s+$/i;

/** The times of which the event may be. The present, and a year alone, tell no event apart. */
function timesIn(query: PathQuery, things: readonly NamedThing[]): (TimeNamed & { start: number; end: number })[] {
  // What is asked about has happened.
  return findDates(query.text, { ...query, mostAhead: 0 })
    .filter(({ grain }) => grain !== 'second' && grain !== 'year')
    .filter(({ start, end }) => !things.some((thing) => thing.start < end && start < thing.end))
    .filter(({ start }) => !spanWord.test(query.text.slice(0, start)))
    .map(({ start, end, from, to }) => ({ start, end, from, to, words: phraseWords(query.text.slice(start, end)) }));
}

/** The event that the question means is known, and nothing that stands says of it what is asked: others are no answer. */
function isAnother(chains: readonly CauseChain<NamedStart>[], { bestFit }: NamedEvents): boolean {
  const fits = chains.map(({ start }) => start.event.fit);
  return chains.length === 0 || (bestFit >= clearFit && Math.max(...fits) < bestFit / 2);
}

/** The event is told by the words; or, where they tell none apart, by the day. */
function isMeant({ event, inTime }: NamedStart, { starts, bestFit }: NamedEvents): boolean {
  if (inTime === false) return false;
  return event.fit < leastFit ? inTime === true && event === starts[0]?.event : event.fit >= nearBest * bestFit;
}

function candidatesOf<Begun extends Start>(
  chains: readonly CauseChain<Begun>[],
  question: CauseQuestion,
  isMeant: (start: Begun) => boolean,
): Candidate[] {
  const shown = new Map<number, Omit<Candidate, 'rank'>>();
  for (const { links, start } of chains) {
    const asked = question.isCausal && isMeant(start);
    for (const [at, { recorded, view, denial }] of links.entries()) {
      const proposed = {
        // A step further from what was asked is a step less of an answer.
        score: start.score * 0.9 ** at,
        signals: {
          direction: question.direction,
          match: start.score,
          step: at + 1,
          of: links.length,
          claimType: view.claimType,
          status: view.status,
          counterEvidence: view.counterEvidence,
        },
        edges: edgesOf(links.slice(0, at + 1), start.side !== 'cause'),
        ...(asked && (at === 0 || question.isOfChain) ? { asked: true } : {}),
      };
      // What was believed is told together with the word that overturned it.
      const told = [recorded, ...(denial === null ? [] : [denial])];
      for (const { rowid } of told) if (!shown.has(rowid)) shown.set(rowid, { rowid, ...proposed });
    }
  }
  return [...shown.values()].map((candidate, index) => ({ ...candidate, rank: index + 1 }));
}

/** The chain as a path in the direction in which it happened, from cause to effect. */
function edgesOf(links: readonly Link[], backwards: boolean): EdgeView[] {
  const inOrder = backwards ? links.toReversed() : links;
  return inOrder.map(({ view }) => ({
    itemId: view.causeId,
    from: view.cause,
    relation: 'causes',
    to: view.effect,
    validFrom: null,
    validTo: null,
    knownAt: view.knownAt,
    isCurrent: view.status === 'standing',
    support: view.evidence.length > 0 ? view.evidence : [view.causeId],
    confidence: view.confidence,
  }));
}
