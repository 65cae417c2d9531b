import { toInstant } from '../contract/time.ts';
import { type FoundDate, findDates } from '../language/dates.ts';
import { dayMs } from '../language/zones.ts';
import type { Sentence } from './extraction.ts';

/** Since when and until when a sentence says that something holds; what it leaves open is missing. */
export interface Validity {
  readonly validFrom?: string;
  readonly validTo?: string;
  /** A date is given with "in" or "during", so that a past state may be said to have lasted that long. */
  readonly span?: { readonly validFrom: string; readonly validTo: string };
}

const until = /\b(?:until|till|up to|through|expires?(?: on)?|ends?(?: on)?)\s+(?:the\s+)?$/i;
const since =
  /\b(?:since|from|as of|effective|effective(?:ly)? (?:from|as of|on)|starting(?: from| on)?|beginning(?: on| in)?)\s+(?:the\s+)?$/i;
const within = /\b(?:in|during|throughout)\s+(?:the\s+)?$/i;
const other = /\b(?:before|after|prior to|by|for|about|every|each|between|than|to|of|around|and|or)\s+(?:the\s+)?$/i;

/** Reads the dates of a sentence with the clock and the zone of its text. `taken` are phrases whose dates are values. */
export function validityOf({ text, source }: Sentence, taken: readonly string[]): Validity {
  const dates = findDates(text, { now: source.occurredAt, timeZone: source.timeZone }).filter(
    ({ start, end }) => !taken.some((phrase) => holds(text, phrase, start, end)),
  );
  let validity: Validity = {};
  for (const date of dates) validity = { ...validity, ...roleOf(text, date) };
  const { validFrom, validTo } = validity;
  // An interval that ends before it begins says nothing.
  return validFrom !== undefined && validTo !== undefined && validFrom >= validTo ? {} : validity;
}

function roleOf(text: string, { start, end, from, to, grain }: FoundDate): Validity {
  const before = text.slice(Math.max(0, start - 30), start);
  const isNow = /^(?:now|today|currently)$/i.test(text.slice(start, end));
  if (isNow) return {};
  if (until.test(before)) return { validTo: toInstant(/through\s+(?:the\s+)?$/i.test(before) ? to : from) };
  const stretch = grain === 'range' ? /\b(until|till|to|through)\b/i.exec(text.slice(start, end))?.[1] : undefined;
  if (stretch !== undefined) {
    const ends = /^(?:until|till)$/i.test(stretch) ? to - dayMs : to;
    return { validFrom: toInstant(from), validTo: toInstant(ends) };
  }
  if (since.test(before)) return { validFrom: toInstant(from) };
  if (other.test(before)) return {};
  const validFrom = toInstant(from);
  const long = grain === 'month' || grain === 'quarter' || grain === 'half' || grain === 'season' || grain === 'year';
  return long && within.test(before) ? { validFrom, span: { validFrom, validTo: toInstant(to) } } : { validFrom };
}

function holds(text: string, phrase: string, start: number, end: number): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (at <= start && end <= at + phrase.length) return true;
  }
  return false;
}
