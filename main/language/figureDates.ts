import { monthNames } from './dateSpans.ts';
import { type DateFrame, type FoundDate, findDates } from './dates.ts';

/** A date in figures. `readAs`: one of two ways to read them, for the asker to see. */
export type FigureDate = FoundDate & { readonly readAs?: string | undefined };

/**
 * The dates of a question that are written in figures with marks between them, which `findDates` leaves alone because in
 * a text they are as often versions or fractions: “10.05.2026” behind a word of time, “03/14/2026”, “on 14/3”. In order.
 */
export function findFigureDates(text: string, frame: DateFrame): FigureDate[] {
  return [...dottedDates(text, frame), ...slashDates(text, frame)].sort((a, b) => a.start - b.start);
}

/** “On 10.05.2026”: day, month and year, where a word of time tells it from a version. */
export const dottedDay =
  /(?<=\b(?:on|by|since|until|till|before|after|from|between|and|as of) )(\d{1,2})\.(\d{1,2})\.(\d{4})\b(?!\.\d)/giu;

function dottedDates(text: string, frame: DateFrame): FoundDate[] {
  return [...text.matchAll(dottedDay)].flatMap(({ 0: words, 1: day = '', 2: month = '', 3: year = '', index }) => {
    const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return findDates(iso, frame).map((date) => ({ ...date, start: index, end: index + words.length }));
  });
}

const slashDay =
  /(?<![\d/.])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)(?![\d/]|\.\d)|(?<=\b(?:on|by|since|until|till|before|after|from|between|and|as of) )(\d{1,2})\/(\d{1,2})(?![\d/]|\.\d)/giu;

/** “On 03/14/2026”, “on 14/3”: where both figures may be a month, the first one is it, and the reading is told. */
function slashDates(text: string, frame: DateFrame): FigureDate[] {
  return [...text.matchAll(slashDay)].flatMap((match) => {
    const { 0: words, 1: a = match[4], 2: b = match[5], 3: year, index } = match;
    const [first, second] = [Number(a), Number(b)];
    const [month, day] = first > 12 ? [second, first] : [first, second];
    const name = monthNames[month - 1];
    if (name === undefined) return [];
    const inWords = `${day} ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const ofYear = year === undefined ? '' : ` ${year.length === 2 ? `20${year}` : year}`;
    const readAs = first <= 12 && second <= 12 && first !== second ? inWords + ofYear : undefined;
    return findDates(`on ${inWords}${ofYear}`, frame)
      .slice(0, 1)
      .map((date) => ({ ...date, start: index, end: index + words.length, readAs }));
  });
}
