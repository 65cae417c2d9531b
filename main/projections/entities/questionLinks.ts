import { nameKey } from '../../language/names.ts';
import type { Database } from '../../store/sqlite.ts';
import type { EntityReads } from './entityReads.ts';

/** A thing that a question names, and what kinds of structure the memory holds at it. */
export interface QuestionLink {
  /** Where its name stands in the question (UTF-16 offsets). */
  readonly start: number;
  readonly end: number;
  readonly namespace: string;
  readonly name: string;
  /** Some edge begins or ends at it. */
  readonly edges: boolean;
  /** Some fact is about it. */
  readonly facts: boolean;
  /** Some of that was stated as such, in relations that the memory tells again and again, and not only read in a text by rule. */
  readonly stated: boolean;
  /** Its other names than the one that is used, as keys; left out where it has none. */
  readonly also?: readonly string[];
}

/** The things that a question names, in these namespaces, in the order of the question; of equal spans each namespace's. */
export function openQuestionLinks(
  db: Database,
  entities: EntityReads,
  vocabularyOf: (namespace: string) => { readonly isOpen: boolean },
): (namespaces: readonly string[], text: string) => QuestionLink[] {
  const selectEdges = db
    .prepare<{ namespace: string; key: string; limit: number }, number>(
      `SELECT item FROM (SELECT item FROM edges WHERE namespace = $namespace AND from_key = $key ORDER BY known_at DESC LIMIT $limit)
       UNION ALL
       SELECT item FROM (SELECT item FROM edges WHERE namespace = $namespace AND to_key = $key ORDER BY known_at DESC LIMIT $limit)`,
    )
    .pluck();
  // The key of a slot begins with that of its subject and a line break.
  const selectFacts = db
    .prepare<{ namespace: string; from: string; to: string; limit: number }, number>(
      'SELECT item FROM facts WHERE namespace = $namespace AND slot_key >= $from AND slot_key < $to LIMIT $limit',
    )
    .pluck();
  const selectStated = db
    .prepare<[string], number>(
      `SELECT EXISTS (SELECT 1 FROM json_each(?) row JOIN items i ON i.rowid = row.value
         WHERE NOT EXISTS (SELECT 1 FROM derivations d
           WHERE d.namespace = i.namespace AND d.item_id = i.item_id AND d.extracted = 1))`,
    )
    .pluck();

  return (namespaces, text) =>
    entities
      .link([...new Set(namespaces)], text)
      .map(({ start, end, namespace, name, keys }) => {
        const edges = keys.flatMap((key) => selectEdges.all({ namespace, key, limit: mostLookedAt }));
        const facts = keys.flatMap((key) =>
          selectFacts.all({ namespace, from: `${key}\n`, to: `${key}\v`, limit: mostLookedAt }),
        );
        const held = [...edges, ...facts];
        const stated =
          held.length > 0 && !vocabularyOf(namespace).isOpen && selectStated.get(JSON.stringify(held)) === 1;
        const also = keys.filter((key) => key !== nameKey(text.slice(start, end)));
        const kinds = { edges: edges.length > 0, facts: facts.length > 0, stated };
        return { start, end, namespace, name, ...kinds, ...(also.length > 0 ? { also } : {}) };
      })
      .sort((a, b) => a.start - b.start || a.namespace.localeCompare(b.namespace));
}

/** Edges of each direction and facts that are looked at for whether any was stated. */
const mostLookedAt = 20;
