import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import { canonicalJson, sha256 } from '../../base/hash.ts';
import { faultOf, sentenceOf } from '../../base/issues.ts';
import { MemoryObject } from '../../contract/memory.ts';
import { fromInstant } from '../../contract/time.ts';
import type { EventDraft } from '../../ledger/event.ts';
import { type Importer, importedBy, type SourceFile, type Step } from './importer.ts';

/** The exchange format `*.pmem.jsonl`: one memory object a line (data-model.md). A bad line does not stop the others. */
export const pmemImporter: Importer = {
  format: 'pmem',
  async *read(file, namespace) {
    for await (const { bytes, number, bytesRead } of linesOf(file.path)) {
      const step = readLine(bytes, file, number, namespace);
      if (step) yield { ...step, bytesRead };
    }
  },
};

type LineStep = Step extends infer S ? (S extends Step ? Omit<S, 'bytesRead'> : never) : never;

function readLine(
  bytes: Buffer | null,
  file: SourceFile,
  line: number,
  namespace: string | undefined,
): LineStep | null {
  const rejected = (reason: string): LineStep => ({ kind: 'rejected', row: { file: file.name, line, reason } });
  if (bytes === null) return rejected(`the line is longer than ${maxLine / 1024 / 1024} MiB`);
  const text = decodeUtf8(bytes);
  if (text === null) return rejected('the line is not valid UTF-8');
  if (text.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return rejected('the line is not complete JSON');
  }
  const parsed = MemoryObject.safeParse(value);
  if (!parsed.success) return rejected(explain(parsed.error, value));
  return { kind: 'object', draft: draftOf(parsed.data, namespace, file.name), line };
}

/** Turns one object into an event. The id, else the content, keeps a second import from adding anything. */
function draftOf(object: MemoryObject, override: string | undefined, source: string): EventDraft {
  const { namespace: named, ...payload } = object;
  const header = {
    ...importedBy,
    namespace: override ?? named ?? 'default',
    sourceType: 'pmem',
    sourceRef: object.source ?? source,
    occurredAt: fromInstant(object.occurredAt) ?? undefined,
    knownAt: fromInstant(object.recordedAt) ?? undefined,
    idempotencyKey: `pmem:${object.id ?? sha256(canonicalJson(payload))}`,
  };
  // Who brings a structure with a text states it: a document alone would only be read by the rules.
  const states = object.fact ?? object.edge ?? object.cause;
  if (object.kind !== 'document' || states !== undefined) return { ...header, eventType: 'observation', payload };
  const id = object.id ?? `document-${sha256(canonicalJson(payload)).slice(0, 16)}`;
  const document = {
    id,
    title: object.title ?? id,
    text: object.text ?? '',
    mediaType: 'text/markdown' as const,
    ...(object.author ? { author: object.author } : {}),
    ...(object.entities ? { entities: object.entities } : {}),
    frontmatter: Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'text')),
  };
  return { ...header, sourceRef: `pmem:${id}`, eventType: 'document', payload: document };
}

function explain(error: z.ZodError, value: unknown): string {
  const sentences = error.issues.slice(0, 3).map((issue) => sentenceOf(faultOf(issue, value, 'the line'), 'a memory'));
  return sentences.join(' ').replace(/\.$/, '');
}

const maxLine = 16 * 1024 * 1024;

interface Line {
  /** null when the line is too long to be held. */
  readonly bytes: Buffer | null;
  readonly number: number;
  readonly bytesRead: number;
}

/** Lines as bytes, so that one broken character spoils its own line only. */
export async function* linesOf(path: string): AsyncIterable<Line> {
  let pending: Buffer[] = [];
  let held = 0;
  let tooLong = false;
  let number = 0;
  let bytesRead = 0;
  const take = (): Buffer | null => {
    const line = tooLong ? null : Buffer.concat(pending);
    pending = [];
    held = 0;
    tooLong = false;
    return line;
  };
  const hold = (part: Buffer) => {
    held += part.length;
    tooLong ||= held > maxLine;
    if (tooLong) pending = [];
    else pending.push(part);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10, from); at >= 0; at = chunk.indexOf(10, from)) {
      hold(chunk.subarray(from, at));
      bytesRead += at + 1 - from;
      from = at + 1;
      yield { bytes: take(), number: ++number, bytesRead };
    }
    hold(chunk.subarray(from));
    bytesRead += chunk.length - from;
  }
  if (held > 0) yield { bytes: take(), number: ++number, bytesRead };
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text, without a byte order mark, or null when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
