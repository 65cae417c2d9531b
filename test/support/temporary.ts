import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory of its own for one test, gone when the test ends. */
export function temporaryDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'piper-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Writes files by relative path and returns the directory. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>, dir = temporaryDirectory()): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
  return dir;
}
