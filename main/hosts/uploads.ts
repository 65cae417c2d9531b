import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PiperError } from '../base/errors.ts';
import { makeFolder } from '../store/makeFolder.ts';

/** Files that came in through the browser and wait to be imported. They are copies: nothing here is worth keeping. */
export interface Uploads {
  /**
   * Stores one file under its path relative to what was dropped. Files of one drop share a `batch`. Returns what the
   * importer should be given: the file, or the dropped folder that it lies in, so that places within it are kept.
   */
  receive(file: UploadedFile): Promise<{ path: string; bytes: number }>;
  clear(): void;
}

export interface UploadedFile {
  readonly name: string;
  readonly batch: string | null;
  readonly body: Readable;
  /** When the file was last changed where it comes from: milliseconds since 1970, if the sender says so. */
  readonly modifiedAt: number | null;
  /** What the sender says it will send, when it says so. */
  readonly announcedBytes: number | null;
}

export function openUploads(dir: string, maxBytes: number): Uploads {
  const clear = () => rmSync(dir, { recursive: true, force: true });
  clear();
  return {
    clear,
    async receive({ name, batch, body, modifiedAt, announcedBytes }) {
      const parts = relativeParts(name);
      if (batch !== null && !isBatch(batch)) throw badBatch();
      if (announcedBytes !== null && announcedBytes > maxBytes) throw tooLarge(maxBytes);
      const root = join(dir, batch ?? randomBytes(16).toString('hex'));
      const target = join(root, ...parts);
      makeFolder(join(target, '..'));
      const bytes = await store(body, target, maxBytes);
      if (modifiedAt !== null) await utimes(target, modifiedAt / 1000, modifiedAt / 1000);
      return { path: join(root, parts[0] ?? ''), bytes };
    },
  };
}

/** Removes the uploads among these paths, whole drops at a time; paths of elsewhere are left alone. */
export async function discardUploads(dir: string, paths: readonly string[]): Promise<void> {
  const batches = new Set(paths.map((path) => relative(dir, path).split(sep)[0] ?? ''));
  for (const batch of batches) {
    if (isBatch(batch)) await rm(join(dir, batch), { recursive: true, force: true });
  }
}

/** Throws PiperError `not-found` for a path among the uploads that is gone, as all of them are when a host starts anew. */
export function refuseDiscarded(dir: string, path: string): void {
  const [batch = ''] = relative(dir, path).split(sep);
  if (!isBatch(batch) || existsSync(path)) return;
  throw new PiperError(
    'not-found',
    'What was dropped in the browser was a copy, and is gone since the host was started again.',
    'Drop it again, or run the folder where it lies: piper-memory bench run PATH',
  );
}

function isBatch(name: string): boolean {
  return /^[0-9a-f-]{32,36}$/.test(name);
}

/**
 * The segments of a relative path, fit for this file system. A path that climbs is refused rather than repaired,
 * because whoever sends one does not mean what it says.
 */
export function relativeParts(name: string, platform: NodeJS.Platform = process.platform): string[] {
  const parts = name.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  const sound =
    parts.length > 0 && parts.length <= 64 && parts.every((part) => part !== '..' && Buffer.byteLength(part) <= 255);
  if (!sound) {
    throw new PiperError(
      'invalid-params',
      'The name of the file is not a relative path inside what was dropped.',
      'Send the path of the file within the dropped folder, without “..” and with names of at most 255 bytes.',
    );
  }
  return parts.map((part) => safeName(part, platform));
}

function safeName(part: string, platform: NodeJS.Platform): string {
  const plain = part.replace(/\p{Cc}/gu, '_');
  if (platform !== 'win32') return plain;
  const named = plain.replace(/[<>:"|?*]/g, '_').replace(/[. ]+$/, '_');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(named) ? `_${named}` : named;
}

/** Streams to a new file; whatever goes wrong, no half of it stays. */
async function store(body: Readable, target: string, maxBytes: number): Promise<number> {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(body, limit, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    return bytes;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw new PiperError('invalid-params', 'That file was sent already.', 'Send each file of a drop once.');
    }
    await rm(target, { force: true });
    throw error instanceof PiperError ? error : notStored(error);
  }
}

function notStored(cause: unknown): PiperError {
  return codeOf(cause) === 'ENOSPC'
    ? new PiperError('disk-full', 'The disk is full: the file was not stored.', 'Make room and send it again.', {
        cause,
      })
    : new PiperError('io', `The file was not stored (${codeOf(cause)}).`, 'Send it again.', { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

function tooLarge(maxBytes: number): PiperError {
  return new PiperError(
    'invalid-params',
    `A file must not be larger than ${maxBytes} bytes to be sent through the browser.`,
    'Import it by its path: piper-memory import PATH',
    { data: { maxBytes } },
  );
}

function badBatch(): PiperError {
  return new PiperError('invalid-params', 'The batch is not an id.', 'Name a drop by a UUID, or by nothing.');
}
