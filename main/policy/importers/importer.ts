import type { ImportFormat, RejectedRow } from '../../contract/imports.ts';
import type { EventDraft } from '../../ledger/event.ts';

/** A file to be read, found by `findFiles`. */
export interface SourceFile {
  /** Where it lies on this machine; never stored for an upload, whose place means nothing. */
  readonly path: string;
  /** Its name as the user sees it: relative to what was dropped or named, with forward slashes. */
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** What a document of this file is a version of: an edited file at the same place replaces its former text. */
  readonly sourceRef: string | null;
}

/** One step through a file. `bytesRead` counts from the file's beginning. */
export type Step =
  | { readonly kind: 'object'; readonly draft: EventDraft; readonly line: number | null; readonly bytesRead: number }
  | { readonly kind: 'rejected'; readonly row: RejectedRow; readonly bytesRead: number };

export interface Importer {
  readonly format: ImportFormat;
  /** Reads the whole file, object by object. `namespace` overrides what the file says. */
  read(file: SourceFile, namespace: string | undefined): AsyncIterable<Step>;
}

/** The header that every imported object shares. */
export const importedBy = {
  actor: 'import',
  privacyClass: 'internal',
  retentionClass: 'keep',
} as const;
