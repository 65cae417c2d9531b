import type { Clause } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';
import { itemOf, openPlaceReads, type Place } from './places.ts';
import { openWiden } from './widen.ts';

/** A clause of the question, and where the items hold it. */
export interface ClauseHits {
  readonly clause: Clause;
  /**
   * Ascending. Of a clause that is too frequent to be read: one in the column `phrase` for each item that holds it
   * beside a rarer one.
   */
  readonly places: Float64Array;
  /** How many items hold it. */
  readonly documents: number;
  /** Index terms that stand in for it. */
  readonly widenedTo: readonly string[];
}

/** Looks up every clause, in the order of the question. */
export type LookUp = (clauses: readonly Clause[], namespaceIds: readonly number[]) => ClauseHits[];

export function openLookUp(db: Database, bounds: ReadBounds = readBounds): LookUp {
  const reads = openPlaceReads(db);
  const widen = openWiden(db);

  /** How many places, about, a clause would have us read. */
  function costOf({ terms, ahead }: Clause, ids: readonly number[]): number {
    const count = ahead ? reads.countAhead : reads.count;
    return sum(ids.flatMap((id) => terms.map((term) => count(`${id}:${term}`))));
  }

  function placesOf(clause: Clause, ids: readonly number[]): Place[][] {
    const read = clause.ahead ? reads.placesAhead : reads.places;
    return ids.flatMap((id) => [
      ...clause.terms.map((term) => read(`${id}:${term}`, bounds.scanned)),
      ...(clause.phrase.length > 0 ? [reads.matching(phraseOf(clause, id), bounds.scanned)] : []),
    ]);
  }

  function hitsOf(clause: Clause, ids: readonly number[]): ClauseHits {
    const places = sorted(placesOf(clause, ids));
    return { clause, places, documents: countItems(places), widenedTo: [] };
  }

  function widened(clause: Clause, ids: readonly number[]): ClauseHits {
    const widenedTo = [...new Set(ids.flatMap((id) => widen(clause, id)))];
    return { ...hitsOf(standIn(clause, widenedTo), ids), clause, widenedTo };
  }

  /** The clause as it stands, or what is searched in its place where no item holds it. */
  function resolve(clause: Clause, ids: readonly number[]): ClauseHits[] {
    const hits = hitsOf(clause, ids);
    if (hits.documents > 0) return [hits];
    return clause.otherwise.length > 0
      ? clause.otherwise.flatMap((word) => resolve(word, ids))
      : [widened(clause, ids)];
  }

  /** A frequent clause, looked for in the items that rarer ones found: FTS5 passes over all others unread. */
  function beside(rarer: readonly ClauseHits[], clause: Clause, documents: number, ids: readonly number[]): ClauseHits {
    const found = rarer.flatMap((hits) => anyOf(standIn(hits.clause, hits.widenedTo), ids));
    const expression = `(${anyOf(clause, ids).join(' OR ')}) AND (${found.join(' OR ')})`;
    const places = sorted([reads.matching(expression, bounds.scanned)]);
    return { clause, places, documents, widenedTo: [] };
  }

  return (clauses, ids) => {
    const rarestFirst = clauses
      .map((clause, place) => ({ clause, place, cost: costOf(clause, ids) }))
      .sort((a, b) => a.cost - b.cost || a.place - b.place);
    const rarer: ClauseHits[] = [];
    const found = rarestFirst.map(({ clause, place, cost }) => {
      const read = sum(rarer.map(({ places }) => places.length));
      if (read > 0 && read + cost > bounds.read) return { place, hits: [beside(rarer, clause, cost, ids)] };
      // Of a clause that was not read to its end, the count is what the index says.
      const hits = resolve(clause, ids).map((hit) => (cost > bounds.scanned ? { ...hit, documents: cost } : hit));
      rarer.push(...hits.filter(({ documents }) => documents > 0));
      return { place, hits };
    });
    return found.sort((a, b) => a.place - b.place).flatMap(({ hits }) => hits);
  };
}

/** How much of the postings a question may cost. */
export interface ReadBounds {
  /** Clauses are read from the rarest on until they have so many places; the others only add to what these found. */
  readonly read: number;
  /** The places of one term that are read at most: only a question of frequent words alone comes to it. */
  readonly scanned: number;
}

/** A tenth of 100,000 items: what is in more of them says little beside rarer words, and costs most. */
export const readBounds: ReadBounds = { read: 16_000, scanned: 16_000 };

/** What was searched for a clause: itself, or the terms that stand in for it. */
function standIn(clause: Clause, widenedTo: readonly string[]): Clause {
  return widenedTo.length === 0 ? clause : { ...clause, terms: widenedTo, phrase: [], ahead: false };
}

/** A clause in FTS5's language, as alternatives. Terms hold no quotation mark, so that each is one string to it. */
function anyOf(clause: Clause, ids: readonly number[]): string[] {
  return ids.flatMap((id) => [
    ...clause.terms.map((term) => `"${id}:${term}"${clause.ahead ? ' *' : ''}`),
    ...(clause.phrase.length > 0 ? [phraseOf(clause, id)] : []),
  ]);
}

function phraseOf({ phrase }: Clause, id: number): string {
  return `{words heading names caption} : "${phrase.map((term) => `${id}:${term}`).join(' ')}"`;
}

function sorted(lists: readonly (readonly Place[])[]): Float64Array {
  const all = new Float64Array(sum(lists.map(({ length }) => length)));
  let from = 0;
  for (const list of lists) {
    all.set(list, from);
    from += list.length;
  }
  return isAscending(all) ? all : all.sort();
}

/** As FTS5 gives a term that an item has in one column only. */
function isAscending(places: Float64Array): boolean {
  for (let at = 1; at < places.length; at += 1) if ((places[at] ?? 0) < (places[at - 1] ?? 0)) return false;
  return true;
}

function countItems(places: Float64Array): number {
  let count = 0;
  let last = -1;
  for (let at = 0; at < places.length; at += 1) {
    const item = itemOf(places[at] ?? 0);
    if (item !== last) count += 1;
    last = item;
  }
  return count;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
