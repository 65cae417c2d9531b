import type { Dropped, EvidenceResult } from '../contract/packet.ts';
import type { Item, Superseding } from '../projections/item.ts';
import { bestHit, type Fused } from './fuse.ts';

export type Currentness = EvidenceResult['memoryStatus']['currentness'];

/** How an item stands at one instant, and which item says so. */
export interface Standing {
  readonly currentness: Currentness;
  readonly isCurrent: boolean;
  readonly by: string | null;
  /** The items whose word against this one has taken effect, in the order in which it did. */
  readonly supersededBy: readonly string[];
}

/** A proposed item with its stored self and its standing. */
export interface Judged extends Fused {
  readonly item: Item;
  readonly standing: Standing;
}

/**
 * The standing of an item at `now` (milliseconds since 1970). Distrust weighs most, then a correction or retraction,
 * then supersession, then the item's own interval `[validFrom, validTo)`. Of several successors the one that took
 * effect last is named. A word that takes effect after `now` does not count yet.
 */
export function standingOf(item: Item, now: number): Standing {
  const inEffect = item.supersededBy
    .filter(({ itemId, from }) => itemId !== item.itemId && from <= now)
    .toSorted((a, b) => a.from - b.from || (a.itemId < b.itemId ? -1 : a.itemId > b.itemId ? 1 : 0));
  const supersededBy = [...new Set(inEffect.map(({ itemId }) => itemId))];
  const lastOf = (...relations: Superseding['relation'][]) =>
    inEffect.findLast(({ relation }) => relations.includes(relation))?.itemId;
  const stands = (currentness: Currentness, by: string | null = null): Standing => ({
    currentness,
    isCurrent: currentness === 'current',
    by,
    supersededBy,
  });
  if (item.trust === 'invalid') return stands('distrusted');
  const takenBack = lastOf('corrects', 'retracts');
  if (takenBack !== undefined) return stands('retracted', takenBack);
  const replaced = lastOf('supersedes');
  if (replaced !== undefined) return stands('superseded', replaced);
  if (item.validTo !== null && item.validTo <= now) return stands('expired');
  if (item.validFrom !== null && item.validFrom > now) return stands('not-yet-valid');
  return stands('current');
}

export interface Filtered {
  readonly kept: readonly Judged[];
  readonly dropped: readonly DroppedItem[];
}

/** What is left out, still with its item, for the packet and the trace. */
export interface DroppedItem extends Judged {
  readonly reason: Dropped['reason'];
  readonly by: string | null;
}

/** Hides what does not hold at the asker's present; `includeHistorical` lets it pass, labelled. */
export function filterValidity(judged: readonly Judged[], includeHistorical: boolean): Filtered {
  return sift(judged, ({ standing }) => {
    if (includeHistorical || standing.currentness === 'current' || standing.currentness === 'distrusted') return null;
    return { reason: standing.currentness, by: standing.by };
  });
}

/**
 * Hides what must not be believed: distrusted items always, since no question about the past is answered by them, and
 * items below the policy's floor of authority.
 */
export function filterAuthority(judged: readonly Judged[], floor: number): Filtered {
  return sift(judged, ({ item, standing }) => {
    if (standing.currentness === 'distrusted') return { reason: 'distrusted', by: null };
    return item.authority < floor ? { reason: 'below-floor', by: null } : null;
  });
}

/** Splits a list by a verdict: null keeps. Order stays. */
export function sift(
  judged: readonly Judged[],
  verdictOn: (one: Judged) => Pick<DroppedItem, 'reason' | 'by'> | null,
): Filtered {
  const kept: Judged[] = [];
  const dropped: DroppedItem[] = [];
  for (const one of judged) {
    const verdict = verdictOn(one);
    if (verdict === null) kept.push(one);
    else dropped.push({ ...one, ...verdict });
  }
  return { kept, dropped };
}

/** The contract's row for something left out, under its best rank. */
export function droppedRow({ item, reason, by, ...fused }: DroppedItem): Dropped {
  const { path, rank } = bestHit(fused);
  return { itemId: item.itemId, path, rank, reason, by };
}
