import type { Clock } from '../base/clock.ts';
import type { Job } from '../contract/status.ts';
import { toInstant } from '../contract/time.ts';

/** Tells how a long piece of background work goes on. Short ones are not worth a word. */
export interface JobReport {
  /** Begins if nothing is under way; `total` is asked only then. */
  begin(total: () => Promise<number>): Promise<void>;
  advance(items: number): void;
  finish(): void;
  /** Ends before everything is done. */
  stop(): void;
}

/** @param message may tell how it goes; @param quietBelow pieces of work with fewer items are not told */
export function openJobReport(
  kind: Job['kind'],
  message: string | (() => string),
  clock: Clock,
  onJob: ((job: Job) => void) | undefined,
  quietBelow = 100,
): JobReport {
  let job: { startedAt: number; total: number; done: number; toldAt: number } | null = null;

  function tell(state: Job['state']): void {
    if (job === null || job.total < quietBelow) return;
    const now = clock.now();
    if (state === 'running' && now - job.toldAt < 500) return;
    job.toldAt = now;
    const { startedAt, done } = job;
    // What was written meanwhile is done here too.
    const total = Math.max(job.total, done);
    const left = done === 0 ? null : Math.round(((now - startedAt) / done) * (total - done));
    onJob?.({
      jobId: `${kind}-${startedAt}`,
      kind,
      state,
      done,
      total,
      unit: 'items',
      message: typeof message === 'string' ? message : message(),
      startedAt: toInstant(startedAt),
      etaMs: state === 'running' ? left : null,
    });
  }

  function end(state: 'finished' | 'cancelled'): void {
    tell(state);
    job = null;
  }

  return {
    async begin(total) {
      if (job !== null) return;
      job = { startedAt: clock.now(), total: await total(), done: 0, toldAt: Number.NEGATIVE_INFINITY };
      tell('running');
    },
    advance(items) {
      if (job === null) return;
      job.done += items;
      tell('running');
    },
    finish: () => end('finished'),
    stop: () => end('cancelled'),
  };
}
