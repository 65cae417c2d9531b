import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
  /** When the attempt was started that its first entry is of, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly entries: readonly JournalEntry[];
  add(entry: JournalEntry): void;
}

/** The first line: what the answers rest on, and when the first of them was begun. */
const Head = z.object({ fingerprint: z.unknown(), startedAt: z.number() });

/**
 * Opens the journal of a run. Where its answers do not rest on `fingerprint` (another corpus, commit or policy), or there
 * are none, it begins anew. A last line that was cut short is dropped.
 *
 * @param startedAt of this attempt, in milliseconds since 1970
 */
export function openJournal(file: string, fingerprint: unknown, startedAt: number): Journal {
  const { head, lines } = readLines(file);
  const same = head !== null && canonicalJson(head.fingerprint) === canonicalJson(fingerprint);
  const entries = same ? wholeEntries(lines) : [];
  const begun = head !== null && entries.length > 0 ? head.startedAt : startedAt;
  const kept = [{ fingerprint, startedAt: begun }, ...entries];
  // A process that is killed here loses no answer.
  writeFileSync(`${file}.new`, kept.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return {
    startedAt: begun,
    entries,
    add(entry) {
      entries.push(entry);
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
  };
}

/** When the attempt was started whose answers a journal holds; null where it holds none. */
export function journalStart(file: string): number | null {
  const { head, lines } = readLines(file);
  return head !== null && lines.length > 0 ? head.startedAt : null;
}

/** The lines of a journal behind its first; what follows the last line break was cut short. */
function readLines(file: string): { readonly head: z.infer<typeof Head> | null; readonly lines: readonly string[] } {
  const [first = '', ...lines] = readOptional(file).split('\n').slice(0, -1);
  return { head: parsed(first, Head), lines };
}

/** Up to the first that cannot be read. */
function wholeEntries(lines: readonly string[]): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (const line of lines) {
    const entry = parsed(line, JournalEntry);
    if (entry === null) break;
    entries.push(entry);
  }
  return entries;
}

function parsed<T>(line: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function readOptional(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
