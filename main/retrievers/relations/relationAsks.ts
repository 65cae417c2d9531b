import { nameKey } from '../../language/names.ts';
import type { EdgeReads } from '../../projections/entities/edgeReads.ts';
import type { EntityReads } from '../../projections/entities/entityReads.ts';
import type { RelationVocabulary } from '../../projections/relations/relationVocabulary.ts';
import type { PathQuery } from '../path.ts';
import { fitEdges, isUnsupported } from './edgeFit.ts';
import { readRelationQuestion, wordsTold } from './relationQuestion.ts';

/**
 * What a question asks of the relations of what it names. edge: one relation of it is all that is asked; chain: words of it
 * name relations that the thing itself does not have, so that something stands in between, or nothing is known; likely: a
 * relation of it is asked for, with more that no relation answers.
 */
export type RelationAsked = 'edge' | 'chain' | 'likely';

/** Edges looked at around the named things, the newest of each name and direction. */
const mostAround = 100;
/** From here on a word means a relation; and of the words of a question that asks for one, so many do. */
const meaning = 0.5;
const leastShare = 0.5;
/** A question that says hardly more than its names asks what is between them, or what there is around the one. */
const fewWords = 1;

/** Reads what is asked without answering it: no edge is judged and no path is walked. */
export function openRelationAsks(
  entities: EntityReads,
  edges: EdgeReads,
  vocabularyOf: (namespace: string) => RelationVocabulary,
): (query: PathQuery) => RelationAsked | null {
  function inNamespace(namespace: string, query: PathQuery): RelationAsked | null {
    const named = entities.link([namespace], query.text);
    if (named.length === 0) return null;
    const question = readRelationQuestion(query, named, vocabularyOf(namespace));
    const around = edges.around(namespace, [...new Set(named.flatMap(({ keys }) => keys))], mostAround);
    if (isUnsupported(around, question) || (question.shared && around.length > 0)) return 'chain';
    const fits = fitEdges(around, question, entities.linkPredicates([namespace], query.text));
    // What is called by another name is reached over the edge that says so.
    const byAlias = named.some(({ name, key }) => nameKey(name) !== key);
    if (fits.some(({ fit }) => fit.whole)) return byAlias ? 'chain' : 'edge';
    const told = wordsTold(question, around, meaning);
    const means = told.here + told.elsewhere;
    if (around.length === 0 || means < leastShare * told.words) return null;
    if (means === 0 && told.words > fewWords) return null;
    const several = new Set(named.map(({ entityId }) => entityId)).size > 1;
    return told.elsewhere > 0 || several || byAlias ? 'chain' : 'likely';
  }
  return (query) => {
    for (const namespace of query.namespaces) {
      const asked = inNamespace(namespace, query);
      if (asked !== null) return asked;
    }
    return null;
  };
}
