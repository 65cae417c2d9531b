import type { Database } from '../../store/sqlite.ts';

export interface TermCounts {
  /** Items of a namespace that the keyword index holds. */
  items(namespace: string): number;
  /** How many of them hold a term, in any column. */
  holding(namespace: string, term: string): number;
  /** Rows of items that hold all of the terms; of more than `mostRead` that hold the rarest one, the first. */
  together(namespace: string, terms: readonly string[]): number[];
}

const mostRead = 2000;

/** How rare terms of the keyword index are in a namespace, and which items hold them together. */
export function openTermCounts(db: Database): TermCounts {
  const selectNamespace = db.prepare<[string], { id: number; items: number }>(
    'SELECT id, items FROM keyword_namespaces WHERE namespace = ?',
  );
  const selectCount = db.prepare<[string], number>('SELECT doc FROM keyword_counts WHERE term = ?').pluck();
  // A posting's row is the item's, with its length in the lowest byte.
  const selectItems = db
    .prepare<[string, number], number>('SELECT DISTINCT doc / 256 FROM keyword_places WHERE term = ? LIMIT ?')
    .pluck();

  function holding(namespace: string, term: string): number {
    const held = selectNamespace.get(namespace);
    return held === undefined ? 0 : (selectCount.get(`${held.id}:${term}`) ?? 0);
  }

  return {
    items: (namespace) => selectNamespace.get(namespace)?.items ?? 0,
    holding,
    together(namespace, terms) {
      const id = selectNamespace.get(namespace)?.id;
      const [rarest, ...others] = terms.toSorted((a, b) => holding(namespace, a) - holding(namespace, b));
      if (id === undefined || rarest === undefined) return [];
      let items = selectItems.all(`${id}:${rarest}`, mostRead);
      for (const term of others) {
        if (items.length === 0) break;
        const also = new Set(selectItems.iterate(`${id}:${term}`, -1));
        items = items.filter((item) => also.has(item));
      }
      return items;
    },
  };
}
