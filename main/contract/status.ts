import { z } from 'zod';
import { Namespace } from './memory.ts';
import { RetrievalPath } from './packet.ts';
import { Instant } from './time.ts';
import { UseCoverage } from './useQuestions.ts';

/** Work that goes on in the background: re-embedding, a model's reading (`read`), settling vectors, a rebuild, an import. */
export const Job = z.object({
  jobId: z.string(),
  kind: z.enum(['import', 'rebuild', 'embed', 'read', 'settle', 'backup', 'restore', 'verify']),
  state: z.enum(['running', 'finished', 'cancelled', 'failed']),
  done: z.number(),
  total: z.number().nullable(),
  unit: z.string(),
  message: z.string(),
  startedAt: Instant,
  etaMs: z.number().nullable(),
});
export type Job = z.infer<typeof Job>;

export const NamespaceCount = z.object({
  namespace: Namespace,
  items: z.number().int(),
  lastKnownAt: Instant.nullable(),
});

/** How lately a path was asked. A silent one need not be asked more often: whether it is of use is to be looked into. */
export const PathActivity = z.object({
  path: RetrievalPath,
  calls: z.number().int().describe('Since the store was made.'),
  lastAt: Instant.nullable().describe('null for a path that was never asked, or not since this is kept.'),
  days: z.array(z.number().int()).describe('Calls of the last 28 days (UTC), today last.'),
});
export type PathActivity = z.infer<typeof PathActivity>;

export const Warning = z.object({ code: z.string(), message: z.string(), remedy: z.string() });
export type Warning = z.infer<typeof Warning>;

export const LedgerReport = z.object({
  ok: z.boolean(),
  events: z.number().int(),
  checkedPayloads: z.number().int(),
  erasedPayloads: z.number().int(),
  headSeq: z.number().int(),
  headHash: z.string(),
  break: z
    .object({ seq: z.number().int(), reason: z.string() })
    .nullable()
    .describe('The first event at which the chain does not hold.'),
});
export type LedgerReport = z.infer<typeof LedgerReport>;

export const Status = z.object({
  version: z.string(),
  pid: z.number().int(),
  dataDir: z.string(),
  startedAt: Instant,
  readOnly: z.object({ seq: z.number().int().nullable(), reason: z.string() }).nullable(),
  ledger: z.object({ events: z.number().int(), headSeq: z.number().int(), headHash: z.string() }),
  items: z.object({ total: z.number().int(), byKind: z.record(z.string(), z.number().int()) }),
  namespaces: z.array(NamespaceCount),
  projections: z.array(z.object({ name: z.string(), position: z.number().int(), behind: z.number().int() })),
  vectors: z.object({
    embedder: z.string().nullable(),
    state: z.enum(['ready', 'loading', 'missing', 'failed', 'off']),
    dimensions: z.number().int(),
    pending: z.number().int().describe('Items that `recall` cannot see yet.'),
    fresh: z.number().int(),
    settled: z.number().int(),
    indexed: z.number().int(),
  }),
  jobs: z.array(Job),
  counters: z.record(z.string(), z.number()).describe('memory.md §20, Phase 0: totals since the store was made.'),
  pathCalls: z.record(z.string(), z.number()),
  paths: z.array(PathActivity).describe('All paths, those that never fired included.'),
  evidenceUse: UseCoverage.describe('Of the last seven days.'),
  latency: z.record(z.string(), z.object({ p50: z.number(), p95: z.number(), n: z.number().int() })),
  diskBytes: z.record(z.string(), z.number()),
  clients: z.number().int(),
  warnings: z.array(Warning),
});
export type Status = z.infer<typeof Status>;
