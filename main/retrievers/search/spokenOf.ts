import { readQuestion } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';
import { openLookUp } from './clauseHits.ts';

/** Which of these names the texts of some namespaces hold, word by word; nothing is ranked. */
export function openSpokenOf(db: Database): (names: readonly string[], namespaces: readonly string[]) => string[] {
  const lookUp = openLookUp(db);
  const selectId = db.prepare<[string], number>('SELECT id FROM keyword_namespaces WHERE namespace = ?').pluck();
  return (names, namespaces) => {
    const held = [...new Set(namespaces)].flatMap((namespace) => selectId.get(namespace) ?? []);
    return names.filter((name) => {
      const hits = lookUp(
        readQuestion(name).filter(({ bonus }) => !bonus),
        held,
      );
      // Another word than was asked for (a near spelling, a longer form) is another name.
      return hits.length > 0 && hits.every(({ documents, widenedTo }) => documents > 0 && widenedTo.length === 0);
    });
  };
}
