import { mulberry32 } from '../../main/base/mulberry32.ts';

/** Repeatable chance: the same seed gives the same campaign. */
export interface Random {
  /** A whole number in `[from, to]`. */
  between(from: number, to: number): number;
  /** One of the list. */
  pick<T>(list: readonly T[]): T;
}

/** 32 bits of state, plenty for choosing moments and words. */
export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  return {
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
  };
}
