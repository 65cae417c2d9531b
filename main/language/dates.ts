import { chronoDates } from './chronoDates.ts';
import { countBeforeDate, dateRules, modifiedBy, type Reading } from './dateRules.ts';
import { type Grain, monthNames, type Span, seasonNames } from './dateSpans.ts';
import { instantOf, wallOf } from './zones.ts';

/** A date in a text: where its words stand (UTF-16 offsets) and the time it means, `[from, to)` in ms since 1970. */
export interface FoundDate {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly grain: Grain;
}

export interface DateFrame {
  /** The text's own clock, in ms since 1970: "yesterday" is the day before it. */
  readonly now: number;
  /** The IANA zone in which a date without one is read. */
  readonly timeZone: string;
  /** How far ahead, in ms, a date without a year may lie: one further ahead is the latest before. The nearest without it. */
  readonly mostAhead?: number;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly reading: Reading;
}
interface Found extends Match {
  readonly reading: Exclude<Reading, null>;
}

/**
 * The dates that a text names, in order and apart: by chrono, and what it lacks (ISO weeks, quarters, half-years,
 * seasons, parts of a month, "three weeks before 2024-05-01"). A day that does not exist gives none. PiperError
 * `invalid-params` for an unknown zone.
 */
export function findDates(text: string, { now, timeZone, mostAhead }: DateFrame): FoundDate[] {
  if (!mayHoldDate.test(text)) return [];
  const wall = wallOf(now, timeZone);
  const own = ownMatches(text, wall, mostAhead === undefined ? null : wall + mostAhead);
  const found = [...own.filter(isRead), ...chronoDates(text, without(text, own), wall, mostAhead)]
    .sort((a, b) => a.start - b.start)
    .filter(({ start }, at, all) => start >= Math.max(0, ...all.slice(0, at).map((other) => other.end)));
  return found
    .filter((date, at) => !isWeekdayOf(text, date, found[at - 1], found[at + 1]))
    .map((date) => modified(text, date))
    .map(({ start, end, reading }) => ({ start, end, ...inZone(reading, timeZone) }));
}

/** Most sentences name no date: no year, no figures with a mark between, no month, no day, no count from the present. */
const mayHoldDate = new RegExp(
  [
    String.raw`\d{4}|\d[./:]\d|\b(?:${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\b`,
    String.raw`\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:today|tonight|yesterday|tomorrow|now|ago|hence|Q[1-4])\b`,
    String.raw`\b(?:last|previous|this|current|next) (?:${seasonNames.join('|')}|week|month|quarter|half|year|night|morning|afternoon|evening)\b`,
    String.raw`\bweekend\b|\b(?:first|second|third|fourth|[1-4](?:st|nd|rd|th)) (?:quarter|half)\b|\bof the (?:week|month|quarter|year)\b`,
    String.raw`\b(?:in|during|since|until|before|after) (?:the )?(?:${seasonNames.join('|')})\b`,
  ].join('|'),
  'i',
);

const isRead = (match: Match): match is Found => match.reading !== null;

/** What the rules match, each place once; what is a date in form only is null: chrono must not read it either. */
function ownMatches(text: string, now: number, latest: number | null): Match[] {
  const taken: Match[] = [];
  for (const { pattern, read } of dateRules) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (taken.some((other) => start < other.end && other.start < end)) continue;
      taken.push({ start, end, reading: read(match, now, latest) });
    }
  }
  return taken;
}

/** The same text with the dates that were read put out of sight, at the same length. */
function without(text: string, dates: readonly Match[]): string {
  // "the day before" is counted from what follows, by `modified`.
  let rest = text.replace(countBeforeDate, (words) => '|'.repeat(words.length));
  for (const { start, end } of dates) rest = rest.slice(0, start) + '|'.repeat(end - start) + rest.slice(end);
  return rest;
}

/** "Friday, 2024-05-03": the day of the week says nothing of its own. */
function isWeekdayOf(text: string, date: Found, before: Found | undefined, after: Found | undefined): boolean {
  if (!/^(?:on )?\p{L}+day[, ]*$/iu.test(text.slice(date.start, date.end))) return false;
  const touches = (left: Found | undefined, right: Found | undefined) =>
    left !== undefined && right !== undefined && /^[\s,(]*(?:the )?$/.test(text.slice(left.end, right.start));
  return touches(before, date) || touches(date, after);
}

const longestModifier = 60;

function modified(text: string, date: Found): Found {
  if ('instant' in date.reading) return date;
  const change = modifiedBy(text.slice(Math.max(0, date.start - longestModifier), date.start), date.reading);
  return change === null ? date : { start: date.start - change.length, end: date.end, reading: change.span };
}

function inZone(reading: Exclude<Reading, null>, timeZone: string): Pick<FoundDate, 'from' | 'to' | 'grain'> {
  if ('instant' in reading) {
    const { instant, grain } = reading;
    return { from: instant, to: instant + (grain === 'minute' ? 60_000 : 1000), grain };
  }
  const { from, to, grain }: Span = reading;
  const start = instantOf(from, timeZone);
  // A minute lasts a minute, on the day when the clocks are set back too.
  const ofClock = grain === 'second' || grain === 'minute' || grain === 'hour';
  return { from: start, to: ofClock ? start + (to - from) : instantOf(to, timeZone), grain };
}
