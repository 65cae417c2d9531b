import { readQuestion } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';
import { openLookUp } from './clauseHits.ts';
import { itemOf } from './places.ts';

/** Which items hold every one of some names, word by word, in text, heading or names; nothing is ranked. */
export function openMentionsOf(
  db: Database,
): (names: readonly string[], namespaces: readonly string[], limit: number) => number[] | null {
  const lookUp = openLookUp(db);
  const selectId = db.prepare<[string], number>('SELECT id FROM keyword_namespaces WHERE namespace = ?').pluck();
  return (names, namespaces, limit) => {
    const held = [...new Set(namespaces)].flatMap((namespace) => selectId.get(namespace) ?? []);
    const words = names.flatMap((name) => readQuestion(name).filter(({ bonus }) => !bonus));
    const hits = lookUp(words, held);
    // A near spelling or a longer form is another name.
    if (hits.length === 0 || hits.some(({ documents, widenedTo }) => documents === 0 || widenedTo.length > 0))
      return [];
    const [rarest, ...others] = hits.map(({ places }) => new Set(Array.from(places, itemOf))).sort(bySize);
    if (rarest === undefined) return [];
    const rows = [...rarest].filter((row) => others.every((other) => other.has(row)));
    return rows.length > limit ? null : rows;
  };
}

function bySize(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  return a.size - b.size;
}
