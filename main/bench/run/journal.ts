import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { canonicalJson } from '../../base/hash.ts';
import { ProbeAnswer } from '../../contract/bench.ts';

/** What one probe gave, under one of the run's engines. An answer that broke is null. */
export const JournalEntry = z.object({
  variant: z.string(),
  probeId: z.string(),
  sessionId: z.string().nullable(),
  answer: ProbeAnswer.nullable(),
  forced: z.record(z.string(), ProbeAnswer),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** What was asked and answered so far, so that a run that was cut short goes on there. */
export interface Journal {
  readonly entries: readonly JournalEntry[];
  add(entry: JournalEntry): void;
}

/**
 * Opens the journal of a run. Its first line says what the answers rest on; where that is not `fingerprint` (another
 * corpus, commit or policy) it begins anew. A last line that was cut short is dropped.
 */
export function openJournal(file: string, fingerprint: unknown): Journal {
  const head = canonicalJson(fingerprint);
  const kept = readEntries(file, head);
  const entries = kept ?? [];
  if (kept === null) writeFileSync(file, `${head}\n`, { mode: 0o600 });
  return {
    entries,
    add(entry) {
      entries.push(entry);
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
  };
}

/** The whole entries of a journal with this head; null where there is none. Cuts the file behind the last of them. */
function readEntries(file: string, head: string): JournalEntry[] | null {
  const bytes = readOptional(file);
  const [first, ...lines] = bytes.toString('utf8').split('\n');
  if (first !== head || lines.length === 0) return null;
  const entries: JournalEntry[] = [];
  let length = Buffer.byteLength(head) + 1;
  // What follows the last line break was cut short.
  for (const line of lines.slice(0, -1)) {
    const entry = entryOf(line);
    if (entry === null) break;
    entries.push(entry);
    length += Buffer.byteLength(line) + 1;
  }
  if (length < bytes.length) truncateSync(file, length);
  return entries;
}

function entryOf(line: string): JournalEntry | null {
  try {
    return JournalEntry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function readOptional(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
