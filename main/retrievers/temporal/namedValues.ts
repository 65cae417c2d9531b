import { overlaps, type Span } from '../../language/span.ts';
import { type ValueSort, valueSort } from '../../projections/facts/valueSort.ts';

/** How many values there are of each sort. */
export function sortsOf(values: readonly string[]): ReadonlyMap<ValueSort, number> {
  const sorts = new Map<ValueSort, number>();
  for (const value of values) sorts.set(valueSort(value), (sorts.get(valueSort(value)) ?? 0) + 1);
  return sorts;
}

/** Where a value stands in a text as it was stated, but for places that name a day. */
export function placesOf(text: string, value: string, dates: readonly Span[]): Span[] {
  if (value.trim() === '') return [];
  const pattern = value
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`);
  return [
    ...text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}_.,:-])${pattern}(?![\p{L}\p{N}_])(?![.,:-]\p{N})`, 'giu')),
  ]
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .filter((place) => !dates.some((date) => isPartOf(place, date, valueSort(value))));
}

/** A value of the sort that a slot mostly has, which is named and is none of its own; figures alone are told for sure. */
export function unheardValue(
  text: string,
  places: readonly Span[],
  sorts: ReadonlyMap<ValueSort, number>,
): string | null {
  const [most] = [...sorts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (most === undefined || most === 'words' || most === 'truth') return null;
  const words = [...text.matchAll(/[^\s?!;]+/gu)].map(({ 0: word, index }) => {
    const shown = word.replace(/[.,:]+$/u, '');
    return { shown, start: index, end: index + shown.length };
  });
  for (const [at, word] of words.entries()) {
    for (const last of [words[at + 1] ?? word, word]) {
      const place = { start: word.start, end: last.end };
      const isTaken = places.some((other) => isPartOf(place, other, most));
      const run = text.slice(place.start, place.end);
      if (!isTaken && (most === 'weekday' || /^\P{L}*\d/u.test(run)) && valueSort(run) === most) return run;
    }
  }
  return null;
}

/** Whether a place is in another one, so that it names no value; a date that says when is none, even where it is all of it. */
function isPartOf(place: Span, other: Span, sort: ValueSort): boolean {
  const isLonger = other.end - other.start > place.end - place.start;
  return overlaps(other, place) && (isLonger || sort === 'date');
}
