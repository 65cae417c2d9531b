import { en, type ParsedComponents, type ParsedResult } from 'chrono-node';
import { monthOf, type Span } from './dateSpans.ts';
import { dayMs, isDay, type Wall, wallTime } from './zones.ts';

/** A date that chrono found, in wall time or, where it names its own zone, as an instant. */
export interface ChronoDate {
  readonly start: number;
  readonly end: number;
  readonly reading: Span | { readonly instant: number; readonly grain: 'second' | 'minute' };
}

/**
 * Dates by the names of months and days, and in figures, as chrono reads them: without a year the nearest one. Left out
 * is what is no date or not a certain one: a time without a day, a length of time, a fraction, `5/6/2024`, the verb "may".
 *
 * @param visible the text at the same length without the dates that are read already
 * @param now wall time
 * @param mostAhead how far ahead, in ms, a date without a year may lie
 */
export function chronoDates(text: string, visible: string, now: Wall, mostAhead = Infinity): ChronoDate[] {
  const reference = { instant: new Date(now), timezone: 0 };
  const found: ChronoDate[] = [];
  for (const result of en.casual.parse(visible, reference, { forwardDate: false })) {
    const end = result.index + result.text.length;
    if (!isCertain(result, text.slice(0, result.index))) continue;
    const year = result.start.isCertain('year') ? null : yearAfter(text.slice(end), now);
    const reading = readingOf(result, year?.value ?? null, now + mostAhead);
    if (reading !== null) found.push({ start: result.index, end: end + (year?.length ?? 0), reading });
  }
  return found;
}

/** "5 March last year": the year that follows a date. */
function yearAfter(after: string, now: Wall): { value: number; length: number } | null {
  const [whole, word] = /^,? (?:of )?(last|this|next) year\b/i.exec(after) ?? [];
  if (whole === undefined || word === undefined) return null;
  const step = { last: -1, next: 1 }[word.toLowerCase()] ?? 0;
  return { value: new Date(now).getUTCFullYear() + step, length: whole.length };
}

const bareWeekday = /^(?:on )?(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\.?$/i;
const beforeMonth =
  /\b(?:in|of|during|since|until|till|before|after|by|from|to|through|between|early|mid|late|around|every)[- ]+(?:the )?$/i;

function isCertain(result: ParsedResult, before: string): boolean {
  const { start, text } = result;
  const tags = result.tags();
  if (tags.has('result/relativeDate')) return false;
  const [month, day, weekday] = [start.isCertain('month'), start.isCertain('day'), start.isCertain('weekday')];
  if (!month && !day && !weekday) return false;
  if (!month && bareWeekday.test(text)) return false;
  if (tags.has('parser/SlashDateFormatParser')) return isPlainSlashDate(text);
  // "May 32" is no May of 2032.
  if (/^\p{L}+\.? \d\d$/u.test(text) && start.isCertain('year')) return false;
  const monthAlone = month && !day && !start.isCertain('year');
  return !monthAlone || (monthOf(text) > 0 && beforeMonth.test(before));
}

/** 25/12/2023 can be read in one way only; 5/6/2024 in two, and 1/2 is a half. */
function isPlainSlashDate(text: string): boolean {
  const [, first, second] = /^(\d{1,2})[/.](\d{1,2})[/.](?:\d{4}|\d\d)$/.exec(text) ?? [];
  return first !== undefined && (Number(first) > 12 || Number(second) > 12 || first === second);
}

function readingOf({ start, end }: ParsedResult, year: number | null, latest: Wall): ChronoDate['reading'] | null {
  const back = year === null ? yearsBack(start, latest) : 0;
  const from = spanOf(start, year ?? yearOf(start, back));
  if (!end) return 'from' in from && isBareWeekday(start) && from.to > latest ? weekBefore(from) : from;
  const until = spanOf(end, year ?? yearOf(end, back));
  if ('instant' in from || 'instant' in until) return from;
  return until.to > from.from ? { from: from.from, to: until.to, grain: 'range' } : null;
}

/** “On Monday”: the nearest one, as chrono reads it, though the last one may be meant. */
function isBareWeekday(parts: ParsedComponents): boolean {
  const day = parts.isCertain('day') || parts.isCertain('month') || parts.isCertain('hour');
  return parts.isCertain('weekday') && !day;
}

function weekBefore({ from, to, grain }: Span): Span {
  return { from: from - 7 * dayMs, to: to - 7 * dayMs, grain };
}

/** How many years before the nearest one a month or a day of a month begins no later than `latest`. */
function yearsBack(parts: ParsedComponents, latest: Wall): number {
  if (parts.isCertain('year') || !parts.isCertain('month')) return 0;
  const [year, month, day] = [parts.get('year') ?? 0, parts.get('month') ?? 0, parts.get('day') ?? 1];
  const from = parts.isCertain('day') ? day : 1;
  if (wallTime(year, month, from) <= latest) return 0;
  // A 29 February comes back after eight years at the latest.
  const back = [1, 2, 3, 4, 5, 6, 7, 8].find(
    (step) => isDay(year - step, month, from) && wallTime(year - step, month, from) <= latest,
  );
  return back ?? 0;
}

function yearOf(parts: ParsedComponents, back: number): number | null {
  return back === 0 || parts.isCertain('year') ? null : (parts.get('year') ?? 0) - back;
}

function spanOf(parts: ParsedComponents, year: number | null): ChronoDate['reading'] {
  const of = (name: Parameters<ParsedComponents['get']>[0]) => parts.get(name) ?? 0;
  const [y, m, d] = [year ?? of('year'), of('month'), of('day')];
  if (parts.isCertain('hour')) {
    const wall = wallTime(y, m, d, of('hour'), of('minute'), of('second'));
    const grain = parts.isCertain('second') ? 'second' : 'minute';
    if (parts.isCertain('timezoneOffset')) return { instant: wall - of('timezoneOffset') * 60_000, grain };
    return { from: wall, to: wall + (grain === 'minute' ? 60_000 : 1000), grain };
  }
  if (parts.isCertain('day') || parts.isCertain('weekday')) {
    const from = wallTime(y, m, d);
    return { from, to: from + dayMs, grain: 'day' };
  }
  return { from: wallTime(y, m), to: wallTime(y, m + 1), grain: 'month' };
}
