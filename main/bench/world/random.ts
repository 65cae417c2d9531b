import { sha256 } from '../../base/hash.ts';
import { mulberry32 } from '../../base/mulberry32.ts';

/** A repeatable source of chance: equal seeds give equal draws on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** `count` different members, in random order; all of them when there are fewer. */
  sample<T>(from: readonly T[], count: number): T[];
  shuffle<T>(from: readonly T[]): T[];
  /** An independent stream for one purpose, so that drawing more here changes nothing there. */
  fork(label: string): Random;
}

/** mulberry32 over the first 32 bits of the seed's SHA-256. */
export function createRandom(seed: string): Random {
  const next = mulberry32(Number.parseInt(sha256(seed).slice(0, 8), 16));
  function int(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1));
  }
  function pick<T>(from: readonly T[]): T {
    const chosen = from[int(0, from.length - 1)];
    if (chosen === undefined) throw new Error('nothing to pick from');
    return chosen;
  }
  function shuffle<T>(from: readonly T[]): T[] {
    return from
      .map((member) => [next(), member] as const)
      .sort(([a], [b]) => a - b)
      .map(([, member]) => member);
  }
  return {
    next,
    int,
    pick,
    shuffle,
    chance: (probability) => next() < probability,
    sample: (from, count) => shuffle(from).slice(0, count),
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}
