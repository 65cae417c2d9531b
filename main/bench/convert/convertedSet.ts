import type { BenchmarkAbout, Probe } from '../../contract/bench.ts';
import type { MemoryObject } from '../../contract/memory.ts';

/** A public set as the parts of a benchmark folder. */
export interface ConvertedSet {
  readonly about: BenchmarkAbout;
  readonly objects: readonly MemoryObject[];
  readonly probes: readonly Probe[];
  /** How much of the set became no part of it, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** How many questions of a set became no probe, and what else of it was of no use, by reason. */
export function openLeftOut() {
  const counts: Record<string, number> = {};
  const count = (reason: string, n: number) => {
    if (n > 0) counts[reason] = (counts[reason] ?? 0) + n;
  };
  return {
    counts,
    count,
    /** Counts one question, and gives back the probes that it became: none. */
    add(reason: string): never[] {
      count(reason, 1);
      return [];
    },
  };
}

/** A support set that five results cannot show is none that Recall@5 can measure: such a question is left out. */
export const mostGold = 5;

/** What a set without times is stamped with, and when it is asked: the day of a run must not decide an answer. */
export const timeless = { said: '2026-01-01T00:00:00.000Z', asked: '2026-01-02T00:00:00.000Z' } as const;

export const dayMs = 86_400_000;
