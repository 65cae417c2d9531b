import { renameSync, writeFileSync } from 'node:fs';

/** Puts a value in the place of a file: a reader sees the old one or the new one, and never a part of either. */
export function writeJson(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
