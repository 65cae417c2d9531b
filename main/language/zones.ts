import { PiperError } from '../base/errors.ts';

/**
 * Wall time: what a calendar and a clock on the wall show, as the milliseconds since 1970 at which UTC shows the same.
 * It has no zone of its own, so that days and months can be counted on it.
 */
export type Wall = number;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the wall of a zone shows at an instant. PiperError `invalid-params` for a zone that is none. */
export function wallOf(instant: number, timeZone: string): Wall {
  if (timeZone === 'UTC') return instant;
  const shown = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const at = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
  const wall = wallTime(at('year'), at('month'), at('day'), at('hour'), at('minute'), at('second'));
  return wall + (((instant % 1000) + 1000) % 1000);
}

/**
 * The instant at which the wall of a zone shows a time. A time that is skipped in spring is read with the offset before
 * the gap (02:30 → 03:30); one that comes twice in autumn is the first of the two.
 */
export function instantOf(wall: Wall, timeZone: string): number {
  if (timeZone === 'UTC') return wall;
  const before = wall - offsetAt(wall - dayMs, timeZone);
  if (wallOf(before, timeZone) === wall) return before;
  const after = wall - offsetAt(wall + dayMs, timeZone);
  return wallOf(after, timeZone) === wall ? after : before;
}

/** Months count from 1 and may run over either end, as days may: the 0th is the last of the month before. */
export function wallTime(year: number, month = 1, day = 1, hour = 0, minute = 0, second = 0): Wall {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date.getTime();
}

export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(wallTime(year, month, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const dayMs = 86_400_000;

function offsetAt(instant: number, timeZone: string): number {
  return wallOf(instant, timeZone) - instant;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
    return format;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new PiperError(
      'invalid-params',
      `There is no time zone called "${timeZone}".`,
      'Give an IANA zone, for example Europe/Berlin, or UTC.',
      { cause },
    );
  }
}
