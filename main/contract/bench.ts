import { z } from 'zod';
import { ErrorBody } from './errors.ts';
import { ItemId, Namespace } from './memory.ts';
import { method } from './method.ts';
import { ForcedPath, PacketStatus, RetrievalPath } from './packet.ts';
import { Warning } from './status.ts';
import { Instant, TimeZone } from './time.ts';
import { Trace } from './trace.ts';

/** The kinds of question of recall.md §7: A lexical … G fused, H no answer. */
export const ProbeFamily = z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
export type ProbeFamily = z.infer<typeof ProbeFamily>;

/** Why a wrong object looks right (recall.md §8). */
export const NegativeClass = z.enum(['lexical', 'semantic', 'entity', 'temporal', 'stale', 'graph', 'causal']);
export type NegativeClass = z.infer<typeof NegativeClass>;

/** current: the present state; asof: the state at a time; history: how it went; open: neither; null: nothing answers. */
export const ProbeMode = z.enum(['current', 'asof', 'history', 'open', 'null']);
export type ProbeMode = z.infer<typeof ProbeMode>;

/** One line of `probes.jsonl`: a question and what answers it. Gold never enters the store that is searched. */
export const Probe = z.strictObject({
  id: z.string().min(1).max(200),
  family: ProbeFamily,
  query: z.string().trim().min(1).max(8000),
  namespace: Namespace.optional(),
  now: Instant.describe('The asker’s present.'),
  timeZone: TimeZone.optional(),
  knownAt: Instant.optional().describe('Ask as far as was known by then.'),
  mode: ProbeMode,
  gold: z.array(ItemId).max(5).describe('The support set; empty: nothing qualifies, and nothing is the answer.'),
  stale: z.array(ItemId).default([]).describe('Superseded versions of the gold.'),
  negatives: z.partialRecord(NegativeClass, z.array(ItemId)).default({}),
  about: z
    .looseObject({
      phrasing: z.string().optional(),
      sealed: z.boolean().optional().describe('Its phrasing was never read while rules were written.'),
      register: z.string().optional(),
      hops: z.number().int().optional(),
    })
    .optional()
    .describe('For reports; no part of the question.'),
});
export type Probe = z.infer<typeof Probe>;

/** `about.json` of a benchmark folder; a folder without one is named for itself. */
export const BenchmarkAbout = z.looseObject({
  name: z.string().min(1).max(200),
  version: z.string().max(100).optional(),
  licence: z.string().max(500).optional(),
  source: z.string().max(2000).optional(),
});
export type BenchmarkAbout = z.infer<typeof BenchmarkAbout>;

/** full: facts, edges and causes as production has them; prose: text alone, so that extraction must earn them. */
export const StructureLevel = z.enum(['full', 'prose']);
export type StructureLevel = z.infer<typeof StructureLevel>;

/** What may be taken out of the engine: a path, or something by which questions are widened. */
export const TakenOut = z.enum([...RetrievalPath.options, 'expand-entity']);
export type TakenOut = z.infer<typeof TakenOut>;

/** What is run: one store, one policy, the paths that take part. The same setup on the same commit scores the same. */
export const BenchSetup = z.object({
  benchmark: z
    .string()
    .min(1)
    .max(4000)
    .describe('r4-small, r4-standard, r4-stress, or a folder with corpus.pmem.jsonl and probes.jsonl.'),
  structure: StructureLevel.default('full'),
  policy: z.string().min(1).max(4000).default('today').describe('today, simplest, or a policy file.'),
  paths: z.array(ForcedPath).min(1).optional().describe('Force these paths on every probe.'),
  without: z.array(TakenOut).default([]).describe('Paths and expansions that are taken out of the engine.'),
  fusion: z.boolean().default(true).describe('false: the first path of each route answers alone.'),
  oracle: z.boolean().default(true).describe('Also force every path and combination on every probe.'),
  expansions: z.boolean().optional().describe('Of an ablation: take out each expansion instead of the nine.'),
  seed: z.number().int().min(0).optional().describe('Generate R4 afresh from another seed instead of the frozen v1.'),
});
export type BenchSetup = z.infer<typeof BenchSetup>;

/** One surfaced result, as far as scoring needs it. */
export const ScoredResult = z.object({
  counts: z.array(ItemId).describe('The corpus objects that it counts for: itself, its sources, its edges’ objects.'),
  paths: z.array(RetrievalPath),
  structural: z.boolean().describe('An edge, a supporting path or a cause, not a text hit.'),
  provenance: z.number().int().min(0).max(7).describe('How many of the seven fields of recall.md §9.7 it has.'),
});
export type ScoredResult = z.infer<typeof ScoredResult>;

