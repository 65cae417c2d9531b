import { monthNames, monthOf } from './dateSpans.ts';
import { dottedDay } from './figureDates.ts';
import { overlaps, type Span } from './span.ts';
import { isDay } from './zones.ts';

/** Words before a day without a year, which tell it from a count (“on 31 November”, “May 45 people come?”). */
const timeWord = String.raw`(?<=\b(?:on|by|since|until|till|before|after|from|between|to|and|as of)(?: the)? )`;
const monthName = `(${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\\.?`;

/** Groups of year, month and day; a day without a year may be one of a leap year. */
type Order = readonly [year: number | null, month: number, day: number];

/** Each form with the orders in which it may be read: it is impossible where none of them is a day. */
const dayForms: readonly (readonly [RegExp, readonly Order[]])[] = [
  [/(?<![\d/.-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\d/-])/gu, [[1, 3, 4]]],
  [
    /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?![\d/-])/gu,
    [
      [4, 3, 1],
      [4, 1, 3],
    ],
  ],
  [dottedDay, [[3, 2, 1]]],
  [
    new RegExp(String.raw`${timeWord}(\d{1,2})\/(\d{1,2})(?![\d/]|\.\d)`, 'giu'),
    [
      [null, 2, 1],
      [null, 1, 2],
    ],
  ],
  [new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${monthName},? (\d{4})\b`, 'giu'), [[3, 2, 1]]],
  [new RegExp(String.raw`\b${monthName} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`, 'giu'), [[3, 1, 2]]],
  [new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)(?: of)? ${monthName}\b`, 'giu'), [[null, 2, 1]]],
  [new RegExp(String.raw`${timeWord}(\d{1,2}) ${monthName}(?![\p{L}\d]|,? \d{4})`, 'giu'), [[null, 2, 1]]],
  [new RegExp(String.raw`${timeWord}${monthName} (\d{1,2})(?:st|nd|rd|th)?\b(?!,? \d{4})`, 'giu'), [[null, 1, 2]]],
];

/** Where the first day is named that is on no calendar; `taken` are places that name something else. */
export function impossibleDay(text: string, taken: readonly Span[]): Span | null {
  for (const [form, orders] of dayForms) {
    for (const match of text.matchAll(form)) {
      const place = { start: match.index, end: match.index + match[0].length };
      if (taken.some((span) => overlaps(span, place)) || orders.some((order) => isDayIn(match, order))) continue;
      return place;
    }
  }
  return null;
}

function isDayIn(match: RegExpExecArray, [year, month, day]: Order): boolean {
  const named = match[month] ?? '';
  const monthNumber = /^\d/.test(named) ? Number(named) : monthOf(named);
  return isDay(year === null ? leapYear : Number(match[year]), monthNumber, Number(match[day]));
}

const leapYear = 2024;
