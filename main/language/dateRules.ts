import {
  type CountedUnit,
  countedFrom,
  daySpan,
  isoWeekSpan,
  monthNames,
  monthOf,
  monthsSpan,
  partOf,
  type Span,
  seasonNames,
  seasonSpan,
  weekendSpan,
  weekSpan,
} from './dateSpans.ts';
import { numberOfWord, numberWords } from './numberWords.ts';
import { dayMs, isDay, type Wall, wallTime } from './zones.ts';

/** What a rule makes of a match: a span of wall time, an instant that names its own zone, or nothing. */
export type Reading = Span | { readonly instant: number; readonly grain: 'second' | 'minute' } | null;

/**
 * A form of dates that chrono does not read, or reads otherwise. `now` is wall time, and `latest` too: what the text does
 * not date itself begins no later; null where nobody knows how far ahead it may lie.
 */
export interface DateRule {
  readonly pattern: RegExp;
  read(groups: readonly (string | undefined)[], now: Wall, latest: Wall | null): Reading;
}

const month = monthNames.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|');
const season = seasonNames.join('|');
const count = `(\\d{1,4}|${numberWords}|an?|a couple of|half an?)`;
const unit = '(second|minute|hour|day|week|fortnight|month|quarter|year|decade)';
const turn = '(last|previous|this|current|next)';

const isoDate: DateRule = {
  pattern:
    /(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?( ?Z|[+-]\d\d:?\d\d)?)?(?![\d-])/gi,
  read([, year, monthNumber, day, hour, minute, second, zone]) {
    const [y, m, d, h, min] = [year, monthNumber, day, hour, minute].map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    if (!isDay(y, m, d)) return null;
    if (hour === undefined) return daySpan(wallTime(y, m, d));
    if (h > 23 || min > 59 || Number(second ?? 0) > 59) return null;
    const wall = wallTime(y, m, d, h, min, Number(second ?? 0));
    const grain = second === undefined ? 'minute' : 'second';
    if (zone === undefined) return { from: wall, to: wall + (grain === 'minute' ? 60_000 : 1000), grain };
    return { instant: wall - offsetOf(zone), grain };
  },
};

