import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { type Caller, methods } from '../contract/methods.ts';
import { fencedJson } from '../retrieval/fence.ts';
import { told } from './told.ts';

const plainInstant = z.string();
const reading = { readOnlyHint: true, openWorldHint: false } as const;
const writing = { readOnlyHint: false } as const;

const descriptions = {
  fact_assert:
    'State a fact: one value at a time (version, owner, setting) or, with cardinality many, several. A later value ends the earlier one by itself. Give validFrom (ISO 8601 with a zone) if it did not begin now.',
  fact_lookup:
    'A fact’s value now, as_of an instant, as believed then (known_at), its history, or why it stands (explain, by itemId). unknown is an answer: say so.',
  fact_withdraw:
    'correct: it was never true (give the right object if known). retract: take it back; what it had replaced stands again. For “true until now” use fact_assert.',
  entity:
    'resolve: what a name means, and which similar names are others. neighbours: what it is related to. alias: give it another name.',
  cause_record:
    'Record a cause that somebody found out; things that merely happened together are none. overturns: a causeId that this shows to be wrong.',
  cause_find: 'Recorded causes or effects of an event, step by step.',
  episode_record: 'Record what happened, when it is over: who did what, where, with which outcome.',
  episode_find: 'Find what happened. none: no such event is recorded.',
} as const;

/** The tools for what is true, related, caused and happened. Shapes are the contract's, without what a model never sets. */
export function registerTruthTools(server: McpServer, caller: Caller, namespace: string): void {
  const fact = methods['facts.assert'].params.shape;
  const interval = { validFrom: plainInstant.optional(), validTo: plainInstant.optional() };
  server.registerTool(
    'fact_assert',
    {
      description: descriptions.fact_assert,
      inputSchema: z.strictObject({
        subject: fact.subject,
        predicate: fact.predicate,
        object: fact.object,
        cardinality: fact.cardinality,
        holds: z.enum(['no-longer', 'never']).optional().describe('Denies the value.'),
        ...interval,
        source: z.string().optional(),
        supersedes: z.array(z.string()).optional(),
      }),
      annotations: writing,
    },
    (given) => told(async () => fencedJson(await caller.call('facts.assert', once({ ...given, namespace })))),
  );
  server.registerTool(
    'fact_lookup',
    {
      description: descriptions.fact_lookup,
      inputSchema: z.strictObject({
        question: z.enum(['now', 'as_of', 'known_at', 'history', 'explain']).default('now'),
        subject: z.string().optional(),
        predicate: z.string().optional(),
        at: plainInstant.optional(),
        knownAt: plainInstant.optional(),
        itemId: z.string().optional(),
      }),
      annotations: reading,
    },
    ({ question, ...given }) =>
      told(async () => fencedJson(await caller.call(lookups[question], { ...given, namespace } as never))),
  );
  server.registerTool(
    'fact_withdraw',
    {
      description: descriptions.fact_withdraw,
      inputSchema: z.strictObject({
        how: z.enum(['correct', 'retract']),
        itemId: z.string(),
        object: fact.object.optional(),
        reason: z.string(),
      }),
      annotations: writing,
    },
    ({ how, itemId, object, ...rest }) =>
      told(async () =>
        fencedJson(
          how === 'correct'
            ? await caller.call('facts.correct', once({ itemId, object, namespace, ...rest }))
            : await caller.call('facts.retract', once({ itemIds: [itemId], namespace, ...rest })),
        ),
      ),
  );
  server.registerTool(
    'entity',
    {
      description: descriptions.entity,
      inputSchema: z.strictObject({
        how: z.enum(['resolve', 'neighbours', 'alias']),
        name: z.string(),
        alias: z.string().optional(),
        depth: z.number().int().min(1).max(3).optional(),
      }),
      annotations: writing,
    },
    ({ how, alias, ...given }) =>
      told(async () =>
        fencedJson(
          how === 'alias'
            ? await caller.call('entities.alias', once({ ...given, namespace, alias: alias ?? '' }))
            : await caller.call(how === 'resolve' ? 'entities.resolve' : 'entities.neighbours', {
                ...given,
                namespace,
              }),
        ),
      ),
  );
  const cause = methods['causes.assert'].params.shape;
  server.registerTool(
    'cause_record',
    {
      description: descriptions.cause_record,
      inputSchema: z.strictObject({
        cause: cause.cause,
        effect: cause.effect,
        claimType: cause.claimType,
        basis: z.string().optional(),
        evidence: z.array(z.string()).optional().describe('itemIds'),
        overturns: z.string().optional(),
      }),
      annotations: writing,
    },
    ({ overturns, ...given }) =>
      told(async () => {
        const written = await caller.call('causes.assert', once({ ...given, namespace }));
        if (overturns === undefined) return fencedJson(written);
        const { evidence } = given;
        const reason = `${given.cause} caused it instead.`;
        const overturned = await caller.call(
          'causes.overturn',
          once({ causeId: overturns, reason, evidence, namespace }),
        );
        return fencedJson({ written, overturned });
      }),
  );
  server.registerTool(
    'cause_find',
    {
      description: descriptions.cause_find,
      inputSchema: z.strictObject({
        of: z.string(),
        direction: z.enum(['causes', 'effects']).default('causes'),
        includeOverturned: z.boolean().optional(),
      }),
      annotations: reading,
    },
    (given) => told(async () => fencedJson(await caller.call('causes.find', { ...given, namespace }))),
  );
  server.registerTool(
    'episode_record',
    {
      description: descriptions.episode_record,
      inputSchema: z.strictObject({
        summary: z.string(),
        eventType: z.string().optional(),
        actors: z.array(z.string()).optional(),
        occurredAt: plainInstant.optional(),
        endedAt: plainInstant.optional(),
        environment: z.string().optional(),
        goalId: z.string().optional(),
        outcome: z.string().optional(),
        evidence: z.array(z.string()).optional().describe('itemIds'),
      }),
      annotations: writing,
    },
    (given) => told(async () => fencedJson(await caller.call('episodes.record', once({ ...given, namespace })))),
  );
  server.registerTool(
    'episode_find',
    {
      description: descriptions.episode_find,
      inputSchema: z.strictObject({
        what: z.string().optional(),
        who: z.string().optional(),
        from: plainInstant.optional(),
        to: plainInstant.optional(),
        where: z.string().optional(),
        outcome: z.string().optional(),
        goalId: z.string().optional(),
        limit: z.number().int().optional(),
      }),
      annotations: reading,
    },
    (given) => told(async () => fencedJson(await caller.call('episodes.find', { ...given, namespace }))),
  );
}

const lookups = {
  now: 'facts.current',
  as_of: 'facts.asOf',
  known_at: 'facts.knownAt',
  history: 'facts.history',
  explain: 'facts.explain',
} as const;

/** With a key of its own a write may be sent again after a broken connection without being written twice. */
function once<T extends object>(given: T): T & { readonly idempotencyKey: string } {
  return { ...given, idempotencyKey: randomUUID() };
}
