import { z } from 'zod';
import { ItemId, MemoryObject, Namespace, PrivacyClass, RetentionClass } from './memory.ts';
import { Instant } from './time.ts';

/** Event types that carry a memory object: what an agent saw, was told, got back from a tool, or did. */
export const memoryEventTypes = ['observation', 'user_statement', 'tool_result', 'action'] as const;

/** A source document, whole; its chunks are a projection. `path` names the file relative to what was imported. */
export const DocumentPayload = z.object({
  id: ItemId,
  title: z.string(),
  text: z.string(),
  mediaType: z.enum(['text/markdown', 'text/plain']),
  path: z.string().optional(),
  frontmatter: z.record(z.string(), z.unknown()).optional(),
  author: z.string().optional(),
  entities: z.array(z.string()).optional(),
});
export type DocumentPayload = z.infer<typeof DocumentPayload>;

/** One import, told when it ends: what was read and what became of it. File names only, no stored text. */
export const ImportPayload = z.object({
  importId: z.string(),
  format: z.string(),
  files: z.number().int(),
  written: z.number().int(),
  already: z.number().int(),
  rejected: z.number().int(),
  outcome: z.enum(['finished', 'cancelled', 'failed']),
});

/** What an agent says it did with results it was given (recall.md §11). */
export const EvidenceUsePayload = z.object({
  sessionId: z.string(),
  uses: z.array(
    z.object({
      resultId: z.string(),
      itemId: ItemId,
      mark: z.enum(['selected', 'used', 'cited', 'ignored']),
      claimId: z.string().optional(),
    }),
  ),
  outcome: z.string().optional(),
});

/** What remains when a payload is erased: which event, on whose word, why. */
export const TombstonePayload = z.object({
  eventId: z.string(),
  itemIds: z.array(ItemId),
  reason: z.string(),
});

/** The payload of each event type, by schema version; the newest version is what is written today. */
export const eventPayloads = {
  observation: { version: 1, schema: MemoryObject },
  user_statement: { version: 1, schema: MemoryObject },
  tool_result: { version: 1, schema: MemoryObject },
  action: { version: 1, schema: MemoryObject },
  document: { version: 1, schema: DocumentPayload },
  import: { version: 1, schema: ImportPayload },
  evidence_use: { version: 1, schema: EvidenceUsePayload },
  tombstone: { version: 1, schema: TombstonePayload },
} as const;

export type EventType = keyof typeof eventPayloads;
export type EventPayload<T extends EventType = EventType> = z.infer<(typeof eventPayloads)[T]['schema']>;
export const EventType = z.enum(Object.keys(eventPayloads) as [EventType, ...EventType[]]);

/** A ledger event as callers see it: data-model.md, L0. `payload` is null once erased. */
export const LedgerEventView = z.object({
  seq: z.number().int(),
  eventId: z.string(),
  eventType: EventType,
  occurredAt: Instant,
  recordedAt: Instant,
  knownAt: Instant,
  sessionId: z.string().nullable(),
  actor: z.string(),
  sourceType: z.string(),
  sourceRef: z.string().nullable(),
  payloadHash: z.string(),
  provenance: z.record(z.string(), z.unknown()).nullable(),
  parentEventId: z.string().nullable(),
  correctionOfEventId: z.string().nullable(),
  privacyClass: PrivacyClass,
  retentionClass: RetentionClass,
  namespace: Namespace,
  schemaVersion: z.number().int(),
  idempotencyKey: z.string().nullable(),
  prevHash: z.string(),
  hash: z.string(),
  payload: z.unknown().nullable(),
});
export type LedgerEventView = z.infer<typeof LedgerEventView>;
