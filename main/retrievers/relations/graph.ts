import { nameKey } from '../../language/names.ts';
import type { EdgeReads, JudgedEdge } from '../../projections/entities/edgeReads.ts';
import type { EntityReads, LinkedName } from '../../projections/entities/entityReads.ts';
import type { RelationVocabulary } from '../../projections/relations/relationVocabulary.ts';
import type { Frame } from '../../projections/standing.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { type MemoryGraph, openMemoryGraphs } from './memoryGraph.ts';
import { pageRank } from './pageRank.ts';
import { searchPaths } from './pathSearch.ts';
import { type RelationQuestion, readRelationQuestion } from './relationQuestion.ts';
import type { QuestionWord } from './relationWords.ts';

export const graphVersion = 'graph-3';

/** Edges shown with a candidate that was reached by mass and not along a path. */
const edgesShown = 3;
/** Paths whose score lies below this share of the best one's are not told. */
const nearBest = 0.75;
/** Paths told at most: a relation with very many ends has that many answers. */
const mostPaths = 10;

/** Edges read at a name to find what says that it is an alias. */
const mostAliases = 50;

type Proposal = Omit<Candidate, 'rank'>;

/**
 * Finds what hangs together with the things that a question names, over several steps. First comes the path whose edges
 * answer the question's relation words one after the other, with the items that state it; then items by Personalized
 * PageRank from the named things, after HippoRAG 2 (Gutiérrez et al. 2025): entities and the items that tell of them are
 * nodes, and a start weighs the more the fewer things are told of it.
 */
export function openGraph(
  db: Database,
  entities: EntityReads,
  edges: EdgeReads,
  vocabularyOf: (namespace: string) => RelationVocabulary,
): (query: PathQuery) => PathResult {
  const graphOf = openMemoryGraphs(db);

  function inNamespace(namespace: string, query: PathQuery): Proposals {
    const graph = graphOf(namespace);
    const links = entities.link([namespace], query.text);
    const question = readRelationQuestion(query, links, vocabularyOf(namespace));
    const named = question.named.flatMap((link) => withNode(graph, link));
    if (named.length === 0) return { along: [], around: [], time: null, sharesNothing: false };
    const look: Look = { graph, named, query, question, namespace };
    const along = alongPaths(look);
    return { along, around: byMass(look), time: question.time, sharesNothing: question.shared && along.length === 0 };
  }

  /** The items that state the edges of the best paths, the last edge's first: it holds the answer. */
  function alongPaths(look: Look): Proposal[] {
    const { graph, named, query, question, namespace } = look;
    const starts = new Map(named.map(({ node, start }) => [node, { node, at: start }]));
    const found = searchPaths(graph, [...starts.values()], question, {
      alsoMet: aliasesMet(namespace, query.text, question.words),
      open: openEdges(look),
    });
    const judged = judgedEdges(
      graph,
      found.flatMap(({ edges }) => edges),
      question.frame,
    );
    const aliases = aliasEdges(look);
    const standing = found.flatMap(({ edges, ...path }) => {
      const steps = edges.flatMap((edge) => judged.get(edge) ?? []);
      const stands = steps.length === edges.length && steps.every((step) => holds(step, question));
      return stands ? [{ ...path, steps: [...aliases, ...steps] }] : [];
    });
    const best = standing[0]?.score ?? 0;
    const told = standing.filter(({ score }) => score >= best * nearBest).slice(0, mostPaths);
    return told.flatMap(({ steps, score, whole, met, sure, unsaid }) => {
      const views = steps.map(({ view }) => view);
      const signals = { hops: steps.length, relations: views.map(({ relation }) => relation), met, sure, unsaid };
      const items = [...new Set(steps.toReversed().flatMap(({ supports }) => supports))];
      // All that the question asks was answered by edges that hold: no likeness may overrule it.
      return items.map((rowid) => ({ rowid, score, signals, edges: views, ...(whole && { asked: true }) }));
    });
  }

  /** Items by the mass that reaches them, each with the edges of it that hold. An item none of whose edges does is left out. */
  function byMass(look: Look): Proposal[] {
    const { graph, named, query, question } = look;
    const options = { restart: 0.2, precision: 2e-5, mostLinks: 200_000, open: openEdges(look) };
    const mass = pageRank(graph, startsOf(look), options);
    const items = [...mass]
      .filter(([node]) => graph.itemOf.at(node) > 0)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, query.depth)
      .map(([node, score]) => ({ node, score, stated: weightiestEdges(graph, node, mass) }));
    const judged = judgedEdges(
      graph,
      items.flatMap(({ stated }) => stated),
      question.frame,
    );
    return items.flatMap(({ node, score, stated }) => {
      const holding = stated.flatMap((edge) => judged.get(edge) ?? []).filter((edge) => holds(edge, question));
      if (holding.length === 0) return [];
      return {
        rowid: graph.itemOf.at(node),
        score,
        // Near what is named is not yet what was asked of it.
        signals: {
          linked: named.map(({ name }) => name),
          relationMatch: Math.max(...holding.map(({ row }) => question.fits.get(nameKey(row.relation))?.score ?? 0)),
        },
        edges: holding.slice(0, edgesShown).map(({ view }) => view),
      };
    });
  }

  /** What says that a name in the question means the thing from which the path starts, where an edge does. */
  function aliasEdges({ named, namespace, question }: Look): JudgedEdge[] {
    const rows = named
      .filter(({ key, name }) => nameKey(name) !== key)
      .flatMap(({ key, keys }) =>
        edges
          .around(namespace, [key], mostAliases)
          .filter(({ fromKey, toKey }) => fromKey !== toKey && keys.includes(fromKey) && keys.includes(toKey))
          .filter(({ fromKey, toKey }) => fromKey === key || toKey === key),
      );
    return edges.judge(rows, question.frame).filter((edge) => holds(edge, question));
  }

  function judgedEdges(
    { edges: { id } }: MemoryGraph,
    places: readonly number[],
    frame: Frame,
  ): Map<number, JudgedEdge> {
    const distinct = [...new Set(places)];
    const judged = edges.judge(edges.rows(distinct.map((place) => id.at(place))), frame);
    const byId = new Map(judged.map((edge) => [edge.row.id, edge]));
    return new Map(
      distinct.flatMap((place) => {
        const edge = byId.get(id.at(place));
        return edge === undefined ? [] : [[place, edge] as const];
      }),
    );
  }

  /** Which words of the question name a relation by one of its aliases. */
  function aliasesMet(namespace: string, text: string, words: readonly QuestionWord[]) {
    const phrases = entities.linkPredicates([namespace], text).map(({ start, end, keys }) => ({
      keys,
      places: words.flatMap(({ at }, place) => (at >= start && at < end ? [place] : [])),
    }));
    return (relation: string) => {
      const key = phrases.length === 0 ? '' : nameKey(relation);
      return phrases.flatMap(({ keys, places }) => (keys.includes(key) ? places : []));
    };
  }

  return (query) => {
    const found = query.namespaces.map((namespace) => inNamespace(namespace, query));
    // Of one path the last step comes first, and a stable sort keeps that.
    const along = found.flatMap(({ along }) => along).toSorted((a, b) => b.score - a.score);
    const around = found.flatMap(({ around }) => around).toSorted(byScore);
    const distinct = new Map<number, Proposal>();
    for (const one of [...along, ...around]) if (!distinct.has(one.rowid)) distinct.set(one.rowid, one);
    const candidates = [...distinct.values()].slice(0, query.depth).map((one, at) => ({ ...one, rank: at + 1 }));
    const time = candidates.some(({ asked }) => asked) ? found.find(({ time }) => time !== null)?.time : null;
    const result = { status: 'ok' as const, reason: null, candidates, lagging: 0, ...(time != null && { time }) };
    return found.some(({ sharesNothing }) => sharesNothing) ? { ...result, absence: 'relation-unsupported' } : result;
  };
}

