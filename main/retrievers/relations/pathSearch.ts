import { nameKey, nameTokens } from '../../language/names.ts';
import { relationStem } from '../../projections/relations/relationStem.ts';
import type { MemoryGraph } from './memoryGraph.ts';
import { goesAsAsked } from './relationMatch.ts';
import type { RelationQuestion } from './relationQuestion.ts';
import type { QuestionWord } from './relationWords.ts';

/** A thing that the question names: its node, and where it stands in the question. */
export interface PathStart {
  readonly node: number;
  readonly at: number;
}

/** Edges from one of the named things to an answer, by their place in the graph. */
export interface FoundPath {
  readonly edges: readonly number[];
  /** 1 when every word of the question is surely answered, every step goes the way its grammar says, and in its order. */
  readonly score: number;
  /** The share of what the question asks that its steps meet, how sure the least sure of them is, and how many none names. */
  readonly met: number;
  readonly sure: number;
  readonly unsaid: number;
  /** Everything that the question asks is met by a step that is surely meant. */
  readonly whole: boolean;
}

export interface PathSearchOptions {
  /** Places of words that a relation answers by an alias of it. */
  readonly alsoMet: (relation: string) => readonly number[];
  readonly open: (edge: number) => boolean;
}

const mostSteps = 4;
/** Links looked at from one node, and in all: what is beyond is not searched. */
const mostLinksOfNode = 2000;
const mostLinks = 10_000;
/** Paths that are walked on, of each length; and found at most. */
const mostWalked = 80;
const mostPaths = 60;

/** What a step against the grammar, out of the order of the question, or that no word asks for leaves of a path's score. */
const against = 0.6;
const outOfOrder = 0.8;
const unasked = 0.5;
/** The same for a step whose far end a noun names that means no relation: “the supplier of the machine behind it”. */
const onlyNamed = 0.75;
/** How surely a word has to mean a relation to be a step along it, and to be a step without doubt. */
const leastSure = 0.3;
const surely = 0.33;
/** Of the surest that a word may mean, the share from which it may mean another relation. */
const leastOfNeed = 0.5;
/** The same for a path of one step, which no other step bears out. */
const alone = 0.5;
/** … and to be named by two words that stand apart. */
const alsoSure = 0.85;
/** What a word for the kind of thing at the far end, or a preposition, is worth beside a word for the relation. */
const ofKind = 0.8;
const ofPreposition = 0.7;
/** A step to a thing that bears the word in its name (“the importer of”: `jetty-importer`) is worth more than its sureness. */
const byName = 1.35;
/** Going back by the relation that one came by leads to a thing's like, which is seldom asked. */
const backAgain = 0.5;
/** What a word asks for that means no relation of the graph: a verb or a noun of something may be one that is not told. */
const ofUnknown = 0.25;
const ofUntold = 0.8;
/** Words this near to each other (UTF-16 code units) may name one step together. */
const nearby = 16;
/** Of what the question asks, the share from which a path is an answer, and the whole one. */
const leastMet = 0.5;
const wholeMet = 0.95;
const mostlyMet = 0.6;
/** A score that a path to a wrong place hardly has (measured on generated worlds, questions that nothing answers: .52 at most). */
const certain = 0.55;

/**
 * Paths of one to four edges from the things that a question names, whose steps answer its words: each step words that
 * no step before it did, by its relation as this memory tells it or by the kind of thing that it leads to. A path passes by
 * everything that is named. One step may go unsaid (“the hall of the importer”); it costs half of the score.
 */
