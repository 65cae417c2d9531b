import { nameKey } from '../../language/names.ts';
import type { CauseReads, RecordedCause, WeighedWord } from '../../projections/causes/causeReads.ts';
import { phraseWords } from '../../projections/causes/causeWords.ts';
import {
  asAsked,
  askedSides,
  type Direction,
  newestFirst,
  type Start,
  sharedWeight,
  weightOf,
  wordsOn,
} from './causeStarts.ts';
import type { NamedThing } from './thingsNamed.ts';

/** A time that a question names, in milliseconds since 1970, `[from, to)`, and the words that it does so with. */
export interface TimeNamed {
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

/** What a question says of an event at things that it names. */
export interface EventAsked {
  readonly things: readonly NamedThing[];
  /** The words that are left to say which event it was, without the names and the dates. */
  readonly words: readonly string[];
  /** The times that it names. */
  readonly when: readonly TimeNamed[];
  readonly direction: Direction;
  readonly knownAt: number | null;
}

/** What happened, as recorded claims have it on one side. */
export interface Event {
  readonly words: readonly string[];
  /** 0–1: of the weight of what the question says of the event, the share that its words have. */
  readonly fit: number;
  /** When a claim first told of it, in milliseconds since 1970: what happened is told of before its causes are. */
  readonly first: number;
  /** Whether that claim tells what caused it: what is explained was noticed before what explains it. */
  readonly isExplained: boolean;
}

export interface NamedStart extends Start {
  readonly event: Event;
  /** Whether the event was told of when the question says that it happened; null where it does not say. */
  readonly inTime: boolean | null;
}

/** What is recorded of the things that a question names. */
export interface NamedEvents {
  /** Whether any recorded claim names one of the things. */
  readonly isKnown: boolean;
  /** Claims that have the event on the asked side, the best first. */
  readonly starts: readonly NamedStart[];
  /** How well the question's words are met by any event of these things, whatever is recorded of it. */
  readonly bestFit: number;
}

/** Claims that are read of one thing. */
const mostClaims = 200;
const dayMs = 86_400_000;
/** An event is told of on the day of it, or not long after. */
const toldBefore = dayMs;
const toldWithin = 30 * dayMs;

/**
 * Finds what a question asks about among the events of what it names. A claim about another thing is no answer, however
 * alike its words are.
 */
export function openNamedEvents(reads: CauseReads): (asked: EventAsked) => NamedEvents {
  type Weigh = ReturnType<CauseReads['weigher']>;

  function claimsNaming({ namespace, keys }: NamedThing, { knownAt }: EventAsked, weigh: Weigh): RecordedCause[] {
    return keys.flatMap((key) =>
      reads
        .holding(namespace, weigh(namespace, phraseWords(key)), 'either', { least: 1, limit: mostClaims })
        .filter((claim) => knownAt === null || claim.knownAt <= knownAt)
        .filter(({ cause, effect }) => holdsKey(cause, key) || holdsKey(effect, key)),
    );
  }

  /** The events of one question's claims, each measured once however many have it on a side. */
  function measured(
    claims: readonly RecordedCause[],
    words: readonly string[],
    weigh: Weigh,
  ): ReadonlyMap<string, Event> {
    const found = new Map<string, Event>();
    for (const claim of claims) {
      for (const side of ['effect', 'cause'] as const) {
        const { namespace, occurredAt } = claim;
        const recorded = wordsOn(claim, side);
        const earlier = found.get(eventKey(claim, side));
        found.set(eventKey(claim, side), {
          words: recorded,
          fit: earlier?.fit ?? fitOf(asAsked(weigh(namespace, words)), weigh(namespace, recorded)),
          ...(earlier === undefined || occurredAt < earlier.first
            ? { first: occurredAt, isExplained: side === 'effect' }
            : { first: earlier.first, isExplained: earlier.isExplained }),
        });
      }
    }
    return found;
  }

  return (asked) => {
    const weigh = reads.weigher();
    const naming = asked.things
      .map((thing) => ({ thing, claims: claimsNaming(thing, asked, weigh) }))
      .filter(({ claims }) => claims.length > 0);
    const claims = [...new Map(naming.flatMap((one) => one.claims.map((claim) => [claim.rowid, claim]))).values()];
    const shareNamed = ({ rowid }: RecordedCause) =>
      naming.filter((one) => one.claims.some((claim) => claim.rowid === rowid)).length / naming.length;
    const names = new Set(naming.flatMap(({ thing }) => thing.keys.flatMap(phraseWords)));
    const events = measured(
      claims,
      asked.words.filter((word) => !names.has(word)),
      weigh,
    );
    const starts = claims.flatMap((recorded) =>
      askedSides[asked.direction].flatMap((side) => {
        const event = events.get(eventKey(recorded, side));
        if (event === undefined) return [];
        const told = inTime(event, asked.when);
        return [{ recorded, side, event, inTime: told, score: scoreOf(event, told, shareNamed(recorded)) }];
      }),
    );
    starts.sort((a, b) => b.score - a.score || byNoticed(a.event, b.event) || newestFirst(a.recorded, b.recorded));
    const fits = [...events.values()].map(({ fit }) => fit);
    return { isKnown: claims.length > 0, starts, bestFit: Math.max(0, ...fits) };
  };
}

function byNoticed(a: Event, b: Event): number {
  return a.first - b.first || Number(b.isExplained) - Number(a.isExplained);
}

/** That the things are named counts by itself; beside it which event it was, and when. */
function scoreOf({ fit }: Event, inTime: boolean | null, shareNamed: number): number {
  return 0.3 * shareNamed + 0.5 * fit + (inTime === null ? 0.1 : inTime ? 0.2 : 0);
}

/** 0–1: the share of the asked weight that the recorded words have. */
function fitOf(asked: readonly WeighedWord[], recorded: readonly WeighedWord[]): number {
  const shared = sharedWeight(asked, recorded);
  return shared === 0 ? 0 : shared / weightOf(asked);
}

/** A time that is part of how the event is recorded (“the run of 3 November”) does not say when it was. */
function inTime({ words, first }: Event, when: readonly TimeNamed[]): boolean | null {
  const telling = when.filter((time) => time.words.some((word) => !words.includes(word)));
  if (telling.length === 0) return null;
  return telling.some(({ from, to }) => first >= from - toldBefore && first < to + toldWithin);
}

function holdsKey(phrase: string, key: string): boolean {
  return ` ${nameKey(phrase)} `.includes(` ${key} `);
}

function eventKey(claim: RecordedCause, side: 'cause' | 'effect'): string {
  return JSON.stringify([claim.namespace, ...wordsOn(claim, side).toSorted()]);
}
