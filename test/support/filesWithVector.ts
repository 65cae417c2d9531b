import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { toBytes } from '../../main/store/embeddingCache.ts';

/** The files below a directory that hold any eight neighbouring numbers of a vector: a page's end may cut it in two. */
export function filesWithVector(dir: string, vector: Float32Array): string[] {
  const bytes = Buffer.from(toBytes(vector));
  const pieces = Array.from({ length: bytes.length / 32 }, (_, n) => bytes.subarray(32 * n, 32 * (n + 1)));
  return readdirSync(dir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return pieces.some((piece) => content.includes(piece));
    })
    .map((file) => relative(dir, file))
    .toSorted();
}
