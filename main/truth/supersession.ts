import { stronglyConnected } from './components.ts';
import type { Fate, Witness, Word } from './evidence.ts';
import { wordsByTarget } from './fates.ts';
import { compareKnown } from './rank.ts';

/**
 * The words of replacement that are in force: said by one who stands, of one who stands. Where they go round in a
 * circle, which only those who stand can close, an earlier one's about a later one does not count.
 */
export function successionsAt(
  witnesses: readonly Witness[],
  words: readonly Word[],
  fates: ReadonlyMap<string, Fate>,
): Word[] {
  const standing = witnesses.filter(({ id }) => fates.get(id)?.alive === true).toSorted(compareKnown);
  const places = new Map(standing.map(({ id }, place) => [id, place]));
  const about = wordsByTarget(
    words.filter(({ relation }) => relation === 'supersedes'),
    places,
  );
  const circles = stronglyConnected(about.map((spoken) => spoken.map(({ speaker }) => speaker)));
  const circleOf = circleNumbers(circles, standing.length);
  return about.flatMap((spoken, target) =>
    spoken.filter(({ speaker }) => circleOf[speaker] !== circleOf[target] || speaker > target).map(({ word }) => word),
  );
}

/** For each node the number of its component. */
function circleNumbers(circles: readonly (readonly number[])[], nodes: number): number[] {
  const numbers = new Array<number>(nodes).fill(-1);
  for (const [number, circle] of circles.entries()) for (const node of circle) numbers[node] = number;
  return numbers;
}