/** One question in one namespace. */
interface Look {
  readonly graph: MemoryGraph;
  readonly named: readonly (LinkedName & { readonly node: number })[];
  readonly query: PathQuery;
  readonly question: RelationQuestion;
  readonly namespace: string;
}

interface Proposals {
  readonly along: readonly Proposal[];
  readonly around: readonly Proposal[];
  readonly time: PathResult['time'] | null;
  /** What several things share is asked for, and they share nothing. */
  readonly sharesNothing: boolean;
}

function withNode(graph: MemoryGraph, link: LinkedName): (LinkedName & { readonly node: number })[] {
  const node = graph.entities.get(link.entityId);
  return node === undefined || graph.links.degree.at(node) === 0 ? [] : [{ ...link, node }];
}

/** A named thing of which little is told says more about what is meant (HippoRAG's node specificity). */
function startsOf({ graph, named }: Look): Map<number, number> {
  const weights = new Map(named.map(({ node }) => [node, 1 / Math.sqrt(graph.links.degree.at(node))]));
  const sum = [...weights.values()].reduce((a, b) => a + b, 0);
  return new Map([...weights].map(([node, weight]) => [node, weight / sum]));
}

/** What an edge's own times tell; whether another item's word stands against it is judged where it is shown. */
function openEdges({ graph: { edges }, question }: Look): (edge: number) => boolean {
  const { at, knownAt } = question.frame;
  return (edge) =>
    (knownAt === null || edges.knownAt.at(edge) <= knownAt) &&
    (question.past || (edges.validFrom.at(edge) <= at && at < edges.validTo.at(edge)));
}

function holds({ known, view }: JudgedEdge, { past }: RelationQuestion): boolean {
  return known && (view.isCurrent || past);
}

/** The edges that an item states, those between the things of most mass first. */
function weightiestEdges({ links, edges }: MemoryGraph, item: number, mass: ReadonlyMap<number, number>): number[] {
  const stated = new Set<number>();
  for (let half = links.first.at(item); half >= 0; half = links.next.at(half)) stated.add(links.edge.at(half));
  const weight = (edge: number) => (mass.get(edges.from.at(edge)) ?? 0) + (mass.get(edges.to.at(edge)) ?? 0);
  return [...stated].sort((a, b) => weight(b) - weight(a) || a - b).slice(0, 2 * edgesShown);
}

function byScore(a: Proposal, b: Proposal): number {
  return b.score - a.score || a.rowid - b.rowid;
}
