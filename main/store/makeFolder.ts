import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PiperError } from '../base/errors.ts';

/**
 * Makes a folder and those above it, each its owner's alone. Step by step, because Node's own `recursive` never returns
 * where the system says that a folder which is there is not (under `/proc`, for one).
 */
export function makeFolder(path: string): void {
  const kind = kindOf(path);
  if (kind === 'folder') return;
  if (kind === 'file') throw new PiperError('io', `${path} is a file, not a folder.`, 'Give the path of a folder.');
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else was quicker.
    if (kindOf(path) !== 'folder') throw error;
  }
}

function kindOf(path: string): 'folder' | 'file' | null {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}
