import { z } from 'zod';
import { Instant } from './time.ts';

/** What an item can be. Later kinds are made by the layers that own them. */
export const ItemKind = z.enum([
  'memory',
  'turn',
  'document',
  'chunk',
  'episode',
  'fact',
  'edge',
  'cause',
  'lesson',
  'skill',
  'intention',
]);
export type ItemKind = z.infer<typeof ItemKind>;

export const PrivacyClass = z.enum(['public', 'internal', 'personal', 'secret']);
export type PrivacyClass = z.infer<typeof PrivacyClass>;

export const RetentionClass = z
  .string()
  .regex(/^(keep|session|on-request|days:[1-9]\d{0,5})$/, 'must be keep, session, on-request or days:N');

export const Trust = z.enum(['trusted', 'untrusted', 'invalid']);
export type Trust = z.infer<typeof Trust>;

/**
 * A line that identifies something. Ids and names are compared, indexed and printed, and half of the tools that read
 * them end at a NUL: it is refused. What is only told (a text, a caption, a reason) keeps every character it came with.
 */
export const Plain = z.string().refine((text) => !text.includes('\0'), 'must not contain a NUL character');

/** Something that shows: no space, NUL, soft hyphen, joiner, direction mark or byte order mark by itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the characters that do not show
const visible = /[^\s\u0000\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;

/** The name of a thing, a property or a relation; what does not show names nothing. */
export const Name = Plain.min(1).regex(visible, 'must not be blank');

/** Told in words, in full: no character is refused, but it has to say something. */
export const Words = z.string().min(1).regex(visible, 'must not be blank');

/** A subject or predicate is a name and no text: UTF-16 units, the same where a fact is stated and where it is asked for. */
export const SlotName = Name.max(2000);

export const Namespace = z
  .string()
  .min(1)
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be kept out
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'must not contain control characters')
  .describe('An agent, a project or a benchmark: memory of one is never seen from another.');

export const ItemId = Plain.min(1)
  .max(512)
  .describe('Unique within its namespace; a UUIDv7 unless you bring your own.');

/** A text longer than this is a document to be imported, not a memory (2 MiB of UTF-16 code units). */
export const maxTextLength = 2_097_152;

interface Interval {
  readonly validFrom?: string | null | undefined;
  readonly validTo?: string | null | undefined;
}

/** Valid time is half-open, `[from, to)`: an interval that ends where it begins, or before, holds nowhere. */
export function factIntervalInOrder({ validFrom, validTo }: Interval): boolean {
  return !validFrom || !validTo || Date.parse(validFrom) < Date.parse(validTo);
}
export const intervalMessage = { message: 'must be after validFrom: an interval is [from, to)', path: ['validTo'] };

/** What a denial says of its value: it ended, or it never was. */
export const Denial = z.enum(['no-longer', 'never']);
export type Denial = z.infer<typeof Denial>;

export const FactFields = z.object({
  subject: SlotName,
  predicate: SlotName,
  object: z.union([Name, z.number(), z.boolean()]),
  cardinality: z.enum(['one', 'many']).optional().describe('Whether several values may hold at once.'),
  holds: Denial.optional().describe(
    'Leave out for a value that holds. no-longer: from validFrom on the slot does not have this value any more; never: it had it at no time.',
  ),
  validFrom: Instant.nullish(),
  validTo: Instant.nullish(),
});
export const FactStructure = FactFields.refine(factIntervalInOrder, intervalMessage);
export type FactStructure = z.infer<typeof FactStructure>;

export const EdgeFields = z.object({
  from: Name,
  relation: Name.describe('`alias_of` makes `from` another name of `to`.'),
  to: Name,
  validFrom: Instant.nullish(),
  validTo: Instant.nullish(),
});
export const EdgeStructure = EdgeFields.refine(factIntervalInOrder, intervalMessage);
export type EdgeStructure = z.infer<typeof EdgeStructure>;

export const CauseFields = z.object({
  cause: Name,
  effect: Name,
  claimType: z.enum(['observed', 'reported', 'inferred', 'intervention']).optional(),
  basis: z.string().max(4000).optional().describe('What the claim rests on: an observation, an experiment, a report.'),
  holds: z
    .boolean()
    .optional()
    .describe('false: it was thought so and turned out not to be; counts against the claim.'),
});
export const CauseStructure = CauseFields;
export type CauseStructure = z.infer<typeof CauseStructure>;

