import { trigramsOf } from '../../projections/keywords/keywordTerms.ts';
import type { Clause } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';

/** Finds the index terms of a namespace that a clause may stand for, when no item holds it as it stands. */
export type Widen = (clause: Clause, namespaceId: number) => string[];

/** At most eight terms, the shortest first: they differ least from what was asked. */
export function openWiden(db: Database): Widen {
  const selectTerms = db
    .prepare<[string], string>(
      `SELECT substr(term, instr(term, ':') + 1) FROM keyword_fragments JOIN keyword_terms ON id = keyword_fragments.rowid
       WHERE keyword_fragments MATCH ? ORDER BY length(term), term LIMIT 100`,
    )
    .pluck();

  return (clause, namespaceId) => {
    if (clause.widen === 'never') return [];
    const fragments = [...new Set([clause.shown, ...clause.terms])].filter((form) => trigramsOf(form).length > 0);
    const found = fragments.flatMap((fragment) => {
      const trigrams = trigramsOf(fragment).map((trigram) => `"${namespaceId}:${trigram}"`);
      return selectTerms.all(trigrams.join(' ')).filter((term) => standsFor(term, fragment, clause.widen === 'ahead'));
    });
    return [...new Set(found)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, 8);
  };
}

/** Whether the term holds the fragment without cutting a number: PROJ-12 is no part of PROJ-123. */
function standsFor(term: string, fragment: string, ahead: boolean): boolean {
  if (ahead) return term.startsWith(fragment);
  for (let at = term.indexOf(fragment); at >= 0; at = term.indexOf(fragment, at + 1)) {
    if (!cutsNumber(term, at) && !cutsNumber(term, at + fragment.length)) return true;
  }
  return false;
}

function cutsNumber(term: string, at: number): boolean {
  return /[\d.]\d$|\d[\d.]$/.test(term.slice(Math.max(0, at - 1), at + 1)) && at > 0;
}
