import { z } from 'zod';
import { CauseFields, ItemId, Namespace, statementFields, Words } from './memory.ts';
import { method, Written, writerFields } from './method.ts';
import { Instant } from './time.ts';

/** A recorded cause and its effect: memory.md §6.4. */
export const CauseView = z.object({
  causeId: ItemId,
  namespace: Namespace,
  cause: z.string(),
  effect: z.string(),
  claimType: z.enum(['observed', 'reported', 'inferred', 'intervention']),
  basis: z.string().nullable(),
  confidence: z.number(),
  status: z.enum(['standing', 'overturned', 'retracted', 'superseded']),
  evidence: z.array(ItemId).describe('Supporting items.'),
  counterEvidence: z.array(ItemId),
  overturnedBy: ItemId.nullable(),
  occurredAt: Instant,
  knownAt: Instant,
  eventId: z.string(),
});
export type CauseView = z.infer<typeof CauseView>;

export const causeMethods = {
  'causes.assert': method({
    summary: 'Record that one thing caused another, with the kind of claim and its evidence. Never from co-occurrence.',
    role: 'agent',
    params: z.object({
      cause: CauseFields.shape.cause,
      effect: CauseFields.shape.effect,
      claimType: CauseFields.shape.claimType.unwrap().default('reported'),
      basis: CauseFields.shape.basis,
      ...statementFields,
      evidence: z.array(ItemId).max(1000).default([]),
      counterEvidence: z.array(ItemId).max(1000).default([]),
      namespace: Namespace.default('default'),
      ...writerFields,
    }),
    result: Written,
  }),
  'causes.overturn': method({
    summary: 'Say that a recorded cause turned out not to be the cause, and what is, if known.',
    role: 'agent',
    params: z.object({
      causeId: ItemId,
      reason: Words.max(2000),
      evidence: z.array(ItemId).max(1000).default([]),
      namespace: Namespace.default('default'),
      ...writerFields,
    }),
    result: Written,
  }),
  'causes.find': method({
    summary: 'Recorded causes or effects of something, step by step; overturned ones only when asked for.',
    role: 'agent',
    params: z.object({
      of: z.string().trim().min(1).max(2000),
      direction: z.enum(['causes', 'effects']).default('causes'),
      depth: z.number().int().min(1).max(6).default(3),
      includeOverturned: z.boolean().default(false),
      limit: z.number().int().min(1).max(200).default(20),
      namespace: Namespace.default('default'),
    }),
    result: z.object({
      chains: z.array(
        z.object({ links: z.array(CauseView).min(1), score: z.number().describe('0–1: how well `of` is met.') }),
      ),
    }),
  }),
} as const;