/** What one run of one probe gave back. */
export const ProbeAnswer = z.object({
  status: PacketStatus,
  confidence: z.number(),
  executed: z.array(RetrievalPath).describe('Paths that ran, each once; an escalation’s too.'),
  calls: z.number().int().describe('Path calls, a second look counted again.'),
  results: z.array(ScoredResult),
  dropped: z.array(z.object({ itemId: ItemId, reason: z.string() })),
  latencyMs: z.record(z.string(), z.number()),
});
export type ProbeAnswer = z.infer<typeof ProbeAnswer>;

/** memory.md §8.1: why a probe that failed did. The codes of intentions and skills belong to the battery. */
export const FailureCode = z.enum(['W0', 'W1', 'R0', 'R1', 'R2', 'R3', 'A0', 'U0', 'P0', 'P1', 'S0', 'S1']);
export type FailureCode = z.infer<typeof FailureCode>;

/** One probe of one run, scored. */
export const ProbeRow = z.object({
  probe: Probe,
  sessionId: z.string().nullable().describe('Its trace, by `bench.trace`.'),
  answer: ProbeAnswer,
  quality: z.number().describe('nDCG@5; for H 1 when empty.'),
  recallAt5: z.number(),
  reciprocalRank: z.number(),
  stale: z.number().nullable().describe('Stale error, 0, ½ or 1; null where the mode is not `current`.'),
  asOf: z.number().nullable().describe('1 where the gold is at rank 1; null where the mode is not `asof`.'),
  support: z.number().nullable().describe('Covered by required in the top 10, for D and G; null elsewhere.'),
  oracle: z.object({ route: z.string(), quality: z.number() }).nullable(),
  regret: z.number().nullable(),
  byRoute: z.record(z.string(), z.number()).describe('Quality of every forced route: a path, a pair “a+b”, “all”.'),
  failure: z.object({ code: FailureCode, evidence: z.string() }).nullable(),
});
export type ProbeRow = z.infer<typeof ProbeRow>;

const Part = z.object({
  points: z.number(),
  of: z.number().describe('The weight; 0 where no probe of the benchmark measures it.'),
  value: z.number().describe('0–1, before the weight.'),
});

/**
 * The score of bench.md: every part with its points, and their sum; where a benchmark lacks the probes for a part, the sum
 * of the others scaled to 100.
 */
export const R4Score = z.object({
  total: z.number(),
  parts: z.object({
    candidateRecall: Part,
    ranking: Part,
    route: Part,
    temporal: Part,
    support: Part,
    negative: Part,
    provenance: Part,
  }),
  families: z.partialRecord(
    ProbeFamily,
    z.object({
      probes: z.number().int(),
      recallAt5: z.number(),
      ndcgAt5: z.number(),
      mrr: z.number(),
      regret: z.number().nullable(),
    }),
  ),
  staleErrorRate: z.number().nullable().describe('null, as the next two: no probe measures it.'),
  asOfAccuracy: z.number().nullable(),
  falsePositives: z.number().nullable().describe('Share of H that was answered by something.'),
});
export type R4Score = z.infer<typeof R4Score>;

/** Measured beside the score, never mixed in. */
export const BenchFigures = z.object({
  pathsPerProbe: z.number(),
  fullFusionShare: z.number().describe('Share of probes on which all six paths ran.'),
  latencyMs: z.record(z.string(), z.object({ p50: z.number(), p95: z.number() })),
  calibration: z.array(z.object({ coverage: z.number(), risk: z.number(), confidence: z.number() })),
  bySealed: z.object({ open: z.number().nullable(), sealed: z.number().nullable() }).describe('Mean quality.'),
});
export type BenchFigures = z.infer<typeof BenchFigures>;

export const BenchResults = z.object({
  runId: z.string(),
  setup: BenchSetup,
  benchmark: z.object({
    name: z.string(),
    corpusHash: z.string().describe('SHA-256 over the corpus as it was loaded.'),
    probesHash: z.string(),
    objects: z.number().int(),
    probes: z.number().int(),
  }),
  versions: z.object({
    commit: z.string().nullable(),
    program: z.string(),
    policy: z.string(),
    policyHash: z.string(),
    embedder: z.string().nullable(),
    extraction: z.string(),
    paths: z.record(z.string(), z.string()),
  }),
  machine: z.object({ platform: z.string(), arch: z.string(), cpus: z.number().int(), node: z.string() }),
  startedAt: Instant,
  finishedAt: Instant,
  ms: z.object({ load: z.number(), vectors: z.number(), ask: z.number(), total: z.number() }),
  score: R4Score,
  routes: z
    .record(z.string(), R4Score.pick({ total: true, families: true }))
    .describe('What each route forced on every probe scores: single paths, pairs “a+b”, “all”, and “oracle”.'),
  figures: BenchFigures,
  probes: z.array(ProbeRow),
});
export type BenchResults = z.infer<typeof BenchResults>;

