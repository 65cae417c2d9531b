import { curveBumpX, line } from 'd3';
import type { EvidencePacket, RetrievalPath, TraceCandidate } from '../../main/contract/index.ts';
import { retrievalPaths } from '../words.ts';

export interface RankLine {
  readonly itemId: string;
  readonly path: RetrievalPath;
  readonly rank: number;
  readonly score: number;
  readonly x: number;
  readonly y: number;
  /** Ranked deeper than the picture shows: drawn at its foot, with the rank in words. */
  readonly below: boolean;
  readonly final: { readonly rank: number; readonly x: number; readonly y: number } | null;
  readonly d: string | null;
  readonly droppedReason: string | null;
}

export interface RankLayout {
  readonly columns: readonly {
    readonly name: string;
    readonly x: number;
    readonly anchor: 'start' | 'middle' | 'end';
  }[];
  readonly lines: readonly RankLine[];
  readonly finals: readonly {
    readonly itemId: string;
    readonly rank: number;
    readonly x: number;
    readonly y: number;
  }[];
  readonly height: number;
  /** Candidates that were neither shown to the asker nor fit the picture. */
  readonly hidden: number;
}

const rowHeight = 17;
const top = 30;

/**
 * Each candidate as a line from its rank on a path to its final rank. With two paths the final ranks stand between
 * them; with any other number they stand on the right.
 */
export function rankLayout(
  candidates: readonly TraceCandidate[],
  results: EvidencePacket['results'],
  width: number,
): RankLayout {
  const present = new Set(candidates.map((candidate) => candidate.retriever));
  const paths = retrievalPaths.filter((path) => present.has(path));
  const rows = Math.min(Math.max(results.length + 2, 8, Math.min(deepest(candidates), 14)), 24);
  const margin = 34;
  const names = paths.length === 2 ? [paths[0], 'final', paths[1]] : [...paths, 'final'];
  const step = names.length > 1 ? (width - margin * 2) / (names.length - 1) : 0;
  const xOf = new Map(names.map((name, index) => [name, margin + index * step]));
  const finalX = xOf.get('final') ?? margin;
  const yOf = (rank: number) => top + (Math.min(rank, rows + 1) - 0.5) * rowHeight;
  const finalRank = new Map(results.map((result) => [result.itemId, result.rank]));
  const curve = line().curve(curveBumpX);

  const lines = candidates.flatMap((candidate): RankLine[] => {
    const rank = candidate.selectedForContext ? finalRank.get(candidate.candidateMemoryId) : undefined;
    const below = candidate.candidateRank > rows;
    if (below && rank === undefined) return [];
    const x = xOf.get(candidate.retriever) ?? margin;
    const y = yOf(candidate.candidateRank);
    const final = rank === undefined ? null : { rank, x: finalX, y: yOf(rank) };
    return [
      {
        itemId: candidate.candidateMemoryId,
        path: candidate.retriever,
        rank: candidate.candidateRank,
        score: candidate.candidateScore,
        x,
        y,
        below,
        final,
        d:
          final === null
            ? null
            : x < final.x
              ? curve([
                  [x, y],
                  [final.x, final.y],
                ])
              : curve([
                  [final.x, final.y],
                  [x, y],
                ]),
        droppedReason: candidate.droppedReason,
      },
    ];
  });
  return {
    columns: names.map((name, index) => ({
      name: name ?? '',
      x: margin + index * step,
      anchor: 'middle',
    })),
    lines,
    finals: results
      .filter((result) => result.rank <= rows)
      .map((result) => ({ itemId: result.itemId, rank: result.rank, x: finalX, y: yOf(result.rank) })),
    height: top + (rows + 1) * rowHeight + 8,
    hidden: candidates.length - lines.length,
  };
}

function deepest(candidates: readonly TraceCandidate[]): number {
  return candidates.reduce((rank, candidate) => Math.max(rank, candidate.candidateRank), 0);
}
