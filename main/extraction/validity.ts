import { toInstant } from '../contract/time.ts';
import { type FoundDate, findDates } from '../language/dates.ts';
import type { Sentence } from './extraction.ts';

export interface Stretch {
  readonly validFrom: string;
  readonly validTo: string;
}

/** Since when and until when a sentence says that something holds; what it leaves open is missing. */
export interface Validity extends Partial<Stretch> {
  /** A date is given with "in" or "during", so that a past state may be said to have lasted that long. */
  readonly span?: Stretch;
}

/** A past state of which only the end is told is claimed for the year before it: since when it held is not said. */
function yearBefore(instant: string): string {
  const date = new Date(instant);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.toISOString();
}

const until = /\b(?:until|till|up to|through|expires?(?: on)?|ends?(?: on)?)\s+(?:the\s+)?$/i;
const since =
  /\b(?:since|from|as of|effective|effective(?:ly)? (?:from|as of|on)|starting(?: from| on)?|beginning(?: on| in)?)\s+(?:the\s+)?$/i;
const within = /\b(?:in|during|throughout)\s+(?:the\s+)?$/i;
const other = /\b(?:before|after|prior to|by|for|about|every|each|between|than|to|of|around|and|or)\s+(?:the\s+)?$/i;

/** Reads the dates of a sentence with the clock and the zone of its text. `taken` are phrases whose dates are values. */
export function validityOf({ text, source }: Sentence, taken: readonly string[]): Validity {
  const dates = findDates(text, { now: source.occurredAt, timeZone: source.timeZone }).filter(
    (date) => !taken.some((phrase) => holds(text, phrase, date)),
  );
  let validity: Validity = {};
  for (const [at, date] of dates.entries()) {
    validity = { ...validity, ...(betweenDates(text, date, dates[at + 1]) ?? roleOf(text, date, source)) };
  }
  const { validFrom, validTo } = validity;
  // An interval that ends before it begins says nothing.
  return validFrom !== undefined && validTo !== undefined && validFrom >= validTo ? {} : validity;
}

/** The time in which a past state held, or null where its end is not told: then it may hold still. */
export function pastOf(sentence: Sentence, taken: readonly string[]): Stretch | null {
  const { validFrom, validTo, span } = validityOf(sentence, taken);
  if (validTo === undefined) return span ?? null;
  return { validFrom: validFrom ?? yearBefore(validTo), validTo };
}

/** "Between 1 May and 1 June": the second date ends what the first began. */
function betweenDates(text: string, first: FoundDate, second: FoundDate | undefined): Stretch | null {
  if (second === undefined || !/\bbetween (?:the )?$/i.test(text.slice(0, first.start))) return null;
  if (!/^ and (?:the )?$/i.test(text.slice(first.end, second.start))) return null;
  return { validFrom: toInstant(first.from), validTo: toInstant(second.to) };
}

function roleOf(
  text: string,
  { start, end, from, to, grain }: FoundDate,
  { occurredAt: now, timeZone }: Sentence['source'],
): Validity {
  const before = text.slice(Math.max(0, start - 30), start);
  const isNow = /^(?:now|today|currently)$/i.test(text.slice(start, end));
  if (isNow) return {};
  if (until.test(before)) return { validTo: toInstant(/through\s+(?:the\s+)?$/i.test(before) ? to : from) };
  if (grain === 'range') {
    const words = text.slice(start, end);
    const ending = words.search(/\b(?:until|till)\b/i);
    // "Until June" ends where June begins.
    const [last] = ending < 0 ? [] : findDates(words.slice(ending), { now, timeZone });
    if (ending >= 0 || /\b(?:to|through|and)\b|[–-]/i.test(words))
      return { validFrom: toInstant(from), validTo: toInstant(last?.from ?? to) };
  }
  if (since.test(before)) return { validFrom: toInstant(from) };
  if (other.test(before)) return {};
  const validFrom = toInstant(from);
  const long = grain === 'month' || grain === 'quarter' || grain === 'half' || grain === 'season' || grain === 'year';
  return long && within.test(before) ? { validFrom, span: { validFrom, validTo: toInstant(to) } } : { validFrom };
}

/** Whether a phrase holds the date, or is one end of it: "from 1900 to 2000" may be two values. */
function holds(text: string, phrase: string, { start, end, grain }: FoundDate): boolean {
  if (grain === 'range' && /^\d{4}$/.test(phrase) && text.slice(start, end).includes(phrase)) return true;
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (at <= start && end <= at + phrase.length) return true;
  }
  return false;
}