export function searchPaths(
  graph: MemoryGraph,
  starts: readonly PathStart[],
  question: RelationQuestion,
  { alsoMet, open }: PathSearchOptions,
): FoundPath[] {
  if (starts.length === 0) return [];
  const needs = needsOf(graph, question);
  const total = needs.reduce((sum, need) => sum + need, 0);
  const measure = measures(graph, question, alsoMet);
  const found: FoundPath[] = [];
  let looked = 0;
  let layer: Walk[] = starts.map(({ node, at }) => ({
    ...{
      node,
      at,
      from: at,
      edges: [],
      nodes: [node],
      answered: needs.map(() => 0),
      factor: 1,
      unsaid: 0,
      sure: 1,
      isAgainst: false,
    },
  }));
  for (let step = 0; step < mostSteps && layer.length > 0; step++) {
    const next: Walk[] = [];
    for (const walk of layer) {
      for (const longer of stepsFrom(graph, walk, { question, starts, needs, measure, open })) {
        looked++;
        next.push(longer);
        const done = starts.every(({ node }) => longer.nodes.includes(node));
        const met = total === 0 ? 1 : covered(longer.answered, needs) / total;
        if (!done || met < leastMet || longer.lastUnsaid) continue;
        if (question.shared && !meets(graph, longer)) continue;
        const score = met * longer.factor;
        const { edges, sure, unsaid } = longer;
        found.push({
          edges,
          score,
          met,
          sure,
          unsaid,
          whole:
            !longer.isAgainst &&
            sure >= (edges.length > 1 ? surely : alone) &&
            ((score >= certain && met >= mostlyMet) || (met >= wholeMet && unsaid === 0)),
        });
      }
      if (looked > mostLinks) break;
    }
    const promise = (walk: Walk) => walk.factor * (0.1 + covered(walk.answered, needs));
    layer = next.sort((a, b) => promise(b) - promise(a)).slice(0, mostWalked);
  }
  return found.sort((a, b) => b.score - a.score || a.edges.length - b.edges.length).slice(0, mostPaths);
}

interface Walk {
  readonly node: number;
  /** Where the last answered word stands, and where the path's start does. */
  readonly at: number;
  readonly from: number;
  readonly edges: readonly number[];
  readonly nodes: readonly number[];
  /** Of each word, how surely it was answered. */
  readonly answered: readonly number[];
  readonly factor: number;
  readonly unsaid: number;
  readonly lastUnsaid?: boolean;
  /** Some step goes against a word that plainly tells who does it. */
  readonly isAgainst: boolean;
  /** The least sure of its steps. */
  readonly sure: number;
}

/** How much each word asks: as much as the surest relation of the graph that it may mean. */
function needsOf({ relations }: MemoryGraph, { words, fits, shared }: RelationQuestion): number[] {
  const told = relations.flatMap(({ text }) => fits.get(nameKey(text)) ?? []);
  return words.map(({ kind, use, next }, place) => {
    const best = told.reduce((most, { strengths }) => Math.max(most, strengths[place] ?? 0), 0);
    if (best >= leastSure) return best;
    // Of what several things share, the kind that is wanted need not be known.
    if (kind && shared) return 0;
    return !kind && (use === 'active' || (use === 'noun' && next === 'of')) ? ofUntold : ofUnknown;
  });
}

/** Both of two things stand in one relation to what lies between them. */
function meets({ edges: { relation, from } }: MemoryGraph, { edges, nodes }: Walk): boolean {
  const [first = -1, second = -1] = edges;
  const outwards = from.at(first) === nodes[0];
  return (
    edges.length === 2 && relation.at(first) === relation.at(second) && (from.at(second) === nodes[2]) === outwards
  );
}

function covered(met: readonly number[], needs: readonly number[]): number {
  return needs.reduce((sum, need, place) => sum + Math.min(need, met[place] ?? 0), 0);
}

/** A word is not spent on a relation that it means far less surely than another. */
function means(sure: number, need: number): boolean {
  return sure >= leastSure && sure >= leastOfNeed * need;
}

interface Search {
  readonly question: RelationQuestion;
  readonly starts: readonly PathStart[];
  readonly needs: readonly number[];
  readonly measure: ReturnType<typeof measures>;
  readonly open: (edge: number) => boolean;
}

