import { hash as digestOf, type Hash } from 'node:crypto';
import type { Database } from '../../store/sqlite.ts';
import { feedRows } from '../items/itemRows.ts';
import { trigramsOf } from './keywordTerms.ts';

/** The distinct terms of each namespace, found by any three characters in them. */
export interface Vocabulary {
  add(namespaceId: number, terms: ReadonlySet<string>): void;
  /** Drops those of these terms that no item of the namespace holds any more. */
  dropUnused(namespaceId: number, terms: ReadonlySet<string>): void;
  truncate(): void;
  digest(hash: Hash): void;
}

export function openVocabulary(db: Database): Vocabulary {
  const insertTerms = db.prepare<[string], { id: number; term: string }>(
    `INSERT INTO keyword_terms (key, term) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true
     ON CONFLICT DO NOTHING RETURNING id, term`,
  );
  const selectHolder = db.prepare<[string], number>('SELECT 1 FROM keyword_counts WHERE term = ?').pluck();
  const deleteTerm = db
    .prepare<[number, string], number>('DELETE FROM keyword_terms WHERE key = ? AND term = ? RETURNING id')
    .pluck();
  const deleteTerms = db.prepare('DELETE FROM keyword_terms');
  const insertTrigrams = db.prepare<[number, string]>('INSERT INTO keyword_fragments (rowid, trigrams) VALUES (?, ?)');
  const deleteTrigrams = db.prepare<[number, string]>(
    "INSERT INTO keyword_fragments (keyword_fragments, rowid, trigrams) VALUES ('delete', ?, ?)",
  );
  const deleteAllTrigrams = db.prepare("INSERT INTO keyword_fragments (keyword_fragments) VALUES ('delete-all')");
  const allTerms = db
    .prepare<[], unknown[]>(
      `SELECT n.namespace, substr(t.term, instr(t.term, ':') + 1) AS bare FROM keyword_terms t
       JOIN keyword_namespaces n ON n.id = CAST(substr(t.term, 1, instr(t.term, ':') - 1) AS INTEGER)
       ORDER BY n.namespace, bare`,
    )
    .raw();

  return {
    add(namespaceId, terms) {
      const keyed = [...terms].map((term) => [keyOf(`${namespaceId}:${term}`), `${namespaceId}:${term}`]);
      const added = insertTerms.all(JSON.stringify(keyed));
      for (const { id, term } of added) insertTrigrams.run(id, trigramText(term));
    },
    dropUnused(namespaceId, terms) {
      for (const bare of terms) {
        const term = `${namespaceId}:${bare}`;
        if (selectHolder.get(term) !== undefined) continue;
        const id = deleteTerm.get(keyOf(term), term);
        if (id !== undefined) deleteTrigrams.run(id, trigramText(term));
      }
    },
    truncate() {
      deleteAllTrigrams.run();
      deleteTerms.run();
    },
    digest: (hash) => feedRows(hash, 'keyword terms', allTerms.iterate()),
  };
}

/** Should two terms ever share a key, the second is found as a whole only. */
function keyOf(term: string): number {
  return digestOf('sha1', term, 'buffer').readUIntBE(0, 6);
}

/** The trigrams of a term, each with the term's namespace before it, as the index stores them. */
function trigramText(term: string): string {
  const bare = term.indexOf(':') + 1;
  return trigramsOf(term.slice(bare))
    .map((trigram) => term.slice(0, bare) + trigram)
    .join(' ');
}
