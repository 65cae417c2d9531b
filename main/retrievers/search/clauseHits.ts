import type { Clause } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';
import { itemOf, openPlaceReads, type Place } from './places.ts';
import { openWiden } from './widen.ts';

/** A clause of the question, and where the items hold it. */
export interface ClauseHits {
  readonly clause: Clause;
  /** Ascending. Empty when no item holds it, or when it was too frequent to be read. */
  readonly places: Float64Array;
  /** How many items hold it. */
  readonly documents: number;
  /** Index terms that stand in for it. */
  readonly widenedTo: readonly string[];
}

/** Looks up every clause, in the order of the question. */
export type LookUp = (clauses: readonly Clause[], namespaceIds: readonly number[]) => ClauseHits[];

export function openLookUp(db: Database): LookUp {
  const reads = openPlaceReads(db);
  const widen = openWiden(db);

  /** How many places, about, a clause would have us read. */
  function costOf({ terms, ahead }: Clause, ids: readonly number[]): number {
    const count = ahead ? reads.countAhead : reads.count;
    return sum(ids.flatMap((id) => terms.map((term) => count(`${id}:${term}`))));
  }

  function placesOf({ terms, phrase, ahead }: Clause, ids: readonly number[]): Place[] {
    const read = ahead ? reads.placesAhead : reads.places;
    return ids.flatMap((id) => [
      ...terms.flatMap((term) => read(`${id}:${term}`)),
      ...(phrase.length > 0 ? reads.phrase(phrase.map((term) => `${id}:${term}`)) : []),
    ]);
  }

  function hitsOf(clause: Clause, ids: readonly number[]): ClauseHits {
    const places = Float64Array.from(placesOf(clause, ids)).sort();
    return { clause, places, documents: countItems(places), widenedTo: [] };
  }

  function widened(clause: Clause, ids: readonly number[]): ClauseHits {
    const widenedTo = [...new Set(ids.flatMap((id) => widen(clause, id)))];
    const hits = hitsOf({ ...clause, terms: widenedTo, phrase: [], ahead: false }, ids);
    return { ...hits, clause, widenedTo };
  }

  /** The clause as it stands, or what is searched in its place where no item holds it. */
  function resolve(clause: Clause, ids: readonly number[]): ClauseHits[] {
    const hits = hitsOf(clause, ids);
    if (hits.documents > 0) return [hits];
    return clause.otherwise.length > 0
      ? clause.otherwise.flatMap((word) => resolve(word, ids))
      : [widened(clause, ids)];
  }

  return (clauses, ids) => {
    const rarestFirst = clauses
      .map((clause, place) => ({ clause, place, cost: costOf(clause, ids) }))
      .sort((a, b) => a.cost - b.cost || a.place - b.place);
    let read = 0;
    const found = rarestFirst.map(({ clause, place, cost }) => {
      const tooFrequent = read > 0 && read + cost > mostPlaces;
      const hits = tooFrequent ? [unread(clause, cost)] : resolve(clause, ids);
      read += hits.reduce((sum, { places }) => sum + places.length, 0);
      return { place, hits };
    });
    return found.sort((a, b) => a.place - b.place).flatMap(({ hits }) => hits);
  };
}

function unread(clause: Clause, documents: number): ClauseHits {
  return { clause, places: new Float64Array(), documents, widenedTo: [] };
}

/**
 * Terms are read from the rarest on, and no further than this many places: what is in every tenth item of a large
 * store says little beside rarer words, and costs most.
 */
const mostPlaces = 16_000;

function countItems(places: Float64Array): number {
  let count = 0;
  let last = -1;
  for (const place of places) {
    const item = itemOf(place);
    if (item !== last) count += 1;
    last = item;
  }
  return count;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
