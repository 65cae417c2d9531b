import { nameKey } from '../../language/names.ts';
import type { EdgeReads, EdgeRow } from '../../projections/entities/edgeReads.ts';
import type { EntityReads } from '../../projections/entities/entityReads.ts';
import type { RelationVocabulary } from '../../projections/relations/relationVocabulary.ts';
import type { PathQuery } from '../path.ts';
import { type EdgeFit, fitEdges, isUnsupported } from './edgeFit.ts';
import { type RelationQuestion, readRelationQuestion, wantsOtherKind, wordsTold } from './relationQuestion.ts';

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
/** What tells more than this asks for more than a relation, unless its words mean one. */
const mostTelling = 2;
/** A relation leads from so much of its words and its meaning, and so far before the next. */
const leading = 0.5;
const ahead = 0.2;
/** As near in meaning as the nearest relation, but for this. */
const nearly = 0.04;

/**
 * What meaning and words together say: that one relation of the thing is nearer to the question than any other that the thing
 * has; null where none is, or where another one, be it one that the thing does not have, is nearer in meaning.
 */
function leadingOne(
  fits: readonly { readonly row: EdgeRow; readonly fit: EdgeFit }[],
  { likeness }: RelationQuestion,
): 'likely' | null {
  const best = new Map<string, number>();
  for (const { row, fit } of fits) {
    const key = nameKey(row.relation);
    const near = fit.direction === 'against' ? 0 : fit.relation + fit.lean;
    best.set(key, Math.max(near, best.get(key) ?? 0));
  }
  const [first, second] = [...best].sort((a, b) => b[1] - a[1]);
  if (first === undefined || first[1] < leading || first[1] - (second?.[1] ?? 0) < ahead) return null;
  const lean = likeness.get(first[0]);
  return lean !== undefined && lean >= Math.max(...likeness.values()) - nearly ? 'likely' : null;
}

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
    // “Which hall is X’s machine in”: what is asked for stands at nothing that the thing itself has.
    const told = wordsTold(question, around, meaning);
    if (around.length > 0 && told.here === 0 && wantsOtherKind(question, around, meaning)) return 'chain';
    const fits = fitEdges(around, question, entities.linkPredicates([namespace], query.text));
    // What is called by another name is reached over the edge that says so.
    const byAlias = named.some(({ name, key }) => nameKey(name) !== key);
    if (fits.some(({ fit }) => fit.whole)) return byAlias ? 'chain' : 'edge';
    const leads = leadingOne(fits, question);
    const means = told.here + told.elsewhere;
    if (around.length === 0) return null;
    if (means < leastShare * told.words || (means === 0 && told.words > fewWords))
      return told.words <= mostTelling ? leads : null;
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
