import type { TimeQuestion } from '../contract/packet.ts';
import { toInstant } from '../contract/time.ts';
import { betweenDays } from './betweenDays.ts';
import { type FoundDate, findDates } from './dates.ts';
import { findFigureDates } from './figureDates.ts';
import { impossibleDay } from './impossibleDays.ts';
import { overlaps, type Span } from './span.ts';
import { type Cue, findCue, findKnowing, findPresent } from './timeCues.ts';
import { weekdayNotices } from './weekdays.ts';
import { dayMs } from './zones.ts';

export interface Asker {
  /** Milliseconds since 1970: the asker's present. */
  readonly now: number;
  /** The asker's IANA time zone. */
  readonly timeZone: string;
}

/** What a question asks of time, and which of its words say so. */
export interface TimeReading {
  readonly time: TimeQuestion;
  /** The dates among its words: they name nothing else. */
  readonly dates: readonly Span[];
  /** The words that set the mode, or tell of knowing: unless the predicate itself is named by them. */
  readonly cues: readonly Span[];
  /** Of a history, its beginning is wanted. */
  readonly first: boolean;
  /** A day that no calendar has (“30 February”): the question has no answer, and must not get that of another day. */
  readonly impossible: string | null;
  /** Sentences for the asker about what its dates say of themselves. */
  readonly notices: readonly string[];
  /** There is a date that cannot be read for certain (“on 05/06/2026”): which time is meant is not known. */
  readonly unread: boolean;
}

type NamedDate = FoundDate & { readonly readAs?: string | undefined };

/** How far a date reaches, once the word before it was heard: instants in milliseconds, both inclusive. */
interface Reach extends Span {
  /** null where an instant is meant and not a span. */
  readonly from: number | null;
  readonly at: number;
  readonly readAs?: string | undefined;
}

/**
 * Reads what a question asks of time with the asker's own present and zone. One date with a word of knowing (“what did
 * we believe on…”) is an instant of record time; of several, the one nearest behind that word; any other is valid time.
 * `taken` are places of the text that name something (a product called "Linux 2018.03"): there is no time in them.
 * Without any word of time it is the present that is asked for, and `phrase` is null. Pure.
 */
export function readTimeQuestion(text: string, asker: Asker, taken: readonly Span[] = []): TimeReading {
  const found = datesIn(text, asker, taken);
  const present = findPresent(text, taken);
  // “As of today” is the present, not the span of a day.
  const dates = found.filter((date) => !present.some((span) => overlaps(span, date)));
  const cue = cueIn(text, taken, dates);
  const knowing = findKnowing(text, taken);
  const reaches = dates.filter((date) => !isValue(text, date, cue)).map((date) => reachOf(text, date, asker.now));
  const known = reaches.length === 0 ? null : nearestBehind(reaches, knowing);
  const valid = joined(reaches.filter((reach) => reach !== known));
  const at = valid ?? known;
  const mode = cue?.mode ?? (at === null ? 'now' : 'at');
  const impossible = impossibleDay(text, taken);
  return {
    time: {
      mode,
      at: toInstant(at === null ? null : at.at),
      from: toInstant(at === null ? null : at.from),
      // Nothing can be known later than now.
      knownAt: toInstant(known === null ? null : Math.min(known.at, asker.now)),
      value: cue?.value ? wordsOf(text, cue.value) : null,
      phrase: phraseOf(text, cue, reaches, present),
    },
    dates: impossible === null ? reaches : [...reaches, impossible],
    cues: [...(cue === null ? [] : [cue]), ...present, ...knowing],
    first: cue?.first ?? false,
    impossible: impossible === null ? null : wordsOf(text, impossible),
    notices: weekdayNotices(text, dates, asker.timeZone),
    unread: hasUnreadDate(text, [...taken, ...found]),
  };
}

/** Dates that are not a part of a longer name: a product called "Linux 2018.03" is from no month. */
function datesIn(text: string, asker: Asker, taken: readonly Span[]): NamedDate[] {
  const frame = { ...asker, mostAhead: mostAheadIn(text) };
  const spans = betweenDays(text, frame);
  const found = findDates(text, frame).filter((date) => !spans.some((span) => overlaps(span, date)));
  const inFigures = findFigureDates(text, frame);
  return [...found, ...inFigures.filter((date) => !found.some((other) => overlaps(other, date)))]
    .map((date) => sinceBetween(text, date))
    .concat(spans)
    .sort((a, b) => a.start - b.start)
    .filter((date) => !taken.some((span) => overlaps(span, date) && length(span) >= length(date)));
}

/** “Between 3 May and 10 July”: the word belongs to the span. */
function sinceBetween(text: string, date: NamedDate): NamedDate {
  const between = /\bbetween\s+(?:the\s+)?$/iu.exec(text.slice(0, date.start));
  return between === null ? date : { ...date, start: between.index };
}

