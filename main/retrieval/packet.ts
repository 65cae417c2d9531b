import { sha256 } from '../base/hash.ts';
import type { EvidenceResult } from '../contract/packet.ts';
import { toInstant } from '../contract/time.ts';
import { redactSecrets, redactWithin, type SecretKind } from '../language/secrets.ts';
import { itemKey } from '../projections/items/item.ts';
import type { Misgiving } from '../projections/misgivings.ts';
import type { Standing } from '../projections/standing.ts';
import type { Selected } from './cut.ts';
import { clip, excerptSpan, type Span, type Weighted } from './excerpt.ts';
import { type ShownText, shownText } from './shownText.ts';
import { clipToTokens, lengthWithin, tokensOf } from './tokenCount.ts';
import type { DroppedItem } from './validity.ts';
import { verifyFirst } from './verifyFirst.ts';
import type { Volatility } from './volatility.ts';

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
  readonly volatility: Volatility;
  /** The asker is about to change something outside by the answer. */
  readonly acting: boolean;
  /** Of those selected, the items that something speaks against relying on. */
  readonly misgivings: readonly Misgiving[];
  /** Whether secrets are left out. */
  readonly redact: boolean;
}

export interface Packed {
  readonly results: readonly EvidenceResult[];
  readonly overBudget: readonly DroppedItem[];
  readonly tokensUsed: number;
  /** Secrets that were left out, each by its kind. */
  readonly redacted: readonly SecretKind[];
}

/** Stable for one item in one session: 64 bits of SHA-256 over session, namespace and item. */
export function resultIdOf(sessionId: string, namespace: string, itemId: string): string {
  return `r_${sha256(JSON.stringify([sessionId, namespace, itemId])).slice(0, 16)}`;
}

/** A selected item with what may be shown of its words. */
interface Shown {
  readonly one: Selected;
  readonly text: ShownText;
  readonly labels: Labels;
}

type Labels = Pick<EvidenceResult, 'title' | 'author' | 'caption'>;

/**
 * Makes the results of a packet under a hard token budget. Counted is the stored language delivered: text, title,
 * author and caption. When all do not fit, each result gets an equal share; what a short one leaves goes to the others,
 * so that a long one never starves the rest. If a share falls under `leastTokens`, the last ranked ones are dropped.
 */
export function packResults(selected: readonly Selected[], options: PacketOptions): Packed {
  const shown = selected.map((one) => ({ one, ...shownWords(one.item, options.redact) }));
  const wants = shown.map(({ text, labels }) => tokensOf(text.text) + labelTokens(labels));
  const { fitting, share } = fairShare(wants, options.tokenBudget, options.leastTokens);
  const redacted: SecretKind[] = [];
  const results = shown
    .slice(0, fitting)
    .map((one, at) => toResult(one, at + 1, share, options, (kind) => redacted.push(kind)));
  return {
    results,
    overBudget: selected.slice(fitting).map((one) => ({ ...one, reason: 'over-budget' as const, by: null })),
    tokensUsed: results.reduce((sum, result) => sum + tokensOf(result.text) + labelTokens(result), 0),
    redacted,
  };
}

/** What counts is what is shown: a mark may be longer than the secret in whose place it stands. */
function shownWords({ text, title, author, caption }: Selected['item'], redact: boolean): Omit<Shown, 'one'> {
  const clean = (label: string | null) => (label === null || !redact ? label : redactSecrets(label).text);
  const labels = { title: clean(title), author: clean(author), caption: clean(caption) };
  return { text: shownText(text, redact), labels };
}

