import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../base/hash.ts';

/**
 * The git commit of the checkout that this code runs from, with `-dirty-` and a digest of the difference where its tracked
 * files differ from it; null in an installed program, which has its version. Only a checkout whose top is the program's own
 * counts.
 */
export function commitOf(folder: string): string | null {
  const top = programTop(folder);
  if (top === null || !existsSync(join(top, '.git'))) return null;
  try {
    const commit = git(top, ['rev-parse', 'HEAD']).toString().trim();
    const difference = git(top, ['diff', 'HEAD', '--binary', '--no-ext-diff', '--no-textconv', '--no-color']);
    return difference.length === 0 ? commit : `${commit}-dirty-${sha256(difference).slice(0, 12)}`;
  } catch {
    return null;
  }
}

/** What a change to the tracked files may print: bytes. */
const maxBuffer = 256 * 1024 * 1024;

function git(cwd: string, args: readonly string[]): Buffer {
  return execFileSync('git', args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000, maxBuffer });
}

function programTop(folder: string): string | null {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  return above === folder ? null : programTop(above);
}
