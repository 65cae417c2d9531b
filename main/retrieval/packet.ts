import { sha256 } from '../base/hash.ts';
import type { EvidenceResult } from '../contract/packet.ts';
import { toInstant } from '../contract/time.ts';
import type { Standing } from '../projections/standing.ts';
import type { Selected } from './cut.ts';
import { clip, excerptSpan, type Weighted } from './excerpt.ts';
import type { DroppedItem } from './validity.ts';

export interface PacketOptions {
  readonly sessionId: string;
  /** The asker's present, and the moment of asking by the daemon's clock: milliseconds since 1970. */
  readonly now: number;
  readonly retrievedAt: number;
  readonly tokenBudget: number;
  /** A result that would get less than this is dropped as over budget. */
  readonly leastTokens: number;
  /** What excerpts are made around. */
  readonly terms: readonly Weighted[];
  /** Told in `because` of results that several paths could have found. */
  readonly fusion: { readonly k0: number; readonly weights: Readonly<Record<string, number>> } | null;
}

export interface Packed {
  readonly results: readonly EvidenceResult[];
  readonly overBudget: readonly DroppedItem[];
  readonly tokensUsed: number;
}

/** Stable for one item in one session: 64 bits of SHA-256 over session, namespace and item. */
export function resultIdOf(sessionId: string, namespace: string, itemId: string): string {
  return `r_${sha256(JSON.stringify([sessionId, namespace, itemId])).slice(0, 16)}`;
}

/** An estimate that needs no tokenizer and errs on the safe side for English: ⌈UTF-16 length / 4⌉. */
export function tokensOf(text: string | null): number {
  return Math.ceil((text?.length ?? 0) / 4);
}

/**
 * Makes the results of a packet under a hard token budget. Counted is the stored language delivered: text, title,
 * author and caption. When all do not fit, each result gets an equal share; what a short one leaves goes to the others,
 * so that a long one never starves the rest. If a share falls under `leastTokens`, the last ranked ones are dropped.
 */
export function packResults(selected: readonly Selected[], options: PacketOptions): Packed {
  const wants = selected.map(({ item }) => tokensOf(item.text) + labelTokens(item));
  const { fitting, share } = fairShare(wants, options.tokenBudget, options.leastTokens);
  const results = selected.slice(0, fitting).map((one, at) => toResult(one, at + 1, share, options));
  return {
    results,
    overBudget: selected.slice(fitting).map((one) => ({ ...one, reason: 'over-budget' as const, by: null })),
    tokensUsed: results.reduce((sum, result) => sum + tokensOf(result.text) + labelTokens(result), 0),
  };
}

function labelTokens({ title, author, caption }: Pick<EvidenceResult, 'title' | 'author' | 'caption'>): number {
  return tokensOf(title) + tokensOf(author) + tokensOf(caption);
}

/**
 * The largest share such that Σ min(want, share) ≤ budget (max-min fairness), and how many of the first wants get at
 * least `least` or all they want under it.
 */
export function fairShare(
  wants: readonly number[],
  budget: number,
  least: number,
): { readonly fitting: number; readonly share: number } {
  for (let fitting = wants.length; fitting > 0; fitting--) {
    const share = levelOf(wants.slice(0, fitting), budget);
    if (share >= least || fitting === 1) return { fitting, share };
  }
  return { fitting: 0, share: budget };
}

function levelOf(wants: readonly number[], budget: number): number {
  let left = budget;
  const ascending = wants.toSorted((a, b) => a - b);
  for (const [at, want] of ascending.entries()) {
    const level = Math.floor(left / (ascending.length - at));
    if (want > level) return level;
    left -= want;
  }
  return Number.POSITIVE_INFINITY;
}

function toResult(one: Selected, rank: number, share: number, options: PacketOptions): EvidenceResult {
  const { item, standing, hits } = one;
  const words = fitWords(item, share, options.terms);
  const from = item.validFrom ?? standing.held?.from ?? null;
  const to = item.validTo ?? standing.held?.to ?? null;
  return {
    resultId: resultIdOf(options.sessionId, item.namespace, item.itemId),
    itemId: item.itemId,
    namespace: item.namespace,
    kind: item.kind,
    ...words,
    thread: item.thread,
    occurredAt: toInstant(item.occurredAt),
    derivedFrom: [item.itemId, ...item.derivedFrom, ...(item.documentId === null ? [] : [item.documentId])],
    document:
      item.documentId === null || item.start === null || item.end === null
        ? null
        : { itemId: item.documentId, start: item.start, end: item.end, heading: item.heading },
    fact: factOf(standing.fact),
    edges: uniqueEdges(hits),
    stale: staleWithin(standing.stale, words),
    episodeId: one.episodeId,
    rank,
    score: one.score,
    paths: hits.map(({ path, rank: pathRank, score }) => ({ path, rank: pathRank, score })),
    because: becauseOf(one, rank, options),
    source: item.source ?? item.sourceType,
    timestamp: toInstant(item.knownAt),
    validity: {
      validFrom: toInstant(from),
      validTo: toInstant(to),
      recordedAt: toInstant(item.recordedAt),
      knownAt: toInstant(item.knownAt),
      isCurrent: standing.isCurrent,
      supersedes: [...item.supersedes],
      supersededBy: [...standing.supersededBy],
    },
    memoryStatus: {
      source: item.source ?? item.sourceType,
      retrievedAt: toInstant(options.retrievedAt),
      age: Math.max(0, options.now - item.knownAt),
      validTime: { from: toInstant(from), to: toInstant(to) },
      authority: item.authority,
      confidence: item.confidence,
      contradictoryEvidence: [...standing.contradicts],
      currentness: standing.currentness,
    },
    eventId: item.eventId,
  };
}

