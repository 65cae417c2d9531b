import type { StageName } from '../contract/packet.ts';
import type { TraceStage } from '../contract/trace.ts';

/** What a stage tells of itself: how much went in and came out, and codes and counts, never stored text. */
export interface StageNote {
  readonly in?: number;
  readonly out?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Times the stages of one request. `elapsed` gives milliseconds from any fixed point and never runs backwards. */
export interface Stages {
  time<T>(stage: StageName, work: () => T, note?: (result: T) => StageNote): T;
  timeAsync<T>(stage: StageName, work: () => Promise<T>, note?: (result: T) => StageNote): Promise<T>;
  readonly rows: readonly TraceStage[];
  /** Milliseconds per stage, all its rounds together, and in total. */
  latencies(): { total: number } & Record<string, number>;
}

export function timeStages(elapsed: () => number): Stages {
  const begun = elapsed();
  const rows: TraceStage[] = [];
  const add = (stage: StageName, start: number, note: StageNote = {}) =>
    rows.push({
      stage,
      startMs: start - begun,
      latencyMs: elapsed() - start,
      in: note.in ?? null,
      out: note.out ?? null,
      detail: { ...note.detail },
    });
  return {
    rows,
    time(stage, work, note) {
      const start = elapsed();
      const result = work();
      add(stage, start, note?.(result));
      return result;
    },
    async timeAsync(stage, work, note) {
      const start = elapsed();
      const result = await work();
      add(stage, start, note?.(result));
      return result;
    },
    latencies() {
      const perStage: Record<string, number> = {};
      for (const { stage, latencyMs } of rows) perStage[stage] = (perStage[stage] ?? 0) + latencyMs;
      return { ...perStage, total: elapsed() - begun };
    },
  };
}