function* stepsFrom(graph: MemoryGraph, walk: Walk, search: Search): Generator<Walk> {
  const { links, edges, relations, itemOf } = graph;
  const { question, starts, measure, open } = search;
  const { words } = question;
  let looked = 0;
  for (let half = links.first.at(walk.node); half >= 0 && looked < mostLinksOfNode; half = links.next.at(half)) {
    const [edge, node] = [links.edge.at(half), links.target.at(half)];
    if (itemOf.at(node) > 0 || walk.nodes.includes(node)) continue;
    looked++;
    const told = relations[edges.relation.at(edge)];
    if (told === undefined || !open(edge)) continue;
    const forward = edges.from.at(edge) === walk.node;
    const { relation, kind, name } = measure(edges.relation.at(edge), node, forward);
    const fresh = (place: number) => (walk.answered[place] ?? 0) < leastSure;
    const asked = ofOneStep(
      onePlaceForEachStem(
        words.flatMap((_, place) =>
          means(relation[place] ?? 0, search.needs[place] ?? 0) && fresh(place) ? [place] : [],
        ),
        search,
        walk.from,
      ),
      relation,
      search,
    );
    const kinds = words.flatMap((word, place) =>
      (kind[place] ?? 0) >= leastSure && (word.kind || word.use !== 'active') && fresh(place) ? [place] : [],
    );
    // What ties two named things need not be said twice: “shared by A and B”.
    const arrives = starts.some((start) => start.node === node);
    const again = arrives && walk.edges.some((other) => edges.relation.at(other) === edges.relation.at(edge));
    const lead = Math.max(
      walk.edges.length > 0 ? 0 : leadOf(question, walk, told.text, forward),
      trailOf(question, told.text, forward),
    );
    const sure = Math.max(
      0,
      ...asked.map((place) => relation[place] ?? 0),
      ...kinds.map((place) => ofKind * (kind[place] ?? 0)),
      lead,
      again ? 1 : 0,
    );
    const unsaid = sure < leastSure;
    if (unsaid && walk.unsaid > 0) continue;
    const between = unsaid ? nounBetween(search, fresh) : null;
    const word = words[asked[0] ?? -1];
    const at = word?.at ?? words[kinds[0] ?? -1]?.at ?? walk.at;
    const back =
      !arrives && edges.relation.at(walk.edges.at(-1) ?? -1) === edges.relation.at(edge) && walk.edges.length > 0;
    const worth = (back ? backAgain : 1) * (kinds.some((place) => (name[place] ?? 0) > 0) ? byName : 1);
    const way = word === undefined || word.isState || goesAsAsked(word, told, walk.at, forward) ? 1 : against;
    const isPlain = word !== undefined && ((word.use === 'active' && !word.kind) || told.stems.includes(word.stem));
    const answered = walk.answered.map((before, place) =>
      Math.max(
        before,
        asked.includes(place) ? (relation[place] ?? 0) : 0,
        kinds.includes(place) ? Math.max(kind[place] ?? 0, search.needs[place] ?? 0) : 0,
        place === between ? (search.needs[place] ?? 0) : 0,
      ),
    );
    yield {
      ...{ node, at, from: walk.from, answered, lastUnsaid: unsaid },
      edges: [...walk.edges, edge],
      nodes: [...walk.nodes, node],
      factor:
        walk.factor *
        way *
        worth *
        (unsaid ? (between === null ? unasked : onlyNamed) : orderOf(walk, at) * (0.5 + 0.5 * sure)),
      unsaid: walk.unsaid + Number(unsaid),
      isAgainst: walk.isAgainst || (way < 1 && isPlain),
      sure: unsaid ? walk.sure : Math.min(walk.sure, sure),
    };
  }
}

/**
 * A noun that no relation answers may name what stands between: “machine” in “the supplier of the machine behind it”. What
 * kind of thing is wanted (“which services”), or which one is meant (“the team led by”), is said of an end; “which team lead”
 * is one word.
 */
