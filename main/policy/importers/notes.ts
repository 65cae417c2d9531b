import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { parse } from 'yaml';
import type { EventDraft } from '../../ledger/event.ts';
import { type Importer, importedBy, type SourceFile, type Step } from './importer.ts';
import { decodeUtf8 } from './pmem.ts';

/** Markdown and plain text: one document a file, frontmatter kept. Chunks are made by the documents projection. */
export const markdownImporter: Importer = {
  format: 'markdown',
  read: (file, ns) => readNote(file, ns, 'text/markdown'),
};
export const textImporter: Importer = { format: 'text', read: (file, ns) => readNote(file, ns, 'text/plain') };

async function* readNote(
  file: SourceFile,
  namespace: string | undefined,
  mediaType: 'text/markdown' | 'text/plain',
): AsyncGenerator<Step> {
  const whole = decodeUtf8(await readFile(file.path)) ?? '';
  const { frontmatter, text, problem } = mediaType === 'text/markdown' ? splitFrontmatter(whole) : plain(whole);
  const row = (reason: string) => ({
    kind: 'rejected' as const,
    row: { file: file.name, line: 1, reason },
    bytesRead: file.bytes,
  });
  // The note itself is still good: only its header is not.
  if (problem) yield row(problem);
  if (text.trim() === '') return yield row('the file holds no text beside its frontmatter');
  const author = stringOf(frontmatter.author);
  const draft: EventDraft<'document'> = {
    ...importedBy,
    eventType: 'document',
    namespace: namespace ?? stringOf(frontmatter.namespace) ?? 'default',
    sourceType: 'file',
    sourceRef: file.sourceRef ?? undefined,
    occurredAt: dateOf(frontmatter.date ?? frontmatter.created) ?? file.modifiedAt,
    payload: {
      id: file.name,
      title: stringOf(frontmatter.title) ?? firstHeading(text, mediaType) ?? basename(file.name, extname(file.name)),
      text,
      mediaType,
      path: file.name,
      ...(Object.keys(frontmatter).length > 0 ? { frontmatter } : {}),
      ...(author ? { author } : {}),
    },
  };
  yield { kind: 'object' as const, draft, line: null, bytesRead: file.bytes };
}

interface Split {
  readonly frontmatter: Record<string, unknown>;
  readonly text: string;
  readonly problem: string | null;
}

const plain = (text: string): Split => ({ frontmatter: {}, text, problem: null });

/** YAML between two `---` lines at the very beginning; anything else is text. */
export function splitFrontmatter(whole: string): Split {
  const match = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/.exec(whole);
  if (!match) return plain(whole);
  const text = whole.slice(match[0].length);
  try {
    const parsed: unknown = parse(match[1] ?? '', { maxAliasCount: 100 });
    if (parsed === null || parsed === undefined) return { frontmatter: {}, text, problem: null };
    if (typeof parsed !== 'object' || Array.isArray(parsed)) return plain(whole);
    // Dates and the like become what JSON can hold: an event is JSON.
    return { frontmatter: JSON.parse(JSON.stringify(parsed)) as Record<string, unknown>, text, problem: null };
  } catch {
    return { ...plain(whole), problem: 'the frontmatter is not valid YAML; it was kept as text' };
  }
}

function firstHeading(text: string, mediaType: string): string | undefined {
  if (mediaType !== 'text/markdown') return undefined;
  return /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/m.exec(text)?.[1];
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function dateOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
