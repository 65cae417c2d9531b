import { stepLength } from '../../projections/keywords/textLength.ts';
import type { ClauseHits } from './clauseHits.ts';
import {
  type Column,
  columnNames,
  columnOf,
  columns,
  firstOf,
  itemOf,
  lengthStepOf,
  perItem,
  positionOf,
} from './places.ts';
import type { Window } from './threadWindows.ts';

/** What the namespaces asked hold: items, and words an item on average. */
export interface Statistics {
  readonly items: number;
  readonly averageLength: number;
}

/** An item with its score, and what made it. Terms are those of the question, as it has them. */
export interface Scored {
  readonly item: number;
  readonly score: number;
  readonly matched: readonly string[];
  /** Terms that only the turns around it hold. */
  readonly context: readonly string[];
  readonly columns: readonly Column[];
  /** Whether it holds all content terms of the question, two or more, side by side in their order. */
  readonly phrase: boolean;
  /** Pairs of consecutive terms that stand at most two places apart. */
  readonly adjacent: number;
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
const lent: ReadonlySet<Column> = new Set(['words', 'phrase', 'caption', 'identifiers']);
/** What a word counts for that stands one or two turns away. */
const lentShare = [0.4, 0.2];
/** So many turns to each side lend a turn their words. */
export const reach = lentShare.length;
const k1 = 1;
const b = 0.5;
/** An identifier or a quoted phrase outranks the words around it. */
const strictWeight = 2;
/** A term that was guessed from a part of it. */
const widenedWeight = 0.5;
/** Two terms of the question side by side, as a share of the lesser one's weight. */
const adjacentShare = 0.3;

/** Scores items by the places of a question's clauses. */
export function makeScoring(hits: readonly ClauseHits[], { items, averageLength }: Statistics) {
  const norms = Float64Array.from({ length: 256 }, (_, step) => 1 - b + (b * stepLength(step)) / averageLength);
  const weightOfColumn = columnNames.map((name) => (name === undefined ? 0 : weights[name]));
  const lentOfColumn = columnNames.map((name) => name !== undefined && lent.has(name));
  const weightsOfClause = hits.map(({ clause, documents, widenedTo }) => {
    const idf = Math.log(1 + (items - documents + 0.5) / (documents + 0.5));
    return idf * (widenedTo.length > 0 ? widenedWeight : clause.strict ? strictWeight : 1);
  });

  /** What one place adds to the term frequency: texts longer than the average dilute their words. */
  function frequencyAt(place: number): number {
    const column = columnOf(place);
    const weight = weightOfColumn[column] ?? 0;
    return column === columns.words || column === columns.phrase ? weight / (norms[lengthStepOf(place)] ?? 1) : weight;
  }

  /** The `count` items that score best by their own words alone; of equals those written first. */
  function best(count: number): number[] {
    const scores = new Map<number, number>();
    const rarestFirst = hits
      .map((_, index) => index)
      .sort((x, y) => (hits[x]?.documents ?? 0) - (hits[y]?.documents ?? 0));
    for (const index of rarestFirst) addClause(scores, index, scores.size >= mostSeeded);
    if (scores.size <= count) return [...scores.keys()];
    const least = Float64Array.from(scores.values()).sort()[scores.size - count] ?? 0;
    const better = [...scores].flatMap(([item, score]) => (score > least ? [item] : []));
    const equal = [...scores].flatMap(([item, score]) => (score === least ? [item] : []));
    return [...better, ...equal.sort((x, y) => x - y).slice(0, count - better.length)];
  }

  function addClause(scores: Map<number, number>, index: number, known: boolean): void {
    const places = hits[index]?.places ?? new Float64Array();
    const weight = weightsOfClause[index] ?? 0;
    for (let at = 0; at < places.length; ) {
      const item = itemOf(places[at] ?? 0);
      const end = (item + 1) * perItem;
      let frequency = 0;
      for (let place = places[at] ?? end; place < end; place = places[++at] ?? end) frequency += frequencyAt(place);
      const before = scores.get(item);
      if (before !== undefined || !known) scores.set(item, (before ?? 0) + weight * saturate(frequency));
    }
  }

  /**
   * Scores the windows' items, those within `reach` of their middle, together with the turns around them; the best
   * `count` of them. Nearness is looked at last, for twice as many.
   */
  function rank(windows: readonly Window[], count: number): Scored[] {
    const frequencies = new Map<number, Frequencies>();
    const frequenciesOf = (item: number): Frequencies => {
      const made = frequencies.get(item) ?? readFrequencies(item);
      frequencies.set(item, made);
      return made;
    };
    const bases = new Map<number, Base>();
    for (const { items, at } of windows) {
      for (let place = Math.max(0, at - reach); place <= Math.min(items.length - 1, at + reach); place += 1) {
        const item = items[place];
        if (item === undefined || bases.has(item)) continue;
        const base = baseOf(item, frequenciesOf(item).own, aroundOf(items, place, frequenciesOf));
        if (base.score > 0) bases.set(item, base);
      }
    }
    return [...bases.values()]
      .sort(byScore)
      .slice(0, 2 * count)
      .map(explain)
      .sort(byScore)
      .slice(0, count);
  }

  interface Frequencies {
    readonly own: Float64Array;
    readonly lent: Float64Array;
  }
  interface Base {
    readonly item: number;
    readonly score: number;
    readonly own: Float64Array;
    readonly around: Float64Array;
  }

  function readFrequencies(item: number): Frequencies {
    const own = new Float64Array(hits.length);
    const lent = new Float64Array(hits.length);
    for (const [index, { places }] of hits.entries()) {
      const end = (item + 1) * perItem;
      for (let at = firstOf(places, item), place = places[at] ?? end; place < end; place = places[++at] ?? end) {
        const frequency = frequencyAt(place);
        own[index] = (own[index] ?? 0) + frequency;
        if (lentOfColumn[columnOf(place)]) lent[index] = (lent[index] ?? 0) + frequency;
      }
    }
    return { own, lent };
  }

  /** What the turns before and after lend to the one at `place`. */
  function aroundOf(items: readonly number[], place: number, frequenciesOf: (item: number) => Frequencies) {
    const around = new Float64Array(hits.length);
    for (const [index, share] of lentShare.entries()) {
      for (const neighbour of [items[place - index - 1], items[place + index + 1]]) {
        if (neighbour === undefined) continue;
        const { lent } = frequenciesOf(neighbour);
        for (let clause = 0; clause < lent.length; clause += 1) {
          around[clause] = (around[clause] ?? 0) + share * (lent[clause] ?? 0);
        }
      }
    }
    return around;
  }

  function baseOf(item: number, own: Float64Array, around: Float64Array): Base {
    let score = 0;
    for (const [index, weight] of weightsOfClause.entries()) {
      score += weight * saturate((own[index] ?? 0) + (around[index] ?? 0));
    }
    return { item, score, own, around };
  }

  function explain({ item, score, own, around }: Base): Scored {
    const { pairs, bonus } = adjacency(item);
    const content = hits.filter(({ clause }) => !clause.bonus).length;
    return {
      item,
      score: score + bonus,
      matched: shownWhere((index) => (own[index] ?? 0) > 0),
      context: shownWhere((index) => own[index] === 0 && (around[index] ?? 0) > 0),
      columns: columnsOf(item),
      phrase: content > 1 && pairs === content - 1,
      adjacent: pairs,
    };
  }

  function shownWhere(holds: (index: number) => boolean): string[] {
    return hits.filter((_, index) => holds(index)).map(({ clause }) => clause.shown);
  }

  /** Consecutive clauses that stand side by side in the item, the second at most two places after the first. */
  function adjacency(item: number): { pairs: number; bonus: number } {
    let pairs = 0;
    let bonus = 0;
    const content = hits.flatMap(({ clause, places }, index) => (clause.bonus ? [] : [{ places, index }]));
    for (const [place, { places, index }] of content.entries()) {
      const next = content[place + 1];
      if (next === undefined || !follow(placesOf(places, item), placesOf(next.places, item))) continue;
      pairs += 1;
      bonus += adjacentShare * Math.min(weightsOfClause[index] ?? 0, weightsOfClause[next.index] ?? 0);
    }
    return { pairs, bonus };
  }

  function columnsOf(item: number): Column[] {
    const codes = new Set(hits.flatMap(({ places }) => [...placesOf(places, item)].map(columnOf)));
    return (Object.keys(columns) as Column[]).filter((name) => codes.has(columns[name]));
  }

  return { best, rank };
}

function byScore(x: { score: number; item: number }, y: { score: number; item: number }): number {
  return y.score - x.score || x.item - y.item;
}

/** So many items have been found by rarer terms that a more frequent one only adds to their scores. */
const mostSeeded = 1000;

/** The first occurrences of a term tell more than the later ones: tf · (k1 + 1) / (tf + k1). */
function saturate(frequency: number): number {
  return (frequency * (k1 + 1)) / (frequency + k1);
}

function placesOf(places: Float64Array, item: number): Float64Array {
  const from = firstOf(places, item);
  let to = from;
  while (to < places.length && itemOf(places[to] ?? 0) === item) to += 1;
  return places.subarray(from, to);
}

/** Whether some place of the second comes at most two places after one of the first, in the same column. */
function follow(first: Float64Array, second: Float64Array): boolean {
  return first.some((one) =>
    second.some((other) => {
      const distance = positionOf(other) - positionOf(one);
      return distance > 0 && distance <= 2;
    }),
  );
}
