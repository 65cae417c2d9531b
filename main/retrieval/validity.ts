import type { Dropped } from '../contract/packet.ts';
import type { Item } from '../projections/items/item.ts';
import type { Currentness, Frame, Standing } from '../projections/standing.ts';
import { bestHit, type Fused } from './fuse.ts';
import { answersPast, type PastAsked, pastFirst } from './pastTexts.ts';

/** An item with how it stands in the frame that was asked about. */
export interface JudgedItem {
  readonly item: Item;
  readonly standing: Standing;
  /** The episode that it is part of. */
  readonly episodeId: string | null;
}

/** A proposed item with its stored self and its standing. */
export interface Judged extends Fused, JudgedItem {
  /** The hidden items in whose place it stands: what was proposed were their words. */
  readonly inPlaceOf?: readonly Item[];
  /** Rows that paths proposed and that it stands for beside its own: statements that were read in it. */
  readonly rows?: readonly number[];
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

/** Shown all the same: `earlier` ones with their label, distrusted ones until authority is looked at. */
const passing: ReadonlySet<Currentness> = new Set(['current', 'earlier', 'distrusted']);

/** The question asks for causes that were believed once, and this is one: it is shown, with its label. */
export function isOnceBelieved({ hits, standing }: Judged): boolean {
  if (standing.currentness === 'distrusted') return false;
  return hits.some(({ path, signals }) => path === 'causal' && signals.status === 'overturned');
}

/**
 * Hides what does not hold in the frame that was asked about; `includeHistorical` lets it pass, labelled, and `past` those
 * texts that tell the state that it asks for. What was not known yet at the frame's `knownAt` is always hidden.
 */
export function filterValidity(
  judged: readonly Judged[],
  frame: Frame,
  includeHistorical: boolean,
  past: PastAsked | null = null,
): Filtered {
  const answers = past === null ? () => false : answersPast(judged, past);
  const { kept, dropped } = sift(judged, (one) => {
    const { item, standing } = one;
    if (frame.knownAt !== null && item.knownAt > frame.knownAt) return { reason: 'not-known-then', by: null };
    if (passing.has(standing.currentness) || includeHistorical || isOnceBelieved(one) || answers(one)) return null;
    // What passes is no reason to drop; the compiler cannot see that `passing` holds just these.
    return { reason: standing.currentness as Dropped['reason'], by: standing.by };
  });
  if (includeHistorical) return { kept, dropped };
  const ordered = laterFirst(kept);
  return { kept: past === null ? ordered : pastFirst(ordered, past), dropped };
}

/** Where a later statement of the same kind is in the list, it takes the place of its earlier ones, and they follow it. */
function laterFirst(kept: readonly Judged[]): Judged[] {
  const ordered = [...kept];
  for (const earlier of kept) {
    if (earlier.standing.currentness !== 'earlier') continue;
    const from = ordered.findIndex(({ item }) => isSame(item, earlier.item.namespace, earlier.standing.by));
    const to = ordered.indexOf(earlier);
    if (from > to) ordered.splice(to, 0, ...ordered.splice(from, 1));
  }
  return ordered;
}

function isSame(item: Item, namespace: string, itemId: string | null): boolean {
  return item.itemId === itemId && item.namespace === namespace;
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
