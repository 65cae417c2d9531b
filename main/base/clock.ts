/** Milliseconds since 1970. The engine never reads the wall clock itself: whoever composes it hands one in. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until told otherwise. */
export function fixedClock(start: number): Clock & { set(ms: number): void; advance(ms: number): void } {
  let at = start;
  return {
    now: () => at,
    set: (ms) => {
      at = ms;
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
