import type { Database } from '../../store/sqlite.ts';

/**
 * Where a term stands, packed into one number that sorts by item:
 * ((item · 256 + length step) · 8 + column) · 16384 + offset. Offsets beyond the last are told as the last.
 */
export type Place = number;

/** Columns of `keywords` by the low three bits of their names' first letters; `phrase` for a hit of several terms. */
export const columns = { heading: 0, identifiers: 1, phrase: 2, caption: 3, days: 4, names: 6, words: 7 } as const;
export type Column = keyof typeof columns;
export const columnNames: readonly (Column | undefined)[] = Array.from({ length: 8 }, (_, code) =>
  (Object.keys(columns) as Column[]).find((name) => columns[name] === code),
);

const offsets = 2 ** 14;
const perColumn = offsets;
const perLength = perColumn * 8;
/** Places of one item lie between item · perItem and (item + 1) · perItem. */
export const perItem = perLength * 256;

export const itemOf = (place: Place): number => Math.floor(place / perItem);
/** What of a place lies below its item fits into a small integer, which is far quicker than a modulus. */
const belowItem = (place: Place): number => place - itemOf(place) * perItem;
export const lengthStepOf = (place: Place): number => Math.floor(belowItem(place) / perLength);
export const columnOf = (place: Place): number => Math.floor(belowItem(place) / perColumn) & 7;
/** Column and offset together: two places of one item differ by their distance when they are in one column. */
export const positionOf = (place: Place): number => belowItem(place) & (perLength - 1);

/** The first index at or after which places belong to `item` or a later one. */
export function firstOf(places: Float64Array, item: number): number {
  const least = item * perItem;
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? Number.POSITIVE_INFINITY) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads of the postings. Every term is given with its namespace before it, as `3:router`. */
export interface PlaceReads {
  /** How many items hold the term. */
  count(term: string): number;
  /** At most `limit` of its places, those of the items written first. */
  places(term: string, limit: number): Place[];
  /** The same for all terms that begin so. */
  countAhead(beginning: string): number;
  placesAhead(beginning: string, limit: number): Place[];
  /** One place in the column `phrase` for each item that an FTS5 expression matches; at most `limit`. */
  matching(expression: string, limit: number): Place[];
}

export function openPlaceReads(db: Database): PlaceReads {
  const place = `((doc * 8 + (unicode(col) & 7)) * ${offsets} + iif(offset < ${offsets}, offset, ${offsets - 1}))`;
  const selectCount = db.prepare<[string], number>('SELECT doc FROM keyword_counts WHERE term = ?').pluck();
  const selectPlaces = db
    .prepare<[string, number], number>(`SELECT ${place} FROM keyword_places WHERE term = ? LIMIT ?`)
    .pluck();
  const selectCountAhead = db
    .prepare<[string, string], number>('SELECT total(doc) FROM keyword_counts WHERE term >= ? AND term < ?')
    .pluck();
  const selectPlacesAhead = db
    .prepare<[string, string, number], number>(
      `SELECT ${place} FROM keyword_places WHERE term >= ? AND term < ? LIMIT ?`,
    )
    .pluck();
  const selectMatching = db
    .prepare<[string, number], number>(
      `SELECT (rowid * 8 + ${columns.phrase}) * ${offsets} FROM keywords WHERE keywords MATCH ? LIMIT ?`,
    )
    .pluck();
  // The last of all characters: no term goes on with it.
  const after = (beginning: string) => `${beginning}\u{10ffff}`;
  return {
    count: (term) => selectCount.get(term) ?? 0,
    places: (term, limit) => selectPlaces.all(term, limit),
    countAhead: (beginning) => selectCountAhead.get(beginning, after(beginning)) ?? 0,
    placesAhead: (beginning, limit) => selectPlacesAhead.all(beginning, after(beginning), limit),
    matching: (expression, limit) => selectMatching.all(expression, limit),
  };
}
