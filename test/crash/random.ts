/** Repeatable chance: the same seed gives the same campaign. */
export interface Random {
  /** A whole number in `[from, to]`. */
  between(from: number, to: number): number;
  /** One of the list. */
  pick<T>(list: readonly T[]): T;
}

/** mulberry32: 32 bits of state, plenty for choosing moments and words. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
  };
}
