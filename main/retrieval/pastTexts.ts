import type { TimeQuestion } from '../contract/packet.ts';
import { fromInstant } from '../contract/time.ts';
import { readQuestion } from '../projections/keywords/tokenize.ts';
import type { Standing } from '../projections/standing.ts';
import type { PathResult } from '../retrievers/path.ts';
import type { Judged } from './validity.ts';

/** A state of the past that a question asks for where no slot answers it: texts that were replaced may tell it. */
export interface PastAsked {
  readonly time: TimeQuestion;
  /** The span that is meant, in milliseconds since 1970, both ends included; null for any time. */
  readonly span: { readonly from: number; readonly at: number } | null;
}

/** Modes that ask for a state that is past, whatever holds now. */
export const pastModes: ReadonlySet<TimeQuestion['mode']> = new Set(['before', 'after', 'began', 'ended', 'history']);

/** What is asked of the past, as seen from `now` (milliseconds since 1970); null where the present is asked for. */
export function pastAsked(time: TimeQuestion | undefined, now: number): PastAsked | null {
  if (time === undefined || time.phrase === null) return null;
  if (pastModes.has(time.mode)) return { time, span: null };
  const at = fromInstant(time.at);
  if (time.mode !== 'at' || at === null || at >= now) return null;
  return { time, span: { from: fromInstant(time.from) ?? at, at } };
}

type Held = NonNullable<Standing['held']>;

/**
 * Which of the replaced texts answer, by the time in which each held: those of the span, all of a history, or those on
 * the asked side of the value that the question names.
 */
export function answersPast(judged: readonly Judged[], { time, span }: PastAsked): (one: Judged) => boolean {
  const named = time.value?.toLowerCase() ?? null;
  const ofValue = judged.find(({ item }) => named !== null && item.text.toLowerCase().includes(named));
  const turn = ofValue === undefined ? null : spanOf(ofValue);
  const within = ({ from, to }: Held): boolean => {
    if (span !== null) return from <= span.at && to > span.from;
    if (time.mode === 'before') return turn === null || to <= turn.from;
    if (time.mode === 'after') return turn?.to != null && from >= turn.to;
    return true;
  };
  return ({ standing }) => standing.held !== null && ended.has(standing.currentness) && within(standing.held);
}

/** What is distrusted or taken back is no state of the past. */
const ended: ReadonlySet<Standing['currentness']> = new Set(['superseded', 'expired']);

function spanOf({ item, standing }: Judged): { readonly from: number; readonly to: number | null } {
  return standing.held ?? { from: item.validFrom ?? item.occurredAt, to: item.validTo };
}

/**
 * Puts a replaced text that is the answer before what took its place: at a time, the one that held at the end of it;
 * before a change, the latest.
 */
export function pastFirst(kept: readonly Judged[], { time, span }: PastAsked): Judged[] {
  const wanted = ({ standing: { held } }: Judged) =>
    held !== null && (span === null ? time.mode === 'before' || time.mode === 'after' : held.to > span.at);
  const ordered = [...kept];
  const latestLast = kept.filter(wanted).sort((a, b) => spanOf(a).from - spanOf(b).from);
  for (const past of time.mode === 'after' ? latestLast.reverse() : latestLast) {
    const rivals = new Set([
      past.standing.by,
      ...kept.filter((one) => isRival(one, past)).map(({ item }) => item.itemId),
    ]);
    const place = ordered.findIndex(({ item }) => rivals.has(item.itemId) && item.namespace === past.item.namespace);
    const own = ordered.indexOf(past);
    if (place >= 0 && place < own) ordered.splice(place, 0, ...ordered.splice(own, 1));
  }
  return ordered;
}

/** Two texts in whose place the same one stands. */
function isRival({ standing }: Judged, past: Judged): boolean {
  return standing.held !== null && standing.by !== null && standing.by === past.standing.by;
}

/** Whether one of them is such a text. */
export function tellsPast(selected: readonly Judged[], past: PastAsked): boolean {
  return selected.some(answersPast(selected, past));
}

/** The answers without what the paths made of the words of the time: no text about a state names the day one asks about. */
export function withoutTimeWords<Answer extends { readonly result: PathResult }>(
  answers: readonly Answer[],
  { time }: PastAsked,
): Answer[] {
  const phrase = time.phrase ?? '';
  const plain = phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = new Set([...plain, ...readQuestion(phrase).flatMap(({ terms }) => terms)]);
  return answers.map((answer) => {
    const { terms } = answer.result;
    if (terms === undefined) return answer;
    return { ...answer, result: { ...answer.result, terms: terms.filter(({ term }) => !words.has(term)) } };
  });
}
