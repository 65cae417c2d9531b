import { z } from 'zod';
import { ErrorBody } from './errors.ts';
import { Namespace } from './memory.ts';

export const ImportFormat = z.enum(['pmem', 'markdown', 'text', 'locomo']);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** A row that did not go in: where, and why. `line` is 1-based, null where the format has no lines. */
export const RejectedRow = z.object({
  file: z.string(),
  line: z.number().int().nullable(),
  reason: z.string(),
});
export type RejectedRow = z.infer<typeof RejectedRow>;

export const ImportFile = z.object({
  file: z.string(),
  bytes: z.number().int(),
  format: ImportFormat.nullable(),
  problem: z.string().nullable().describe('Why the file cannot be read, or null.'),
  objects: z.number().int().describe('Objects found; for large files of lines, those of the part that was looked at.'),
  sample: z.array(z.object({ id: z.string(), kind: z.string(), text: z.string() })).max(5),
});

export const ImportPreview = z.object({
  files: z.array(ImportFile),
  namespaces: z.array(Namespace),
  objects: z.number().int(),
  rejected: z.array(RejectedRow).max(100),
  rejectedTotal: z.number().int(),
  complete: z.boolean().describe('Whether everything was looked at, or only the beginning of large files.'),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportState = z.enum(['running', 'finished', 'cancelled', 'failed', 'interrupted']);

export const ImportStatus = z.object({
  importId: z.string(),
  state: ImportState,
  dryRun: z.boolean(),
  files: z.number().int(),
  filesDone: z.number().int(),
  bytes: z.number().int(),
  bytesDone: z.number().int(),
  written: z.number().int(),
  already: z.number().int().describe('Objects that the store already had.'),
  unresolved: z
    .number()
    .int()
    .describe(
      'Ids in supersedes, corrects, retracts, derivedFrom and counterEvidence that nothing bears when it ends; they are kept.',
    ),
  rejected: z.number().int(),
  rejectedRows: z.array(RejectedRow).max(1000),
  namespaces: z.array(Namespace),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  etaMs: z.number().nullable(),
  error: ErrorBody.nullable(),
});
export type ImportStatus = z.infer<typeof ImportStatus>;