/** What an episode says beyond its summary (the text) and its time (occurredAt): memory.md §3.2. */
export const EpisodeFields = z.object({
  eventType: Plain.max(200).optional().describe('deployment, meeting, incident…'),
  endedAt: Instant.optional(),
  actors: z.array(Name.max(500)).max(100).optional(),
  environment: Plain.max(500).optional().describe('Where: a place, a machine, a system.'),
  goalId: Plain.max(500).optional(),
  taskId: Plain.max(500).optional(),
  action: z.string().max(20_000).optional(),
  observation: z.string().max(20_000).optional(),
  outcome: z.string().max(4000).optional(),
  rewardOrScore: z.number().optional(),
  rawSourceRef: Plain.max(2000).optional(),
  salience: z.number().min(0).max(1).optional(),
  relatedEpisodeIds: z.array(ItemId).max(1000).optional(),
});
export type EpisodeFields = z.infer<typeof EpisodeFields>;

/** Which rule (or model) found a statement, and where in the text of its source item (UTF-16 offsets). */
export const ExtractionOrigin = z.object({
  rule: z.string().min(1).max(200),
  version: z.string().min(1).max(50),
  by: z.enum(['rules', 'model']),
  model: z.string().max(200).optional(),
  sourceItem: ItemId,
  start: z.number().int().min(0),
  end: z.number().int().min(0),
});
export type ExtractionOrigin = z.infer<typeof ExtractionOrigin>;

/** The parts of a memory object that any writer may give; `*.pmem.jsonl` adds what only an operator's import may. */
export const memoryFields = {
  id: ItemId.optional(),
  kind: ItemKind.optional(),
  text: z.string().max(maxTextLength).optional(),
  occurredAt: Instant.optional().describe('When it happened or was said.'),
  source: Plain.max(2000).optional().describe('Where it comes from: a file, a URL, a tool, a person.'),
  authority: z.number().min(0).max(1).optional(),
  confidence: z.number().min(0).max(1).optional(),
  trust: Trust.optional(),
  title: Plain.max(2000).optional(),
  author: Plain.max(500).optional().describe('Who said or wrote it.'),
  thread: Plain.max(500).optional().describe('The conversation it belongs to.'),
  position: z.number().int().optional().describe('Its place in the thread, ascending.'),
  caption: z.string().max(20_000).optional().describe('What an attached picture or file shows.'),
  entities: z.array(Name.max(500)).max(500).optional(),
  fact: FactStructure.optional(),
  edge: EdgeStructure.optional(),
  cause: CauseStructure.optional(),
  episode: EpisodeFields.optional(),
  goalId: Plain.max(500).optional().describe('The goal it serves; parts episodes.'),
  taskId: Plain.max(500).optional(),
  derivedFrom: z
    .array(ItemId)
    .max(1000)
    .optional()
    .describe('Items that it was concluded from; it falls when all of them do.'),
  counterEvidence: z.array(ItemId).max(1000).optional(),
  supersedes: z.array(ItemId).max(1000).optional().describe('Items that this one replaces.'),
  corrects: z.array(ItemId).max(1000).optional().describe('Items that were never true.'),
  retracts: z.array(ItemId).max(1000).optional().describe('Items that are taken back.'),
};

/** What a statement of a structure may say of itself beside the structure: shared by every method that asserts one. */
export const statementFields = {
  id: memoryFields.id,
  text: memoryFields.text,
  occurredAt: memoryFields.occurredAt,
  source: memoryFields.source,
  authority: memoryFields.authority,
  confidence: memoryFields.confidence,
  supersedes: memoryFields.supersedes,
};

/** One line of the exchange format `*.pmem.jsonl`. Unknown keys are kept. */
export const MemoryObject = z
  .looseObject({
    ...memoryFields,
    extraction: ExtractionOrigin.optional(),
    recordedAt: Instant.optional().describe('When the source recorded the statement: kept as `known_at`.'),
    namespace: Namespace.optional(),
  })
  .refine((object) => Boolean(object.text?.trim() || object.fact || object.edge || object.cause), {
    message: 'must hold words, unless one structured part (fact, edge or cause) is given',
    path: ['text'],
  });
export type MemoryObject = z.infer<typeof MemoryObject>;
