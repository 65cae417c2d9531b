import type { Fate, Relation, Witness, Word } from './evidence.ts';
import { compareKnown } from './rank.ts';
import { standingAmong } from './standing.ts';

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
 * has not fallen. Conclusions that rest on each other in a circle fall together, when everything outside that they rest on
 * has fallen. Where words go round in a circle that nothing outside breaks, an earlier one's about a later one does not
 * count.
 */
export function fatesAt(witnesses: readonly Witness[], words: readonly Word[], knownAt: number | null): Fates {
  const known = witnesses.filter((one) => knownAt === null || one.knownAt <= knownAt).toSorted(compareKnown);
  const places = new Map(known.map(({ id }, place) => [id, place]));
  const denials = wordsByTarget(
    words.filter(({ relation }) => relation !== 'supersedes'),
    places,
  );
  const { stands, circles } = standingAmong(
    known.map(({ invalid, derivedFrom }, place) => ({
      isInvalid: invalid,
      deniers: (denials[place] ?? []).map(({ speaker }) => speaker),
      sources: derivedFrom.map((id) => places.get(id) ?? null),
    })),
  );
  const counts = (speaker: number, place: number) => circles[speaker] !== circles[place] || speaker > place;
  const inForce = denials.map((spoken, place) =>
    spoken.filter(({ speaker }) => stands[speaker] === true && counts(speaker, place)).map(({ word }) => word),
  );
  const fates = known.map((one, place): [string, Fate] => [
    one.id,
    stands[place] === true ? { alive: true, why: null, by: null } : fallen(one, inForce[place] ?? []),
  ]);
  return { fates: new Map(fates), denials: inForce.flat() };
}

/** Why it fell: the last of the weightiest words against it, and where there is none, for want of grounds. */
function fallen({ invalid, derivedFrom }: Witness, spoken: readonly Word[]): Fate {
  if (invalid) return { alive: false, why: 'distrusted', by: null };
  for (const [relation, why] of weightiest) {
    const word = spoken.findLast((one) => one.relation === relation);
    if (word !== undefined) return { alive: false, why, by: word.by };
  }
  return { alive: false, why: 'unsupported', by: derivedFrom.at(-1) ?? null };
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
