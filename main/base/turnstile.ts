/** Lets many pass at once until somebody needs the place for himself. */
export interface Turnstile {
  /** Runs `work` beside others, after whoever has the place for himself. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` once all who are inside have left, and before anybody else enters; one after the other. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function openTurnstile(): Turnstile {
  const inside = new Set<Promise<unknown>>();
  let gate: Promise<unknown> = Promise.resolve();

  async function opened(): Promise<void> {
    // While we waited for one, another may have come.
    for (let seen: unknown = null; seen !== gate; ) {
      seen = gate;
      await gate;
    }
  }

  return {
    async pass(work) {
      await opened();
      const running = work();
      inside.add(running);
      try {
        return await running;
      } finally {
        inside.delete(running);
      }
    },
    alone(work) {
      const done = gate.then(() => Promise.allSettled(inside)).then(work);
      gate = done.catch(() => {});
      return done;
    },
  };
}
