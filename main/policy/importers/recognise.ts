import { open, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ImportFormat } from '../../contract/imports.ts';
import { MemoryObject } from '../../contract/memory.ts';
import { whyUnreadable } from './findFiles.ts';
import type { Importer, SourceFile } from './importer.ts';
import { isLocomo, locomoImporter } from './locomo.ts';
import { markdownImporter, textImporter } from './notes.ts';
import { decodeUtf8, pmemImporter } from './pmem.ts';

export const importers: Readonly<Record<ImportFormat, Importer>> = {
  pmem: pmemImporter,
  markdown: markdownImporter,
  text: textImporter,
  locomo: locomoImporter,
};

export type Recognised =
  | { readonly format: ImportFormat; readonly problem: null }
  | { readonly format: null; readonly problem: string };

const headBytes = 64 * 1024;
/** JSON that is one value must be read whole; V8 holds strings up to about 512 MiB. */
const maxWholeBytes = 256 * 1024 * 1024;
/** A text file is one document, and one document is one event. */
const maxTextBytes = 12 * 1024 * 1024;

/** Tells the format by content, never by name alone; the name only parts Markdown from plain text. */
export async function recognise(file: SourceFile, forced?: ImportFormat): Promise<Recognised> {
  try {
    if (file.bytes === 0) return no('the file is empty');
    const head = await readHead(file.path);
    const unreadable = notText(head);
    if (unreadable) return no(unreadable);
    if (decodeUtf8(wholeCharacters(head)) === null) {
      // One broken character spoils its own line only.
      return (forced ?? 'pmem') === 'pmem' && holdsLines(head, file)
        ? yes('pmem')
        : no('the file is not valid UTF-8; save it as UTF-8');
    }
    return forced ? checked(forced, file) : await byContent(file, decodeHead(head));
  } catch (error) {
    return no(whyUnreadable(error));
  }
}

async function byContent(file: SourceFile, head: string): Promise<Recognised> {
  const start = head.trimStart();
  if (start.startsWith('{') && looksLikePmem(start)) return yes('pmem');
  if (start.startsWith('{') || start.startsWith('[')) return await wholeJson(file);
  if (start === '') return no('the file holds only white space');
  return checked(
    /^\.(md|markdown|mdown|mkd)$/i.test(extname(file.name)) || hasMarkdown(head) ? 'markdown' : 'text',
    file,
  );
}

/** A file of lines is known by its first complete line; a single line may itself be cut off, then it still begins as one. */
function looksLikePmem(start: string): boolean {
  const line = start.slice(0, start.indexOf('\n') < 0 ? undefined : start.indexOf('\n'));
  try {
    return MemoryObject.safeParse(JSON.parse(line)).success;
  } catch {
    return start.length >= headBytes / 4 && /^\{\s*"(id|kind|text|fact|edge|cause|namespace)"\s*:/.test(start);
  }
}

async function wholeJson(file: SourceFile): Promise<Recognised> {
  const unknown = no('it is JSON, but neither *.pmem.jsonl nor LoCoMo');
  if (file.bytes > maxWholeBytes) return no(`a JSON file over ${maxWholeBytes / 1024 / 1024} MiB cannot be read whole`);
  try {
    const value: unknown = JSON.parse(decodeUtf8(await readFile(file.path)) ?? '');
    return isLocomo(value) ? yes('locomo') : unknown;
  } catch {
    // Lines of which the first is bad are still lines.
    return file.name.endsWith('.jsonl')
      ? yes('pmem')
      : hasProse(file)
        ? checked('text', file)
        : no('it begins like JSON but is not complete JSON');
  }
}

/** `[ ] call Ann` in a note begins like JSON too. */
const hasProse = (file: SourceFile) => /^\.(md|markdown|txt|text|log|rst|org)$/i.test(extname(file.name));

function checked(format: ImportFormat, file: SourceFile): Recognised {
  const isText = format === 'markdown' || format === 'text';
  if (isText && file.bytes > maxTextBytes) {
    return no(`a text of more than ${maxTextBytes / 1024 / 1024} MiB is too long for one document; split it`);
  }
  return yes(format);
}

function notText(head: Buffer): string | null {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    return 'the file is UTF-16; save it as UTF-8';
  }
  if (head.includes(0)) return 'the file is binary';
  return null;
}

/** Of bytes that are not UTF-8 throughout: whether they begin as lines of the exchange format all the same. */
function holdsLines(head: Buffer, file: SourceFile): boolean {
  const start = head.toString('utf8').trimStart();
  return start.startsWith('{') && (looksLikePmem(start) || file.name.endsWith('.jsonl'));
}

const decodeHead = (head: Buffer) => decodeUtf8(wholeCharacters(head)) ?? '';

/** The head may end inside a character: leave the last, possibly cut one away. */
function wholeCharacters(head: Buffer): Buffer {
  if (head.length < headBytes) return head;
  let end = head.length;
  while (end > 0 && end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return head.subarray(0, Math.max(0, end - 1));
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const hasMarkdown = (head: string) => /^---\r?\n/.test(head) || /^#{1,6} \S/m.test(head);
const yes = (format: ImportFormat): Recognised => ({ format, problem: null });
const no = (problem: string): Recognised => ({ format: null, problem });
