import type { ProbeAnswer, ScoredResult } from '../../contract/bench.ts';
import { type EvidencePacket, EvidenceResult } from '../../contract/packet.ts';

/** What a probe gave that was never asked, or whose request broke: nothing, which scores as a failure. */
export const missingAnswer: ProbeAnswer = {
  status: 'could_not_look',
  confidence: 0,
  executed: [],
  calls: 0,
  results: [],
  dropped: [],
  latencyMs: {},
};

/**
 * What scoring needs of a packet.
 *
 * @param corpus the ids of the benchmark's objects: what the engine made of them for itself counts for nothing
 */
export function scoredAnswer(packet: EvidencePacket, corpus: ReadonlySet<string>): ProbeAnswer {
  return {
    status: packet.status,
    confidence: packet.confidence,
    executed: [...new Set(packet.steps.map(({ path }) => path))],
    calls: packet.steps.length,
    results: packet.results.map((result, at) => scoredResult(result, at + 1, corpus)),
    dropped: packet.dropped
      .filter(({ itemId }) => corpus.has(itemId))
      .map(({ itemId, reason }) => ({ itemId, reason })),
    latencyMs: packet.latencyMs,
  };
}

function scoredResult(result: EvidenceResult, place: number, corpus: ReadonlySet<string>): ScoredResult {
  return {
    counts: countsFor(result).filter((id) => corpus.has(id)),
    paths: [...new Set(result.paths.map(({ path }) => path))],
    structural: isStructural(result),
    provenance: provenanceOf(result, place),
  };
}

/** bench.md: every object that it was derived from; a supporting path, each of its edges' objects. */
function countsFor({ itemId, derivedFrom, edges }: EvidenceResult): string[] {
  return [...new Set([itemId, ...derivedFrom, ...edges.flatMap((edge) => [edge.itemId, ...edge.support])])];
}

/**
 * An edge, a path or a cause, and not a text hit. A fact that a path walked as an edge carries it in `edges`; one that
 * was merely looked up is none.
 */
function isStructural({ kind, edges }: EvidenceResult): boolean {
  return kind === 'edge' || kind === 'cause' || edges.length > 0;
}

/** Checks each by what it says, so that an engine which leaves one out, or makes one up, is seen. */
const fields = EvidenceResult.pick({ timestamp: true, validity: true, paths: true, score: true }).shape;

/** How many of the seven fields of recall.md §9.7 a result in this place (from 1) has. */
function provenanceOf(result: EvidenceResult, place: number): number {
  const present = [
    isNamed(result.itemId) && isNamed(result.resultId),
    fields.paths.safeParse(result.paths).success,
    isNamed(result.source),
    result.rank === place,
    Number.isFinite(result.score),
    fields.timestamp.safeParse(result.timestamp).success,
    fields.validity.safeParse(result.validity).success,
  ];
  return present.filter(Boolean).length;
}

function isNamed(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '';
}
