import { monthNames } from './dateSpans.ts';
import { type DateFrame, type FoundDate, findDates } from './dates.ts';

const month = `(?:${monthNames.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|')}|sept\\.?)`;
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const betweenDay = new RegExp(
  String.raw`\bbetween (?:the )?(?:(?<from>${day}) and (?:the )?(?<to>${day})(?: of)? (?<month>${month})|(?<monthFirst>${month}) (?<fromDay>${day}) and (?:the )?(?<toDay>${day}))(?!\p{L})(?<year>,? \d{4}\b)?`,
  'giu',
);

/** “Between 3 and 10 November”, “between November 3 and 10”: the days from the first to the last. */
export function betweenDays(text: string, frame: DateFrame): FoundDate[] {
  return [...text.matchAll(betweenDay)].flatMap(({ 0: words, groups = {}, index }) => {
    const { from = groups.fromDay, to = groups.toDay, month = groups.monthFirst, year = '' } = groups;
    const ends = [from, to].flatMap((end) => {
      const year4 = year.replace(',', '');
      return findDates(`on ${Number.parseInt(end ?? '', 10)} ${month}${year4}`, frame).slice(0, 1);
    });
    const [first, last] = ends;
    if (first === undefined || last === undefined || last.from <= first.from) return [];
    return [{ start: index, end: index + words.length, from: first.from, to: last.to, grain: 'range' as const }];
  });
}
