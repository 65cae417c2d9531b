import { z } from 'zod';
import { ItemId, Namespace } from './memory.ts';
import { method } from './method.ts';
import { Need, PacketStatus, RetrievalPath, Route } from './packet.ts';
import { Instant } from './time.ts';

/** A result of one side of a replay. */
export const ReplayedResult = z.object({
  itemId: ItemId,
  namespace: Namespace,
  rank: z.number().int().min(1),
  text: z.string().describe('What was, or would be, shown.'),
  isCurrent: z.boolean(),
  paths: z.array(RetrievalPath),
});
export type ReplayedResult = z.infer<typeof ReplayedResult>;

/** What a question was answered with, once as it was and once as it is replayed. */
export const ReplaySide = z.object({
  status: PacketStatus,
  reason: z.string(),
  confidence: z.number(),
  need: Need,
  route: Route,
  asked: z.array(RetrievalPath).describe('The paths that were asked, escalations included.'),
  statement: z.string().nullable(),
  results: z.array(ReplayedResult),
});
export type ReplaySide = z.infer<typeof ReplaySide>;

/** An item that stands otherwise in the replay: at another rank, or on one side alone (null on the other). */
export const ReplayMove = z.object({
  itemId: ItemId,
  namespace: Namespace,
  before: z.number().int().min(1).nullable(),
  after: z.number().int().min(1).nullable(),
});
export type ReplayMove = z.infer<typeof ReplayMove>;

export const replayMethods = {
  'trace.replay': method({
    summary:
      'Ask a past question once more: as known then, under another policy, or without one memory; beside what was answered.',
    role: 'agent',
    params: z.object({
      sessionId: z.string(),
      knownAt: Instant.nullable()
        .optional()
        .describe('As far as was known by then: by default the moment of asking; null for all that is known now.'),
      policy: z.string().max(100).optional().describe('The version of another policy that ships with the program.'),
      without: z
        .array(ItemId)
        .max(20)
        .default([])
        .describe('Items that are left out as though they had never been stored, with all that was read in them.'),
    }),
    result: z.object({
      sessionId: z.string(),
      query: z.string(),
      timestamp: Instant.describe('When it was asked.'),
      knownAt: Instant.nullable(),
      policy: z.string(),
      without: z.array(ItemId),
      original: ReplaySide,
      replay: ReplaySide,
      moves: z
        .array(ReplayMove)
        .describe('What came, went or moved, in the order of the replay; what went comes last.'),
      statusChanged: z.boolean(),
      routeChanged: z.boolean(),
      jaccard: z.number().min(0).max(1).describe('Of the two sets of results.'),
      rbo: z.number().min(0).max(1).describe('Rank-biased overlap of the two lists.'),
    }),
  }),
} as const;
