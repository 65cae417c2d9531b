import { z } from 'zod';
import {
  Denial,
  FactFields,
  factIntervalInOrder,
  ItemId,
  intervalMessage,
  memoryFields,
  Name,
  Namespace,
  SlotName,
  statementFields,
  Words,
} from './memory.ts';
import { method, Written, writerFields } from './method.ts';
import { Instant } from './time.ts';

/** data-model.md: authoritative from .8, ordinary from .5, weak below. */
export const AuthorityBand = z.enum(['authoritative', 'ordinary', 'weak']);
export type AuthorityBand = z.infer<typeof AuthorityBand>;

/**
 * What became of one assertion in its slot. `standing`: its value holds in some part of valid time (a denial: its value
 * does not); `superseded`: a later one took its whole place, or denied it there; `contested`: it disagrees from a lower
 * band and is not older; `corrected`: never true; `retracted`: taken back; `distrusted`: its source or itself is not
 * believed; `unsupported`: everything it was concluded from is gone.
 */
export const AssertionStatus = z.enum([
  'standing',
  'superseded',
  'contested',
  'corrected',
  'retracted',
  'distrusted',
  'unsupported',
]);
export type AssertionStatus = z.infer<typeof AssertionStatus>;

/** Where a rule found a statement: which rule, in which item, and the place in its text (UTF-16 offsets). */
export const ExtractionView = z.object({
  rule: z.string(),
  version: z.string(),
  by: z.enum(['rules', 'model']),
  model: z.string().nullable(),
  sourceItem: ItemId,
  start: z.number().int(),
  end: z.number().int(),
});

/** One assertion of a value: memory.md §3.3 with the record times of data-model.md. */
export const FactAssertion = z.object({
  factId: ItemId,
  namespace: Namespace,
  subject: z.string(),
  predicate: z.string(),
  object: z.union([z.string(), z.number(), z.boolean()]),
  cardinality: z.enum(['one', 'many']),
  holds: Denial.nullable().describe('null for a value that holds; else what is said against the value.'),
  validFrom: Instant.describe('As given, else a date in its text, else when it happened, else when it became known.'),
  validFromGiven: z.boolean(),
  validTo: Instant.nullable(),
  observedAt: Instant,
  recordedAt: Instant,
  knownAt: Instant,
  retractedAt: Instant.nullable(),
  sourceId: z.string(),
  sourceAuthority: z.number(),
  band: AuthorityBand,
  confidence: z.number(),
  status: AssertionStatus,
  supersedes: z.array(ItemId),
  supersededBy: z.array(ItemId),
  contradicts: z.array(ItemId),
  derivedFrom: z.array(ItemId),
  text: z.string(),
  extraction: ExtractionView.nullable(),
  eventId: z.string(),
});
export type FactAssertion = z.infer<typeof FactAssertion>;

/** A value and the part of valid time in which it is believed: `[from, to)`; null where it is open. */
export const FactSegment = z.object({
  value: z.union([z.string(), z.number(), z.boolean()]),
  from: Instant.nullable(),
  to: Instant.nullable(),
  factId: ItemId.describe('The assertion that decides it.'),
  support: z.array(ItemId).describe('Live assertions of this value that begin in it or decide part of it.'),
  contested: z.boolean(),
  contradicts: z.array(ItemId).describe('Assertions of another value, and denials, that contest it.'),
  endedBy: ItemId.nullable().describe('The denial that ends it at `to`; null where a value follows or its time is up.'),
});
export type FactSegment = z.infer<typeof FactSegment>;

/** known: a value; contested: a value that another source disputes; unknown: nothing held then, or nothing was known. */
export const FactAnswer = z.object({
  status: z.enum(['known', 'contested', 'unknown']),
  reason: z.enum(['held', 'entity-unknown', 'never-stated', 'not-known-then', 'did-not-hold-then', 'taken-back']),
  subject: z.string(),
  predicate: z.string(),
  at: Instant.describe('The instant of valid time that was asked about.'),
  knownAt: Instant.nullable().describe(
    'The instant of record time as of which it is answered; null for all that is known.',
  ),
  values: z.array(FactSegment).describe('One value, or all that hold at once where there may be many.'),
  predecessor: FactSegment.nullable(),
  successor: FactSegment.nullable(),
});
export type FactAnswer = z.infer<typeof FactAnswer>;

const slot = {
  subject: SlotName.describe('A name or any alias of it.'),
  predicate: SlotName,
  namespace: Namespace.default('default'),
};
const by = z
  .enum(['source', 'ledger'])
  .default('source')
  .describe('source: known_at, when its source recorded it; ledger: recorded_at, when this store did.');

