import { nameKey } from '../../language/names.ts';
import type { EdgeReads, EdgeRow, JudgedEdge } from '../../projections/entities/edgeReads.ts';
import type { EntityReads, LinkedName } from '../../projections/entities/entityReads.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { frameOf } from './linkedFrame.ts';
import { walksForward } from './relationMatch.ts';
import { type QuestionWord, questionWords, relationStems } from './relationWords.ts';

export const associateVersion = 'associate-1';

/** Edges read at each name and in each direction, the newest first. */
const mostAround = 400;
/** Edges whose standing is looked up: the best by what is known without it. */
const mostJudged = 200;
/** Edges shown with an item that states several. */
const edgesShown = 5;

/** What makes an edge an answer; they sum to 1. */
const weights = { between: 0.4, relation: 0.35, recency: 0.15, support: 0.1 };
/** How far back in time an edge's recency falls to a half, in milliseconds: ninety days. */
const halfLife = 90 * 86_400_000;

/**
 * Finds relations of the things that a question names: the edges at them. An edge between two named things comes first,
 * then those whose relation the question's words name, then the newer and the better supported. Where the question names a
 * relation, edges of others are none of its answers. Only what states an edge is proposed, never prose that names both:
 * the edge's own item, or the items that it was concluded from.
 */
export function openAssociate(entities: EntityReads, edges: EdgeReads): (query: PathQuery) => PathResult {
  function inNamespace(namespace: string, query: PathQuery): Weighed[] {
    const named = entities.link([namespace], query.text);
    if (named.length === 0) return [];
    const frame = frameOf(query);
    const words = questionWords(query.text, named);
    const predicates = entities.linkPredicates([namespace], query.text).flatMap(({ keys }) => keys);
    const around = edges.around(namespace, [...new Set(named.flatMap(({ keys }) => keys))], mostAround);
    const asked = around
      .map((row) => ({ row, between: isBetween(row, named), relation: relationMatch(row.relation, words, predicates) }))
      .filter(({ between, relation }) => between || relation > 0 || words.length === 0)
      .sort((a, b) => Number(b.between) - Number(a.between) || b.relation - a.relation || b.row.knownAt - a.row.knownAt)
      .slice(0, mostJudged);
    const judged = new Map(
      edges
        .judge(
          asked.map(({ row }) => row),
          frame,
        )
        .map((edge) => [edge.row.id, edge]),
    );
    return asked.flatMap(({ row, between, relation }) => {
      const edge = judged.get(row.id);
      if (edge === undefined || !edge.known || !(edge.view.isCurrent || query.includeHistorical)) return [];
      const whole = isWhole(row, between, words, named);
      return weigh(edge, { between, relation, whole, at: frame.at });
    });
  }

  return (query) => {
    const found = query.namespaces.flatMap((namespace) => inNamespace(namespace, query));
    const candidates = itemsOf(found.sort((a, b) => b.score - a.score || b.edge.row.id - a.edge.row.id))
      .slice(0, query.depth)
      .map((one, at) => ({ ...one, rank: at + 1 }));
    return { status: 'ok', reason: null, candidates, lagging: 0 };
  };
}

interface Weighed {
  readonly edge: JudgedEdge;
  readonly score: number;
  readonly signals: Readonly<Record<string, unknown>>;
  /** It is just what the question asks for: every word of it, about everything that it names. */
  readonly whole: boolean;
}

interface Asked {
  readonly between: boolean;
  /** The share of the relation's words that the question has. */
  readonly relation: number;
  readonly whole: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

function weigh(edge: JudgedEdge, asked: Asked): Weighed {
  const recency = 2 ** (-Math.max(0, asked.at - edge.row.knownAt) / halfLife);
  const support = edge.view.confidence * (1 - 1 / (1 + edge.supports.length));
  const score =
    weights.between * Number(asked.between) +
    weights.relation * asked.relation +
    weights.recency * recency +
    weights.support * support;
  const { from, relation, to } = edge.view;
  const signals = { from, relation, to, between: asked.between, relationMatch: asked.relation, recency, support };
  return { edge, score, signals, whole: asked.whole };
}

/** Whether both ends are named in the question, by different words of it. */
function isBetween(row: EdgeRow, named: readonly LinkedName[]): boolean {
  const from = named.findIndex(({ keys }) => keys.includes(row.fromKey));
  const to = named.findIndex(({ keys }) => keys.includes(row.toKey));
  return from >= 0 && to >= 0 && named[from]?.entityId !== named[to]?.entityId;
}

/**
 * Whether an edge is just what a question asks for: it answers all of its words, and is between the two things that are
 * named, or goes the way the question asks from the one.
 */
function isWhole(
  row: EdgeRow,
  between: boolean,
  words: readonly QuestionWord[],
  named: readonly LinkedName[],
): boolean {
  const relation = { text: row.relation, stems: relationStems(row.relation) };
  const required = words.filter(({ kind }) => !kind);
  if (required.some(({ stem }) => !relation.stems.includes(stem))) return false;
  if (named.length > 1) return between;
  const [[start], [word]] = [named, required];
  if (start === undefined || word === undefined) return false;
  return walksForward(word, relation, start.start) === start.keys.includes(row.fromKey);
}

/** The share of the relation's words that the question has, 0 to 1; all of them where it says an alias of it. */
function relationMatch(relation: string, words: readonly QuestionWord[], predicates: readonly string[]): number {
  if (predicates.length > 0 && predicates.includes(nameKey(relation))) return 1;
  const stems = relationStems(relation);
  const met = stems.filter((stem) => words.some((word) => word.stem === stem));
  return stems.length === 0 ? 0 : met.length / stems.length;
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
