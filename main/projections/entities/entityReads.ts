import type { EntityView } from '../../contract/entities.ts';
import { gluedKey, nameKey } from '../../language/names.ts';
import type { Database } from '../../store/sqlite.ts';
import { openEntityViews } from './entityViews.ts';
import { keyOfName, type NameSort } from './nameEvents.ts';
import { keysWithSynonyms, linkNames, type NameIndex } from './nameLinks.ts';
import { type NameRow, openNameMeanings } from './nameMeanings.ts';

/** A name found in a text, and the entity that it means. */
export interface LinkedName {
  readonly namespace: string;
  /** Where it stands in the text (UTF-16 offsets). */
  readonly start: number;
  readonly end: number;
  readonly entityId: string;
  /** The name by which the entity is shown. */
  readonly name: string;
  /** The key (`nameKey`) under which it was found: of the words in the text, of what they may mean, or through an alias. */
  readonly key: string;
  /** Every key of that entity, and of names that are the same by an alias inside them; `key` first. */
  readonly keys: readonly string[];
  /** Uses by items, over all its names. */
  readonly mentions: number;
}

export interface ResolvedName {
  readonly entityId: string;
  /** The name by which the entity is shown. */
  readonly name: string;
  /** Every key that means it; that of the given name first. */
  readonly keys: readonly string[];
}

/** Names and the entities that they mean. Works on any connection to `memory.db`, a read-only one too. */
export interface EntityReads {
  /** Names in a text, in their order and apart from each other; the longest match wins. One namespace after the other. */
  link(namespaces: readonly string[], text: string): LinkedName[];
  /** Names of predicates in a text, as `link`. A predicate has a name here once it has an alias. */
  linkPredicates(namespaces: readonly string[], text: string): LinkedName[];
  /**
   * The entity that a name means by any spelling or alias, also by an alias inside it; else the only one with a name of
   * the same `gluedKey`; null for none.
   */
  resolve(namespace: string, name: string): ResolvedName | null;
  /** Whether some name is written with just this key. */
  isName(namespace: string, key: string): boolean;
  /** Whether a longer name begins with the words of this key. */
  begins(namespace: string, key: string): boolean;
  /** Every key that means the same as a name, the name's own first; just that one where it is not known. */
  canonicalKeys(namespace: string, name: string): string[];
  /**
   * Every key that means the same predicate or relation as these words, their own first. Words that no fact uses mean the
   * only predicate of the same `gluedKey`.
   */
  predicateKeys(namespace: string, words: string): string[];
  view(namespace: string, entityId: string): EntityView | null;
  /** Entities with a name at edit distance 2 or less (1 for short ones) that mean another thing, the nearest first. */
  near(namespace: string, name: string, limit: number): EntityView[];
  /** Entities with a name that holds the words of `text`, those with the most mentions first. */
  list(namespace: string, text: string | undefined, limit: number): { entities: EntityView[]; total: number };
}

export function openEntityReads(db: Database): EntityReads {
  const selectFrom = db
    .prepare<[string, NameSort, string], string>(
      'SELECT key FROM names WHERE namespace = ? AND sort = ? AND key >= ? ORDER BY key LIMIT 1',
    )
    .pluck();
  const selectGluedFrom = db
    .prepare<[string, NameSort, string], string>(
      'SELECT glued FROM names WHERE namespace = ? AND sort = ? AND glued >= ? ORDER BY glued LIMIT 1',
    )
    .pluck();
  const meanings = openNameMeanings(db);
  const selectEntity = db.prepare<[string, string], NameRow & { readonly mentions: number }>(
    'SELECT key, entity, shown, name, mentions FROM names WHERE namespace = ? AND entity = ? ORDER BY first_seq, first_place',
  );
  const views = openEntityViews(db);

  function indexOf(namespace: string, sort: NameSort): NameIndex<NameRow> {
    return {
      atOrAfter: (key) => selectFrom.get(namespace, sort, key) ?? null,
      get: (key) => meanings.exact(namespace, sort, key),
      gluedAtOrAfter: (glued) => selectGluedFrom.get(namespace, sort, glued) ?? null,
      meant(key) {
        const row = meanings.glued(namespace, sort, gluedKey(key));
        return row === null ? null : { key: row.key, name: row };
      },
      synonyms: ({ entity, key }) =>
        selectEntity
          .all(namespace, entity)
          .map((row) => row.key)
          .filter((other) => other !== key),
    };
  }

  function linkSort(sort: NameSort, namespace: string, text: string): LinkedName[] {
    const index = indexOf(namespace, sort);
    return linkNames(text, index).map(({ start, end, key, name: row }) => {
      const names = selectEntity.all(namespace, row.entity);
      const shown = names.find(({ shown }) => shown === 1) ?? row;
      const own = [key, ...names.map(({ key }) => key)];
      const keys = [...new Set([...own, ...keysOf(namespace, sort, text.slice(start, end), index)])];
      const mentions = names.reduce((sum, { mentions }) => sum + mentions, 0);
      return { namespace, start, end, entityId: row.entity, name: shown.name, key, keys, mentions };
    });
  }

  /** The keys of all names that a name means, directly, by an alias inside it or for want of its own; its own first. */
  function keysOf(
    namespace: string,
    sort: NameSort,
    name: string,
    index: NameIndex<NameRow>,
    meaning = meanings.of,
  ): string[] {
    const key = keyOfName(name);
    if (key === null) return [nameKey(name)];
    const reached = [key, ...keysWithSynonyms(name, index)];
    const entities = new Set(reached.flatMap((key) => meaning(namespace, sort, key)?.entity ?? []));
    const named = [...entities].flatMap((entity) => selectEntity.all(namespace, entity).map(({ key }) => key));
    return [...new Set([...reached, ...named])];
  }

  return {
    link: (namespaces, text) => namespaces.flatMap((namespace) => linkSort('entity', namespace, text)),
    linkPredicates: (namespaces, text) => namespaces.flatMap((namespace) => linkSort('predicate', namespace, text)),
    resolve(namespace, name) {
      const keys = keysOf(namespace, 'entity', name, indexOf(namespace, 'entity'));
      for (const key of keys) {
        const row = meanings.of(namespace, 'entity', key);
        if (row === null) continue;
        const shown = selectEntity.all(namespace, row.entity).find(({ shown }) => shown === 1) ?? row;
        return { entityId: row.entity, name: shown.name, keys };
      }
      return null;
    },
    isName: (namespace, key) => meanings.exact(namespace, 'entity', key) !== null,
    begins: (namespace, key) => selectFrom.get(namespace, 'entity', `${key} `)?.startsWith(`${key} `) ?? false,
    canonicalKeys: (namespace, name) => keysOf(namespace, 'entity', name, indexOf(namespace, 'entity')),
    predicateKeys(namespace, words) {
      const key = nameKey(words);
      const index = indexOf(namespace, 'predicate');
      if (meanings.isPredicate(namespace, key)) return keysOf(namespace, 'predicate', words, index, meanings.exact);
      const keys = keysOf(namespace, 'predicate', words, index);
      if (keys.length > 1) return keys;
      const used = meanings.gluedPredicate(namespace, gluedKey(key));
      return used === null ? [key] : [key, ...keysOf(namespace, 'predicate', used, index, meanings.exact)];
    },
    view: views.view,
    near: views.near,
    list: views.list,
  };
}
