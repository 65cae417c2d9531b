import type { EvidencePacket } from '../contract/packet.ts';
import type { CandidateRecord } from './traceRows.ts';

/** A stale item that came up, and what had replaced it; `shown`: its result id, where it was shown too. */
export interface Rival {
  readonly namespace: string;
  readonly stale: string;
  readonly current: string;
  readonly shown: string | null;
}

/** Stale items that came up and what had replaced each, whether it was hidden or shown with its label. */
export function rivalsIn({ results, dropped }: EvidencePacket, candidates: readonly CandidateRecord[]): Rival[] {
  const replaced: ReadonlySet<string> = new Set(['superseded', 'earlier', 'contested', 'retracted']);
  const hidden = dropped.flatMap(({ itemId, reason, by }): Rival[] => {
    const namespace = candidates.find((candidate) => candidate.itemId === itemId)?.namespace;
    if (by === null || namespace === undefined || !replaced.has(reason)) return [];
    return [{ namespace, stale: itemId, current: by, shown: null }];
  });
  const labelled = results.flatMap(({ resultId, itemId, namespace, validity }) =>
    validity.isCurrent
      ? []
      : validity.supersededBy.map((current): Rival => ({ namespace, stale: itemId, current, shown: resultId })),
  );
  return [...labelled, ...hidden];
}
