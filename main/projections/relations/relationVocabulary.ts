import { nameKey } from '../../language/names.ts';
import { relationStems } from './relationStem.ts';
import type { StatementWords } from './statementWords.ts';
import { likeness, type WordLikeness } from './wordLikeness.ts';

/** A word of a question, stemmed, and with the particle behind it where there is one (`look after`). */
export interface AskedWord {
  readonly stem: string;
  readonly pair: string | null;
}

/** A relation and the statements of its edges. */
export interface ToldRelation {
  readonly relation: string;
  readonly statements: readonly StatementWords[];
  /** Rows of the items that state it. */
  readonly items?: readonly number[];
}

export type End = 'from' | 'to';

/** How the words of a question fit a relation. */
export interface RelationFit {
  /** `nameKey` of the relation. */
  readonly key: string;
  /** 0 to 1: that some word of the question names it. */
  readonly score: number;
  /** For each word in its order, 0 to 1: how surely it names this relation. */
  readonly strengths: readonly number[];
}

/** What the statements of a memory tell of its relations. */
export interface RelationVocabulary {
  /** Every relation whose name or statements have a word of the question, or one like it; the best first. */
  fit(words: readonly AskedWord[]): RelationFit[];
  /** 0 to 1: how surely a word says what stands at an end of a relation (“which services” of `runs_on`). */
  kind(key: string, end: End, stem: string): number;
  /** The keys of relations of which a word says, at least so surely, what stands at one end. */
  ofKind(stem: string, least: number): string[];
  /** The keys of so many relations, those told most often. */
  mostTold(limit: number): readonly string[];
  /** Rows of the items, the newest of them, that state a relation. */
  toldIn(key: string): readonly number[];
  /** 0 to 1: how surely a preposition before a name makes it that end of a relation (“on cph-74”). */
  preposition(key: string, end: End, word: string): number;
}

/** What a relation is told in: how surely each word means it. */
interface Profile {
  readonly key: string;
  readonly words: ReadonlyMap<string, number>;
  readonly kinds: Readonly<Record<End, ReadonlyMap<string, number>>>;
  readonly prepositions: Readonly<Record<End, ReadonlyMap<string, number>>>;
  readonly items: readonly number[];
}

/** The word of its own name; of several words each less. */
const named = 1;
/** The most that a word of its statements can mean, and one that is merely like them. */
const told = 0.9;
const like = 0.8;
/** A word that means a relation less surely than this tells nothing. */
const leastSure = 0.25;
/** So many statements of a relation are counted beside those it has, so that one of few says little. */
const fewStatements = 4;
/** Of a relation, the words to which others are likened; and the relations of which they are, those told most often. */
const mostLiked = 30;
const mostRelations = 200;
/** Words of questions whose meanings are held. */
const mostKnown = 2000;

/**
 * Learns what words mean a relation from how its edges are told: how surely is its rate among the statements of that
 * relation, over the sum of its rates in all, shrunk by c/(c + 1) for a word that was seen c times. Chatter is in
 * statements of every relation and means none. Pure and deterministic.
 */
export function learnVocabulary(relations: readonly ToldRelation[], words: WordLikeness | null): RelationVocabulary {
  const profiles = profilesOf(relations);
  const byKey = new Map(profiles.map((profile) => [profile.key, profile]));
  const byWord = new Map<string, Map<string, number>>();
  for (const { key, words } of profiles) {
    for (const [word, sure] of words) byWord.set(word, (byWord.get(word) ?? new Map()).set(key, sure));
  }
  const likened = words === null ? [] : profiles.slice(0, mostRelations).map((profile) => likedWords(profile, words));

  /** Questions are asked in few words. */
  const known = new Map<string, ReadonlyMap<string, number>>();
  function meanings(word: string): ReadonlyMap<string, number> {
    const found = known.get(word) ?? meaningsOf(word);
    if (known.size >= mostKnown) known.clear();
    known.set(word, found);
    return found;
  }

  function meaningsOf(word: string): ReadonlyMap<string, number> {
    const found = new Map(byWord.get(word) ?? []);
    const own = words?.vectorsOf(word) ?? [];
    if (own.length === 0) return found;
    for (const { key, liked } of likened) {
      for (const { sure, vectors: others } of liked) {
        const near = like * sure * likeness(own, others);
        if (near > (found.get(key) ?? leastSure)) found.set(key, near);
      }
    }
    return found;
  }

  return {
    fit(asked) {
      const ofWords = asked.map(({ stem, pair }) => {
        const [alone, together] = [meanings(stem), pair === null ? null : meanings(pair)];
        // A verb means what it means with its particle, as far as the two together are known.
        return together === null ? alone : largest(alone, together);
      });
      const keys = new Set(ofWords.flatMap((found) => [...found.keys()]));
      return [...keys]
        .map((key) => {
          const strengths = ofWords.map((found) => found.get(key) ?? 0);
          return { key, strengths, score: 1 - strengths.reduce((left, sure) => left * (1 - sure), 1) };
        })
        .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
    },
    ofKind: (stem, least) =>
      profiles.flatMap(({ key, kinds }) =>
        Math.max(kinds.from.get(stem) ?? 0, kinds.to.get(stem) ?? 0) >= least ? [key] : [],
      ),
    kind: (key, end, stem) => byKey.get(key)?.kinds[end].get(stem) ?? 0,
    mostTold: (limit) => profiles.slice(0, limit).map(({ key }) => key),
    toldIn: (key) => byKey.get(key)?.items ?? [],
    preposition: (key, end, word) => byKey.get(key)?.prepositions[end].get(word) ?? 0,
  };
}

