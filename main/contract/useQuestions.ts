import { z } from 'zod';
import { GivenAnswer, ResultUse, UseSign, UseState } from './evidence.ts';
import { ItemId, Namespace } from './memory.ts';
import { method } from './method.ts';
import { PacketStatus, RetrievalPath } from './packet.ts';
import { Instant } from './time.ts';

const windowFields = {
  from: Instant.optional().describe('Sessions asked at or after; by default seven days before `to`.'),
  to: Instant.optional().describe('Sessions asked before; by default now.'),
};
const Window = z.object({ from: Instant, to: Instant });

/** Of the sessions that showed an agent results, how many are in each state, and for which share the use is known. */
export const UseCoverage = Window.extend({
  answered: z.number().int().describe('Sessions that showed an agent at least one result.'),
  open: z.number().int().describe('Of these, still waiting for a word: they count neither way.'),
  reported: z.number().int(),
  observed: z.number().int(),
  untraced: z.number().int(),
  unreported: z.number().int(),
  coverage: z.number().min(0).max(1).nullable().describe('(reported + observed) / (answered − open); null for none.'),
});
export type UseCoverage = z.infer<typeof UseCoverage>;

const useCounts = {
  surfaced: z.number().int().describe('How often it was shown.'),
  used: z.number().int().describe('Of these, used or cited.'),
  ignored: z.number().int(),
  unknown: z.number().int(),
};

/** One path in a window: how often it was asked, and what became of the results that it had proposed. */
export const PathUse = z.object({ path: RetrievalPath, calls: z.number().int(), ...useCounts });
export type PathUse = z.infer<typeof PathUse>;

export const IgnoredItem = z.object({
  itemId: ItemId,
  namespace: Namespace,
  ...useCounts,
  lastIgnoredAt: Instant,
  lastSessionId: z.string(),
});
export type IgnoredItem = z.infer<typeof IgnoredItem>;

/** A stale item that came up, and what had replaced it: an item, or the fact that was read in one. */
export const Rivalry = z.object({
  namespace: Namespace,
  staleItem: ItemId,
  currentItem: ItemId,
  sessions: z.number().int(),
  shown: z.number().int().describe('Of these, how often the stale one was shown, with its label.'),
  staleUsed: z.number().int().describe('Of these, how often the stale one was used or cited.'),
  lastAt: Instant,
  lastSessionId: z.string(),
});
export type Rivalry = z.infer<typeof Rivalry>;

/** One session behind a claim. */
export const ClaimSession = z.object({
  sessionId: z.string(),
  query: z.string().nullable(),
  timestamp: Instant,
  status: PacketStatus,
  use: UseState,
  answer: GivenAnswer.nullable().describe('The answer that makes the claim; null where only marks name it.'),
  results: z.array(
    ResultUse.extend({
      inClaim: z.array(UseSign).describe('What of the result stands in the very words of the claim.'),
    }),
  ),
});
export type ClaimSession = z.infer<typeof ClaimSession>;

/** What is asked of the traces, and answered from them at once. */
export const useQuestionMethods = {
  'trace.forClaim': method({
    summary: 'Which memories were retrieved before a claim was made, and which of them were used.',
    role: 'agent',
    params: z
      .object({
        claimId: z.string().max(500).optional(),
        text: z.string().trim().min(1).max(8000).optional().describe('The claim’s words, as an answer said them.'),
        limit: z.number().int().min(1).max(100).default(20),
      })
      .refine(({ claimId, text }) => (claimId ?? text) !== undefined, {
        message: 'is missing: give the claim’s id or its words',
        path: ['claimId'],
      }),
    result: z.object({ sessions: z.array(ClaimSession).describe('Newest first.') }),
  }),
  'trace.ignored': method({
    summary: 'Which memories were retrieved and ignored in a window, the most often ignored first.',
    role: 'agent',
    params: z.object({
      ...windowFields,
      namespace: Namespace.optional(),
      itemId: ItemId.optional(),
      path: RetrievalPath.optional().describe('Only results that this path proposed.'),
      limit: z.number().int().min(1).max(500).default(50),
    }),
    result: Window.extend({ items: z.array(IgnoredItem), ignoredItems: z.number().int().describe('All of them.') }),
  }),
  'trace.use': method({
    summary:
      'For which share of the answered questions the use is known, and which paths were used, ignored or silent.',
    role: 'agent',
    params: z.object(windowFields),
    result: z.object({
      coverage: UseCoverage,
      paths: z.array(PathUse).describe('All paths, the ones that never fired included.'),
      silent: z.array(RetrievalPath).describe('Paths that were not asked once.'),
    }),
  }),
  'trace.rivals': method({
    summary: 'Where stale competed with current: what came up although it had been replaced, the most frequent first.',
    role: 'agent',
    params: z.object({
      ...windowFields,
      namespace: Namespace.optional(),
      limit: z.number().int().min(1).max(500).default(50),
    }),
    result: Window.extend({ rivals: z.array(Rivalry) }),
  }),
} as const;
