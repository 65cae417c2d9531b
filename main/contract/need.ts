import { z } from 'zod';
import { Namespace } from './memory.ts';
import { method } from './method.ts';
import { EvidencePacket, Purpose } from './packet.ts';
import { Instant, TimeZone } from './time.ts';

/**
 * How far an answer from what is already at hand can be trusted. stable: what was true when it was learnt is true now;
 * may-be-stale: memory knows what is asked about, and it may have changed; unknowable: memory knows nothing of it, so
 * that nothing there can vouch for an answer.
 */
export const NeedVerdict = z.enum(['stable', 'may-be-stale', 'unknowable']);
export type NeedVerdict = z.infer<typeof NeedVerdict>;

/** One thing that was weighed, as a code and as a sentence. */
export const NeedReason = z.object({
  code: z.enum([
    'names-known',
    'fact-held',
    'personal',
    'general',
    'names-unknown',
    'past-only',
    'time-words',
    'volatile',
    'past-horizon',
    'contested',
    'about-to-act',
    'already-held',
    'newer-held',
    'namespace-empty',
  ]),
  says: z.string(),
});
export type NeedReason = z.infer<typeof NeedReason>;

export const NeedAnswer = z.object({
  verdict: NeedVerdict,
  look: z.boolean().describe('Whether to retrieve before answering.'),
  reasons: z.array(NeedReason).min(1),
  volatility: z.string().describe('The class of what is asked about, as the volatility policy names it.'),
  horizon: z.number().nullable().describe('Milliseconds for which such a fact is taken on trust; null: for good.'),
  known: z
    .array(z.object({ namespace: Namespace, name: z.string(), facts: z.number().int() }))
    .describe('What the question names that memory knows, with the facts that it holds about each.'),
  policyVersion: z.string(),
});
export type NeedAnswer = z.infer<typeof NeedAnswer>;

const asked = {
  namespaces: z.array(Namespace).min(1).max(100).default(['default']),
  now: Instant.optional().describe('The asker’s present; by default the daemon’s clock.'),
};

export const needMethods = {
  'memory.need': method({
    summary: 'Ask whether a question has to be looked up before it is answered. By rule, without retrieving anything.',
    role: 'agent',
    params: z.object({
      question: z.string().trim().min(1).max(8000),
      ...asked,
      purpose: Purpose.default('know'),
      heldSince: Instant.optional().describe('When you last retrieved what you would answer from, if you have it.'),
    }),
    result: NeedAnswer,
  }),
  'memory.autoRecall': method({
    summary:
      'For every prompt of a host: retrieves where memory.need says to look, and only once the operator has switched auto recall on.',
    role: 'agent',
    params: z.object({
      prompt: z.string().trim().min(1).max(8000),
      ...asked,
      timeZone: TimeZone.optional(),
      k: z.number().int().min(1).max(100).default(5),
      tokenBudget: z.number().int().min(100).max(200_000).default(1500),
      quoted: z.boolean().default(true).describe('Also give the packet as text that is safe to show a model.'),
    }),
    result: z.object({
      state: z.enum(['off', 'not-needed', 'recalled']),
      need: NeedAnswer.nullable().describe('null while auto recall is off.'),
      packet: EvidencePacket.nullable(),
    }),
  }),
} as const;
