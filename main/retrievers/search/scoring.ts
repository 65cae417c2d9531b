import type { ClauseHits } from './clauseHits.ts';
import { type Column, columnOf, columns, firstOf, itemOf, positionOf } from './places.ts';
import { makeTally } from './tally.ts';
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

/** What a word counts for that stands one or two turns away. */
const lentShare = [0.4, 0.2];
/** So many turns to each side lend a turn their words. */
export const reach = lentShare.length;
const k1 = 1;
/** An identifier or a quoted phrase outranks the words around it. */
const strictWeight = 2;
/** A term that was guessed from a part of it. */
const widenedWeight = 0.5;
/** Two terms of the question side by side, as a share of the lesser one's weight. */
const adjacentShare = 0.3;

/** Scores items by the places of a question's clauses. */
export function makeScoring(hits: readonly ClauseHits[], { items, averageLength }: Statistics) {
  const tally = makeTally(hits, averageLength);
  const weights = Float64Array.from(hits, ({ clause, documents, widenedTo }) => {
    const idf = Math.log(1 + (items - documents + 0.5) / (documents + 0.5));
    return idf * (widenedTo.length > 0 ? widenedWeight : clause.strict ? strictWeight : 1);
  });
  const content = hits.flatMap(({ clause, places }, index) =>
    clause.bonus ? [] : [{ places, weight: weights[index] ?? 0 }],
  );

  /** The `count` items that score best by their own words alone, best first; of equals those written first. */
  function best(count: number): number[] {
    const kept: { row: number; score: number }[] = [];
    for (let row = 0; row < tally.items.length; row += 1) {
      const score = scoreOf(row, nothing);
      if (kept.length === count && score <= (kept.at(-1)?.score ?? 0)) continue;
      const place = kept.findLastIndex((other) => other.score >= score) + 1;
      kept.splice(place, 0, { row, score });
      if (kept.length > count) kept.pop();
    }
    return kept.map(({ row }) => tally.items[row] ?? 0);
  }

  /**
   * Scores the windows' items, those within `reach` of their middle, together with the turns around them; the best
   * `count` of them. Nearness is looked at last, for twice as many.
   */
  function rank(windows: readonly Window[], count: number): Scored[] {
    const bases = new Map<number, Base>();
    for (const { items, at } of windows) {
      for (let place = Math.max(0, at - reach); place <= Math.min(items.length - 1, at + reach); place += 1) {
        const item = items[place];
        if (item === undefined || bases.has(item)) continue;
        const row = tally.rowOf(item);
        const around = aroundOf(items, place);
        bases.set(item, { item, row, around, score: scoreOf(row, around) });
      }
    }
    return [...bases.values()]
      .filter(({ score }) => score > 0)
      .sort(byScore)
      .slice(0, 2 * count)
      .map(withNearness)
      .sort(byScore)
      .slice(0, count)
      .map(explain);
  }

  interface Base {
    readonly item: number;
    /** In the tally; −1 for an item that scores by the turns around it alone. */
    readonly row: number;
    /** What these lend it of each clause. */
    readonly around: Float64Array;
    readonly score: number;
  }
  const nothing = new Float64Array(hits.length);

  const ownOf = (row: number, clause: number): number => (row < 0 ? 0 : (tally.own[row * hits.length + clause] ?? 0));

  function scoreOf(row: number, around: Float64Array): number {
    let score = 0;
    for (let clause = 0; clause < weights.length; clause += 1) {
      score += (weights[clause] ?? 0) * saturate(ownOf(row, clause) + (around[clause] ?? 0));
    }
    return score;
  }

  /** What the turns before and after lend to the one at `place`. */
  function aroundOf(items: readonly number[], place: number): Float64Array {
    const around = new Float64Array(hits.length);
    for (const [index, share] of lentShare.entries()) {
      for (const neighbour of [items[place - index - 1], items[place + index + 1]]) {
        const row = neighbour === undefined ? -1 : tally.rowOf(neighbour);
        if (row < 0) continue;
        for (let clause = 0; clause < around.length; clause += 1) {
          around[clause] = (around[clause] ?? 0) + share * (tally.lent[row * hits.length + clause] ?? 0);
        }
      }
    }
    return around;
  }

  function withNearness(base: Base) {
    const { pairs, bonus } = adjacency(base.item);
    return { ...base, pairs, score: base.score + bonus };
  }

  function explain({ item, row, around, score, pairs }: Base & { readonly pairs: number }): Scored {
    return {
      item,
      score,
      matched: shownWhere((clause) => ownOf(row, clause) > 0),
      context: shownWhere((clause) => ownOf(row, clause) === 0 && (around[clause] ?? 0) > 0),
      columns: columnsOf(item),
      phrase: content.length > 1 && pairs === content.length - 1,
      adjacent: pairs,
    };
  }

  function shownWhere(holds: (clause: number) => boolean): string[] {
    return hits.filter((_, clause) => holds(clause)).map(({ clause }) => clause.shown);
  }

  /** Consecutive clauses that stand side by side in the item, the second at most two places after the first. */
  function adjacency(item: number): { pairs: number; bonus: number } {
    let pairs = 0;
    let bonus = 0;
    const places = content.map((clause) => placesOf(clause.places, item));
    for (const [at, { weight }] of content.entries()) {
      const next = content[at + 1];
      if (next === undefined || !follow(places[at] ?? nothing, places[at + 1] ?? nothing)) continue;
      pairs += 1;
      bonus += adjacentShare * Math.min(weight, next.weight);
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
