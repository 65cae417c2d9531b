import { dayMs, type Wall, wallTime } from './zones.ts';

export type Grain =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'half'
  | 'season'
  | 'year'
  | 'range';

/** A stretch of wall time, `[from, to)`. */
export interface Span {
  readonly from: Wall;
  readonly to: Wall;
  readonly grain: Grain;
}

export const monthNames = 'january february march april may june july august september october november december'.split(
  ' ',
);
export const seasonNames = ['spring', 'summer', 'autumn', 'fall', 'winter'] as const;

/** The number of a month from 1, by its name or the first three letters of it; 0 for another word. */
export function monthOf(name: string): number {
  const start = name.toLowerCase().slice(0, 3);
  return start.length < 3 ? 0 : monthNames.findIndex((month) => month.startsWith(start)) + 1;
}

export function daySpan(day: Wall): Span {
  const from = startOfDay(day);
  return { from, to: from + dayMs, grain: 'day' };
}

/** The week of a day, from Monday (ISO 8601). */
export function weekSpan(day: Wall): Span {
  const from = startOfDay(day) - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
  return { from, to: from + 7 * dayMs, grain: 'week' };
}

/** Saturday and Sunday of the week of a day. */
export function weekendSpan(day: Wall): Span {
  const { from, to } = weekSpan(day);
  return { from: from + 5 * dayMs, to, grain: 'range' };
}

/** ISO 8601: week 1 is the one that holds the 4th of January. Null for a week that the year has not. */
export function isoWeekSpan(year: number, week: number): Span | null {
  const from = weekSpan(wallTime(year, 1, 4)).from + (week - 1) * 7 * dayMs;
  const ofYear = new Date(from + 3 * dayMs).getUTCFullYear() === year;
  return week >= 1 && ofYear ? { from, to: from + 7 * dayMs, grain: 'week' } : null;
}

/** Whole months from a month on. `count` 12 is a year, 6 a half, 3 a quarter. */
export function monthsSpan(year: number, month: number, count: number, grain: Grain): Span {
  return { from: wallTime(year, month), to: wallTime(year, month + count), grain };
}

/** Meteorological seasons of the north; a winter begins in the December of the year that names it. */
export function seasonSpan(name: string, year: number): Span {
  const month = { spring: 3, summer: 6, autumn: 9, fall: 9 }[name.toLowerCase()] ?? 12;
  return monthsSpan(year, month, 3, 'season');
}

/** The part of a longer span that a word before it names: the early, middle or late third, or one half of it. */
export function partOf(span: Span, part: string): Span {
  const word = part.toLowerCase().trim();
  const months = monthsIn(span);
  // A month is cut after the 10th, the 15th or the 20th, whatever its length.
  const cut = (share: number) =>
    months <= 1 ? span.from + Math.round(30 * share) * dayMs : addMonths(span.from, Math.round(months * share));
  if (word.startsWith('first half')) return { from: span.from, to: cut(1 / 2), grain: 'half' };
  if (word.startsWith('second half')) return { from: cut(1 / 2), to: span.to, grain: 'half' };
  if (/^(?:early|beginning|start)/.test(word)) return { from: span.from, to: cut(1 / 3), grain: 'range' };
  if (/^(?:late|end)/.test(word)) return { from: cut(2 / 3), to: span.to, grain: 'range' };
  return { from: cut(1 / 3), to: cut(2 / 3), grain: 'range' };
}

function monthsIn({ from, to }: Span): number {
  const [a, b] = [new Date(from), new Date(to)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
}

/** The same day of another month, or the last one there is: a month after 31 January is the end of February. */
export function addMonths(wall: Wall, months: number): Wall {
  const date = new Date(wall);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1 + months];
  const last = new Date(wallTime(year, month + 1, 0)).getUTCDate();
  return wallTime(year, month, Math.min(date.getUTCDate(), last)) + (wall - startOfDay(wall));
}

export type CountedUnit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'fortnight'
  | 'month'
  | 'quarter'
  | 'year'
  | 'decade';

/** A time so many units on (or back), by the calendar for days and longer; it lasts a day, or the shorter unit. */
export function countedFrom(anchor: Wall, count: number, unit: CountedUnit): Span {
  const clock = { second: 1000, minute: 60_000, hour: 3_600_000 }[unit as string];
  if (clock !== undefined) {
    const from = anchor + count * clock;
    return { from, to: from + clock, grain: unit as Grain };
  }
  const days = { day: 1, week: 7, fortnight: 14 }[unit as string];
  if (days !== undefined) return daySpan(anchor + count * days * dayMs);
  const months = { month: 1, quarter: 3, year: 12, decade: 120 }[unit as string] ?? 0;
  return daySpan(addMonths(anchor, count * months));
}

export function startOfDay(wall: Wall): Wall {
  return Math.floor(wall / dayMs) * dayMs;
}
