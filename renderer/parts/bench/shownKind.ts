import type { Probe } from '../../../main/contract/index.ts';

/** What a shown object is to a probe: its gold, a superseded version of it, a hard negative by its class, or neither. */
export function shownKind(probe: Probe, objects: readonly string[]): string | null {
  const has = (ids: readonly string[]) => ids.some((id) => objects.includes(id));
  if (has(probe.gold)) return 'gold';
  if (has(probe.stale)) return 'stale';
  const negative = Object.entries(probe.negatives).find(([, ids]) => has(ids));
  return negative === undefined ? null : `${negative[0]} negative`;
}
