import { z } from 'zod';
import { ItemId, Namespace } from './memory.ts';
import { method } from './method.ts';
import { ForcedPath, PacketStatus, RetrievalPath } from './packet.ts';
import { Instant } from './time.ts';

/** How a candidate policy runs behind the replies. */
export const ShadowSettings = z.object({
  on: z.boolean().describe('Off unless the operator switches it on.'),
  candidate: z.string().max(100).nullable().describe('The version of the policy that is tried; null for none.'),
  share: z.number().min(0).max(1).describe('The share of requests that are tried, picked by chance.'),
  budgetMs: z.number().int().min(1).max(600_000).describe('Milliseconds that the candidate has for a request.'),
  waiting: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe('Requests that may wait for their turn; what comes on top is dropped.'),
});
export type ShadowSettings = z.infer<typeof ShadowSettings>;

/**
 * Why a request was answered and not tried. queue-full: too many waited already; busy: a question came in while the
 * candidate ran, which stood aside; stopped: shadow was switched off or the daemon stopped first.
 */
export const ShadowDrop = z.enum(['queue-full', 'busy', 'stopped']);
export type ShadowDrop = z.infer<typeof ShadowDrop>;

/** A result of one side. */
export const ShadowResult = z.object({
  itemId: ItemId,
  namespace: Namespace,
  rank: z.number().int().min(1),
  text: z.string().describe('The beginning of what was, or would have been, shown.'),
  isCurrent: z.boolean(),
  used: z.boolean().nullable().describe('Whether it was used later; null as long as that is not known.'),
});
export type ShadowResult = z.infer<typeof ShadowResult>;

/** What one policy made of a request. */
export const ShadowSide = z.object({
  policy: z.string(),
  status: PacketStatus,
  route: ForcedPath,
  paths: z.array(RetrievalPath).describe('Those that were asked.'),
  latencyMs: z.number(),
  results: z.array(ShadowResult),
  used: z.number().int().nullable().describe('Of what was used later, how much this side held; null for not known.'),
});
export type ShadowSide = z.infer<typeof ShadowSide>;

/** A request of which the candidate made something else. */
export const ShadowRequest = z.object({
  shadowId: z.number().int(),
  sessionId: z.string().describe('The session of the reply.'),
  timestamp: Instant,
  query: z.string().describe('As it may be shown.'),
  k: z.number().int().describe('The overlap is that of the first k.'),
  jaccard: z.number().min(0).max(1).describe('Of the two sets of the first k.'),
  rbo: z.number().min(0).max(1).describe('Rank-biased overlap of the two lists.'),
  waitedMs: z.number().describe('From the reply to the beginning of the candidate.'),
  active: ShadowSide,
  candidate: ShadowSide,
});
export type ShadowRequest = z.infer<typeof ShadowRequest>;

const Candidate = z.string().max(100).optional().describe('By default the one that is set.');
const Latency = z.object({ p50: z.number(), p95: z.number() }).nullable();

export const shadowMethods = {
  'shadow.configure': method({
    summary: 'Show how a candidate policy runs behind the replies, and change what is given. It is off by default.',
    role: 'operator',
    params: ShadowSettings.partial(),
    result: ShadowSettings.extend({
      active: z.string().describe('The policy that answers.'),
      candidates: z.array(z.string()).describe('The policies that can be tried.'),
    }),
  }),
  'shadow.list': method({
    summary: 'Requests of which the candidate policy made something else than was answered, newest first.',
    role: 'operator',
    params: z.object({
      candidate: Candidate,
      limit: z.number().int().min(1).max(200).default(20),
      before: z.number().int().optional().describe('Only those before this shadowId.'),
    }),
    result: z.object({ requests: z.array(ShadowRequest), nextBefore: z.number().int().nullable() }),
  }),
  'shadow.summary': method({
    summary: 'How a candidate policy compares with what was answered: requests, differences, overlap, latency.',
    role: 'operator',
    params: z.object({
      candidate: Candidate,
      from: Instant.optional().describe('Requests asked at or after; by default seven days before `to`.'),
      to: Instant.optional().describe('Requests asked before; by default now.'),
    }),
    result: z.object({
      from: Instant,
      to: Instant,
      candidate: z.string().nullable(),
      shadowed: z.number().int().describe('Requests that the candidate has answered too.'),
      differing: z.number().int().describe('Of these, with another status or other results.'),
      failed: z.number().int(),
      dropped: z.number().int(),
      waiting: z.number().int().describe('Requests whose turn is still to come.'),
      jaccard: z.number().nullable().describe('The mean over all that were answered twice; null for none.'),
      rbo: z.number().nullable(),
      statuses: z.array(z.object({ active: PacketStatus, candidate: PacketStatus, requests: z.number().int() })),
      used: z
        .object({ requests: z.number().int(), active: z.number().int(), candidate: z.number().int() })
        .describe('Requests of whose results some were used later, and how many of these each side held.'),
      latency: z.object({ active: Latency, candidate: Latency }),
    }),
  }),
} as const;
