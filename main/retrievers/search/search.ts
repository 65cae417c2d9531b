import { type Clause, readQuestion } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';
import type { PathQuery, PathResult, QueryTerm } from '../path.ts';
import { type ClauseHits, openLookUp, readBounds } from './clauseHits.ts';
import { makeScoring, reach, type Scored } from './scoring.ts';
import { openThreadWindows } from './threadWindows.ts';

/** Which recipe ranked: kept in traces, and raised when a rank may change. */
export const searchVersion = 'bm25f-3';

/**
 * Finds items by their words: BM25F over text, heading, names, caption, identifiers and day, with the turns around a
 * turn as weaker evidence. Of equal scores the item written first is first. Sees only the namespaces asked for. Terms
 * beyond `bounds` count where a rarer one of the question is; an item left out scores at most what they can give.
 */
export function openSearch(db: Database, bounds = readBounds): (query: PathQuery) => PathResult {
  const lookUp = openLookUp(db, bounds);
  // Twice as far as words are lent: the outermost turn that is scored is lent words too.
  const windowsOf = openThreadWindows(db, 2 * reach);
  const selectNamespace = db.prepare<[string], { id: number; items: number; words: number }>(
    'SELECT id, items, words FROM keyword_namespaces WHERE namespace = ?',
  );

  function search({ text, namespaces, depth, otherNames }: PathQuery): PathResult {
    const held = [...new Set(namespaces)].flatMap((namespace) => selectNamespace.get(namespace) ?? []);
    const items = held.reduce((total, namespace) => total + namespace.items, 0);
    const words = held.reduce((total, namespace) => total + namespace.words, 0);
    const clauses = [...readQuestion(text), ...(otherNames?.names ?? []).flatMap(clausesOfName)];
    const hits = lookUp(
      clauses,
      held.map(({ id }) => id),
    );
    const scoring = makeScoring(hits, { items, averageLength: Math.max(1, words / Math.max(1, items)) });
    const seeds = scoring.best(Math.max(leastSeeds, depth));
    const ranked = scoring.rank(windowsOf(seeds), depth);
    return {
      status: 'ok',
      reason: null,
      candidates: ranked.map((scored, index) => candidate(scored, index + 1)),
      lagging: 0,
      terms: hits.flatMap((hit) => termOf(hit, items)),
    };
  }

  // One snapshot for all reads of a question, however many items are written meanwhile.
  return db.transaction(search).deferred;
}

/** Another name of what is asked about helps an item that has it, and is not missed in one that has it not. */
function clausesOfName(name: string): Clause[] {
  const helps = { strict: false, widen: 'never', bonus: true, otherwise: [] } as const;
  return readQuestion(`"${name}"`).map((clause) => ({ ...clause, ...helps }));
}

/** So many of the best by their own words are looked at together with the turns around them. */
const leastSeeds = 60;

function candidate({ item, score, matched, context, columns, phrase, adjacent }: Scored, rank: number) {
  return { rowid: item, rank, score, signals: { bm25: score, matched, context, columns, phrase, adjacent } };
}

function termOf({ clause, documents, widenedTo }: ClauseHits, items: number): QueryTerm[] {
  if (clause.bonus) return [];
  const idf = documents === 0 ? 0 : Math.log(1 + (items - documents + 0.5) / (documents + 0.5));
  return [{ term: clause.shown, documents, idf, widenedTo }];
}
