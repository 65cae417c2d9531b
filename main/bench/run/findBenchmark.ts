import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { PiperError } from '../../base/errors.ts';
import { sha256 } from '../../base/hash.ts';
import type { BenchSetup } from '../../contract/bench.ts';
import { badBenchmark, checkBenchmark } from './checkBenchmark.ts';
import { type Benchmark, readBenchmark, readFolder } from './readFolder.ts';

/** The sizes of R4-Bench and the files of each: the smaller corpus is a part of the larger one. */
const r4Sizes = {
  'r4-small': { size: 'small', corpus: ['corpus.small.pmem.jsonl'] },
  'r4-standard': { size: 'standard', corpus: ['corpus.small.pmem.jsonl', 'more.standard.pmem.jsonl'] },
  'r4-stress': {
    size: 'stress',
    corpus: ['corpus.small.pmem.jsonl', 'more.standard.pmem.jsonl', 'more.stress.pmem.jsonl'],
  },
} as const;

type R4Name = keyof typeof r4Sizes;
const r4Names = Object.keys(r4Sizes) as R4Name[];

/**
 * The benchmark that a setup names: R4 as it was frozen, R4 made afresh from a seed, or a folder.
 *
 * @param frozen the folder of R4-Bench v1
 */
export async function findBenchmark(
  { benchmark, seed }: Pick<BenchSetup, 'benchmark' | 'seed'>,
  frozen: string,
): Promise<Benchmark> {
  if (isR4(benchmark)) return seed === undefined ? frozenR4(benchmark, frozen) : freshR4(benchmark, seed);
  if (seed === undefined) return readFolder(benchmark);
  throw new PiperError(
    'invalid-params',
    'A folder is run as it is: only R4-Bench can be made from a seed.',
    `Leave the seed out, or run one of ${r4Names.join(', ')}.`,
  );
}

function isR4(name: string): name is R4Name {
  return Object.hasOwn(r4Sizes, name);
}

function frozenR4(name: R4Name, folder: string): Benchmark {
  const at = (file: string) => join(folder, file);
  const files = { corpus: r4Sizes[name].corpus.map(at), probes: at('probes.jsonl'), about: at('about.json') };
  const benchmark = readBenchmark(files, name);
  checkFrozen([...files.corpus, files.probes], files.about);
  return { ...benchmark, name };
}

const FrozenAbout = z.looseObject({ sha256: z.record(z.string(), z.string()) });

/** Numbers are comparable only over the very same bytes. Throws `bad-benchmark` for a file that is not as it was frozen. */
function checkFrozen(files: readonly string[], about: string): void {
  const { sha256: sums } = FrozenAbout.parse(JSON.parse(readFileSync(about, 'utf8')));
  const changed = files.find((file) => sha256(readFileSync(file)) !== sums[basename(file)]);
  if (changed === undefined) return;
  throw badBenchmark(`${basename(changed)} is not as it was frozen.`, 'Install Piper Memory again.');
}

async function freshR4(name: R4Name, seed: number): Promise<Benchmark> {
  // Loaded only where a world is made.
  const { generateBenchmark } = await import('../world/generate.ts');
  const { objects, probes } = generateBenchmark({ seed, size: r4Sizes[name].size });
  const benchmark = { name: `${name} seed ${seed}`, objects, probes };
  checkBenchmark(benchmark);
  return benchmark;
}

/** The sizes of R4-Bench that came with the program, with the lines of their files. */
export function listFrozen(frozen: string): { id: string; name: string; objects: number; probes: number }[] {
  return r4Names.flatMap((id) => {
    const lines = (file: string) => countLines(join(frozen, file));
    if (!existsSync(join(frozen, 'probes.jsonl'))) return [];
    const objects = r4Sizes[id].corpus.map(lines).reduce((sum, count) => sum + count, 0);
    return [{ id, name: `R4-Bench v1, ${r4Sizes[id].size}`, objects, probes: lines('probes.jsonl') }];
  });
}

function countLines(file: string): number {
  const bytes = readFileSync(file);
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