/** Milliseconds that a zone such as +02:00 is ahead of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const rules: readonly DateRule[] = [
  isoDate,
  {
    pattern: /(?<![\d-])(\d{4})-?W(\d\d)(?:-?([1-7]))?(?!\d)|\b(?:calendar )?week (\d{1,2}) (?:of |in )?(\d{4})\b/gi,
    read([, year, week, day, plainWeek, plainYear]) {
      const span = isoWeekSpan(Number(year ?? plainYear), Number(week ?? plainWeek));
      return span === null || day === undefined ? span : daySpan(span.from + (Number(day) - 1) * dayMs);
    },
  },
  {
    pattern: /(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\d-])/g,
    read: ([, year, number]) => monthsSpan(Number(year), Number(number), 1, 'month'),
  },
  {
    pattern:
      /\b(?:Q([1-4])[ -/]?(?:of )?((?:19|20)\d\d)|((?:19|20)\d\d)[ -/]?Q([1-4])|(first|second|third|fourth|last) quarter of ((?:19|20)\d\d))\b/gi,
    read([, number, year, yearFirst, numberLast, word, yearOfWord]) {
      const quarter = Number(number ?? numberLast ?? ordinal(word));
      return monthsSpan(Number(year ?? yearFirst ?? yearOfWord), quarter * 3 - 2, 3, 'quarter');
    },
  },
  {
    pattern: /(?<=\b(?:in|of|during|since|until|before|after|by|for|from|to) )Q([1-4])\b(?![ -]?\d)/g,
    read: ([, quarter], now, latest) => quarterOf(Number(quarter), now, latest),
  },
  {
    // A last quarter of no year is the one before this.
    pattern:
      /\b(?:(first|second|third|fourth|1st|2nd|3rd|4th|last) quarter of (the|this|last|next) year\b|(first|second|third|fourth|1st|2nd|3rd|4th) quarter\b(?! of\b))/giu,
    read([, word, turned, alone], now, latest) {
      if (turned === undefined) return quarterOf(ordinal(alone), now, latest);
      return monthsSpan(yearOf(now) + stepOf(turned), ordinal(word) * 3 - 2, 3, 'quarter');
    },
  },
  {
    pattern: new RegExp(
      `(?<=\\b(?:in|during|since|until|before|after) )(?:the )?(${season})\\b(?!,? (?:of )?\\d)`,
      'giu',
    ),
    read([, name = ''], now, latest) {
      if (latest === null) return null;
      const choices = [-1, 0].map((step) => seasonSpan(name, yearOf(now) + step));
      return choices.findLast(({ from }) => from <= latest) ?? null;
    },
  },
  {
    pattern: new RegExp(
      `\\b(first|second|third|fourth|last) week (?:of|in) (${month})(?:,? ((?:19|20)\\d\\d))?\\b`,
      'giu',
    ),
    read([, word, name = '', year], now, latest) {
      const ofYear = (one: number) => monthsSpan(one, monthOf(name), 1, 'month');
      const own = ofYear(Number(year ?? yearOf(now)));
      const span = year === undefined && latest !== null && own.from > latest ? ofYear(yearOf(now) - 1) : own;
      const from = word?.toLowerCase() === 'last' ? span.to - 7 * dayMs : span.from + (ordinal(word) - 1) * 7 * dayMs;
      return { from, to: from + 7 * dayMs, grain: 'week' };
    },
  },
  {
    pattern:
      /\b(?:H([12])[ -/]?((?:19|20)\d\d)|((?:19|20)\d\d)[ -/]?H([12])|(first|second) half of (?:(the|this|last|next) year|((?:19|20)\d\d)))\b/gi,
    read([, number, year, yearFirst, numberLast, word, turned, yearOfWord], now) {
      const half = Number(number ?? numberLast ?? ordinal(word));
      const ofYear = turned === undefined ? Number(year ?? yearFirst ?? yearOfWord) : yearOf(now) + stepOf(turned);
      return monthsSpan(ofYear, half * 6 - 5, 6, 'half');
    },
  },
  {
    pattern:
      /(?<=\b(?:from|between) )((?:19|20)\d\d) (?:and|to|until|till|through) ((?:19|20)\d\d)(?![\d.,:/-]?\d|[-/ ]*(?:[\p{L}%°]+s\b|px|%))/giu,
    read: ([, first, last]) => {
      const [from, to] = [wallTime(Number(first), 1), wallTime(Number(last) + 1, 1)];
      return from < to ? { from, to, grain: 'range' } : null;
    },
  },
  {
    pattern: new RegExp(`(?<=\\bbetween )(${month}) and (${month}) ((?:19|20)\\d\\d)(?![\\p{L}\\p{N}])`, 'giu'),
    read([, first = '', last = '', year]) {
      const back = monthOf(first) > monthOf(last) ? 1 : 0;
      const from = wallTime(Number(year) - back, monthOf(first));
      return { from, to: wallTime(Number(year), monthOf(last) + 1), grain: 'range' };
    },
  },
  {
    pattern: new RegExp(`\\b(${season})(?: of|,)? ((?:19|20)\\d\\d)\\b`, 'gi'),
    read: ([, name = '', year]) => seasonSpan(name, Number(year)),
  },
  {
    pattern: new RegExp(`\\b${turn} (${season})\\b`, 'gi'),
    read: ([, word = '', name = ''], now) => turned(word, now, (step) => seasonSpan(name, yearOf(now) + step)),
  },
  {
    pattern: new RegExp(`\\b${turn} (${month})(?![\\p{L}\\p{N}]| \\d)`, 'giu'),
    read: ([, word = '', name = ''], now) =>
      turned(word, now, (step) => monthsSpan(yearOf(now) + step, monthOf(name), 1, 'month')),
  },
  {
    pattern: /(?<=\b(?:over|at|on|during|since|until|before|after) )the (?:(last|previous|next) )?weekend\b/gi,
    read([, word], now, latest) {
      if (word !== undefined) return weekend(word, now);
      return latest === null ? null : (weekends(now).findLast(({ from }) => from <= latest) ?? null);
    },
  },
  { pattern: new RegExp(`\\b${turn} weekend\\b`, 'gi'), read: ([, word = ''], now) => weekend(word, now) },
  {
    pattern: /(?<=\b(?:end|start|beginning|middle|half) of )the (week|month|quarter|year)\b/gi,
    read: ([, name = ''], now) => period(name.toLowerCase(), 0, now),
  },
  {
    pattern: new RegExp(`\\b${turn} (week|month|quarter|half[- ]year|year)\\b(?! of\\b)`, 'gi'),
    read: ([, word = '', name = ''], now) => period(name.toLowerCase(), stepOf(word), now),
  },
  {
    pattern: /\bthis (?:morning|afternoon|evening)\b|\btoday\b(?! at\b| \d)/gi,
    read: (_, now) => daySpan(now),
  },
  { pattern: /\blast night\b/gi, read: (_, now) => daySpan(now - dayMs) },
  {
    pattern: new RegExp(`\\b${count} ${unit}s? ago\\b`, 'gi'),
    read: ([, number = '', name = ''], now) => counted(now, number, name, -1),
  },
  {
    pattern: new RegExp(`\\b${count} ${unit}s? (?:from now|from today|hence)\\b`, 'gi'),
    read: ([, number = '', name = ''], now) => counted(now, number, name, 1),
  },
  {
    pattern:
      /(?<=\b(?:in|since|during|until|till|before|after|through|throughout|around|early|mid|late|year|(?<!ed )by|(?:end|beginning|start|middle|half|quarter|rest|all|most) of)[ -])((?:19|20)\d\d)(?![\d.,:/-]?\d|[-/ ]*(?:[\p{L}%°]+s\b|px|%))/giu,
    read: ([, year]) => monthsSpan(Number(year), 1, 12, 'year'),
  },
];

export const dateRules = rules;

const partWords = '(early(?: in)?|mid|late(?: in)?|(?:the )?(?:end|beginning|start|middle|first half|second half) of)';
const partBefore = new RegExp(`\\b${partWords}[- ]+(?:the )?$`, 'i');
const edgeBefore = /\b(?:the )?(first|last) day of (?:the )?$/i;
const countBefore = new RegExp(
  `\\b(?:${count}|the) ${unit}s? (before|after|prior to|from|following|preceding) (?:the )?$`,
  'i',
);

/** "three weeks before", wherever it stands. */
export const countBeforeDate = new RegExp(
  String.raw`\b(?:${count}|the) ${unit}s? (?:before|after|prior to|from|following|preceding)(?= )`,
  'gi',
);

