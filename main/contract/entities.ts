import { z } from 'zod';
import {
  Name as AnyName,
  EdgeFields,
  factIntervalInOrder,
  ItemId,
  intervalMessage,
  memoryFields,
  Namespace,
  Plain,
  statementFields,
} from './memory.ts';
import { method, Written, writerFields } from './method.ts';
import { Instant } from './time.ts';

const Name = AnyName.trim().max(500);

export const EntityView = z.object({
  entityId: z.string().describe('Stable: the id of the name first seen, kept through merges.'),
  namespace: Namespace,
  name: z.string().describe('The name shown: as first written, or as chosen.'),
  type: z.string().nullable(),
  aliases: z.array(
    z.object({ name: z.string(), how: z.enum(['spelling', 'alias', 'merge']), eventId: z.string().nullable() }),
  ),
  mentions: z.number().int().describe('Items that name it.'),
  firstKnownAt: Instant,
  lastKnownAt: Instant,
});
export type EntityView = z.infer<typeof EntityView>;

/** One edge as it is walked: a relation asserted between two names, or a fact whose object is an entity. */
export const EdgeView = z.object({
  itemId: ItemId,
  from: z.string(),
  relation: z.string(),
  to: z.string(),
  validFrom: Instant.nullable(),
  validTo: Instant.nullable(),
  knownAt: Instant,
  isCurrent: z.boolean(),
  support: z.array(ItemId).describe('The items that state it.'),
  confidence: z.number(),
});
export type EdgeView = z.infer<typeof EdgeView>;

export const entityMethods = {
  'entities.resolve': method({
    summary: 'Which entity a name means, by any spelling or alias; near names are told as such, never joined.',
    role: 'agent',
    params: z.object({ name: Name, namespace: Namespace.default('default') }),
    result: z.object({
      entity: EntityView.nullable(),
      near: z.array(EntityView).describe('Names that look alike and are others.'),
    }),
  }),
  'entities.list': method({
    summary: 'Entities whose names begin with or contain some words, those with the most mentions first.',
    role: 'agent',
    params: z.object({
      namespace: Namespace.default('default'),
      text: z.string().max(500).optional(),
      limit: z.number().int().min(1).max(500).default(50),
    }),
    result: z.object({ entities: z.array(EntityView), total: z.number().int() }),
  }),
  'entities.alias': method({
    summary:
      'Say that another name means the same thing; a name that is new becomes known by it. One that already means another thing is refused: merge instead.',
    role: 'agent',
    params: z.object({
      name: Name,
      alias: Name,
      of: z.enum(['entity', 'predicate']).default('entity'),
      type: Plain.max(100).optional(),
      namespace: Namespace.default('default'),
      ...writerFields,
    }),
    result: Written,
  }),
  'entities.merge': method({
    summary: 'Join entities that turn out to be one. The history keeps both; entities.split undoes it.',
    role: 'agent',
    params: z.object({
      into: Name,
      from: z.array(Name).min(1).max(100),
      reason: z.string().max(2000).optional(),
      namespace: Namespace.default('default'),
      ...writerFields,
    }),
    result: Written,
  }),
  'entities.split': method({
    summary: 'Take names out of an entity: they become one of their own again.',
    role: 'agent',
    params: z.object({
      entity: Name,
      names: z.array(Name).min(1).max(100),
      reason: z.string().max(2000).optional(),
      namespace: Namespace.default('default'),
      ...writerFields,
    }),
    result: Written,
  }),
  'entities.neighbours': method({
    summary: 'What an entity is related to, edge by edge, by recency and support.',
    role: 'agent',
    params: z.object({
      name: Name,
      depth: z.number().int().min(1).max(3).default(1),
      relation: z.string().max(500).optional(),
      includeHistorical: z.boolean().default(false),
      limit: z.number().int().min(1).max(500).default(60),
      namespace: Namespace.default('default'),
    }),
    result: z.object({
      entity: EntityView.nullable(),
      entities: z.array(EntityView),
      edges: z.array(EdgeView),
      truncated: z.boolean(),
    }),
  }),
  'edges.assert': method({
    summary: 'State a relation between two named things, which must differ.',
    role: 'agent',
    params: z
      .object({
        ...EdgeFields.shape,
        ...statementFields,
        derivedFrom: memoryFields.derivedFrom,
        namespace: Namespace.default('default'),
        ...writerFields,
      })
      .refine(factIntervalInOrder, intervalMessage),
    result: Written,
  }),
} as const;
