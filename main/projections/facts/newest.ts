import type { Timeline } from '../../truth/evidence.ts';
import { holdingsAt, predecessorAt } from '../../truth/questions.ts';

/**
 * Whether the newest statements of a slot, all of one band, tell what holds at an instant, what held before and what
 * comes, whatever older ones say. An older statement is weaker wherever a newer one decides; it counts only where none
 * does. So from where they decide without a break, to the end of time, the life they give is the slot's.
 */
export function isSettledBy(timeline: Timeline, at: number): boolean {
  const decided = [...timeline.segments.flatMap(({ parts }) => parts), ...timeline.absences].sort(
    (a, b) => b.from - a.from,
  );
  let from: number | null = null;
  for (const part of decided) {
    if (part.to !== from) break;
    from = part.from;
  }
  if (from === null || at < from) return false;
  const before = predecessorAt(timeline, at);
  // The first stretch may have begun earlier.
  const shown = [before, ...holdingsAt(timeline, at).map(({ segment }) => segment)];
  return shown.every((segment) => segment !== null && segment.from > (from ?? segment.from));
}
