import type { Frame } from '../../projections/standing.ts';
import type { PathQuery } from '../path.ts';

/** The instants from which a question judges what holds: its own present, or the day as of which it asks what was known. */
export function frameOf({ now, knownAt }: PathQuery): Frame {
  return { at: knownAt === null ? now : Math.min(now, knownAt), knownAt };
}
