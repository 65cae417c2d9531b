import type { TimeQuestion } from '../contract/packet.ts';
import { toInstant } from '../contract/time.ts';
import type { PathAnswer } from './ask.ts';
import { judgeConfidence } from './confidence.ts';
import type { Cut, Selected } from './cut.ts';
import { type Evidence, isAnswer, type Verdict } from './evidence.ts';
import type { CosineScale, Policy } from './policy.ts';

/** A time of which what is asked for has to be, and the recorded episodes among the results that are, or are not. */
export interface HappenedAsked {
  readonly time: TimeQuestion;
  /** The words of the question that say when, as it has them. */
  readonly shown: readonly string[];
  /** Terms of the question that an episode of that time meets by being one. */
  readonly terms: readonly string[];
  /** Nothing else is asked: “what happened on 10 June?” */
  readonly isOpen: boolean;
  readonly within: readonly Selected[];
  readonly outside: readonly Selected[];
  /** The time does not hold the present, so that an episode of another time is no answer. */
  readonly isPast: boolean;
}

/** What `search` read of the time, held against the recorded episodes; null where there is no time or no such episode. */
export function happenedAsked(
  answers: readonly PathAnswer[],
  selected: readonly Selected[],
  now: number,
): HappenedAsked | null {
  const result = answers.find(({ path }) => path === 'search')?.result;
  const { happened, terms = [] } = result ?? {};
  const episodes = selected.filter(({ item }) => item.kind === 'episode');
  if (happened === undefined || episodes.length === 0) return null;
  const { spans } = happened;
  const [from, to] = [Math.min(...spans.map((span) => span.from)), Math.max(...spans.map((span) => span.to))];
  const isWithin = (one: Selected) =>
    signalOf(one) ?? spans.some((span) => one.item.occurredAt >= span.from && one.item.occurredAt < span.to);
  const shown = spans.map((span) => span.shown);
  return {
    time: {
      ...{ mode: 'at', knownAt: null, value: null, phrase: shown.join(' … ') },
      from: isOpenEnd(from) ? null : toInstant(from),
      at: toInstant(isOpenEnd(to) ? now : to - 1),
    },
    shown,
    terms: happened.terms,
    isOpen: terms.length > 0 && terms.every(({ term }) => happened.terms.includes(term)),
    within: episodes.filter(isWithin),
    outside: episodes.filter((one) => !isWithin(one)),
    isPast: spans.every((span) => span.to <= now || span.from > now),
  };
}

/** What the keyword path says of an episode that it looked at: it knows its end too. */
function signalOf({ hits }: Selected): boolean | null {
  for (const { signals } of hits) {
    const { episode } = signals as { readonly episode?: { readonly when: boolean | null } };
    if (episode !== undefined) return episode.when;
  }
  return null;
}

/** “Before” and “after” leave one end at the edge of all dates. */
function isOpenEnd(ms: number): boolean {
  return Math.abs(ms) >= 8.64e15;
}

/** `answersThen`: the episodes of the time that is named are the answer, and those of another time are none. */
export interface TimedVerdict {
  readonly verdict: Verdict;
  readonly answersThen: boolean;
}

/**
 * Judges results where a time is named. An episode of that time meets the words that say when, and is judged by the others;
 * one of another time may tell of the same thing, but is never `found`. The better of both readings counts.
 */
export function judgeHappened(
  evidence: Evidence,
  happened: HappenedAsked,
  policy: Policy,
  scale: CosineScale,
): TimedVerdict {
  const whole = judgeConfidence(evidence, policy, scale);
  if (whole.reason === 'structure-answers') return { verdict: whole, answersThen: false };
  const plain = atMostWeak(whole, evidence, happened, policy);
  if (happened.within.length === 0) return { verdict: plain, answersThen: false };
  const then = happened.isOpen ? openVerdict(policy) : judgeConfidence(thenOnly(evidence, happened), policy, scale);
  const answersThen = isAnswer(then) && (!isAnswer(plain) || then.confidence >= plain.confidence);
  return answersThen ? { verdict: then, answersThen } : { verdict: plain, answersThen };
}

/** What happened then is all that is asked, and it is known. */
function openVerdict({ confidence }: Policy): Verdict {
  const support = { required: 1, covered: 1 };
  const signals = { byTime: true };
  return {
    status: 'found',
    confidence: confidence.structure.value,
    reason: 'happened-then',
    missing: [],
    support,
    signals,
  };
}

function thenOnly(evidence: Evidence, { within, terms: met }: HappenedAsked): Evidence {
  const runs = evidence.runs.map(({ path, result }) => {
    const { terms } = result;
    return {
      path,
      result: terms === undefined ? result : { ...result, terms: terms.filter((one) => !met.includes(one.term)) },
    };
  });
  return { ...evidence, runs, selected: within };
}

function atMostWeak(
  whole: Verdict,
  { selected }: Evidence,
  { outside, isPast, shown }: HappenedAsked,
  { confidence: { foundAt } }: Policy,
): Verdict {
  const [best] = selected;
  if (!isPast || !isAnswer(whole) || best === undefined || !outside.includes(best)) return whole;
  const confidence = Math.min(whole.confidence, foundAt.value - 0.01);
  return {
    ...whole,
    status: 'weak',
    confidence,
    reason: 'other-time',
    missing: [...new Set([...whole.missing, ...shown])],
  };
}

/** The list without episodes of another time, where those of the time that is named answer. */
export function withoutOtherTimes({ selected, dropped }: Cut, { outside }: HappenedAsked): Cut {
  return {
    selected: selected.filter((one) => !outside.includes(one)),
    dropped: [...outside.map((one) => ({ ...one, reason: 'other-time' as const, by: null })), ...dropped],
  };
}
