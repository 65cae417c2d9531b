import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { Job } from '../contract/status.ts';
import { toInstant } from '../contract/time.ts';
import type { DataPaths } from '../store/paths.ts';

/** Bytes of each store on disk, its logs included. */
export function diskUse(paths: DataPaths): Record<string, number> {
  const files = {
    'ledger.db': paths.ledger,
    'memory.db': paths.memory,
    'traces.db': paths.traces,
    'cache.db': paths.cache,
  };
  const sizes = Object.entries(files).map(([name, file]) => [name, sizeOf(file) + sizeOf(`${file}-wal`)]);
  return { ...Object.fromEntries(sizes), vectors: folderSize(paths.vectors) };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function folderSize(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true }).reduce((sum, name) => sum + sizeOf(join(folder, String(name))), 0);
}

/** A job's beginning, its steps and its end, as they are told to whoever watches. */
export interface JobHandle {
  readonly jobId: string;
  step(done: number, total: number | null, message?: string): void;
  end(state: 'finished' | 'failed' | 'cancelled', message?: string): void;
}

export interface Jobs {
  begin(kind: Job['kind'], unit: string, message: string): JobHandle;
  /** A job that tells of itself. */
  record(job: Job): void;
  /** The running ones, then the last few that ended. */
  list(): Job[];
}

/** Background work of this daemon's life; at most twenty ended jobs are remembered. */
export function openJobs(parts: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly onChange: (job: Job) => void;
}): Jobs {
  const jobs = new Map<string, Job>();
  const change = (job: Job) => {
    jobs.set(job.jobId, job);
    const ended = [...jobs.values()].filter(({ state }) => state !== 'running');
    for (const { jobId } of ended.slice(0, -20)) jobs.delete(jobId);
    parts.onChange(job);
  };
  return {
    begin(kind, unit, message) {
      const started = parts.clock.now();
      const jobId = parts.ids.next();
      let job: Job = {
        jobId,
        kind,
        state: 'running',
        done: 0,
        total: null,
        unit,
        message,
        startedAt: toInstant(started),
        etaMs: null,
      };
      change(job);
      return {
        jobId,
        step(done, total, text = message) {
          const etaMs = total === null || done === 0 ? null : ((parts.clock.now() - started) * (total - done)) / done;
          job = { ...job, done, total, message: text, etaMs: etaMs === null ? null : Math.max(0, Math.round(etaMs)) };
          change(job);
        },
        end(state, text = message) {
          job = { ...job, state, message: text, etaMs: null };
          change(job);
        },
      };
    },
    record: change,
    list: () => [...jobs.values()].sort((a, b) => Number(a.state !== 'running') - Number(b.state !== 'running')),
  };
}
