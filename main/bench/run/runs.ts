import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { PiperError } from '../../base/errors.ts';
import { BenchAblation, BenchResults, BenchRun, type BenchRunSummary } from '../../contract/bench.ts';
import { summaryOf } from '../score/compareRuns.ts';
import { runFiles } from './runFolder.ts';
import { writeJson } from './writeJson.ts';

/** The runs of one data directory, and the frozen baselines that came with the program. Reads and writes files only. */
export interface Runs {
  folder(runId: string): string;
  /** Newest first. */
  list(): BenchRun[];
  save(record: BenchRun): void;
  /** Frozen baselines, by name. */
  baselines(): BenchRunSummary[];
  /** Of a run, or of a baseline by its name. Throws PiperError `not-found`. */
  results(runId: string): BenchResults;
  /** Throws PiperError `not-found`. */
  ablation(runId: string): BenchAblation;
}

/**
 * @param dir holds a folder for each run
 * @param baselineDir holds `<benchmark>-<policy>.json`
 */
export function openRuns(dir: string, baselineDir: string): Runs {
  const folder = (runId: string) => join(dir, runId);
  const recordFile = (runId: string) => join(folder(runId), 'run.json');
  return {
    folder,
    list: () =>
      namesIn(dir)
        .flatMap((name) => readRecord(recordFile(name)) ?? [])
        .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
    save(record) {
      mkdirSync(folder(record.runId), { recursive: true, mode: 0o700 });
      writeJson(recordFile(record.runId), record);
    },
    baselines: () =>
      baselineNames(baselineDir).map((name) => ({
        ...summaryOf(readResults(baselineFile(baselineDir, name))),
        runId: name,
      })),
    results(runId) {
      if (baselineNames(baselineDir).includes(runId)) return readResults(baselineFile(baselineDir, runId));
      return readResults(runFiles(folder(known(dir, runId))).results);
    },
    ablation: (runId) => readJson(runFiles(folder(known(dir, runId))).ablation, BenchAblation),
  };
}

/** A name comes from outside and becomes a path: only one that is there may. */
function known(dir: string, runId: string): string {
  if (namesIn(dir).includes(runId)) return runId;
  throw new PiperError('not-found', 'There is no such run or baseline.', 'List them with bench.list.');
}

function baselineNames(dir: string): string[] {
  return namesIn(dir).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
}

const baselineFile = (dir: string, name: string) => join(dir, `${name}.json`);

function readResults(file: string): BenchResults {
  return readJson(file, BenchResults);
}

function readRecord(file: string): BenchRun | null {
  try {
    return BenchRun.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new PiperError('not-found', 'That run has no such results.', 'Wait until it is finished.', { cause });
  }
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new PiperError(
    'unreadable-file',
    'The results were written by another version of this program.',
    'Run the benchmark again.',
    { cause: parsed.error },
  );
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
