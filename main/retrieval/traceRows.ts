import type { ResultUse, UseState } from '../contract/evidence.ts';
import type { RetrievalPath } from '../contract/packet.ts';
import { toInstant } from '../contract/time.ts';
import type { TraceCandidate, TraceSummary } from '../contract/trace.ts';

/** The rows of `traces.db` as they lie there; times are milliseconds since 1970, truth values 0 or 1. */
export interface SessionRow {
  readonly session_key: number;
  readonly session_id: string;
  readonly query_id: string;
  readonly query_text_hash: string;
  readonly query: string | null;
  readonly at: number;
  readonly namespaces: string;
  readonly route: TraceSummary['route'];
  readonly route_reason: string;
  readonly status: TraceSummary['status'];
  readonly confidence: number;
  readonly results: number;
  readonly latency_ms: number;
  readonly cost: number;
  readonly stages: string;
  readonly candidates: string;
  readonly packet: string | null;
  readonly use_state: UseState | null;
}

/** One candidate of one path and what became of it. */
export interface CandidateRecord {
  readonly retriever: RetrievalPath;
  readonly retrieverVersion: string;
  readonly itemId: string;
  readonly namespace: string;
  readonly rank: number;
  readonly score: number;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  readonly isCurrent: boolean;
  readonly isSuperseded: boolean;
  readonly resultId: string | null;
  readonly droppedReason: string | null;
}

export function toSummary(row: SessionRow): TraceSummary {
  return {
    sessionId: row.session_id,
    queryId: row.query_id,
    queryTextHash: row.query_text_hash,
    query: row.query,
    timestamp: toInstant(row.at),
    namespaces: JSON.parse(row.namespaces) as string[],
    route: row.route,
    routeReason: row.route_reason,
    status: row.status,
    confidence: row.confidence,
    results: row.results,
    latencyMs: row.latency_ms,
    cost: row.cost,
    reported: row.use_state === 'reported',
    use: row.use_state ?? 'nothing-shown',
  };
}

export function toCandidate(one: CandidateRecord, useOf: ReadonlyMap<string, ResultUse>): TraceCandidate {
  const use = one.resultId === null ? undefined : useOf.get(one.resultId);
  const mark = use?.mark ?? (one.resultId === null ? null : 'surfaced');
  return {
    resultId: one.resultId,
    retriever: one.retriever,
    retrieverVersion: one.retrieverVersion,
    candidateMemoryId: one.itemId,
    namespace: one.namespace,
    candidateRank: one.rank,
    candidateScore: one.score,
    validFrom: toInstant(one.validFrom),
    validTo: toInstant(one.validTo),
    isCurrent: one.isCurrent,
    isSuperseded: one.isSuperseded,
    selectedForContext: one.resultId !== null,
    usedByAnswer: mark === 'used' || mark === 'cited' ? true : mark === 'ignored' ? false : null,
    mark,
    markSource: use?.source ?? null,
    citationOrClaimId: use?.claimIds.at(-1) ?? null,
    droppedReason: one.droppedReason,
  };
}

/** Candidates as they are stored: JSON, without the names that a hundred of them would repeat. */
export function candidatesToText(candidates: readonly CandidateRecord[]): string {
  return JSON.stringify(candidates.map((one) => memberNames.map((name) => one[name])));
}

export function candidatesOfText(text: string): CandidateRecord[] {
  const rows = JSON.parse(text) as unknown[][];
  return rows.map(
    (row) => Object.fromEntries(memberNames.map((name, at) => [name, row[at]])) as unknown as CandidateRecord,
  );
}

/** The order of the stored members; new ones go to the end. */
const memberNames = [
  'retriever',
  'retrieverVersion',
  'itemId',
  'namespace',
  'rank',
  'score',
  'validFrom',
  'validTo',
  'isCurrent',
  'isSuperseded',
  'resultId',
  'droppedReason',
] as const satisfies readonly (keyof CandidateRecord)[];