/** What a retraction reaches: memory.md §3.3, data-model.md. */
export const BlastRadius = z.object({
  retracted: z.array(ItemId).describe('Taken back by name or by source.'),
  dependent: z.array(ItemId).describe('Lose everything they were concluded from.'),
  revived: z.array(ItemId).describe('Were superseded, corrected or retracted by what goes, and stand again.'),
  changes: z
    .array(
      z.object({
        subject: z.string(),
        predicate: z.string(),
        before: z.array(FactSegment),
        after: z.array(FactSegment),
      }),
    )
    .describe('Every slot whose present value changes.'),
});
export type BlastRadius = z.infer<typeof BlastRadius>;

export const factMethods = {
  'facts.assert': method({
    summary:
      'State a fact: subject, predicate, object, with its valid time. A later value ends an earlier one; `holds` denies one.',
    role: 'agent',
    params: z
      .object({
        ...FactFields.shape,
        ...statementFields,
        derivedFrom: memoryFields.derivedFrom,
        namespace: Namespace.default('default'),
        ...writerFields,
      })
      .refine(factIntervalInOrder, intervalMessage),
    result: Written.extend({ now: FactAnswer.describe('The slot at this moment, after the write.') }),
  }),
  'facts.correct': method({
    summary: 'Say that a fact was never true, and what is true instead, if known.',
    role: 'agent',
    params: z.object({
      itemId: ItemId.describe('The fact, or the item that states it.'),
      object: FactFields.shape.object
        .optional()
        .describe('The right value, over the same valid time; leave out if unknown.'),
      reason: Words.max(2000),
      source: memoryFields.source,
      authority: memoryFields.authority,
      namespace: Namespace.default('default'),
      ...writerFields,
    }),
    result: Written,
  }),
  'facts.retract': method({
    summary: 'Take items or everything of one source back. With dryRun, only show what would change.',
    role: 'agent',
    params: z
      .object({
        itemIds: z.array(ItemId).max(1000).default([]),
        source: Name.max(2000).optional().describe('Everything that came from this source.'),
        distrust: z.boolean().default(false).describe('Also what the source says from now on.'),
        reason: Words.max(2000),
        dryRun: z.boolean().default(false),
        namespace: Namespace.default('default'),
        ...writerFields,
      })
      .refine(({ itemIds, source }) => itemIds.length > 0 || source !== undefined, {
        message: 'must name at least one item, unless a source is given',
        path: ['itemIds'],
      }),
    result: z.object({
      retractionId: ItemId.nullable().describe('null for a dry run. Retract this id to bring everything back.'),
      effect: BlastRadius,
    }),
  }),
  'facts.current': method({
    summary: 'The value of a subject’s predicate now, as far as it is known.',
    role: 'agent',
    params: z.object({ ...slot, now: Instant.optional() }),
    result: FactAnswer,
  }),
  'facts.asOf': method({
    summary: 'The value that held at an instant (valid time); with knownAt, as far as it was known by then.',
    role: 'agent',
    params: z.object({ ...slot, at: Instant, knownAt: Instant.optional(), by }),
    result: FactAnswer,
  }),
  'facts.knownAt': method({
    summary: 'What was believed at an instant of record time, about that instant or about `at`.',
    role: 'agent',
    params: z.object({ ...slot, knownAt: Instant, at: Instant.optional(), by }),
    result: FactAnswer,
  }),
  'facts.history': method({
    summary: 'Every value of a slot in order of valid time, and every assertion behind it.',
    role: 'agent',
    params: z.object({ ...slot, knownAt: Instant.optional(), by }),
    result: z.object({
      subject: z.string(),
      predicate: z.string(),
      segments: z.array(FactSegment).describe('Began and ended are `from` and `to`; before and after are neighbours.'),
      assertions: z.array(FactAssertion),
    }),
  }),
  'facts.explain': method({
    summary: 'Why a fact stands or not: provenance, what it supersedes and what supersedes it, and what rests on it.',
    role: 'agent',
    params: z.object({ itemId: ItemId, namespace: Namespace.default('default'), knownAt: Instant.optional() }),
    result: z.object({
      fact: FactAssertion,
      chain: z.array(FactAssertion).describe('The whole supersession chain of its slot, oldest first.'),
      words: z
        .array(
          z.object({ by: ItemId, relation: z.string(), target: z.string(), knownAt: Instant, inForce: z.boolean() }),
        )
        .describe('What is said against each link, and whether that word itself still stands.'),
      dependents: z.array(ItemId),
      sentence: z.string(),
    }),
  }),
  'facts.list': method({
    summary: 'Slots (subject and predicate) that match some words, those with the newest evidence first.',
    role: 'agent',
    params: z.object({
      namespace: Namespace.default('default'),
      text: z.string().max(500).optional(),
      limit: z.number().int().min(1).max(500).default(50),
    }),
    result: z.object({
      slots: z.array(
        z.object({
          subject: z.string(),
          predicate: z.string(),
          assertions: z.number().int(),
          lastKnownAt: Instant,
          value: FactSegment.nullable(),
        }),
      ),
    }),
  }),
} as const;
