import { sha256 } from '../../base/hash.ts';
import type { ImportFormat, ImportPreview, RejectedRow } from '../../contract/imports.ts';
import type { AppendOutcome, EventDraft } from '../../ledger/event.ts';
import { broughtId, memoryOf } from '../../projections/items/itemOfEvent.ts';
import { findFiles, whyUnreadable } from './findFiles.ts';
import type { SourceFile, Step } from './importer.ts';
import { importers, type Recognised, recognise } from './recognise.ts';

/** What a run needs of the daemon; it is called from the import's own thread. */
export interface ImportHost {
  append(drafts: readonly EventDraft[]): Promise<AppendOutcome[]>;
  /** Which of these item ids the namespace already has. */
  known(namespace: string, itemIds: readonly string[]): Promise<string[]>;
  /** The newest document from this place, or null. */
  document(namespace: string, sourceRef: string): Promise<{ itemId: string; textHash: string } | null>;
  progress(tally: Tally): void;
}

export interface ImportJob {
  readonly paths: readonly string[];
  readonly namespace: string | undefined;
  readonly format: ImportFormat | undefined;
  readonly dryRun: boolean;
  /** The folder of the window's uploads. */
  readonly uploads: string;
}

export interface Tally {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
  written: number;
  already: number;
  /** Ids that objects name and that nothing bears: counted at the end, for a later line may bring them. */
  unresolved: number;
  rejected: number;
  /** The first thousand; the count goes on. */
  rejectedRows: RejectedRow[];
  namespaces: string[];
  formats: ImportFormat[];
}

type Obj = Extract<Step, { kind: 'object' }>;

/**
 * Reads every file and hands its objects on in batches, each acknowledged before the next is read. Interrupted at any
 * point and started again it adds nothing twice: every object carries a key of its own.
 */
export async function runImport(job: ImportJob, host: ImportHost, isCancelled: () => boolean): Promise<Tally> {
  const found = await findFiles(job.paths, job.uploads);
  const tally = newTally(found.files);
  for (const row of found.rejected) reject(tally, row);
  const references = openReferences(job, host);
  const batch = openBatch(job, host, tally);
  let before = 0;
  for (const file of found.files) {
    if (isCancelled()) break;
    await readFileSteps(file, job, tally, async (step) => {
      tally.bytesDone = before + step.bytesRead;
      if (step.kind === 'rejected') reject(tally, step.row);
      else {
        references.note(step.draft);
        await batch.add(step, file);
      }
      return !isCancelled();
    });
    await batch.flush();
    before += file.bytes;
    tally.bytesDone = before;
    tally.filesDone++;
    host.progress(tally);
  }
  tally.unresolved = await references.unresolved();
  return tally;
}

/** What the objects of an import name, by namespace; what they bring themselves only a dry run has to remember. */
function openReferences({ dryRun }: Pick<ImportJob, 'dryRun'>, host: Pick<ImportHost, 'known'>) {
  const named = new Map<string, Set<string>>();
  const brought = new Map<string, Set<string>>();
  const idsOf = (all: Map<string, Set<string>>, namespace: string) => {
    const ids = all.get(namespace) ?? new Set<string>();
    all.set(namespace, ids);
    return ids;
  };
  return {
    note(draft: EventDraft): void {
      const memory = memoryOf(draft);
      const id = broughtId(draft);
      if (dryRun && id !== null) idsOf(brought, draft.namespace).add(id);
      if (memory === null) return;
      const { supersedes = [], corrects = [], retracts = [], derivedFrom = [], counterEvidence = [] } = memory;
      const targets = [...supersedes, ...corrects, ...retracts, ...derivedFrom, ...counterEvidence];
      if (targets.length === 0) return;
      const ids = idsOf(named, draft.namespace);
      for (const target of targets) ids.add(target);
    },
    async unresolved(): Promise<number> {
      let missing = 0;
      for (const [namespace, ids] of named) {
        const open = [...ids].filter((id) => !brought.get(namespace)?.has(id));
        for (let from = 0; from < open.length; from += 1000) {
          const page = open.slice(from, from + 1000);
          missing += page.length - (await host.known(namespace, page)).length;
        }
      }
      return missing;
    },
  };
}