/** A run without its probes: what a list of runs shows. */
export const BenchRunSummary = z.object({
  runId: z.string(),
  setup: BenchSetup,
  name: z.string(),
  corpusHash: z.string().nullable().describe('null until it is finished, as the next.'),
  probesHash: z.string().nullable().describe('Totals over one corpus and the same probes can stand in one line.'),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  total: z.number().nullable(),
  parts: z.record(z.string(), z.number()).nullable().describe('Points by part.'),
  commit: z.string().nullable(),
});
export type BenchRunSummary = z.infer<typeof BenchRunSummary>;

/** How far a run is; sent as `bench.progress` whenever it moves. */
export const BenchStatus = z.object({
  runId: z.string(),
  setup: BenchSetup,
  label: z.string().describe('Which of an ablation’s runs this is, or the benchmark’s name.'),
  state: z.enum(['running', 'finished', 'cancelled', 'failed', 'interrupted']),
  stage: z.enum(['starting', 'loading', 'vectors', 'asking', 'scoring', 'done']),
  done: z.number().int(),
  total: z.number().int(),
  etaMs: z.number().nullable(),
  startedAt: Instant,
  error: ErrorBody.nullable(),
});
export type BenchStatus = z.infer<typeof BenchStatus>;

/** A run of this data directory, finished or not: how it stands, and whether the nine ablations belong to it. */
export const BenchRun = BenchRunSummary.extend({ state: BenchStatus.shape.state, ablate: z.boolean() });
export type BenchRun = z.infer<typeof BenchRun>;

/** Is it routing, retrievers, or both (recall.md §20)? Totals of 0–100. */
export const BenchDiagnosis = z.object({
  verdict: z.enum(['routing', 'retrievers', 'both', 'neither']),
  routed: z.number(),
  best: z.object({ path: RetrievalPath, total: z.number() }).describe('The best single path, forced on every probe.'),
  oracle: z.number(),
  text: z.string().describe('One paragraph in plain words.'),
});
export type BenchDiagnosis = z.infer<typeof BenchDiagnosis>;

const Interval = z.object({ mean: z.number(), low: z.number(), high: z.number() });

/** Two runs over the same probes: differences are second − first, with 95 % bootstrap intervals over the probes. */
export const BenchComparison = z.object({
  first: BenchRunSummary,
  second: BenchRunSummary,
  total: Interval,
  parts: z.record(z.string(), Interval),
  families: z.partialRecord(ProbeFamily, Interval).describe('Of the mean quality, 0–1.'),
  routes: z.record(z.string(), z.number()).describe('Difference of each forced route’s total.'),
  probes: z.array(z.object({ id: z.string(), query: z.string(), first: z.number(), second: z.number() })),
});
export type BenchComparison = z.infer<typeof BenchComparison>;

export const AblationVerdict = z.object({
  name: z.string(),
  setup: BenchSetup,
  total: z.number(),
  loss: Interval.describe('Points lost against the whole engine.'),
  families: z.partialRecord(ProbeFamily, z.number()).describe('Loss of mean quality, 0–1.'),
  verdict: z.enum(['earns its keep', 'does not']).describe('Earned where the whole interval lies above 0.'),
});
export type AblationVerdict = z.infer<typeof AblationVerdict>;

export const BenchAblation = z.object({
  runId: z.string().describe('The run of the whole engine.'),
  benchmark: z.string(),
  total: z.number(),
  verdicts: z.array(AblationVerdict),
});
export type BenchAblation = z.infer<typeof BenchAblation>;

/** recall.md §26: what a change may not do. */
export const GateReport = z.object({
  passed: z.boolean(),
  baseline: z.string(),
  checks: z.array(
    z.object({ name: z.string(), allowed: z.string(), before: z.number(), after: z.number(), passed: z.boolean() }),
  ),
});
export type GateReport = z.infer<typeof GateReport>;

const RunId = z.object({ runId: z.string().min(1).max(200) });

