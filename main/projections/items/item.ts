import type { ItemKind, PrivacyClass, Trust } from '../../contract/memory.ts';

/** Everything retrievable is an item (data-model.md). Times are milliseconds since 1970. */
export interface Item {
  /** The row in `memory.db`, by which the indexes refer to it. Never leaves the engine; a rebuild may change it. */
  readonly rowid: number;
  readonly itemId: string;
  readonly namespace: string;
  readonly kind: ItemKind;
  readonly text: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly thread: string | null;
  readonly position: number | null;
  readonly caption: string | null;
  readonly entities: readonly string[];
  /** What it was concluded from; it falls when all of them do. */
  readonly derivedFrom: readonly string[];
  readonly source: string | null;
  readonly sourceType: string;
  readonly occurredAt: number;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  readonly observedAt: number;
  readonly recordedAt: number;
  readonly knownAt: number;
  readonly authority: number;
  readonly confidence: number;
  readonly salience: number;
  /** Items that this one names as replaced, corrected or taken back. */
  readonly supersedes: readonly string[];
  readonly privacyClass: PrivacyClass;
  readonly retentionClass: string;
  readonly trust: Trust;
  readonly contentHash: string;
  readonly eventSeq: number;
  readonly eventId: string;
  /** For a chunk: the document it is cut from, and where (UTF-16 offsets into the document's text). */
  readonly documentId: string | null;
  readonly start: number | null;
  readonly end: number | null;
  readonly heading: string | null;
}

/** How others refer to an item: by an id that is unique in its namespace. */
export type ItemRef = Pick<Item, 'namespace' | 'itemId'>;

/** A reference as one string, for maps and sets. */
export function itemKey({ namespace, itemId }: ItemRef): string {
  return JSON.stringify([namespace, itemId]);
}
