import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PiperError } from '../../base/errors.ts';
import type { RejectedRow } from '../../contract/imports.ts';
import type { SourceFile } from './importer.ts';

export interface Found {
  readonly files: readonly SourceFile[];
  readonly rejected: readonly RejectedRow[];
}

/**
 * The files behind what a user named or dropped. Folders are walked in name order; hidden entries (`.git`, `.obsidian`)
 * and `node_modules` are passed over. A link is followed only within what was named: one that leads out of it would bring
 * in what nobody asked for, and the ledger does not forget.
 * `uploads` is where the window's uploads lie: their place on disk says nothing about where they come from.
 */
export async function findFiles(paths: readonly string[], uploads: string): Promise<Found> {
  const files: SourceFile[] = [];
  const rejected: RejectedRow[] = [];
  const walked = new Set<string>();
  const visit = async (path: string, name: string, named: string): Promise<void> => {
    try {
      const real = await realpath(path);
      if (real !== named && !real.startsWith(join(named, '/')))
        throw new Error('it is a link that leads out of the folder');
      const { isDirectory, size, mtimeMs } = await kindOf(path);
      if (isDirectory) {
        if (walked.has(real)) return;
        walked.add(real);
        const names = (await readdir(path)).filter(isWanted).sort();
        for (const entry of names) await visit(join(path, entry), `${name}/${entry}`, named);
      } else if (!walked.has(real)) {
        walked.add(real);
        const sourceRef = real.startsWith(join(uploads, '/')) ? null : real;
        files.push({ path, name, bytes: size, modifiedAt: Math.trunc(mtimeMs), sourceRef });
      }
    } catch (error) {
      rejected.push({ file: name, line: null, reason: whyUnreadable(error) });
    }
  };
  for (const path of paths) {
    await exists(path);
    // A link to nowhere has no real path; it becomes a row.
    await visit(path, basename(path), await realpath(path).catch(() => path));
  }
  return { files, rejected };
}

const isWanted = (entry: string) => !entry.startsWith('.') && entry !== 'node_modules';

async function kindOf(path: string) {
  const entry = await stat(path);
  if (!entry.isDirectory() && !entry.isFile()) throw new Error('it is neither a file nor a folder');
  return { isDirectory: entry.isDirectory(), size: entry.size, mtimeMs: entry.mtimeMs };
}

/** A path that the user named himself and that is not there is his mistake, not a rejected row. */
async function exists(path: string): Promise<void> {
  await lstat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new PiperError('unreadable-file', `${path} cannot be read: ${whyUnreadable(cause)}.`, remedyFor(cause), {
      cause,
    });
  });
}

export function whyUnreadable(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'it is not there';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it';
  if (code === 'ELOOP') return 'its links lead in a circle';
  return error instanceof Error ? error.message.replace(/ '.*'$/, '') : 'unknown reason';
}

function remedyFor(error: NodeJS.ErrnoException): string {
  return error.code === 'EACCES' ? 'Give this user the right to read it.' : 'Check the path and try again.';
}