function factOf(fact: Standing['fact']): EvidenceResult['fact'] {
  if (fact === null) return null;
  const { status } = fact;
  const [subject, predicate] = [cutOff(fact.subject), cutOff(fact.predicate)];
  const value = typeof fact.value === 'string' ? cutOff(fact.value) : fact.value;
  return { subject, predicate, value, validFrom: toInstant(fact.validFrom), validTo: toInstant(fact.validTo), status };
}

/** What is told beside the words of an item names something; a text among it is cut off, and not paid for. */
function cutOff(text: string): string {
  return clip(text, longestNamed);
}

/** UTF-16 units: far more than names and plain values take, and nothing beside the budget of a packet. */
const longestNamed = 200;

/** The signals of a path with the texts among them cut off. */
function cutOffWithin(signal: unknown): unknown {
  if (typeof signal === 'string') return cutOff(signal);
  if (Array.isArray(signal)) return signal.map(cutOffWithin);
  if (typeof signal !== 'object' || signal === null) return signal;
  return Object.fromEntries(Object.entries(signal).map(([name, one]) => [name, cutOffWithin(one)]));
}

/** The supporting path of every path that walked one, each edge once. */
function uniqueEdges(hits: Selected['hits']): EvidenceResult['edges'] {
  const edges = hits.flatMap(({ edges = [] }) => edges);
  const distinct = new Map(edges.map((edge) => [JSON.stringify([edge.itemId, edge.from, edge.to]), edge]));
  return [...distinct.values()].map(({ from, relation, to, ...edge }) => ({
    ...edge,
    from: cutOff(from),
    relation: cutOff(relation),
    to: cutOff(to),
  }));
}

/** The stale parts of an item that lie in the words shown of it, by their offsets in those. */
function staleWithin(stale: Standing['stale'], { text, excerpt }: Words): EvidenceResult['stale'] {
  const from = excerpt?.start ?? 0;
  return stale
    .map(({ start, end, by }) => ({ start: Math.max(0, start - from), end: Math.min(text.length, end - from), by }))
    .filter(({ start, end }) => start < end);
}

type Words = Pick<EvidenceResult, 'text' | 'excerpt' | 'title' | 'author' | 'caption'>;

/** The stored words within a share of tokens: labels get at most half of it, the text what they leave. */
function fitWords(item: Selected['item'], share: number, terms: readonly Weighted[]): Words {
  const whole = tokensOf(item.text) + labelTokens(item) <= share;
  const label = (text: string | null, part: number) =>
    text === null || whole ? text : clip(text, Math.max(4, Math.floor(share * part)) * 4);
  const labels = { title: label(item.title, 0.2), author: label(item.author, 0.1), caption: label(item.caption, 0.2) };
  if (whole) return { text: item.text, excerpt: null, ...labels };
  const { start, end } = excerptSpan(item.text, Math.max(0, share - labelTokens(labels)) * 4, terms);
  const excerpt = start === 0 && end === item.text.length ? null : { start, end, of: item.text.length };
  return { text: item.text.slice(start, end), excerpt, ...labels };
}

/** One row a path with the signals it ranked by, and one for what fusion made of them. */
function becauseOf({ hits, score, sameText, item }: Selected, rank: number, options: PacketOptions) {
  const rows: EvidenceResult['because'] = hits.map((hit) => ({
    ...(cutOffWithin(hit.signals) as typeof hit.signals),
    path: hit.path,
    rank: hit.rank,
    score: hit.score,
  }));
  const extras = {
    ...(sameText.length > 0 ? { sameText: [...sameText] } : {}),
    ...(item.trust === 'untrusted' ? { trust: item.trust } : {}),
  };
  if (options.fusion === null && Object.keys(extras).length === 0) return rows;
  return [...rows, { path: 'fused' as const, rank, score, ...options.fusion, ...extras }];
}