async function readFileSteps(
  file: SourceFile,
  job: ImportJob,
  tally: Tally,
  take: (step: Step) => Promise<boolean>,
): Promise<void> {
  const recognised = await recognise(file, job.format);
  if (recognised.format === null) return reject(tally, { file: file.name, line: null, reason: recognised.problem });
  if (!tally.formats.includes(recognised.format)) tally.formats.push(recognised.format);
  try {
    for await (const step of importers[recognised.format].read(file, job.namespace)) if (!(await take(step))) return;
  } catch (error) {
    // A daemon that stops or a full disk ends the import; a file that cannot be read ends only itself.
    if (!isFileError(error)) throw error;
    reject(tally, { file: file.name, line: null, reason: whyUnreadable(error) });
  }
}

const isFileError = (error: unknown) =>
  error instanceof SyntaxError || typeof (error as NodeJS.ErrnoException)?.syscall === 'string';

/**
 * Collects objects until there are 500 or about a megabyte, then writes them in one go. While one batch is on its way to
 * the disk the next is read; there is never more than one under way.
 */
function openBatch(job: ImportJob, host: ImportHost, tally: Tally) {
  let held: { step: Obj; file: SourceFile }[] = [];
  let size = 0;
  let underway: Promise<void> = Promise.resolve();
  const write = async (batch: typeof held): Promise<void> => {
    if (job.dryRun) {
      const steps = batch.map(({ step }) => step);
      await countKnown(steps, host, tally);
    } else {
      const outcomes = await host.append(batch.map(({ step }) => step.draft));
      for (const [index, outcome] of outcomes.entries()) {
        const entry = batch[index];
        if (entry) countOutcome(tally, entry.step, entry.file, outcome);
      }
    }
    host.progress(tally);
  };
  const send = async (): Promise<void> => {
    await underway;
    if (held.length === 0) return;
    underway = write(held);
    // Its failure is met by the next `await underway`; until then it must not count as unhandled.
    underway.catch(() => {});
    held = [];
    size = 0;
  };
  const flush = async (): Promise<void> => {
    await send();
    await underway;
  };
  const add = async (step: Obj, file: SourceFile): Promise<void> => {
    if (!tally.namespaces.includes(step.draft.namespace)) tally.namespaces.push(step.draft.namespace);
    if (step.draft.eventType === 'document' && step.draft.sourceType === 'file') {
      await flush();
      return writeNote(step.draft as EventDraft<'document'>, file, job, host, tally);
    }
    held.push({ step, file });
    size += step.draft.payload && 'text' in step.draft.payload ? (step.draft.payload.text?.length ?? 0) : 0;
    if (held.length >= 500 || size > 1_000_000) await send();
  };
  return { add, flush };
}

/**
 * A note is a version of whatever lay at its place. The same text again adds nothing; another text replaces the former;
 * and a note of another place may bear the same name, so a taken id is counted up. An upload's place is unknown: there
 * the text itself is the place, and nothing is replaced.
 */
async function writeNote(
  draft: EventDraft<'document'>,
  file: SourceFile,
  job: ImportJob,
  host: ImportHost,
  tally: Tally,
): Promise<void> {
  const hash = sha256(draft.payload.text);
  const sourceRef = file.sourceRef ?? `upload:${file.name}#${hash.slice(0, 16)}`;
  const newest = await host.document(draft.namespace, sourceRef);
  if (newest?.textHash === hash) {
    tally.already++;
    return;
  }
  if (job.dryRun) {
    tally.written++;
    return;
  }
  const name = draft.payload.id;
  for (let version = 1; ; version++) {
    const id = version === 1 ? name : `${name}@${version}`;
    const [outcome] = await host.append([{ ...draft, sourceRef, payload: { ...draft.payload, id } }]);
    if (outcome?.status === 'refused' && outcome.code === 'id-taken') continue;
    if (outcome) countOutcome(tally, { kind: 'object', draft, line: null, bytesRead: 0 }, file, outcome);
    return;
  }
}

