import type { FoundDate } from './dates.ts';
import { dayIn } from './dayIn.ts';

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const weekday = new RegExp(String.raw`\b(${names.join('|')}),?\s+(?:the\s+)?(?=\p{L}*\s?\d|\p{L}+\s\d)`, 'iu');

/** Of each day that is named with a weekday which it is not: “Thursday, 11 November 2026”. The date is what counts. */
export function weekdayNotices(text: string, dates: readonly FoundDate[], timeZone: string): string[] {
  return dates
    .filter(({ grain }) => grain === 'day')
    .flatMap(({ start, end, from }) => {
      const before = /\b\p{L}+,?\s+(?:the\s+)?$/u.exec(text.slice(0, start))?.[0] ?? '';
      const said = weekday.exec(before + text.slice(start, end))?.[1];
      const actual = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone }).format(from);
      if (said === undefined || said.toLowerCase() === actual.toLowerCase()) return [];
      return [`${dayIn(from, timeZone)} is a ${actual}, not a ${capitalized(said)}: the date was taken.`];
    });
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
