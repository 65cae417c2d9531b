import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PiperError } from '../../base/errors.ts';
import { BenchmarkAbout, Probe } from '../../contract/bench.ts';
import { MemoryObject } from '../../contract/memory.ts';
import { badBenchmark, checkBenchmark, firstIssue } from './checkBenchmark.ts';

/** A benchmark as it is run: what goes into the store, and what is asked of it. Gold stands with the probes alone. */
export interface Benchmark {
  readonly name: string;
  readonly objects: readonly MemoryObject[];
  readonly probes: readonly Probe[];
}

/** The files of a benchmark folder (bench.md); a frozen set may spread its corpus over several. */
export interface BenchmarkFiles {
  readonly corpus: readonly string[];
  readonly probes: string;
  readonly about: string;
}

export function filesOfFolder(folder: string): BenchmarkFiles {
  return {
    corpus: [join(folder, 'corpus.pmem.jsonl')],
    probes: join(folder, 'probes.jsonl'),
    about: join(folder, 'about.json'),
  };
}

/**
 * Reads and checks a benchmark. Throws PiperError `bad-benchmark` that names the file and line of what is wrong: a file
 * that is missing, a line that is not JSON or lacks a field, an id twice, a gold id that is in no corpus.
 */
export function readFolder(folder: string): Benchmark {
  return readBenchmark(filesOfFolder(folder), basename(folder));
}

/** @param name what the benchmark is called where its `about.json` does not say */
export function readBenchmark(files: BenchmarkFiles, name: string): Benchmark {
  const benchmark = {
    name: aboutOf(files.about)?.name ?? name,
    objects: files.corpus.flatMap((file) => linesOf(file, MemoryObject)),
    probes: linesOf(files.probes, Probe),
  };
  checkBenchmark(benchmark);
  return benchmark;
}

function aboutOf(file: string) {
  const text = readText(file, true);
  if (text === null) return null;
  return parsed(text, BenchmarkAbout, basename(file));
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: Parameters<typeof firstIssue>[0] };
}

function linesOf<T>(file: string, schema: Schema<T>): T[] {
  const lines = readText(file, false).split('\n');
  return lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [parsed(line, schema, `${basename(file)}, line ${at + 1}`)],
  );
}

function parsed<T>(text: string, schema: Schema<T>, place: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badBenchmark(`${place}: not complete JSON.`, 'Correct the line.', cause);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw badBenchmark(`${place}: ${firstIssue(result.error)}.`, 'Correct the line.');
}

const strict = new TextDecoder('utf-8', { fatal: true });

function readText(file: string, optional: true): string | null;
function readText(file: string, optional: false): string;
function readText(file: string, optional: boolean): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' && (cause as NodeJS.ErrnoException).code !== 'ENOTDIR') {
      throw new PiperError('unreadable-file', `${basename(file)} cannot be read.`, 'Look at its permissions.', {
        cause,
      });
    }
    if (optional) return null;
    throw badBenchmark(
      `The folder has no ${basename(file)}.`,
      'A benchmark folder holds corpus.pmem.jsonl and probes.jsonl.',
      cause,
    );
  }
  try {
    return strict.decode(bytes);
  } catch (cause) {
    throw badBenchmark(`${basename(file)} is not UTF-8.`, 'Convert it first.', cause);
  }
}
