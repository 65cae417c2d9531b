import type { EdgeReads, JudgedEdge } from '../../projections/entities/edgeReads.ts';
import type { EntityReads } from '../../projections/entities/entityReads.ts';
import type { RelationVocabulary } from '../../projections/relations/relationVocabulary.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { type EdgeFit, fitEdges, isUnsupported, likelihood } from './edgeFit.ts';
import { readRelationQuestion } from './relationQuestion.ts';

export const associateVersion = 'associate-4';

/** Edges read at each name and in each direction, the newest first. */
const mostAround = 400;
/** Edges whose standing is looked up: the best by what is known without it. */
const mostJudged = 200;
/** Edges shown with an item that states several. */
const edgesShown = 5;

/** What makes an edge an answer beside how it fits the question; with the parts of `likelihood` they sum to 1. */
const weights = { recency: 0.1, support: 0.05 };
/** How far back in time an edge's recency falls to a half, in milliseconds: ninety days. */
const halfLife = 90 * 86_400_000;

/**
 * Finds relations of the things that a question names: the edges at them, at the time that it names. An edge between two
 * named things comes first, then those whose relation the question asks for in the words in which this memory tells it,
 * then the newer and the better supported. Where the question asks for a relation, edges of it that go the other way are
 * none of its answers: what the thing depends on is not what depends on it. Only what states an edge is proposed, never
 * prose that names both: the edge's own item, or the items that it was concluded from.
 */
export function openAssociate(
  entities: EntityReads,
  edges: EdgeReads,
  vocabularyOf: (namespace: string) => RelationVocabulary,
): (query: PathQuery) => PathResult {
  function inNamespace(namespace: string, query: PathQuery): Found {
    const named = entities.link([namespace], query.text);
    if (named.length === 0) return nothing;
    const question = readRelationQuestion(query, named, vocabularyOf(namespace));
    const predicates = entities.linkPredicates([namespace], query.text);
    const around = edges.around(namespace, [...new Set(named.flatMap(({ keys }) => keys))], mostAround);
    if (isUnsupported(around, question)) return { ...nothing, absence: 'relation-unsupported' };
    const fitting = fitEdges(around, question, predicates)
      .filter(({ fit }) => fit.mayAnswer)
      .sort((a, b) => likelihood(b.fit) - likelihood(a.fit) || b.row.knownAt - a.row.knownAt)
      .slice(0, mostJudged);
    const judged = new Map(
      edges
        .judge(
          fitting.map(({ row }) => row),
          question.frame,
        )
        .map((edge) => [edge.row.id, edge]),
    );
    const weighed = fitting.flatMap(({ row, fit }) => {
      const edge = judged.get(row.id);
      if (edge === undefined || !edge.known || !(edge.view.isCurrent || question.past)) return [];
      return weigh(edge, fit, question.frame.at);
    });
    return { weighed, time: question.time, absence: null };
  }

  return (query) => {
    const found = query.namespaces.map((namespace) => inNamespace(namespace, query));
    const weighed = found.flatMap(({ weighed }) => weighed);
    const candidates = itemsOf(weighed.sort((a, b) => b.score - a.score || b.edge.row.id - a.edge.row.id))
      .slice(0, query.depth)
      .map((one, at) => ({ ...one, rank: at + 1 }));
    const time = candidates.some(({ asked }) => asked) ? found.find(({ time }) => time !== null)?.time : null;
    const absence = candidates.length === 0 ? found.find(({ absence }) => absence !== null)?.absence : null;
    return {
      ...{ status: 'ok', reason: null, candidates, lagging: 0 },
      ...(time != null && { time }),
      ...(absence != null && { absence }),
    };
  };
}

interface Found {
  readonly weighed: readonly Weighed[];
  readonly time: PathResult['time'] | null;
  readonly absence: string | null;
}

const nothing: Found = { weighed: [], time: null, absence: null };

interface Weighed {
  readonly edge: JudgedEdge;
  readonly score: number;
  readonly signals: Readonly<Record<string, unknown>>;
  /** It is just what the question asks for: every word of it, about everything that it names. */
  readonly whole: boolean;
}

function weigh(edge: JudgedEdge, fit: EdgeFit, at: number): Weighed {
  const recency = 2 ** (-Math.max(0, at - edge.row.knownAt) / halfLife);
  const support = edge.view.confidence * (1 - 1 / (1 + edge.supports.length));
  const { between, direction, whole, lean, relation: relationMatch } = fit;
  const { from, relation, to } = edge.view;
  const score = likelihood(fit) + weights.recency * recency + weights.support * support;
  return {
    edge,
    score,
    signals: { from, relation, to, between, relationMatch, lean, direction, recency, support },
    whole,
  };
}

/** The items that state the edges, each once, with its edges; the best edge of an item gives it its place. */
function itemsOf(found: readonly Weighed[]): Omit<Candidate, 'rank'>[] {
  const items = new Map<number, Weighed[]>();
  for (const weighed of found) {
    for (const rowid of weighed.edge.supports) items.set(rowid, [...(items.get(rowid) ?? []), weighed]);
  }
  return [...items].flatMap(([rowid, stated]) => {
    const [best] = stated;
    if (best === undefined) return [];
    const edges = stated.slice(0, edgesShown).map(({ edge }) => edge.view);
    const asked = stated.some(({ whole }) => whole);
    return [{ rowid, score: best.score, signals: best.signals, edges, ...(asked && { asked }) }];
  });
}
