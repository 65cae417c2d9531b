import { nameKey } from '../../language/names.ts';
import type { EdgeReads, EdgeRow, JudgedEdge } from '../../projections/entities/edgeReads.ts';
import type { EntityReads, LinkedName } from '../../projections/entities/entityReads.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { frameOf } from './linkedFrame.ts';
import { goesAsAsked, isCertain, shareMet } from './relationMatch.ts';
import { type QuestionWord, questionWords, relationStems } from './relationWords.ts';

export const associateVersion = 'associate-2';

/** Edges read at each name and in each direction, the newest first. */
const mostAround = 400;
/** Edges whose standing is looked up: the best by what is known without it. */
const mostJudged = 200;
/** Edges shown with an item that states several. */
const edgesShown = 5;

/** What an edge against the grammar of the question keeps of its score. */
const against = 0.6;
/** What makes an edge an answer; they sum to 1. */
const weights = { between: 0.4, relation: 0.35, recency: 0.15, support: 0.1 };
/** How far back in time an edge's recency falls to a half, in milliseconds: ninety days. */
const halfLife = 90 * 86_400_000;

/**
 * Finds relations of the things that a question names: the edges at them. An edge between two named things comes first,
 * then those whose relation the question's words name, then the newer and the better supported. Where the question names a
 * relation, edges of others are none of its answers, nor are those of it that go the other way: what the thing depends on
 * is not what depends on it. Only what states an edge is proposed, never prose that names both: the edge's own item, or the
 * items that it was concluded from.
 */
export function openAssociate(entities: EntityReads, edges: EdgeReads): (query: PathQuery) => PathResult {
  function inNamespace(namespace: string, query: PathQuery): Weighed[] {
    const named = entities.link([namespace], query.text);
    if (named.length === 0) return [];
    const frame = frameOf(query);
    const question: Question = {
      named,
      words: questionWords(query.text, named),
      predicates: entities.linkPredicates([namespace], query.text),
    };
    const around = edges.around(namespace, [...new Set(named.flatMap(({ keys }) => keys))], mostAround);
    const asked = around
      .map((row) => ({ row, fit: fitOf(row, question) }))
      .filter(({ fit }) => mayAnswer(fit, question))
      .sort((a, b) => likelihood(b.fit) - likelihood(a.fit) || b.row.knownAt - a.row.knownAt)
      .slice(0, mostJudged);
    const rows = asked.map(({ row }) => row);
    const judged = new Map(edges.judge(rows, frame).map((edge) => [edge.row.id, edge]));
    return asked.flatMap(({ row, fit }) => {
      const edge = judged.get(row.id);
      if (edge === undefined || !edge.known || !(edge.view.isCurrent || query.includeHistorical)) return [];
      return weigh(edge, fit, frame.at);
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

interface Question {
  readonly named: readonly LinkedName[];
  readonly words: readonly QuestionWord[];
  /** Phrases of the question that name a relation by one of its aliases. */
  readonly predicates: readonly LinkedName[];
}

/** How an edge fits a question. */
interface Fit {
  readonly between: boolean;
  /** The share of the relation's words that the question has; 1 where it says an alias of it. */
  readonly relation: number;
  /** Whether it goes the way that the question asks; `open` where the question names no relation of it. */
  readonly direction: 'asked' | 'against' | 'open';
  /** The relation is all that the question asks, and in words that tell its direction. */
  readonly isCertain: boolean;
  readonly whole: boolean;
}

function fitOf(row: EdgeRow, { named, words, predicates }: Question): Fit {
  const relation = { text: row.relation, stems: relationStems(row.relation) };
  const key = nameKey(row.relation);
  const phrases = predicates.filter(({ keys }) => keys.includes(key));
  const isMet = ({ stem, at }: QuestionWord) =>
    relation.stems.includes(stem) || phrases.some(({ start, end }) => at >= start && at < end);
  const between = isBetween(row, named);
  const required = words.filter(({ kind }) => !kind);
  const word = required.find(isMet);
  const direction =
    word === undefined ? 'open' : directionOf(row, named, (at, forward) => goesAsAsked(word, relation, at, forward));
  const isAll = required.every(isMet);
  const answers = named.length > 1 ? between : word !== undefined;
  return {
    between,
    relation: phrases.length > 0 ? 1 : shareMet(words, relation.stems),
    direction,
    isCertain: word !== undefined && isAll && isCertain(word, relation),
    whole: answers && isAll && direction !== 'against',
  };
}

/** Each end that the question names must stand in it where that end of the edge stands. */
function directionOf(
  row: EdgeRow,
  named: readonly LinkedName[],
  goes: (at: number, forward: boolean) => boolean,
): Fit['direction'] {
  const from = named.filter(({ keys }) => keys.includes(row.fromKey));
  const to = named.filter(({ keys }) => keys.includes(row.toKey));
  // A thing's relation to itself goes either way.
  if (from.some((name) => to.includes(name))) return 'asked';
  const fits =
    (from.length === 0 || from.some(({ start }) => goes(start, true))) &&
    (to.length === 0 || to.some(({ start }) => goes(start, false)));
  return fits ? 'asked' : 'against';
}

function mayAnswer({ between, relation, direction, isCertain }: Fit, { words }: Question): boolean {
  if (between) return true;
  return direction === 'against' ? !isCertain : relation > 0 || words.length === 0;
}

function likelihood({ between, relation, direction }: Fit): number {
  const share = weights.between * Number(between) + weights.relation * relation;
  return direction === 'against' ? against * share : share;
}

function weigh(edge: JudgedEdge, fit: Fit, at: number): Weighed {
  const recency = 2 ** (-Math.max(0, at - edge.row.knownAt) / halfLife);
  const support = edge.view.confidence * (1 - 1 / (1 + edge.supports.length));
  const { between, direction, whole } = fit;
  const { from, relation, to } = edge.view;
  const score = likelihood(fit) + weights.recency * recency + weights.support * support;
  const signals = { from, relation, to, between, relationMatch: fit.relation, direction, recency, support };
  return { edge, score, signals, whole };
}

/** Whether both ends are named in the question, by different words of it. */
function isBetween(row: EdgeRow, named: readonly LinkedName[]): boolean {
  const from = named.find(({ keys }) => keys.includes(row.fromKey));
  const to = named.find(({ keys }) => keys.includes(row.toKey));
  return from !== undefined && to !== undefined && from.entityId !== to.entityId;
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
