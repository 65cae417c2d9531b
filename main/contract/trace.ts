import { z } from 'zod';
import { GivenAnswer, ResultUse, ToldOutcome, UseMark, UseSource, UseState } from './evidence.ts';
import { Namespace } from './memory.ts';
import { EvidencePacket, ForcedPath, PacketStatus, RetrievalPath, StageName } from './packet.ts';
import { Instant } from './time.ts';

/** One candidate of one path in one session: retrieval-events v2 (recall.md §18). */
export const TraceCandidate = z.object({
  resultId: z.string().nullable().describe('Set when the candidate was shown to the asker.'),
  retriever: RetrievalPath,
  retrieverVersion: z.string(),
  candidateMemoryId: z.string(),
  namespace: Namespace,
  candidateRank: z.number().int(),
  candidateScore: z.number(),
  validFrom: Instant.nullable(),
  validTo: Instant.nullable(),
  isCurrent: z.boolean(),
  isSuperseded: z.boolean(),
  selectedForContext: z.boolean(),
  usedByAnswer: z.boolean().nullable().describe('null until a report or an observation says so.'),
  mark: UseMark.nullable(),
  markSource: UseSource.nullable().describe('Whose mark it is; null for what was only surfaced.'),
  citationOrClaimId: z.string().nullable(),
  droppedReason: z.string().nullable(),
});
export type TraceCandidate = z.infer<typeof TraceCandidate>;

export const TraceStage = z.object({
  stage: StageName,
  startMs: z.number().describe('Milliseconds after the request began.'),
  latencyMs: z.number(),
  in: z.number().int().nullable(),
  out: z.number().int().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type TraceStage = z.infer<typeof TraceStage>;

/** A row of the list of past sessions. */
export const TraceSummary = z.object({
  sessionId: z.string(),
  queryId: z.string(),
  queryTextHash: z.string(),
  query: z.string().nullable().describe('null once erased.'),
  timestamp: Instant,
  namespaces: z.array(Namespace),
  route: ForcedPath,
  routeReason: z.string(),
  status: PacketStatus,
  confidence: z.number(),
  results: z.number().int(),
  latencyMs: z.number(),
  cost: z.number().describe('Paths executed.'),
  reported: z.boolean().describe('Whether a use report has come in.'),
  use: UseState,
});
export type TraceSummary = z.infer<typeof TraceSummary>;

export const Trace = TraceSummary.extend({
  stages: z.array(TraceStage),
  candidates: z.array(TraceCandidate),
  uses: z.array(ResultUse).describe('What became of each result, by rank.'),
  answers: z.array(GivenAnswer),
  outcomes: z.array(ToldOutcome),
  packet: EvidencePacket.nullable().describe('What the asker was given; null once its text was erased.'),
});
export type Trace = z.infer<typeof Trace>;
