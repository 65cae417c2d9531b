import type { Random } from './random.ts';

export const hour = 3_600_000;
export const day = 24 * hour;

/** The simulated months: the organisation is watched from here… */
export const worldStart = Date.UTC(2025, 8, 1, 6);
/** …to here, and every question is asked after it. */
export const worldEnd = Date.UTC(2026, 4, 29, 18);

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function monthOf(at: number): string {
  return months[new Date(at).getUTCMonth()] ?? '';
}
export function weekdayOf(at: number): string {
  return weekdays[new Date(at).getUTCDay()] ?? '';
}
export function yearOf(at: number): number {
  return new Date(at).getUTCFullYear();
}
/** "14 February". */
export function dayMonth(at: number): string {
  return `${new Date(at).getUTCDate()} ${monthOf(at)}`;
}
/** "14 February 2026". */
export function fullDate(at: number): string {
  return `${dayMonth(at)} ${yearOf(at)}`;
}
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
/** One of the ways in which people write a day of the past. */
export function someDate(random: Random, at: number): string {
  const date = new Date(at);
  return random.pick([
    fullDate(at),
    `${monthOf(at)} ${date.getUTCDate()}, ${yearOf(at)}`,
    isoDay(at),
    `${date.getUTCDate()} ${monthOf(at).slice(0, 3)} ${yearOf(at)}`,
  ]);
}

/** Noon-ish working time on the day `offset` days after the world's start. */
export function workingTime(random: Random, offset: number): number {
  const midnight = Date.UTC(2025, 8, 1) + Math.floor(offset) * day;
  const weekend = new Date(midnight).getUTCDay() % 6 === 0;
  const start = weekend ? midnight + 2 * day : midnight;
  return start + random.int(6 * 60, 16 * 60) * 60_000 + random.int(0, 59) * 1000;
}

/** "since this morning", "since Tuesday (3 March)": when something took effect, seen from the day of writing. */
export function effective(random: Random, writtenAt: number, from: number): string {
  const days = Math.round((Math.floor(writtenAt / day) * day - Math.floor(from / day) * day) / day);
  if (days === 0) return random.pick(['as of today', 'since this morning', 'from today on', 'effective immediately']);
  if (days === 1) return random.pick(['since yesterday', 'as of yesterday']);
  if (days > 1 && days < 6)
    return random.pick([`since ${weekdayOf(from)}`, `since ${weekdayOf(from)} (${dayMonth(from)})`]);
  if (days < 0) return `from ${weekdayOf(from)}, ${dayMonth(from)}, on`;
  return `since ${dayMonth(from)}`;
}

/** "yesterday", "on Tuesday (3 March)": when something was done, seen from the day of writing. */
export function happened(random: Random, writtenAt: number, at: number): string {
  const days = Math.round((Math.floor(writtenAt / day) * day - Math.floor(at / day) * day) / day);
  if (days === 0) return random.pick(['today', 'this morning', 'just now', 'earlier today']);
  if (days === 1) return 'yesterday';
  if (days < 6)
    return random.pick([`on ${weekdayOf(at)}`, `on ${weekdayOf(at)} (${dayMonth(at)})`, `on ${dayMonth(at)}`]);
  return `on ${dayMonth(at)}`;
}
