import { scaleLinear } from 'd3';

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** One scale for intervals that are to be compared by eye: round ends, and 0 is always on it. */
export function intervalDomain(intervals: readonly Interval[]): [number, number] {
  const ends = [0, ...intervals.flatMap(({ low, high }) => [low, high])];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const domain = from === to ? [-1, 1] : [from, to];
  const [low = -1, high = 1] = scaleLinear(domain, [0, 1]).nice(4).domain();
  return [low, high];
}
