import { stepLength } from '../../projections/keywords/textLength.ts';
import type { ClauseHits } from './clauseHits.ts';
import { type Column, columnNames, columnOf, columns, itemOf, lengthStepOf, perItem } from './places.ts';

/** How often items have each clause of a question: a row for each item, a cell in it for each clause. */
export interface Tally {
  /** The items of the rows, ascending. */
  readonly items: Float64Array;
  /** The row of an item; −1 when it has nothing of the question. */
  rowOf(item: number): number;
  /** The term frequency of each clause, row by row. */
  readonly own: Float64Array;
  /** What of it an item lends the turns around it. */
  readonly lent: Float64Array;
}

/** How much a hit counts by its column, as part of one term frequency (BM25F: Robertson, Zaragoza, Taylor 2004). */
const weights: Readonly<Record<Column, number>> = {
  words: 1,
  phrase: 1,
  caption: 1,
  names: 1,
  days: 1,
  identifiers: 1,
  heading: 2,
};
/** The columns whose words a turn lends its neighbours: what was said, not who said it or when. */
const lending: ReadonlySet<Column> = new Set(['words', 'phrase', 'caption', 'identifiers']);
/** How far a text's length dilutes its words. */
const b = 0.5;

const weightOfColumn = columnNames.map((name) => (name === undefined ? 0 : weights[name]));
const lentOfColumn = columnNames.map((name) => name !== undefined && lending.has(name));

/** Counts the places of the clauses. Texts longer than the average, which is given in words, dilute their words. */
export function makeTally(hits: readonly ClauseHits[], averageLength: number): Tally {
  const norms = Float64Array.from({ length: 256 }, (_, step) => 1 - b + (b * stepLength(step)) / averageLength);
  const items = itemsOf(hits);
  const own = new Float64Array(items.length * hits.length);
  const lent = new Float64Array(items.length * hits.length);
  for (const [clause, { places }] of hits.entries()) {
    let row = 0;
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      const item = itemOf(place);
      while ((items[row] ?? item) < item) row += 1;
      const cell = row * hits.length + clause;
      const column = columnOf(place);
      const diluted = column === columns.words || column === columns.phrase;
      const frequency = (weightOfColumn[column] ?? 0) / (diluted ? (norms[lengthStepOf(place)] ?? 1) : 1);
      own[cell] = (own[cell] ?? 0) + frequency;
      if (lentOfColumn[column]) lent[cell] = (lent[cell] ?? 0) + frequency;
    }
  }
  return { items, rowOf: (item) => findSorted(items, item), own, lent };
}

/** The items that have any clause, ascending: the clauses' places are, so that they are merged. */
function itemsOf(hits: readonly ClauseHits[]): Float64Array {
  const lists = hits.map(({ places }) => places).filter(({ length }) => length > 0);
  const items = new Float64Array(lists.reduce((total, { length }) => total + length, 0));
  const next = new Uint32Array(lists.length);
  const heads = Float64Array.from(lists, (list) => itemOf(list[0] ?? 0));
  for (let count = 0; ; count += 1) {
    let item = Number.POSITIVE_INFINITY;
    for (let list = 0; list < heads.length; list += 1) item = Math.min(item, heads[list] ?? item);
    if (item === Number.POSITIVE_INFINITY) return items.subarray(0, count);
    items[count] = item;
    for (let list = 0; list < heads.length; list += 1) {
      if (heads[list] !== item) continue;
      const places = lists[list] ?? items;
      let at = next[list] ?? 0;
      const end = (item + 1) * perItem;
      while ((places[at] ?? end) < end) at += 1;
      next[list] = at;
      heads[list] = itemOf(places[at] ?? Number.POSITIVE_INFINITY);
    }
  }
}

function findSorted(sorted: Float64Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? wanted) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted ? low : -1;
}
