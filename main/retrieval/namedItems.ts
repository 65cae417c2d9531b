import type { EvidencePacket } from '../contract/packet.ts';

/** An item that a packet names; `rank` where it is one of its results. */
export interface NamedItem {
  readonly itemId: string;
  readonly namespace: string;
  readonly rank: number | null;
}

/** Every item whose id stands in a packet, its results first; one that was dropped counts for each namespace asked. */
export function namedItems({ results, dropped, namespaces }: EvidencePacket): NamedItem[] {
  const shown = results.map(({ itemId, namespace, rank }) => ({ itemId, namespace, rank }));
  const behind = results.flatMap((result) =>
    [
      ...result.derivedFrom,
      ...result.validity.supersedes,
      ...result.validity.supersededBy,
      ...result.memoryStatus.contradictoryEvidence,
      ...result.edges.flatMap(({ itemId, support }) => [itemId, ...support]),
      ...result.stale.flatMap(({ by }) => by ?? []),
      ...[result.document?.itemId ?? [], result.episodeId ?? []].flat(),
    ].map((itemId) => ({ itemId, namespace: result.namespace, rank: null })),
  );
  const left = dropped
    .flatMap(({ itemId, by }) => [itemId, ...(by === null ? [] : [by])])
    .flatMap((itemId) => namespaces.map((namespace) => ({ itemId, namespace, rank: null })));
  return [...shown, ...behind, ...left];
}