function nounBetween({ question: { words }, needs }: Search, fresh: (place: number) => boolean): number | null {
  const isEnd = ({ kind, next }: QuestionWord, at: number) =>
    kind && (words[at + 1]?.word !== next || words[at + 1]?.use === 'passive');
  const place = words.findIndex(
    (word, at) => word.use === 'noun' && !isEnd(word, at) && (needs[at] ?? 0) <= ofUnknown && fresh(at),
  );
  return place < 0 ? null : place;
}

/** A word that stands twice in the question is answered twice: the place nearest to the start goes first. */
function onePlaceForEachStem(places: readonly number[], { question: { words } }: Search, from: number): number[] {
  const distance = (place: number) => Math.abs((words[place]?.at ?? 0) - from);
  const nearest = new Map<string, number>();
  for (const place of places.toSorted((a, b) => distance(b) - distance(a)))
    nearest.set(words[place]?.stem ?? '', place);
  return [...nearest.values()].sort((a, b) => distance(a) - distance(b));
}

/** One step is named once: by its surest word, those beside it, and others only where they are sure too. */
function ofOneStep(places: readonly number[], sure: readonly number[], { question: { words } }: Search): number[] {
  const best = places.reduce<number | null>(
    (best, place) => (best === null || (sure[place] ?? 0) > (sure[best] ?? 0) ? place : best),
    null,
  );
  if (best === null) return [];
  const at = (place: number) => words[place]?.at ?? 0;
  const beside = places.filter(
    (place) => place !== best && ((sure[place] ?? 0) >= alsoSure || Math.abs(at(place) - at(best)) <= nearby),
  );
  return [best, ...beside];
}

/** On each side of the thing it starts from, a question tells the steps from near to far. */
function orderOf({ at, from, edges }: Walk, to: number): number {
  const sameSide = edges.length > 0 && at < from === to < from && at !== from && to !== from;
  return sameSide && Math.abs(to - from) < Math.abs(at - from) ? outOfOrder : 1;
}

function leadOf({ leads, vocabulary }: RelationQuestion, { from }: Walk, relation: string, forward: boolean): number {
  const word = leads.get(from);
  return word === undefined
    ? 0
    : ofPreposition * vocabulary.preposition(nameKey(relation), forward ? 'from' : 'to', word);
}

function trailOf({ stranded, vocabulary }: RelationQuestion, relation: string, forward: boolean): number {
  if (stranded === null) return 0;
  return ofPreposition * vocabulary.preposition(nameKey(relation), forward ? 'to' : 'from', stranded);
}

/** How surely each word is answered by a relation, and by what the node is that it leads to. */
function measures(graph: MemoryGraph, question: RelationQuestion, alsoMet: PathSearchOptions['alsoMet']) {
  const { words, fits, vocabulary } = question;
  const ofRelation = memo((number: number) => {
    const text = graph.relations[number]?.text ?? '';
    const strengths = fits.get(nameKey(text))?.strengths;
    const aliases = new Set(alsoMet(text));
    return words.map((_, place) => (aliases.has(place) ? 1 : (strengths?.[place] ?? 0)));
  });
  const ofEnd = memo((numberAndEnd: number) => {
    const key = nameKey(graph.relations[numberAndEnd >> 1]?.text ?? '');
    return words.map(({ stem }) => vocabulary.kind(key, numberAndEnd & 1 ? 'to' : 'from', stem));
  });
  const ofNode = memo((node: number) => {
    const stems = new Set(nameTokens(graph.nameOf[node] ?? '').map(relationStem));
    return words.map(({ stem }) => Number(stems.has(stem)));
  });
  return (relation: number, node: number, forward: boolean) => {
    const [end, name] = [ofEnd(relation * 2 + Number(forward)), ofNode(node)];
    return {
      relation: ofRelation(relation),
      name,
      kind: words.map((_, place) => Math.max(end[place] ?? 0, name[place] ?? 0)),
    };
  };
}

function memo<T>(make: (key: number) => T): (key: number) => T {
  const made = new Map<number, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
