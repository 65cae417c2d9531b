import { existsSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PiperError } from '../../base/errors.ts';
import { checkBenchmark } from '../run/checkBenchmark.ts';
import type { ConvertedSet } from './convertedSet.ts';

/**
 * Writes a benchmark folder. It is there whole or not at all: it is made beside its place and put there by one rename.
 * Throws PiperError `invalid-params` where something lies there already, `io` where it cannot be written.
 *
 * @param folder an absolute path; it may be there if it is empty, and what it lies in must be there
 */
export function writeBenchmark(folder: string, { about, objects, probes }: Omit<ConvertedSet, 'leftOut'>): void {
  checkPlace(folder);
  checkBenchmark({ objects, probes });
  let making: string | null = null;
  try {
    making = mkdtempSync(join(dirname(folder), '.making-benchmark-'));
    writeFileSync(join(making, 'corpus.pmem.jsonl'), linesOf(objects), { mode: 0o600 });
    writeFileSync(join(making, 'probes.jsonl'), linesOf(probes), { mode: 0o600 });
    writeFileSync(join(making, 'about.json'), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 });
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(making, folder);
  } catch (cause) {
    if (making !== null) rmSync(making, { recursive: true, force: true });
    throw new PiperError('io', `${folder} cannot be written.`, 'Name a place that can be written, with room for it.', {
      cause,
    });
  }
}

/** Looked at before the work begins too: a long conversion must not end at a folder that was never free. */
export function checkPlace(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) {
    throw new PiperError('invalid-params', `${parent} is not there.`, 'Make the folder that it is to lie in first.');
  }
  if (!existsSync(folder)) return;
  let entries: string[];
  try {
    entries = readdirSync(folder);
  } catch (cause) {
    throw new PiperError('invalid-params', `${folder} is no folder.`, 'Name a new folder.', { cause });
  }
  if (entries.length > 0) {
    throw new PiperError(
      'invalid-params',
      `${folder} is there already and is not empty.`,
      'Name a new folder, or empty this one first: nothing is written over.',
    );
  }
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
