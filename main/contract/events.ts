import { z } from 'zod';
import { UseSign, UseSource } from './evidence.ts';
import { ItemId, MemoryObject, Namespace, PrivacyClass, RetentionClass } from './memory.ts';
import { Instant } from './time.ts';

/** What any writer may call its memory: what an agent saw, was told, got back from a tool, or did. */
export const statementEventTypes = ['observation', 'user_statement', 'tool_result', 'action'] as const;

/** Event types that carry a memory object and make an item. `extraction` is what a rule or a model found in another. */
export const memoryEventTypes = [
  ...statementEventTypes,
  'fact_asserted',
  'fact_corrected',
  'edge_asserted',
  'cause_asserted',
  'cause_overturned',
  'episode',
  'extraction',
] as const;

/**
 * Takes items, or all of a source, back. `distrust`: also what that source says later. The event's id stands for it
 * wherever something is said against the retraction itself.
 */
export const RetractionPayload = z.object({
  retracts: z.array(ItemId),
  source: z.string().optional(),
  distrust: z.boolean(),
  reason: z.string(),
});

/** Another name for an entity or a predicate. */
export const AliasPayload = z.object({
  name: z.string().min(1),
  alias: z.string().min(1),
  of: z.enum(['entity', 'predicate']),
  type: z.string().optional(),
});
export const EntityMergedPayload = z.object({
  into: z.string().min(1),
  from: z.array(z.string().min(1)),
  reason: z.string().optional(),
});
export const EntitySplitPayload = z.object({
  entity: z.string().min(1),
  names: z.array(z.string().min(1)),
  reason: z.string().optional(),
});

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

/**
 * What became of results that an agent was given (recall.md §11): what it says itself, or what was observed in its answer.
 * Of the answer only the hash is kept here: its words may quote a memory, and would outlive that memory's erasure.
 */
export const EvidenceUsePayload = z.object({
  sessionId: z.string(),
  source: UseSource.optional().describe('Left out by events from before observation: reported.'),
  uses: z.array(
    z.object({
      resultId: z.string(),
      itemId: ItemId,
      mark: z.enum(['selected', 'used', 'cited', 'ignored']),
      claimId: z.string().optional(),
      signs: z.array(UseSign).optional().describe('What an observation rests on.'),
    }),
  ),
  nothingUsed: z.literal(true).optional().describe('The agent says that nothing of the session was of use.'),
  answer: z
    .object({ kind: z.enum(['answer', 'action']), textHash: z.string(), claimId: z.string().optional() })
    .optional(),
  matcher: z.string().optional().describe('The version of the rule that observed.'),
  outcome: z.string().optional(),
});

/**
 * A model has read the ledger's texts up to and with event `through`, the last of them `sourceItem`: how many of its
 * proposals were taken, were known already, and were refused. It holds no stored text.
 */
export const ModelReadPayload = z.object({
  model: z.string().max(200),
  through: z.number().int(),
  sourceItem: ItemId,
  outcome: z.enum(['read', 'malformed', 'refused']).describe('refused: the endpoint would not take this text.'),
  proposed: z.number().int(),
  known: z.number().int(),
  refused: z.number().int(),
});
export type ModelReadPayload = z.infer<typeof ModelReadPayload>;

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
  fact_asserted: { version: 1, schema: MemoryObject },
  fact_corrected: { version: 1, schema: MemoryObject },
  edge_asserted: { version: 1, schema: MemoryObject },
  cause_asserted: { version: 1, schema: MemoryObject },
  cause_overturned: { version: 1, schema: MemoryObject },
  episode: { version: 1, schema: MemoryObject },
  extraction: { version: 1, schema: MemoryObject },
  retraction: { version: 1, schema: RetractionPayload },
  alias: { version: 1, schema: AliasPayload },
  entity_merged: { version: 1, schema: EntityMergedPayload },
  entity_split: { version: 1, schema: EntitySplitPayload },
  document: { version: 1, schema: DocumentPayload },
  import: { version: 1, schema: ImportPayload },
  evidence_use: { version: 1, schema: EvidenceUsePayload },
  model_read: { version: 1, schema: ModelReadPayload },
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
