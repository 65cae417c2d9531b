import { nameKey } from '../../language/names.ts';
import type { EdgeReads } from '../../projections/entities/edgeReads.ts';
import type { EntityReads } from '../../projections/entities/entityReads.ts';
import type { RelationVocabulary } from '../../projections/relations/relationVocabulary.ts';

/** Items that state a relation, whatever they state it of. */
export interface RelationTold {
  /** `nameKey` of the relation. */
  readonly key: string;
  readonly rowids: readonly number[];
}

/** Edges looked at around the named things, and relations that are compared: theirs, and those told most often. */
const mostAround = 100;
const mostOwn = 12;
const mostOthers = 12;

/**
 * In what the relations are told that the things of a question have, and other relations, one of which may be meant of
 * something that stands in between: the newest statements of each.
 */
export function openRelationsTold(
  entities: EntityReads,
  edges: EdgeReads,
  vocabularyOf: (namespace: string) => RelationVocabulary,
): (namespaces: readonly string[], text: string) => RelationTold[] {
  function inNamespace(namespace: string, text: string): RelationTold[] {
    const named = entities.link([namespace], text);
    if (named.length === 0) return [];
    const around = edges.around(namespace, [...new Set(named.flatMap(({ keys }) => keys))], mostAround);
    const own = [...new Set(around.map(({ relation }) => nameKey(relation)))].slice(0, mostOwn);
    if (own.length === 0) return [];
    const vocabulary = vocabularyOf(namespace);
    const keys = [...new Set([...own, ...vocabulary.mostTold(mostOthers)])];
    return keys.map((key) => ({ key, rowids: vocabulary.toldIn(key) })).filter(({ rowids }) => rowids.length > 0);
  }
  return (namespaces, text) => namespaces.flatMap((namespace) => inNamespace(namespace, text));
}
