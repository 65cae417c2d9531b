import type { MemoryGraph } from './memoryGraph.ts';
import { goesAsAsked, wordsMet } from './relationMatch.ts';
import type { QuestionWord } from './relationWords.ts';

/** A thing that the question names: its node, and where it stands in the question. */
export interface PathStart {
  readonly node: number;
  readonly at: number;
}

/** Edges from one of the named things to an answer, by their place in the graph. */
export interface FoundPath {
  readonly edges: readonly number[];
  /** 1 when every step goes the way the question's grammar says and in its order. */
  readonly score: number;
}

export interface PathSearchOptions {
  readonly words: readonly QuestionWord[];
  /** Places in `words` that a relation answers beside those whose words it has: by an alias of the relation. */
  readonly alsoMet: (relation: string) => readonly number[];
  readonly open: (edge: number) => boolean;
}

const mostSteps = 4;
/** Links looked at from one node, and in all: what is beyond is not searched. */
const mostLinksOfNode = 2000;
const mostLinks = 50_000;
const mostPaths = 60;

/** What a step against the grammar, or out of the order of the question, leaves of a path's score. */
const against = 0.6;
const outOfOrder = 0.8;

/**
 * Paths of one to four edges from the things that a question names, on which each step answers words of the question
 * that no step before it did, and which together answer all of them and pass by everything that is named. A question
 * that asks for a relation which is not on the way finds none: a near path would end at a wrong node.
 */
export function searchPaths(
  graph: MemoryGraph,
  starts: readonly PathStart[],
  { words, alsoMet, open }: PathSearchOptions,
): FoundPath[] {
  const required = words.flatMap(({ kind }, place) => (kind ? [] : [place]));
  if (starts.length === 0 || required.length === 0) return [];
  const met = memo((relation: number) => {
    const known = graph.relations[relation];
    return known === undefined ? [] : [...new Set([...wordsMet(words, known), ...alsoMet(known.text)])];
  });
  const found: FoundPath[] = [];
  let looked = 0;
  let layer: Walk[] = starts.map(({ node, at }) => ({
    node,
    at,
    from: at,
    edges: [],
    nodes: [node],
    used: [],
    score: 1,
  }));
  for (let step = 0; step < mostSteps && layer.length > 0; step++) {
    const next: Walk[] = [];
    for (const path of layer) {
      for (const longer of stepsFrom(graph, path, words, met, open)) {
        looked++;
        const complete = required.every((place) => longer.used.includes(place));
        if (complete && starts.every(({ node }) => longer.nodes.includes(node))) found.push(longer);
        else next.push(longer);
      }
      if (looked > mostLinks) break;
    }
    layer = next.sort((a, b) => b.score - a.score).slice(0, 1000);
  }
  return found.sort((a, b) => b.score - a.score || a.edges.length - b.edges.length).slice(0, mostPaths);
}

interface Walk extends FoundPath {
  readonly node: number;
  /** Where the last answered word stands, and where the path's start does. */
  readonly at: number;
  readonly from: number;
  readonly nodes: readonly number[];
  readonly used: readonly number[];
}

function* stepsFrom(
  { links, edges, relations, itemOf }: MemoryGraph,
  path: Walk,
  words: readonly QuestionWord[],
  met: (relation: number) => readonly number[],
  open: (edge: number) => boolean,
): Generator<Walk> {
  let looked = 0;
  for (let half = links.first.at(path.node); half >= 0 && looked < mostLinksOfNode; half = links.next.at(half)) {
    const [edge, node] = [links.edge.at(half), links.target.at(half)];
    if (itemOf.at(node) > 0 || path.nodes.includes(node)) continue;
    looked++;
    const relation = edges.relation.at(edge);
    const fresh = met(relation).filter((place) => !path.used.includes(place));
    if (fresh.length === 0 || !open(edge)) continue;
    const taken = onePlaceForEachStem(fresh, words, path.from);
    const word = words[taken[0] ?? -1];
    const text = relations[relation];
    if (word === undefined || text === undefined) continue;
    const forward = edges.from.at(edge) === path.node;
    const score = path.score * (goesAsAsked(word, text, path.at, forward) ? 1 : against) * orderOf(path, word);
    yield {
      ...{ node, score, at: word.at, from: path.from },
      edges: [...path.edges, edge],
      nodes: [...path.nodes, node],
      used: [...path.used, ...taken],
    };
  }
}

/** A word that stands twice in the question is answered twice: the place nearest to the start goes first. */
function onePlaceForEachStem(places: readonly number[], words: readonly QuestionWord[], from: number): number[] {
  const distance = (place: number) => Math.abs((words[place]?.at ?? 0) - from);
  const nearest = new Map<string, number>();
  for (const place of places.toSorted((a, b) => distance(b) - distance(a)))
    nearest.set(words[place]?.stem ?? '', place);
  return [...nearest.values()].sort((a, b) => distance(a) - distance(b));
}

/** On each side of the thing it starts from, a question tells the steps from near to far. */
function orderOf({ at, from }: Walk, word: QuestionWord): number {
  const sameSide = at < from === word.at < from && at !== from;
  return sameSide && Math.abs(word.at - from) < Math.abs(at - from) ? outOfOrder : 1;
}

function memo<T>(make: (key: number) => T): (key: number) => T {
  const made = new Map<number, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
