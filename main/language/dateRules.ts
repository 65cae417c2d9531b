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
  weekSpan,
} from './dateSpans.ts';
import { numberOfWord, numberWords } from './numberWords.ts';
import { dayMs, isDay, type Wall, wallTime } from './zones.ts';

/** What a rule makes of a match: a span of wall time, an instant that names its own zone, or nothing. */
export type Reading = Span | { readonly instant: number; readonly grain: 'second' | 'minute' } | null;

/** A form of dates that chrono does not read, or reads otherwise. `now` is wall time. */
export interface DateRule {
  readonly pattern: RegExp;
  read(groups: readonly (string | undefined)[], now: Wall): Reading;
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
    read: ([, quarter], now) => monthsSpan(yearOf(now), Number(quarter) * 3 - 2, 3, 'quarter'),
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
    pattern: new RegExp(`\\b${turn} (week|month|quarter|half[- ]year|year)\\b`, 'gi'),
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
  return { first: 1, second: 2, third: 3, fourth: 4, last: 4 }[word.toLowerCase()] ?? 0;
}

function yearOf(wall: Wall): number {
  return new Date(wall).getUTCFullYear();
}
