import type { Part, Segment, Timeline } from './evidence.ts';

/** A value that holds at an instant, and the part of its segment around that instant. */
export interface Holding {
  readonly segment: Segment;
  readonly part: Part;
}

/** What holds at an instant of valid time: one value at most, or all of those that may hold at once. */
export function holdingsAt({ segments }: Timeline, at: number): Holding[] {
  return segments.flatMap((segment) => {
    if (!covers(segment, at)) return [];
    const part = segment.parts.find((one) => covers(one, at));
    return part === undefined ? [] : [{ segment, part }];
  });
}

/** The value that ended last by an instant, whether or not another followed at once. */
export function predecessorAt({ segments }: Timeline, at: number): Segment | null {
  const ended = segments.filter(({ to }) => to !== null && to <= at);
  return ended.reduce<Segment | null>((last, one) => (last === null || endOf(one) >= endOf(last) ? one : last), null);
}

/** The value that begins next after an instant. */
export function successorAt({ segments }: Timeline, at: number): Segment | null {
  return segments.find(({ from }) => from > at) ?? null;
}

/** Whether `[from, to)` contains an instant. */
export function covers({ from, to }: { readonly from: number; readonly to: number | null }, at: number): boolean {
  return from <= at && (to === null || at < to);
}

function endOf({ to }: Segment): number {
  return to ?? Number.POSITIVE_INFINITY;
}
