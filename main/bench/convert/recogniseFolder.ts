import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PiperError } from '../../base/errors.ts';
import type { BenchmarkFormat } from '../../contract/bench.ts';
import { readJson } from './readSource.ts';

/** What lies at a path: a benchmark as it is run, a public set that can become one, or things to be remembered. */
export type Recognised = 'benchmark' | BenchmarkFormat | 'corpus';

const filesOf: Readonly<Partial<Record<Recognised, readonly string[]>>> = {
  benchmark: ['corpus.pmem.jsonl', 'probes.jsonl'],
  beir: ['corpus.jsonl', 'queries.jsonl', 'qrels'],
  musique: ['musique.json', 'musique_corpus.json'],
  endoflife: ['facts.jsonl', 'cases.jsonl'],
};

/** A JSON file larger than this is not looked into: the daemon answers others meanwhile. */
const maxBytes = 16 * 1024 * 1024;

const shapes = {
  locomo: z
    .array(z.looseObject({ sample_id: z.string(), conversation: z.looseObject({}), qa: z.array(z.unknown()) }))
    .min(1),
  factconsolidation: z
    .array(z.looseObject({ context: z.string(), questions: z.array(z.string()), answers: z.array(z.unknown()) }))
    .min(1),
} as const satisfies Partial<Record<BenchmarkFormat, z.ZodType>>;

/**
 * Tells a folder by the files that it holds, and one JSON file, alone or alone in its folder, by its shape. Whatever is
 * none of the sets is a corpus: the importers say what they make of it. A path that cannot be read is one too.
 */
export function recogniseFolder(path: string): Recognised {
  try {
    if (!statSync(path).isDirectory()) return shapeOf(path);
    const names = readdirSync(path);
    for (const [format, files] of Object.entries(filesOf)) {
      if (files.every((file) => names.includes(file))) return format as Recognised;
    }
    const [only, ...others] = names.filter((name) => name.endsWith('.json'));
    return only !== undefined && others.length === 0 ? shapeOf(join(path, only)) : 'corpus';
  } catch {
    return 'corpus';
  }
}

/**
 * The file of a set that is one JSON file: the path itself, or the one that its folder holds. Throws PiperError
 * `unrecognised-format` for a folder that holds none, or several.
 */
export function jsonFileOf(path: string): string {
  if (!statSync(path).isDirectory()) return path;
  const names = readdirSync(path).filter((entry) => entry.endsWith('.json'));
  const [only] = names;
  if (only !== undefined && names.length === 1) return join(path, only);
  throw new PiperError(
    'unrecognised-format',
    `${path} is a folder with ${names.length === 0 ? 'no' : names.length} .json files, and this set is one such file.`,
    'Name the file itself.',
  );
}

function shapeOf(file: string): Recognised {
  if (!file.endsWith('.json') || statSync(file).size > maxBytes) return 'corpus';
  const value = readJson(file, z.unknown());
  for (const [format, shape] of Object.entries(shapes)) {
    if (shape.safeParse(value).success) return format as Recognised;
  }
  return 'corpus';
}
