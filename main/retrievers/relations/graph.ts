import { nameKey } from '../../language/names.ts';
import type { EdgeReads, JudgedEdge } from '../../projections/entities/edgeReads.ts';
import type { EntityReads, LinkedName } from '../../projections/entities/entityReads.ts';
import type { Frame } from '../../projections/standing.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { frameOf } from './linkedFrame.ts';
import { type MemoryGraph, openMemoryGraphs } from './memoryGraph.ts';
import { pageRank } from './pageRank.ts';
import { searchPaths } from './pathSearch.ts';
import { shareMet } from './relationMatch.ts';
import { type QuestionWord, questionWords, relationStems } from './relationWords.ts';

export const graphVersion = 'graph-2';

/** Edges shown with a candidate that was reached by mass and not along a path. */
const edgesShown = 3;
/** Paths whose score lies below this share of the best one's are not told. */
const nearBest = 0.75;
/** Paths told at most: a relation with very many ends has that many answers. */
const mostPaths = 10;

type Proposal = Omit<Candidate, 'rank'>;

/**
 * Finds what hangs together with the things that a question names, over several steps. First comes the path whose edges
 * answer the question's relation words one after the other, with the items that state it; then items by Personalized
 * PageRank from the named things, after HippoRAG 2 (Gutiérrez et al. 2025): entities and the items that tell of them are
 * nodes, and a start weighs the more the fewer things are told of it.
 */
export function openGraph(db: Database, entities: EntityReads, edges: EdgeReads): (query: PathQuery) => PathResult {
  const graphOf = openMemoryGraphs(db);

  function inNamespace(namespace: string, query: PathQuery): { along: Proposal[]; around: Proposal[] } {
    const graph = graphOf(namespace);
    const named = entities.link([namespace], query.text).flatMap((link) => withNode(graph, link));
    if (named.length === 0) return { along: [], around: [] };
    const look: Look = { graph, named, query, frame: frameOf(query), namespace };
    return { along: alongPaths(look), around: byMass(look) };
  }

  /** The items that state the edges of the best paths, the last edge's first: it holds the answer. */
  function alongPaths(look: Look): Proposal[] {
    const { graph, named, query, frame, namespace } = look;
    const words = questionWords(query.text, named);
    const found = searchPaths(
      graph,
      named.map(({ node, start }) => ({ node, at: start })),
      { words, alsoMet: aliasesMet(namespace, query.text, words), open: openEdges(look) },
    );
    const judged = judgedEdges(
      graph,
      found.flatMap(({ edges }) => edges),
      frame,
    );
    const standing = found.flatMap(({ edges, score }) => {
      const steps = edges.flatMap((edge) => judged.get(edge) ?? []);
      return steps.length === edges.length && steps.every((step) => holds(step, query)) ? [{ steps, score }] : [];
    });
    const best = standing[0]?.score ?? 0;
    const told = standing.filter(({ score }) => score >= best * nearBest).slice(0, mostPaths);
    return told.flatMap(({ steps, score }) => {
      const views = steps.map(({ view }) => view);
      const signals = { hops: steps.length, relations: views.map(({ relation }) => relation) };
      const items = [...new Set(steps.toReversed().flatMap(({ supports }) => supports))];
      // Every word of the question was answered by an edge that holds: no likeness may overrule it.
      return items.map((rowid) => ({ rowid, score, signals, edges: views, asked: true }));
    });
  }

  /** Items by the mass that reaches them, each with the edges of it that hold. An item none of whose edges does is left out. */
  function byMass(look: Look): Proposal[] {
    const { graph, named, query, frame } = look;
    const words = questionWords(query.text, named);
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
      frame,
    );
    return items.flatMap(({ node, score, stated }) => {
      const holding = stated.flatMap((edge) => judged.get(edge) ?? []).filter((edge) => holds(edge, query));
      if (holding.length === 0) return [];
      return {
        rowid: graph.itemOf.at(node),
        score,
        // Near what is named is not yet what was asked of it.
        signals: {
          linked: named.map(({ name }) => name),
          relationMatch: Math.max(...holding.map(({ row }) => shareMet(words, relationStems(row.relation)))),
        },
        edges: holding.slice(0, edgesShown).map(({ view }) => view),
      };
    });
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
    return { status: 'ok', reason: null, candidates, lagging: 0 };
  };
}

/** One question in one namespace. */
interface Look {
  readonly graph: MemoryGraph;
  readonly named: readonly (LinkedName & { readonly node: number })[];
  readonly query: PathQuery;
  readonly frame: Frame;
  readonly namespace: string;
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
function openEdges({ graph: { edges }, frame: { at, knownAt }, query }: Look): (edge: number) => boolean {
  return (edge) =>
    (knownAt === null || edges.knownAt.at(edge) <= knownAt) &&
    (query.includeHistorical || (edges.validFrom.at(edge) <= at && at < edges.validTo.at(edge)));
}

function holds({ known, view }: JudgedEdge, { includeHistorical }: PathQuery): boolean {
  return known && (view.isCurrent || includeHistorical);
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
