import type { TimeQuestion } from '../../contract/packet.ts';
import { fromInstant } from '../../contract/time.ts';
import type { Assertion, Segment, Timeline } from '../../truth/evidence.ts';
import { covers } from '../../truth/questions.ts';

/** What part a value plays in an answer. */
export type Role = 'answer' | 'neighbour' | 'instead' | 'beside' | 'end';

/** A value that answers, and the assertion that decides it where it was asked about. */
export interface Picked {
  readonly segment: Segment;
  readonly decider: Assertion;
  readonly contested: boolean;
  /** answer: what was asked for; neighbour: the value it was asked from; instead: what followed; beside: also in the span; end: the denial that ended it. */
  readonly role: Role;
}

/** The values that decide a question, the best first; empty where the slot is empty there. */
export interface SlotAnswer {
  readonly picks: readonly Picked[];
  /** The instant of valid time at which nothing was found, for the reason why. */
  readonly at: number;
  /** A value was named that the slot never had. */
  readonly unheardValue: boolean;
}

interface Asked {
  readonly time: TimeQuestion;
  /** Of a history, its beginning alone. */
  readonly first: boolean;
  /** Keys of the values that the question mentions. */
  readonly mentioned: ReadonlySet<string>;
  /** Whether one of them is a quantity, a version or a date, which is no event either. */
  readonly definite: boolean;
  readonly now: number;
}

/** Answers a question about one slot's life, by its mode. Pure. */
export function answerSlot(timeline: Timeline, asked: Asked): SlotAnswer {
  const { time, now } = asked;
  const at = fromInstant(time.at) ?? now;
  const done = (picks: readonly Picked[], unheardValue = false): SlotAnswer => ({ picks, at, unheardValue });
  if (time.mode === 'now') return done(holdingAt(timeline, now));
  if (time.mode === 'at') return done(holdingIn(timeline, fromInstant(time.from) ?? at, at));
  if (time.mode === 'history') {
    const picks = inHistory(timeline, asked);
    return done(picks, time.value !== null && picks.length === 0);
  }
  const target = targetOf(timeline, asked, at);
  if (target === 'unheard') return done([], true);
  if (target === null) return done([]);
  const before = timeline.segments.findLast(({ from }) => from < target.from);
  const after = timeline.segments.find(({ from }) => from > target.from);
  // What was asked from holds no more: “who owned it before?” asks for the last one.
  const isOver = !asked.mentioned.has(target.valueKey) && target.to !== null && target.to <= at;
  if (time.mode === 'before' && isOver) return done([pick(target)]);
  if (time.mode === 'before') return done(before ? [pick(before), pick(target, 'neighbour')] : []);
  if (time.mode === 'after') return done(after ? [pick(after), pick(target, 'neighbour')] : []);
  if (time.mode === 'began') return done([pick(target)]);
  const next = after !== undefined && after.from === target.to ? [pick(after, 'instead')] : [];
  const own = pick(target);
  // Who limited a value said when it ends; else what ended it tells.
  const isLimited = target.to !== null && own.decider.validTo === target.to;
  return done(isLimited ? [own, ...next] : [...next, ...endOf(timeline, target), own]);
}

/** The denial by which a value ended. */
function endOf({ absences }: Timeline, segment: Segment): Picked[] {
  const end = absences.find(({ from, winner }) => from === segment.to && winner.id === segment.endedBy);
  return end === undefined
    ? []
    : [{ segment, decider: end.winner, contested: end.contestedBy.length > 0, role: 'end' }];
}

function pick(segment: Segment, role: Role = 'answer', at: number | null = null): Picked {
  const part = (at === null ? undefined : segment.parts.find((one) => covers(one, at))) ?? segment.parts[0];
  if (part === undefined) throw new Error('a segment without parts');
  return { segment, decider: part.winner, contested: part.contestedBy.length > 0, role };
}

function holdingAt({ segments }: Timeline, at: number): Picked[] {
  return segments.filter((segment) => covers(segment, at)).map((segment) => pick(segment, 'answer', at));
}

/** What held in a span, both ends included: what held for most of it, then what held beside it. */
function holdingIn(timeline: Timeline, from: number, at: number): Picked[] {
  if (from >= at) return holdingAt(timeline, at);
  const met = timeline.segments.filter((segment) => segment.from <= at && (segment.to === null || segment.to > from));
  const share = ({ from: begins, to }: Segment) => Math.min(to ?? at, at) - Math.max(begins, from);
  const longest = Math.max(...met.map(share));
  return met
    .toSorted((a, b) => share(b) - share(a) || b.from - a.from)
    .map((segment) => {
      const answers = timeline.cardinality === 'many' || share(segment) === longest;
      return pick(segment, answers ? 'answer' : 'beside', Math.min(at, (segment.to ?? at + 1) - 1));
    });
}

/** All values, the first of them, or where one is named the times at which it held. */
function inHistory({ segments }: Timeline, { time, mentioned, first, now }: Asked): Picked[] {
  const asked = time.value === null ? segments : segments.filter(({ valueKey }) => mentioned.has(valueKey));
  const begun = asked.filter(({ from }) => from <= now);
  const told = begun.length > 0 ? begun : asked;
  return told.slice(0, first ? 1 : undefined).map((segment) => pick(segment));
}

/** The value that is asked from: the one mentioned, when it held last; else the one at the time that is meant. */
function targetOf(
  timeline: Timeline,
  { time, mentioned, definite, now }: Asked,
  at: number,
): Segment | 'unheard' | null {
  const { segments } = timeline;
  const named = segments.filter(({ valueKey }) => mentioned.has(valueKey));
  const begun = named.filter(({ from }) => from <= now);
  const last = begun.at(-1) ?? named[0];
  if (last !== undefined) return last;
  if (definite) return 'unheard';
  const holding = segments.findLast((segment) => covers(segment, at));
  if (time.mode !== 'ended' || holding?.to != null)
    return holding ?? segments.findLast(({ from }) => from <= at) ?? null;
  return segments.findLast(({ to }) => to !== null && to <= at) ?? holding ?? null;
}
