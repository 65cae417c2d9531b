import type { Behind } from '../projections/writeModel.ts';

export interface CatchUpWatch {
  /** Looks how far the projections are, tells what has changed, and sees to it that they catch up. */
  look(): void;
  stop(): void;
}

export interface CatchUpWatchParts {
  behind(): Behind;
  catchUp(): Promise<unknown>;
  /** `events` that are acknowledged and not projected, and the error that keeps them back; 0 and null once all are in. */
  tell(events: number, error: unknown): void;
}

/**
 * Projections that failed after the ledger's commit catch up with the next write, or by themselves: after a second,
 * then ever more rarely, at least once a minute. Space may have been freed, or a lock let go.
 */
export function watchCatchUp({ behind, catchUp, tell }: CatchUpWatchParts): CatchUpWatch {
  let told: Behind = { events: 0, error: null };
  let waitMs = 1000;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const { events, error } = behind();
    const now = error === null ? { events: 0, error } : { events, error };
    if (now.events !== told.events || now.error !== told.error) tell(now.events, now.error);
    told = now;
    if (error !== null) {
      timer ??= setTimeout(again, waitMs).unref();
      return;
    }
    stop();
    waitMs = 1000;
  }

  async function again(): Promise<void> {
    timer = undefined;
    waitMs = Math.min(2 * waitMs, 60_000);
    await catchUp().catch(() => {});
    look();
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return { look, stop };
}
