/** Lets many pass at once until somebody needs the place for himself. */
export interface Turnstile {
  /** Runs `work` beside others, after whoever has the place for himself. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` once all who are inside have left, and before anybody else enters; one after the other. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function openTurnstile(): Turnstile {
  const inside = new Set<Promise<unknown>>();
  /** How many have the place for themselves or want it, and when the last of them is done. */
  let wanted = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async pass(work) {
      while (wanted > 0) await last;
      const running = work();
      inside.add(running);
      try {
        return await running;
      } finally {
        inside.delete(running);
      }
    },
    alone(work) {
      wanted += 1;
      const done = last
        .then(() => Promise.allSettled(inside))
        .then(work)
        .finally(() => {
          wanted -= 1;
        });
      last = done.catch(() => {});
      return done;
    },
  };
}
