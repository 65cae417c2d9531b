import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import type { ReplayMove, ReplaySide } from '../contract/replay.ts';
import { itemKey } from '../projections/items/item.ts';
import { jaccardAt, rankBiasedOverlap } from './overlap.ts';
import type { Policy } from './policy.ts';
import type { PipelineParts } from './request.ts';
import type { JudgedItem } from './validity.ts';
import { withPolicy } from './withPolicy.ts';

/** A past question as it was asked, and what was answered. */
export interface PastRequest {
  readonly packet: EvidencePacket;
  /** Milliseconds since 1970: when it was asked. */
  readonly at: number;
  readonly params: MethodParams<'retrieve'>;
}

export interface ReplayOptions {
  /** null: all that is known now. */
  readonly knownAt: string | null;
  readonly policy: Policy;
  readonly without: readonly string[];
}

/**
 * Asks a past question once more and lays the answers side by side. Nothing is recorded or counted, and no text counts as
 * handed out. Rejects as the pipeline does.
 */
export async function replay(
  parts: PipelineParts,
  { packet, params }: PastRequest,
  { knownAt, policy, without }: ReplayOptions,
  signal: AbortSignal,
): Promise<
  Pick<
    MethodResult<'trace.replay'>,
    'original' | 'replay' | 'moves' | 'statusChanged' | 'routeChanged' | 'jaccard' | 'rbo'
  >
> {
  const asked = { ...params, knownAt: knownAt ?? undefined };
  const again = await withPolicy(without.length === 0 ? parts : leavingOut(parts, without), policy, asked, signal);
  const [before, after] = [packet.results.map(itemKey), again.results.map(itemKey)];
  return {
    original: sideOf(packet),
    replay: sideOf(again),
    moves: movesBetween(packet, again),
    statusChanged: again.status !== packet.status,
    routeChanged: again.route.reasonCode !== packet.route.reasonCode,
    jaccard: jaccardAt(before, after, params.k),
    rbo: rankBiasedOverlap(before, after),
  };
}

function sideOf({ status, reason, confidence, need, route, steps, statement, results }: EvidencePacket): ReplaySide {
  return {
    ...{ status, reason, confidence, need, route, statement },
    asked: [...new Set(steps.map(({ path }) => path))],
    results: results.map(({ itemId, namespace, rank, text, validity, paths }) => ({
      // Whole: a secret that is cut before secrets are left out is not known as one any more.
      ...{ itemId, namespace, rank, text, isCurrent: validity.isCurrent },
      paths: paths.map(({ path }) => path),
    })),
  };
}

/** What came, went or moved between two answers. */
export function movesBetween(
  before: Pick<EvidencePacket, 'results'>,
  after: Pick<EvidencePacket, 'results'>,
): ReplayMove[] {
  const ranks = ({ results }: Pick<EvidencePacket, 'results'>) =>
    new Map(results.map((result) => [itemKey(result), result.rank]));
  const [was, is] = [ranks(before), ranks(after)];
  const moved = after.results.flatMap(({ itemId, namespace, rank }) => {
    const old = was.get(itemKey({ itemId, namespace })) ?? null;
    return old === rank ? [] : [{ itemId, namespace, before: old, after: rank }];
  });
  const gone = before.results
    .filter((result) => !is.has(itemKey(result)))
    .map(({ itemId, namespace, rank }) => ({ itemId, namespace, before: rank, after: null }));
  return [...moved, ...gone];
}

/**
 * The same memory, as though some items had never been stored: neither they nor what was read in them is seen, and what
 * nothing but they had replaced stands again.
 */
export function leavingOut(parts: PipelineParts, without: readonly string[]): PipelineParts {
  const left = new Set(without);
  const isLeft = ({ item }: JudgedItem) =>
    left.has(item.itemId) ||
    item.derivedFrom.some((from) => left.has(from)) ||
    left.has(item.itemId.split('#')[0] ?? '');
  const sift = (items: readonly JudgedItem[]) =>
    items.filter((one) => !isLeft(one)).map((one) => standingAgain(one, left));
  return {
    ...parts,
    judge: async (rowids, frame) => sift(await parts.judge(rowids, frame)),
    judgeNamed: async (refs, frame) => sift(await parts.judgeNamed(refs, frame)),
  };
}

function standingAgain(one: JudgedItem, left: ReadonlySet<string>): JudgedItem {
  const { standing } = one;
  const stale = standing.stale.filter(({ by }) => by === null || !left.has(by));
  const supersededBy = standing.supersededBy.filter((by) => !left.has(by));
  if (standing.by === null || !left.has(standing.by)) return { ...one, standing: { ...standing, stale, supersededBy } };
  const [next] = supersededBy;
  if (next !== undefined) return { ...one, standing: { ...standing, stale, supersededBy, by: next } };
  const current = { currentness: 'current' as const, isCurrent: true, by: null, held: null };
  return { ...one, standing: { ...standing, ...current, stale, supersededBy } };
}
