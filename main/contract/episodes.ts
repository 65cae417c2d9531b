import { z } from 'zod';
import { EpisodeFields, ItemId, memoryFields, Namespace, Words } from './memory.ts';
import { method, Written, writerFields } from './method.ts';
import { Instant } from './time.ts';

/** memory.md §3.2. A recorded episode is an event; a segment is cut from turns, tool calls and actions. */
export const EpisodeView = z.object({
  episodeId: ItemId,
  namespace: Namespace,
  made: z.enum(['recorded', 'segmented']),
  eventType: z.string().nullable().describe('What kind of thing happened: deployment, meeting, incident…'),
  occurredAt: Instant,
  endedAt: Instant.nullable(),
  recordedAt: Instant,
  actors: z.array(z.string()),
  environment: z.string().nullable(),
  goalId: z.string().nullable(),
  taskId: z.string().nullable(),
  action: z.string().nullable(),
  observation: z.string().nullable(),
  outcome: z.string().nullable(),
  rewardOrScore: z.number().nullable(),
  summary: z.string(),
  rawSourceRef: z.string().nullable(),
  provenance: z.record(z.string(), z.unknown()).nullable(),
  salience: z.number(),
  confidence: z.number(),
  relatedEpisodeIds: z.array(ItemId),
  members: z.array(ItemId).describe('The raw evidence, in order.'),
  entities: z.array(z.string()),
  isCurrent: z.boolean(),
});
export type EpisodeView = z.infer<typeof EpisodeView>;

/** The signals of memory.md §6.3, each 0–1 or null where the question gave no occasion for it. */
export const EpisodeSignals = z.object({
  lexical: z.number().nullable(),
  embedding: z.number().nullable(),
  timeProximity: z.number().nullable(),
  sharedGoal: z.number().nullable(),
  sharedEntities: z.number().nullable(),
  causalLink: z.number().nullable(),
  outcome: z.number().nullable(),
  salience: z.number().nullable(),
});
export type EpisodeSignals = z.infer<typeof EpisodeSignals>;

function spanInOrder({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): boolean {
  return from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);
}
const spanMessage = { message: 'must not be before from', path: ['to'] };

export const episodeMethods = {
  'episodes.record': method({
    summary: 'Record what happened: who did what, when, where, for which goal, with which outcome.',
    role: 'agent',
    params: z.object({
      ...EpisodeFields.shape,
      summary: Words.max(20_000),
      id: memoryFields.id,
      occurredAt: memoryFields.occurredAt,
      source: memoryFields.source,
      confidence: memoryFields.confidence,
      entities: memoryFields.entities,
      evidence: z.array(ItemId).max(1000).default([]).describe('The raw items it rests on.'),
      namespace: Namespace.default('default'),
      ...writerFields,
    }),
    result: Written,
  }),
  'episodes.find': method({
    summary: 'Find what happened, by who, when, where, what and outcome. An event that never happened gives none.',
    role: 'agent',
    params: z
      .object({
        what: Words.max(4000).optional().describe('In words.'),
        who: Words.max(500).optional(),
        from: Instant.optional(),
        to: Instant.optional(),
        near: Instant.optional().describe('Nearer in time ranks higher.'),
        where: Words.max(500).optional(),
        outcome: Words.max(500).optional(),
        goalId: z.string().max(500).optional(),
        taskId: z.string().max(500).optional(),
        relatedTo: ItemId.optional().describe('Another episode: shared goal, entities and causes count.'),
        includeHistorical: z.boolean().default(false),
        limit: z.number().int().min(1).max(100).default(10),
        namespace: Namespace.default('default'),
      })
      .refine((asked) => Object.entries(asked).some(([key, value]) => !askedAlways.has(key) && value !== undefined), {
        message: 'must be given, or one of who, from, to, near, where, outcome, goalId, taskId and relatedTo',
        path: ['what'],
      })
      .refine(spanInOrder, spanMessage),
    result: z.object({
      status: z.enum(['found', 'none', 'could_not_look']),
      reason: z.string(),
      episodes: z.array(z.object({ episode: EpisodeView, score: z.number(), because: EpisodeSignals })),
      differing: z
        .array(z.object({ field: z.string(), values: z.record(z.string(), z.string().nullable()) }))
        .describe('Where near-identical episodes were found: the details that tell them apart, by episode id.'),
    }),
  }),
  'episodes.get': method({
    summary: 'One episode with its raw evidence in order.',
    role: 'agent',
    params: z.object({ episodeId: ItemId, namespace: Namespace.default('default') }),
    result: z.object({
      episode: EpisodeView,
      evidence: z.array(
        z.object({
          itemId: ItemId,
          kind: z.string(),
          author: z.string().nullable(),
          text: z.string(),
          occurredAt: Instant,
        }),
      ),
    }),
  }),
  'episodes.list': method({
    summary: 'Episodes in order of time, newest first.',
    role: 'agent',
    params: z
      .object({
        namespace: Namespace.default('default'),
        from: Instant.optional(),
        to: Instant.optional(),
        actor: z.string().max(500).optional(),
        itemId: ItemId.optional().describe('Only the episode that this item belongs to.'),
        limit: z.number().int().min(1).max(500).default(100),
      })
      .refine(spanInOrder, spanMessage),
    result: z.object({ episodes: z.array(EpisodeView), total: z.number().int() }),
  }),
} as const;

const askedAlways = new Set(['includeHistorical', 'limit', 'namespace']);