const future = /\b(?:will|shall|next|upcoming|due|planned|scheduled|going to)\b|['’]ll\b/iu;
const past = new RegExp(
  [
    String.raw`\b(?:was|were|did|had|used|became|began|ran|held|led|kept|wrote|made|built|bought|sold|paid|took|gave|got|went|came)\b`,
    String.raw`\b(?:who|what|which \p{L}+) \p{L}{2,}ed\b`,
  ].join('|'),
  'iu',
);

/** What is past has no date to come; and nobody asks for the present value of a far month. */
function mostAheadIn(text: string): number {
  if (future.test(text)) return Infinity;
  return past.test(text) ? 0 : 61 * dayMs;
}

const dateLike =
  /\b(?:on|in|at|by|since|until|till|before|after|around|during|as of) (?:the )?(?:\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{1,2}([.-])\d{1,2}\1\d{4}|(?:christmas|easter|thanksgiving|halloween|new year|ramadan|pentecost|fy ?\d{2,4}|fiscal)\b)/giu;

function hasUnreadDate(text: string, read: readonly Span[]): boolean {
  return [...text.matchAll(dateLike)].some(({ 0: words, index }) => {
    const place = { start: index, end: index + words.length };
    return !read.some((span) => overlaps(span, place));
  });
}

/** A bare “before” in front of a date belongs to the date, and a value ends where a date begins. */
function cueIn(text: string, taken: readonly Span[], dates: readonly FoundDate[]): Cue | null {
  const ofDates = dates.flatMap(({ start, end }) => {
    const word = /\b(?:before|after|prior to)\s+(?:the\s+)?$/iu.exec(text.slice(0, start));
    return word === null ? [] : [{ start: word.index, end }];
  });
  const cue = findCue(text, [...taken, ...dates, ...ofDates]);
  if (cue === null || cue.value === null) return cue;
  const { value } = cue;
  const next = dates.find(({ start }) => start > value.start && start < value.end);
  if (next === undefined) return cue;
  const words = text
    .slice(value.start, next.start)
    .replace(/\s+(?:(?:on|in|at|by|as of|since|from|of|until)\s+)?(?:the\s+)?$/iu, '');
  return { ...cue, value: { start: value.start, end: value.start + words.length } };
}

/** “Is it 2024-05-01?” and “what came before 2024-05-01” name a value, not a time. */
function isValue(text: string, date: Span, cue: Cue | null): boolean {
  if (cue?.value != null && overlaps(cue.value, date)) return true;
  const words = wordsOf(text, date);
  if (!/\d/.test(words) || /^(?:on|in|at|by|of|during|between)\b/iu.test(words)) return false;
  return /(?:\b(?:is|are|be|equals?|changed to|set to|became|moved to|was it|date|day|deadline|value)|=)\s+$/iu.test(
    text.slice(0, date.start),
  );
}

/** The word before a date says which part of it is meant; a span that holds the present ends with it. */
function reachOf(text: string, date: NamedDate, now: number): Reach {
  const told = /\b(before|prior to|earlier than|until|till|up to|after|later than|since)\s+(?:the\s+)?$/iu.exec(
    text.slice(0, date.start),
  );
  const word = told?.[1]?.toLowerCase();
  const place = { start: told?.index ?? date.start, end: date.end, readAs: date.readAs };
  const fine = date.to - date.from < dayMs / 2;
  if (word === 'since') return { ...place, from: date.from, at: Math.max(now, date.from) };
  if (word === 'after' || word === 'later than') return { ...place, from: null, at: date.to };
  if (word !== undefined) return { ...place, from: null, at: date.from - 1 };
  if (fine) return { ...place, from: null, at: date.from };
  const end = date.from <= now && now < date.to ? now : date.to - 1;
  return { ...place, from: date.from, at: end };
}

/** The date that words of knowing are about: the nearest behind one of them, else the nearest before. */
function nearestBehind(reaches: readonly Reach[], knowing: readonly Span[]): Reach | null {
  const pairs = knowing.flatMap((word) =>
    reaches.map((reach) => {
      const behind = reach.start >= word.end;
      return { reach, distance: behind ? reach.start - word.end : 10_000 + word.start - reach.end };
    }),
  );
  pairs.sort((a, b) => a.distance - b.distance);
  return pairs[0]?.reach ?? null;
}

/** Two dates or more are the ends of a span: “between May and July”. */
function joined(reaches: readonly Reach[]): Reach | null {
  const [first] = reaches;
  if (first === undefined || reaches.length === 1) return first ?? null;
  return {
    start: first.start,
    end: reaches.at(-1)?.end ?? first.end,
    from: Math.min(...reaches.map(({ from, at }) => from ?? at)),
    at: Math.max(...reaches.map(({ at }) => at)),
  };
}

function phraseOf(text: string, cue: Cue | null, reaches: readonly Reach[], present: readonly Span[]): string | null {
  const parts: readonly (Span & Pick<Reach, 'readAs'>)[] = [...(cue === null ? [] : [cue]), ...reaches];
  const told: typeof parts = parts.length > 0 ? parts : present;
  if (told.length === 0) return null;
  const inOrder = [...told].sort((a, b) => a.start - b.start);
  return inOrder
    .map((span) => wordsOf(text, span) + (span.readAs === undefined ? '' : ` (read as ${span.readAs})`))
    .join(' … ');
}

function length({ start, end }: Span): number {
  return end - start;
}

function wordsOf(text: string, { start, end }: Span): string {
  return text.slice(start, end).trim();
}