function largest(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Map<string, number> {
  const found = new Map(a);
  for (const [key, sure] of b) found.set(key, Math.max(sure, found.get(key) ?? 0));
  return found;
}

function profilesOf(relations: readonly ToldRelation[]): Profile[] {
  const told = [...Map.groupBy(relations, ({ relation }) => nameKey(relation))].map(([key, spellings]) => ({
    key,
    stems: [...new Set(spellings.flatMap(({ relation }) => relationStems(relation)))],
    statements: spellings.flatMap(({ statements }) => statements),
    items: spellings.flatMap(({ items = [] }) => items),
  }));
  told.sort((a, b) => b.statements.length - a.statements.length || (a.key < b.key ? -1 : 1));
  const measure = (of: (statement: StatementWords) => readonly string[]) =>
    surenesses(told.map(({ statements }) => statements.map(of)));
  const words = measure((statement) => statement.words);
  const kinds = { from: measure(({ from }) => from.kinds), to: measure(({ to }) => to.kinds) };
  const sides = measure(({ from, to }) => [...sideOf('from', from.preposition), ...sideOf('to', to.preposition)]);
  return told.map(({ key, stems, items }, at) => ({
    ...{ key, items },
    words: withName(words[at] ?? new Map(), stems),
    kinds: { from: kinds.from[at] ?? new Map(), to: kinds.to[at] ?? new Map() },
    prepositions: { from: ofSide(sides[at], 'from'), to: ofSide(sides[at], 'to') },
  }));
}

function sideOf(end: End, preposition: string | null): string[] {
  return preposition === null ? [] : [`${end} ${preposition}`];
}

function ofSide(sides: ReadonlyMap<string, number> | undefined, end: End): Map<string, number> {
  const own = [...(sides ?? [])].filter(([side]) => side.startsWith(`${end} `));
  return new Map(own.map(([side, sure]) => [side.slice(end.length + 1), sure]));
}

function withName(words: ReadonlyMap<string, number>, stems: readonly string[]): Map<string, number> {
  const found = new Map(
    [...words].flatMap(([word, sure]) => (sure >= leastSure ? [[word, told * sure] as const] : [])),
  );
  for (const stem of stems) found.set(stem, Math.max(named / Math.sqrt(stems.length), found.get(stem) ?? 0));
  return found;
}

/** For each group of statements, how surely each of their words means that group. */
function surenesses(groups: readonly (readonly (readonly string[])[])[]): Map<string, number>[] {
  const counts = groups.map((statements) => {
    const count = new Map<string, number>();
    for (const word of statements.flat()) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const rate = (count: number, at: number) => count / ((groups[at]?.length ?? 0) + fewStatements);
  const sums = new Map<string, number>();
  for (const [at, count] of counts.entries()) {
    for (const [word, times] of count) sums.set(word, (sums.get(word) ?? 0) + rate(times, at));
  }
  return counts.map(
    (count, at) =>
      new Map(
        [...count].map(([word, times]) => [word, (rate(times, at) / (sums.get(word) ?? 1)) * (times / (times + 1))]),
      ),
  );
}

interface Likened {
  readonly key: string;
  readonly liked: readonly { readonly sure: number; readonly vectors: readonly Float32Array[] }[];
}

function likedWords({ key, words }: Profile, english: WordLikeness): Likened {
  const surest = [...words].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, mostLiked);
  return {
    key,
    liked: surest.flatMap(([word, sure]) => {
      const vectors = english.vectorsOf(word);
      return vectors.length === 0 ? [] : [{ sure, vectors }];
    }),
  };
}