function countOutcome(tally: Tally, step: Obj, file: SourceFile, outcome: AppendOutcome): void {
  if (outcome.status === 'refused') reject(tally, { file: file.name, line: step.line, reason: whyRefused(outcome) });
  else if (outcome.status === 'appended') tally.written++;
  else tally.already++;
}

/** The key of an import is its object's id: a person who gave no key is told of the id. */
function whyRefused({ code, message }: Extract<AppendOutcome, { status: 'refused' }>): string {
  if (code !== 'idempotency-conflict') return message;
  return 'its id is taken by another object; give the new version an id of its own and name the old one in `supersedes`';
}

async function countKnown(steps: readonly Obj[], host: ImportHost, tally: Tally): Promise<void> {
  const byNamespace = Map.groupBy(steps, ({ draft }) => draft.namespace);
  for (const [namespace, those] of byNamespace) {
    const ids = those.flatMap(({ draft }) => ('id' in draft.payload && draft.payload.id ? [draft.payload.id] : []));
    const known = await host.known(namespace, ids);
    tally.already += known.length;
    tally.written += those.length - known.length;
  }
}

function reject(tally: Tally, row: RejectedRow): void {
  tally.rejected++;
  if (tally.rejectedRows.length < 1000) tally.rejectedRows.push(row);
}

function newTally(files: readonly SourceFile[]): Tally {
  return {
    files: files.length,
    filesDone: 0,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    bytesDone: 0,
    written: 0,
    already: 0,
    unresolved: 0,
    rejected: 0,
    rejectedRows: [],
    namespaces: [],
    formats: [],
  };
}

/** Looks at the beginning of every file without writing: format, a few samples, rows that would be rejected. */
export async function previewImport(job: Omit<ImportJob, 'dryRun'>): Promise<ImportPreview> {
  const found = await findFiles(job.paths, job.uploads);
  const preview = { files: [] as ImportPreview['files'], namespaces: new Set<string>(), complete: true };
  const rejected: RejectedRow[] = [...found.rejected];
  for (const file of found.files) {
    const recognised = await recognise(file, job.format);
    const { entry, namespaces, rows, complete } = await previewFile(file, recognised, job.namespace);
    preview.files.push(entry);
    for (const namespace of namespaces) preview.namespaces.add(namespace);
    rejected.push(...rows);
    preview.complete &&= complete;
  }
  return {
    files: preview.files,
    namespaces: [...preview.namespaces],
    objects: preview.files.reduce((sum, { objects }) => sum + objects, 0),
    rejected: rejected.slice(0, 100),
    rejectedTotal: rejected.length,
    complete: preview.complete,
  };
}

const previewSteps = 5000;

async function previewFile(file: SourceFile, recognised: Recognised, namespace: string | undefined) {
  const entry: ImportPreview['files'][number] = {
    file: file.name,
    bytes: file.bytes,
    ...recognised,
    objects: 0,
    sample: [],
  };
  const namespaces = new Set<string>();
  const rows: RejectedRow[] = [];
  if (recognised.format === null) {
    rows.push({ file: file.name, line: null, reason: recognised.problem });
    return { entry, namespaces, rows, complete: true };
  }
  let steps = 0;
  try {
    for await (const step of importers[recognised.format].read(file, namespace)) {
      if (step.kind === 'rejected') rows.push(step.row);
      else {
        entry.objects++;
        namespaces.add(step.draft.namespace);
        if (entry.sample.length < 5) entry.sample.push(sampleOf(step.draft));
      }
      if (++steps >= previewSteps) return { entry, namespaces, rows, complete: false };
    }
  } catch (error) {
    rows.push({ file: file.name, line: null, reason: whyUnreadable(error) });
  }
  return { entry, namespaces, rows, complete: true };
}

function sampleOf({ payload, eventType }: EventDraft) {
  const { id, kind, text } = payload as { id?: string; kind?: string; text?: string };
  return {
    id: id ?? '(made on import)',
    kind: kind ?? (eventType === 'document' ? 'document' : 'memory'),
    text: (text ?? '').slice(0, 200),
  };
}
