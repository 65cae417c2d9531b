/**
 * The days, months and years by which an instant is found: `2023-05-08`, `2023-05`, `2023`, and without the year
 * `-05-08`, `-05`. In UTC, as every instant is told.
 *
 * @param ms milliseconds since 1970
 */
export function dateTerms(ms: number): string[] {
  const [year = '', month = '', day = ''] =
    new Date(ms)
      .toISOString()
      .split('T')[0]
      ?.split(/(?<=\d)-/) ?? [];
  return [`@${year}-${month}-${day}`, `@${year}-${month}`, `@${year}`, `@-${month}-${day}`, `@-${month}`];
}

/** The dates that a question names in words or figures, in the same form; a day comes with its month. */
export function mentionedDates(text: string): string[] {
  const found: string[] = [];
  const take = (year: string, month: string, day: string): string => {
    const months = `@${year}-${month}`;
    found.push(...(day === '' ? [months] : [`${months}-${day}`, months]));
    return ' ';
  };
  let rest = text.slice(0, longestQuestion).toLowerCase();
  rest = rest.replace(isoDate, (_, year, month, day) => take(year, month, day ?? ''));
  rest = rest.replace(dayFirst, (_, day, month, year) => take(year ?? '', numberOf(month), day.padStart(2, '0')));
  rest = rest.replace(monthFirst, (_, month, day, year) => take(year ?? '', numberOf(month), day.padStart(2, '0')));
  rest = rest.replace(monthAndYear, (_, month, year) => take(year, numberOf(month), ''));
  rest = rest.replace(monthAlone, (_, plain, afterWord) => take('', numberOf(plain ?? afterWord), ''));
  for (const [year] of rest.matchAll(/\b(?:19|20)\d\d\b/g)) found.push(`@${year}`);
  return [...new Set(found)];
}

const longestQuestion = 10_000;
const names = 'january february march april may june july august september october november december'.split(' ');
const month = `(${names.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\\.?`;
const isoDate = /\b((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-([0-2]\d|3[01]))?\b/g;
const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month},?(?: (\\d{4}))?\\b`, 'g');
const monthFirst = new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?\\b,?(?: (\\d{4})\\b)?`, 'g');
const monthAndYear = new RegExp(`\\b${month},?(?: of)? (\\d{4})\\b`, 'g');
/** `march` and `may` are months only where a word before them says so. */
const clear = names.filter((name) => name !== 'march' && name !== 'may').join('|');
const monthAlone = new RegExp(
  `\\b(${clear})\\b|(?<=\\b(?:in|of|during|since|until|before|after|last|this|next|early|mid|late|by)[ -])(march|may)\\b`,
  'g',
);

function numberOf(name: string): string {
  return String(names.findIndex((full) => full.startsWith(name.slice(0, 3))) + 1).padStart(2, '0');
}
