import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The git commit of the checkout that this code runs from, with `-dirty` where its files differ from it; null in an
 * installed program. Only a checkout whose top is the program's own counts.
 */
export function commitOf(folder: string): string | null {
  const top = programTop(folder);
  if (top === null || !existsSync(join(top, '.git'))) return null;
  try {
    const described = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
      cwd: top,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    });
    return described.trim() || null;
  } catch {
    return null;
  }
}

function programTop(folder: string): string | null {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  return above === folder ? null : programTop(above);
}
