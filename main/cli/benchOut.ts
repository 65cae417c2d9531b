import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PiperError } from '../base/errors.ts';
import { runFiles } from '../bench/run/runFolder.ts';
import type { BenchResults } from '../contract/bench.ts';
import type { DataPaths } from '../store/paths.ts';

/**
 * Looks before a run starts whether its results can go to a file, and leaves no trace there. Throws PiperError `io`.
 *
 * @param file an absolute path
 */
export function checkOut(file: string): void {
  try {
    if (existsSync(file) && statSync(file).isDirectory()) throw new Error('it is a folder');
    // A new file needs the folder; one that is there is written over in its place.
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
    if (!statSync(dirname(file)).isDirectory()) throw new Error('it lies in no folder');
  } catch (cause) {
    throw new PiperError(
      'io',
      `The results could not be written to ${file}, so that the run was not started.`,
      'Name a file in a folder that is there and can be written.',
      { cause },
    );
  }
}

/**
 * Writes the results of a finished run. Throws PiperError `io`, which says where they are kept all the same.
 *
 * @param file an absolute path
 */
export function writeOut(file: string, results: BenchResults, { dir }: Pick<DataPaths, 'dir'>): void {
  try {
    writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
  } catch (cause) {
    const kept = runFiles(join(dir, 'bench', 'runs', results.runId)).results;
    throw new PiperError(
      'io',
      `The results cannot be written to ${file}.`,
      `Nothing is lost: run ${results.runId} is finished and its results are kept in ${kept}.`,
      { cause },
    );
  }
}
