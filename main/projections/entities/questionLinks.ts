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
}

/** The things that a question names, in these namespaces, in the order of the question; of equal spans each namespace's. */
export function openQuestionLinks(
  db: Database,
  entities: EntityReads,
): (namespaces: readonly string[], text: string) => QuestionLink[] {
  const selectEdge = db
    .prepare<[string, string, string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM edges WHERE namespace = ? AND from_key = ?)
         OR EXISTS (SELECT 1 FROM edges WHERE namespace = ? AND to_key = ?)`,
    )
    .pluck();
  // The key of a slot begins with that of its subject and a line break.
  const selectFact = db
    .prepare<[string, string, string], number>(
      'SELECT EXISTS (SELECT 1 FROM facts WHERE namespace = ? AND slot_key >= ? AND slot_key < ?)',
    )
    .pluck();
  return (namespaces, text) =>
    entities
      .link([...new Set(namespaces)], text)
      .map(({ start, end, namespace, name, keys }) => ({
        ...{ start, end, namespace, name },
        edges: keys.some((key) => selectEdge.get(namespace, key, namespace, key) === 1),
        facts: keys.some((key) => selectFact.get(namespace, `${key}\n`, `${key}\v`) === 1),
      }))
      .sort((a, b) => a.start - b.start || a.namespace.localeCompare(b.namespace));
}
