import { gluedKey } from '../../language/names.ts';
import type { Database } from '../../store/sqlite.ts';
import type { NameSort } from './nameEvents.ts';

/** A name and the entity that it means. */
export interface NameRow {
  readonly key: string;
  readonly entity: string;
  readonly shown: number;
  readonly name: string;
}

/** Which known name a key means. */
export function openNameMeanings(db: Database) {
  const selectName = db.prepare<[string, NameSort, string], NameRow>(
    'SELECT key, entity, shown, name FROM names WHERE namespace = ? AND sort = ? AND key = ?',
  );
  // One name for each entity, of two at most: with a second one it is open which is meant. Left to itself SQLite would
  // read every name in the order of its entity.
  const selectGlued = db.prepare<[string, NameSort, string], NameRow>(
    `SELECT min(key) AS key, entity, shown, name FROM names INDEXED BY names_by_glued
     WHERE namespace = ? AND sort = ? AND glued = ? GROUP BY entity LIMIT 2`,
  );

  // Least and greatest are point look-ups each; a predicate may have very many facts.
  const selectPredicate = db
    .prepare<{ namespace: string; glued: string }, string>(
      `SELECT least FROM (
         SELECT (SELECT min(predicate_key) FROM facts WHERE namespace = $namespace AND predicate_glued = $glued) AS least,
           (SELECT max(predicate_key) FROM facts WHERE namespace = $namespace AND predicate_glued = $glued) AS greatest)
       WHERE least = greatest`,
    )
    .pluck();
  const selectUse = db
    .prepare<[string, string], number>('SELECT 1 FROM facts WHERE namespace = ? AND predicate_key = ? LIMIT 1')
    .pluck();

  const exact = (namespace: string, sort: NameSort, key: string): NameRow | null =>
    selectName.get(namespace, sort, key) ?? null;

  /** The name of the only entity that has one whose words, written together, are these; null for none or several. */
  function glued(namespace: string, sort: NameSort, key: string): NameRow | null {
    const [only, other] = selectGlued.all(namespace, sort, key);
    return only !== undefined && other === undefined ? only : null;
  }

  return {
    exact,
    glued,
    /** Whether a fact uses this predicate. */
    isPredicate: (namespace: string, key: string): boolean => selectUse.get(namespace, key) !== undefined,
    /** The key of the only predicate in use whose words, written together, are these; null for none or several. */
    gluedPredicate: (namespace: string, key: string): string | null =>
      selectPredicate.get({ namespace, glued: key }) ?? null,
    /** The name of that key; where no name has it, the one that it may mean by `glued`. */
    of: (namespace: string, sort: NameSort, key: string): NameRow | null =>
      exact(namespace, sort, key) ?? glued(namespace, sort, gluedKey(key)),
  };
}
