import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { PiperError } from '../../base/errors.ts';
import { BenchAblation, BenchResults, BenchRun } from '../../contract/bench.ts';
import type { MethodResult } from '../../contract/methods.ts';
import type { Warning } from '../../contract/status.ts';
import { summaryOf } from '../score/compareRuns.ts';
import { runFiles } from './runFolder.ts';
import { writeJson } from './writeJson.ts';

/** The runs of one data directory, and the frozen baselines that came with the program. Reads and writes files only. */
export interface Runs {
  folder(runId: string): string;
  /** Newest first, as far as they can be read. */
  list(): BenchRun[];
  save(record: BenchRun): void;
  /** With everything that it left. */
  remove(runId: string): void;
  /** Runs, frozen baselines by name, and a warning for each of both that is there and cannot be read. */
  listing(): Listing;
  /** Of a run, or of a baseline by its name. Throws PiperError `not-found`. */
  results(runId: string): BenchResults;
  /** Throws PiperError `not-found`. */
  ablation(runId: string): BenchAblation;
}

export type Listing = Pick<MethodResult<'bench.list'>, 'baselines' | 'runs' | 'warnings'>;

/**
 * @param dir holds a folder for each run
 * @param baselineDir holds `<benchmark>-<policy>.json`
 */
export function openRuns(dir: string, baselineDir: string): Runs {
  const folder = (runId: string) => join(dir, runId);
  const recordFile = (runId: string) => join(folder(runId), 'run.json');
  const records = () => {
    const begun = namesIn(dir).filter((name) => existsSync(recordFile(name)));
    const { read, warnings } = readEach(begun, (name) => readJson(recordFile(name), BenchRun));
    return { read: read.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)), warnings };
  };
  return {
    folder,
    list: () => records().read,
    save(record) {
      mkdirSync(folder(record.runId), { recursive: true, mode: 0o700 });
      writeJson(recordFile(record.runId), record);
    },
    remove: (runId) => rmSync(folder(runId), { recursive: true, force: true }),
    listing() {
      const runs = records();
      const baselines = readEach(baselineNames(baselineDir), (name) => ({
        ...summaryOf(readResults(baselineFile(baselineDir, name))),
        runId: name,
      }));
      return { baselines: baselines.read, runs: runs.read, warnings: [...baselines.warnings, ...runs.warnings] };
    },
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

/** One file that cannot be read hides no other, and is not hidden itself. */
function readEach<T>(names: readonly string[], readOne: (name: string) => T): { read: T[]; warnings: Warning[] } {
  const [read, warnings]: [T[], Warning[]] = [[], []];
  for (const name of names) {
    try {
      read.push(readOne(name));
    } catch (error) {
      if (!(error instanceof PiperError)) throw error;
      warnings.push({ code: error.code, message: `${name}: ${error.message}`, remedy: error.remedy });
    }
  }
  return { read, warnings };
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new PiperError('not-found', 'That run has no such results.', 'Wait until it is finished.', { cause });
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new PiperError(
      'unreadable-file',
      'The file is damaged, or was written by another version of this program.',
      'Run the benchmark again.',
      { cause },
    );
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
