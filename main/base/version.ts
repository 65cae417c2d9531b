import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in package.json, found above this code wherever it runs from. */
export const programVersion: string = versionAbove(import.meta.dirname);

function versionAbove(folder: string): string {
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    if (name === 'piper-memory' && version) return version;
  } catch {
    // Not here: look one folder up.
  }
  const above = dirname(folder);
  return above === folder ? '0.0.0' : versionAbove(above);
}