/** A span of wall time that words before a date make of it, and how many characters they take. */
export interface Modified {
  readonly span: Span;
  readonly length: number;
}

/** "mid-", "the end of", "the last day of", "three weeks before": read from the text that stands right before a date. Null for others. */
export function modifiedBy(before: string, date: Span): Modified | null {
  const part = partBefore.exec(before);
  if (part !== null && longerThanDay(date)) {
    return { span: partOf(date, (part[1] ?? '').replace(/^the /i, '')), length: before.length - part.index };
  }
  const edge = edgeBefore.exec(before);
  if (edge !== null && longerThanDay(date)) {
    const day = /^first/i.test(edge[1] ?? '') ? date.from : date.to - dayMs;
    return { span: daySpan(day), length: before.length - edge.index };
  }
  const found = countBefore.exec(before);
  if (found === null) return null;
  const [, number = 'one', name = '', side = ''] = found;
  const span = counted(date.from, number, name, /^(?:before|prior|preceding)/i.test(side) ? -1 : 1);
  return span === null ? null : { span, length: before.length - found.index };
}

function longerThanDay({ grain }: Span): boolean {
  return !['second', 'minute', 'hour', 'day'].includes(grain);
}

function counted(anchor: Wall, number: string, name: string, sign: 1 | -1): Span | null {
  const words = number.toLowerCase();
  if (words.startsWith('half')) return halfOf(anchor, name.toLowerCase(), sign);
  const many = /^\d/.test(words)
    ? Number(words)
    : words === 'a couple of'
      ? 2
      : /^an?$/.test(words)
        ? 1
        : numberOfWord(words);
  return many === null ? null : countedFrom(anchor, sign * many, name.toLowerCase() as CountedUnit);
}

function halfOf(anchor: Wall, name: string, sign: 1 | -1): Span | null {
  if (name === 'year') return countedFrom(anchor, sign * 6, 'month');
  return name === 'hour' ? countedFrom(anchor, sign * 30, 'minute') : null;
}

function period(name: string, step: number, now: Wall): Span {
  const date = new Date(now);
  const [year, number] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  if (name === 'week') return weekSpan(now + step * 7 * dayMs);
  if (name === 'month') return monthsSpan(year, number + step, 1, 'month');
  if (name === 'quarter') return monthsSpan(year, (Math.ceil(number / 3) + step) * 3 - 2, 3, 'quarter');
  if (name === 'year') return monthsSpan(year + step, 1, 12, 'year');
  return monthsSpan(year, (Math.ceil(number / 6) + step) * 6 - 5, 6, 'half');
}

/** A quarter without a year: this year's, or the latest that is allowed. */
function quarterOf(quarter: number, now: Wall, latest: Wall | null): Span {
  const ofYear = (year: number) => monthsSpan(year, quarter * 3 - 2, 3, 'quarter');
  const own = ofYear(yearOf(now));
  return latest !== null && own.from > latest ? ofYear(yearOf(now) - 1) : own;
}

function weekend(word: string, now: Wall): Span {
  return turned(word, now, (step) => weekendSpan(now + step * 7 * dayMs));
}

/** The last one, and the one of this week. */
function weekends(now: Wall): Span[] {
  return [weekendSpan(now - 7 * dayMs), weekendSpan(now)];
}

/** last: the latest that is over; next: the first yet to begin; this: the one of this year. */
function turned(word: string, now: Wall, of: (step: number) => Span): Span {
  const step = stepOf(word);
  if (step === 0) return of(0);
  const choices = [-2, -1, 0, 1, 2].map(of);
  const last = choices.findLast(({ to }) => to <= now);
  const next = choices.find(({ from }) => from > now);
  return (step < 0 ? last : next) ?? of(step);
}

function stepOf(word: string): -1 | 0 | 1 {
  const lower = word.toLowerCase();
  if (lower === 'last' || lower === 'previous') return -1;
  return lower === 'next' ? 1 : 0;
}

function ordinal(word = ''): number {
  return { first: 1, second: 2, third: 3, fourth: 4, last: 4 }[word.toLowerCase()] ?? (Number.parseInt(word, 10) || 0);
}

function yearOf(wall: Wall): number {
  return new Date(wall).getUTCFullYear();
}
