import { stronglyConnected } from './components.ts';
import type { Fate, Relation, Witness, Word } from './evidence.ts';
import { compareKnown } from './rank.ts';

export interface Fates {
  /** Of every witness known by then. */
  readonly fates: ReadonlyMap<string, Fate>;
  /** The words that deny something its life and are in force, by their targets. */
  readonly denials: readonly Word[];
}

/**
 * Who stands, of everything known at an instant (milliseconds; null for all). A word counts only while the one who says
 * it stands itself, so that retracting a retraction brings back what it took. A witness falls when it is invalid, when a
 * word denies it (distrusts, corrects, retracts), or when everything it was concluded from has fallen; what is not known
 * has not fallen. Where words go round in a circle, an earlier one's about a later one does not count.
 */
export function fatesAt(witnesses: readonly Witness[], words: readonly Word[], knownAt: number | null): Fates {
  const known = witnesses.filter((one) => knownAt === null || one.knownAt <= knownAt).toSorted(compareKnown);
  const places = new Map(known.map(({ id }, place) => [id, place]));
  const denials = wordsByTarget(
    words.filter(({ relation }) => relation !== 'supersedes'),
    places,
  );
  const sources = known.map(({ derivedFrom }) => derivedFrom.map((id) => places.get(id) ?? null));
  const dependsOn = known.map((_, place) => [
    ...(denials[place] ?? []).map(({ speaker }) => speaker),
    ...(sources[place] ?? []).filter((source) => source !== null),
  ]);
  const circles = stronglyConnected(dependsOn);
  const circleOf = circleNumbers(circles, known.length);
  const fates = new Map<string, Fate>();
  const inForce: Word[] = [];

  /** Whether what became of `other` may decide what becomes of `place`. */
  const counts = (other: number, place: number) => circleOf[other] !== circleOf[place] || other > place;
  const stands = (place: number) => fates.get(known[place]?.id ?? '')?.alive === true;

  function fateOf(witness: Witness, place: number): Fate {
    const spoken = (denials[place] ?? []).filter(({ speaker }) => counts(speaker, place) && stands(speaker));
    for (const { word } of spoken) inForce.push(word);
    if (witness.invalid) return { alive: false, why: 'distrusted', by: null };
    for (const [relation, why] of weightiest) {
      const word = spoken.findLast(({ word }) => word.relation === relation)?.word;
      if (word !== undefined) return { alive: false, why, by: word.by };
    }
    const from = sources[place] ?? [];
    const fallen = from.filter((source) => source !== null && counts(source, place) && !stands(source));
    if (from.length === 0 || fallen.length < from.length) return { alive: true, why: null, by: null };
    return { alive: false, why: 'unsupported', by: witness.derivedFrom.at(-1) ?? null };
  }

  // Whom others depend on comes first; within a circle, the latest.
  for (const circle of circles) {
    for (const place of circle.toSorted((a, b) => b - a)) {
      const witness = known[place];
      if (witness !== undefined) fates.set(witness.id, fateOf(witness, place));
    }
  }
  return { fates, denials: inForce };
}

const weightiest = [
  ['distrusts', 'distrusted'],
  ['corrects', 'corrected'],
  ['retracts', 'retracted'],
] as const satisfies readonly (readonly [Relation, Fate['why']])[];

interface Spoken {
  readonly word: Word;
  /** The place of the one who says it. */
  readonly speaker: number;
}

/** For each target the words about it whose speakers are known, in the order in which they became known. */
export function wordsByTarget(words: readonly Word[], places: ReadonlyMap<string, number>): Spoken[][] {
  const spoken: Spoken[][] = Array.from(places, () => []);
  for (const word of words) {
    const speaker = places.get(word.by);
    const target = places.get(word.target);
    if (speaker !== undefined && target !== undefined && speaker !== target) spoken[target]?.push({ word, speaker });
  }
  for (const those of spoken) those.sort((a, b) => a.speaker - b.speaker);
  return spoken;
}

/** For each node the number of its component. */
export function circleNumbers(circles: readonly (readonly number[])[], nodes: number): number[] {
  const numbers = new Array<number>(nodes).fill(-1);
  for (const [number, circle] of circles.entries()) for (const node of circle) numbers[node] = number;
  return numbers;
}
