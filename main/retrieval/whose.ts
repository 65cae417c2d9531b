import { nameKey } from '../language/names.ts';
import type { QueryTerm } from '../retrievers/path.ts';
import { type About, type AskedSubjects, attribute, readAsked, sameName } from './attribution.ts';
import { heldTerms, shareHeld } from './coverage.ts';
import type { Selected } from './cut.ts';
import { cosineOf } from './evidence.ts';
import type { Attribution, Policy } from './policy.ts';
import type { QueryFeatures } from './queryFeatures.ts';

/** What the results tell of the subject that is asked about, beside what they tell of others. */
export interface Whose {
  readonly asked: AskedSubjects;
  /** Somebody who speaks or writes in these results. */
  readonly speaks: boolean;
  /** How near the best result about the subject, or about nobody in particular, comes to the question; 0 to 1. */
  readonly own: number;
  /** Of that result: how much of the question it holds beside the names, and its cosine. */
  readonly words: number;
  readonly cosine: number;
  /** How much of the question one result holds that is about the subject for certain. */
  readonly told: number;
  /** How near the best result about another comes to it. */
  readonly others: number;
  /** Of every result, in their order. */
  readonly about: readonly About[];
}

/** How near words and meaning bring a result to the question: coverage and cosine to 0 to 1. */
export type Nearness = (words: number, cosine: number) => number;

/** Weighs the results by whose they are; null where the question names nobody and nothing, or asks nothing beside it. */
export function weighWhose(
  query: string,
  { links }: QueryFeatures,
  results: readonly Selected[],
  terms: readonly QueryTerm[],
  nearness: Nearness,
  { undecided }: Attribution,
): Whose | null {
  const asked = readAsked(query, links);
  if (asked === null || results.length === 0) return null;
  const plain = withoutNames(terms, asked);
  if (plain.length === 0) return null;
  const speaks = isSpeaker(asked, results);
  // A thing that is only named may be anything to what is asked: “who waits for the CSV export?”
  if (!asked.marked && !speaks) return null;
  const weighed = results.map((result) => {
    const { about, own, others } = attribute(result.item, asked, plain, { askedSpeaks: speaks });
    const cosine = cosineOf(result) ?? 0;
    const isOwn = about !== 'other';
    // What the keyword path matched beyond the text (a neighbour, another form) belongs to whom the text is about.
    const matched = heldTerms(result, plain);
    const words = shareHeld(isOwn ? union(own, minus(matched, others)) : own, plain);
    const sure = about === 'undecided' ? undecided.value : 1;
    return {
      about,
      words,
      cosine: isOwn ? cosine : 0,
      own: sure * nearness(words, isOwn ? cosine : 0),
      others: isOwn ? 0 : nearness(shareHeld(others, plain), cosine),
    };
  });
  const best = weighed.reduce((a, b) => (b.own > a.own ? b : a));
  return {
    ...{ asked, speaks, own: best.own, words: best.words, cosine: best.cosine },
    told: Math.max(0, ...weighed.map(({ about, words }) => (about === 'asked' ? words : 0))),
    others: Math.max(...weighed.map(({ others }) => others)),
    about: weighed.map(({ about }) => about),
  };
}

/** How much of the evidence is the asked subject's: ownⁿ / (ownⁿ + (rival × others)ⁿ); 1 where nothing tells of others. */
export function shareOfSubject({ own, others }: Whose, { rival, sharpness }: Attribution): number {
  if (others === 0) return 1;
  const [mine, theirs] = [own ** sharpness.value, (rival.value * others) ** sharpness.value];
  return mine / (mine + theirs);
}

/** The same by a policy's weights; 1 where it does not look whose evidence is. */
export function shareOf(whose: Whose, { attribution }: Policy['confidence']): number {
  return attribution === undefined ? 1 : shareOfSubject(whose, attribution);
}

/** Terms that are no word of a name which the question asks about. */
export function withoutNames(terms: readonly QueryTerm[], { names }: AskedSubjects): QueryTerm[] {
  const words = names.flatMap((name) => nameKey(name).split(' '));
  const distinct = [...new Map(terms.map((term) => [term.term, term])).values()];
  return distinct.filter(
    ({ term }) => !words.some((word) => word === term || (term.length > 2 && word.startsWith(term))),
  );
}

function isSpeaker({ names }: AskedSubjects, results: readonly Selected[]): boolean {
  const authors = new Set(results.flatMap(({ item }) => (item.author === null ? [] : nameKey(item.author))));
  return names.some((name) => [...authors].some((author) => sameName(nameKey(name), author)));
}

function union<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> {
  return new Set([...a, ...b]);
}

function minus<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> {
  return new Set([...a].filter((one) => !b.has(one)));
}