function labelTokens({ title, author, caption }: Labels): number {
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

function toResult(
  shown: Shown,
  rank: number,
  share: number,
  options: PacketOptions,
  count: (kind: SecretKind) => void,
): EvidenceResult {
  const { one } = shown;
  const { item, standing, hits } = one;
  const { place, ...words } = fitWords(shown, share, options.terms);
  const { text, ...labels } = words;
  const from = item.validFrom ?? standing.held?.from ?? null;
  const to = item.validTo ?? standing.held?.to ?? null;
  const source = cutOff(item.source ?? item.sourceType);
  const result: Omit<EvidenceResult, 'text'> = {
    resultId: resultIdOf(options.sessionId, item.namespace, item.itemId),
    itemId: item.itemId,
    namespace: item.namespace,
    kind: item.kind,
    ...labels,
    thread: item.thread === null ? null : cutOff(item.thread),
    occurredAt: toInstant(item.occurredAt),
    derivedFrom: [item.itemId, ...item.derivedFrom, ...(item.documentId === null ? [] : [item.documentId])],
    document:
      item.documentId === null || item.start === null || item.end === null
        ? null
        : {
            itemId: item.documentId,
            start: item.start,
            end: item.end,
            heading: item.heading === null ? null : cutOff(item.heading),
          },
    fact: factOf(standing.fact),
    edges: uniqueEdges(hits),
    stale: staleWithin(standing.stale, place, shown.text),
    episodeId: one.episodeId,
    rank,
    score: one.score,
    paths: hits.map(({ path, rank: pathRank, score }) => ({ path, rank: pathRank, score })),
    because: becauseOf(one, rank, options),
    source,
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
      source,
      retrievedAt: toInstant(options.retrievedAt),
      age: Math.max(0, options.now - item.knownAt),
      validTime: { from: toInstant(from), to: toInstant(to) },
      authority: item.authority,
      confidence: item.confidence,
      contradictoryEvidence: [...standing.contradicts],
      currentness: standing.currentness,
      ...verification(one, text, to, options),
    },
    eventId: item.eventId,
  };
  for (const kind of shown.text.leftOut(place.start, place.end)) count(kind);
  return options.redact ? { ...redactWithin(result, count), text } : { ...result, text };
}

/** Why this memory is to be checked first, with the class of such facts; nothing where nothing speaks for it. */
function verification(
  { item, standing }: Selected,
  text: string,
  validTo: number | null,
  { volatility, acting, misgivings, now }: PacketOptions,
): Pick<EvidenceResult['memoryStatus'], 'verifyFirst'> {
  const kind = volatility.ofItem({ kind: item.kind, fact: standing.fact, text });
  const misgiving = misgivings.find((one) => itemKey(one) === itemKey(item));
  const until = standing.fact?.validTo ?? validTo;
  const reasons = verifyFirst({
    class: kind,
    age: Math.max(0, now - item.observedAt),
    over: !standing.isCurrent || (until !== null && until <= now),
    contested: standing.contradicts.length > 0 || standing.currentness === 'contested',
    acting,
    failedBefore: misgiving?.failedBefore === true,
    sourceChanged: misgiving?.sourceChanged === true,
  });
  return reasons.length === 0 ? {} : { verifyFirst: { reasons, volatility: kind.name, horizon: kind.horizon } };
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
function staleWithin(
  stale: Standing['stale'],
  { start: from, end: to }: Span,
  shown: ShownText,
): EvidenceResult['stale'] {
  return stale
    .map(({ start, end, by }) => ({
      start: Math.max(from, shown.toShown(start, 'start')) - from,
      end: Math.min(to, shown.toShown(end, 'end')) - from,
      by,
    }))
    .filter(({ start, end }) => start < end);
}

type Words = Pick<EvidenceResult, 'text' | 'excerpt' | 'title' | 'author' | 'caption'>;

/** The words within a share of tokens: labels get at most half of it, the text what they leave; and its place. */
function fitWords(
  { one, text: shown, labels: all }: Shown,
  share: number,
  terms: readonly Weighted[],
): Words & { readonly place: Span } {
  const { text } = shown;
  const whole = { start: 0, end: text.length };
  if (tokensOf(text) + labelTokens(all) <= share) return { text, excerpt: null, place: whole, ...all };
  const label = (words: string | null, part: number) =>
    words === null ? null : clipToTokens(words, Math.max(4, Math.floor(share * part)));
  const labels = { title: label(all.title, 0.2), author: label(all.author, 0.1), caption: label(all.caption, 0.2) };
  const { start, end } = excerptWithin(text, Math.max(0, share - labelTokens(labels)), terms);
  if (start === 0 && end === text.length) return { text, excerpt: null, place: whole, ...labels };
  const excerpt = { start: shown.toStored(start, 'start'), end: shown.toStored(end, 'end'), of: one.item.text.length };
  return { text: text.slice(start, end), excerpt, place: { start, end }, ...labels };
}

/** The stretch that says most about the question in at most so many tokens, however they are spread over the text. */
function excerptWithin(text: string, tokens: number, terms: readonly Weighted[]): Span {
  let length = lengthWithin(text, tokens);
  for (;;) {
    const span = excerptSpan(text, length, terms);
    if (tokensOf(text.slice(span.start, span.end)) <= tokens || length === 0) return span;
    length = Math.floor(length * 0.8);
  }
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