export const benchMethods = {
  'bench.list': method({
    summary: 'The benchmarks that can be run here, frozen baselines, and past runs, newest first.',
    role: 'operator',
    params: z.object({}),
    result: z.object({
      benchmarks: z.array(
        z.object({ id: z.string(), name: z.string(), objects: z.number().int(), probes: z.number().int() }),
      ),
      baselines: z.array(BenchRunSummary),
      runs: z.array(BenchRun),
      warnings: z.array(Warning).describe('Baselines and runs that are there and cannot be read.'),
    }),
  }),
  'bench.run': method({
    summary:
      'Run a benchmark in a store and process of its own. A run that was cancelled or killed goes on where it stopped.',
    role: 'operator',
    params: BenchSetup,
    result: BenchStatus,
  }),
  'bench.ablate': method({
    summary: 'Run the whole engine and the nine ablations of recall.md §21, each with its verdict.',
    role: 'operator',
    params: BenchSetup.pick({ benchmark: true, structure: true, policy: true, expansions: true }),
    result: BenchStatus,
  }),
  'bench.status': method({
    summary: 'How far the runs since the daemon started are, newest first.',
    role: 'operator',
    params: z.object({}),
    result: z.object({ runs: z.array(BenchStatus) }),
  }),
  'bench.cancel': method({
    summary: 'Stop a run. What was asked stays, and the same run goes on from there when it is started again.',
    role: 'operator',
    params: RunId,
    result: BenchStatus,
  }),
  'bench.results': method({
    summary: 'The results of a finished run, with everything needed to repeat it.',
    role: 'operator',
    params: RunId,
    result: BenchResults.extend({ diagnosis: BenchDiagnosis.nullable().describe('null where no oracle was run.') }),
  }),
  'bench.ablation': method({
    summary: 'The verdicts of a finished ablation.',
    role: 'operator',
    params: RunId,
    result: BenchAblation,
  }),
  'bench.compare': method({
    summary: 'What changed from one run to another over the same probes, with bootstrap intervals.',
    role: 'operator',
    params: z.object({ first: z.string(), second: z.string(), seed: z.number().int().default(1) }),
    result: BenchComparison,
  }),
  'bench.gate': method({
    summary: 'Whether a run may replace the frozen baseline of its benchmark (recall.md §26).',
    role: 'operator',
    params: RunId.extend({ baseline: z.string().optional() }),
    result: GateReport,
  }),
  'bench.trace': method({
    summary: 'The retrieval trace of one probe of a run.',
    role: 'operator',
    params: RunId.extend({ sessionId: z.string() }),
    result: Trace,
  }),
} as const;

/** Public sets that can become a benchmark folder. */
export const BenchmarkFormat = z.enum(['locomo', 'beir', 'musique', 'endoflife', 'factconsolidation']);
export type BenchmarkFormat = z.infer<typeof BenchmarkFormat>;

/** A path that is measured with rather than remembered: a benchmark as it is run, or a set that can become one. */
export const BenchmarkFound = z.object({
  path: z.string(),
  format: z.enum(['benchmark', ...BenchmarkFormat.options]),
});
export type BenchmarkFound = z.infer<typeof BenchmarkFound>;

/** Methods that make benchmark folders. */
export const benchFolderMethods = {
  'bench.import': method({
    summary: 'Make a benchmark folder of a public set: LoCoMo, BEIR, MuSiQue, endoflife, FactConsolidation.',
    role: 'operator',
    params: z.object({
      source: z.string().min(1).max(4000).describe('A folder, or the one JSON file of LoCoMo or FactConsolidation.'),
      destination: z.string().min(1).max(4000).describe('A new or empty folder.'),
      format: BenchmarkFormat.optional().describe('By default as its files tell.'),
      limit: z.number().int().min(1).optional().describe('At most so many probes.'),
    }),
    result: z.object({
      folder: z.string(),
      format: BenchmarkFormat,
      objects: z.number().int(),
      probes: z.number().int(),
      leftOut: z.record(z.string(), z.number().int()).describe('How much of the set became no part of it, by reason.'),
    }),
  }),
  'bench.canary': method({
    summary: 'Make a benchmark folder of this store’s own superseded facts: current and as-of questions.',
    role: 'operator',
    params: z.object({
      destination: z.string().min(1).max(4000),
      namespace: Namespace.default('default'),
      limit: z.number().int().min(1).max(2000).default(200),
      seed: z.number().int().min(0).default(1),
    }),
    result: z.object({ folder: z.string(), objects: z.number().int(), probes: z.number().int() }),
  }),
} as const;
