import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedClock } from '../../../main/base/clock.ts';
import { sha256 } from '../../../main/base/hash.ts';
import { silentLog } from '../../../main/base/log.ts';
import { type MethodInput, methods } from '../../../main/contract/methods.ts';
import type { RetrievalPath } from '../../../main/contract/packet.ts';
import type { Item } from '../../../main/projections/items/item.ts';
import type { Currentness, Standing } from '../../../main/projections/standing.ts';
import type { Fused } from '../../../main/retrieval/fuse.ts';
import { openPipeline, type PipelineParts } from '../../../main/retrieval/pipeline.ts';
import { loadPolicy, type Policy } from '../../../main/retrieval/policy.ts';
import { openTraceStore } from '../../../main/retrieval/trace.ts';
import type { Judged } from '../../../main/retrieval/validity.ts';
import { loadVolatility } from '../../../main/retrieval/volatility.ts';
import { type Asked, nothingAsked } from '../../../main/retrievers/asked.ts';
import type { Path, PathQuery, PathResult, QueryTerm } from '../../../main/retrievers/path.ts';

export const policyFile = join(import.meta.dirname, '../../../resources/router/policy-v0.json');
export const policy = loadPolicy(policyFile);
export const policyV1 = loadPolicy(join(import.meta.dirname, '../../../resources/router/policy-v1.json'));
export const volatility = loadVolatility(join(import.meta.dirname, '../../../resources/router/volatility-v1.json'));

/** 2026-03-10T12:00:00Z, the present of these tests. */
export const noon = Date.UTC(2026, 2, 10, 12);
export const days = (n: number) => n * 86_400_000;

/** Another item's word about one: `from` is when it takes effect. */
interface Superseding {
  readonly itemId: string;
  readonly relation: 'supersedes' | 'corrects' | 'retracts';
  readonly from: number;
}

/** An item that brings along what is said about it, for want of a store that knows. */
export interface SpokenItem extends Item {
  readonly supersededBy: readonly Superseding[];
}

export function item(rowid: number, text: string, rest: Partial<SpokenItem> = {}): SpokenItem {
  return {
    rowid,
    itemId: `m${rowid}`,
    namespace: 'default',
    kind: 'memory',
    text,
    title: null,
    author: null,
    thread: null,
    position: null,
    caption: null,
    entities: [],
    derivedFrom: [],
    source: null,
    sourceType: 'agent',
    occurredAt: noon - days(9),
    validFrom: null,
    validTo: null,
    observedAt: noon - days(9),
    recordedAt: noon - days(8),
    knownAt: noon - days(8),
    authority: 0.6,
    confidence: 0.8,
    salience: 0.5,
    supersedes: [],
    supersededBy: [],
    privacyClass: 'internal',
    retentionClass: 'keep',
    trust: 'trusted',
    contentHash: sha256(text),
    eventSeq: rowid,
    eventId: `e${rowid}`,
    documentId: null,
    start: null,
    end: null,
    heading: null,
    ...rest,
  };
}

export function term(word: string, idf = 3): QueryTerm {
  return { term: word, documents: idf > 0 ? 2 : 0, idf, widenedTo: [] };
}

/** Candidates in the order given: `[rowid, score]`. */
export function ranked(...rows: readonly (readonly [rowid: number, score: number])[]) {
  return rows.map(([rowid, score], at) => ({ rowid, rank: at + 1, score, signals: { place: at } }));
}

export function answer(rest: Partial<PathResult> = {}): PathResult {
  return { status: 'ok', reason: null, candidates: [], lagging: 0, ...rest };
}

export function judged(one: SpokenItem, hits: Fused['hits'], now = noon): Judged {
  return {
    rowid: one.rowid,
    score: hits[0].score,
    hits,
    item: one,
    standing: standingOf(one, now),
    episodeId: null,
  };
}

export const searchHit = (rank: number, score = 5) => ({ path: 'search' as const, rank, score, signals: {} });
export const recallHit = (rank: number, score = 0.6) => ({ path: 'recall' as const, rank, score, signals: {} });

export type Behaviour = (query: PathQuery, signal: AbortSignal) => Promise<PathResult> | PathResult;

export function pathOf(path: RetrievalPath, behaviour: Behaviour): Path & { readonly asked: PathQuery[] } {
  const asked: PathQuery[] = [];
  return {
    path,
    version: `${path}-test`,
    asked,
    async retrieve(query, signal) {
      asked.push(query);
      return behaviour(query, signal);
    },
  };
}

/** A pipeline over paths in memory and a real `traces.db` in a temporary directory; its items take `loadMs` to load. */
export function workshop(
  items: readonly SpokenItem[],
  behaviours: Partial<Record<RetrievalPath, Behaviour>>,
  {
    loadMs = 0,
    under = policy,
    names = [],
    also = [],
    asks = {},
  }: {
    readonly loadMs?: number;
    readonly under?: Policy;
    readonly names?: readonly string[];
    /** Other names of each of these. */
    readonly also?: readonly string[];
    readonly asks?: Partial<Asked>;
  } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'piper-retrieval-'));
  const clock = fixedClock(noon);
  const traces = openTraceStore(join(dir, 'traces.db'), { clock });
  let next = 0;
  const ids = { next: () => `id-${++next}` };
  const paths = {
    ...(behaviours.search && { search: pathOf('search', behaviours.search) }),
    ...(behaviours.recall && { recall: pathOf('recall', behaviours.recall) }),
    ...(behaviours.temporal && { temporal: pathOf('temporal', behaviours.temporal) }),
    ...(behaviours.associate && { associate: pathOf('associate', behaviours.associate) }),
    ...(behaviours.causal && { causal: pathOf('causal', behaviours.causal) }),
  };
  const errors: string[] = [];
  const log = {
    ...silentLog,
    error: (event: string, _: unknown, fields = {}) => errors.push(JSON.stringify([event, fields])),
  };
  const load = async (rowids: readonly number[]) => {
    if (loadMs > 0) await new Promise((resolve) => setTimeout(resolve, loadMs));
    return items.filter(({ rowid }) => rowids.includes(rowid));
  };
  const judge: PipelineParts['judge'] = async (rowids, { at }) =>
    (await load(rowids)).map((item) => ({ item, standing: standingOf(item, at), episodeId: null }));
  const judgeNamed: PipelineParts['judgeNamed'] = async (refs, { at }) =>
    items
      .filter(({ itemId }) => refs.some((ref) => ref.itemId === itemId))
      .map((item) => ({ item, standing: standingOf(item, at), episodeId: null }));
  const namespaces = async () =>
    [...new Set(items.map(({ namespace }) => namespace))].map((namespace) => ({ namespace }));
  const pipeline = openPipeline({
    paths,
    judge,
    judgeNamed,
    links: async (_, text) =>
      names
        .map((name) => ({
          name,
          start: text.indexOf(name),
          namespace: 'default',
          edges: true,
          facts: true,
          stated: true,
          ...(also.length > 0 ? { also } : {}),
        }))
        .filter(({ start }) => start >= 0)
        .map((link) => ({ ...link, end: link.start + link.name.length })),
    asked: async () => ({ ...nothingAsked, ...asks }),
    namespaces,
    policy: under,
    handover: { volatility, misgivings: async () => [], redactSecrets: () => true },
    clock,
    timeZone: 'UTC',
    ids,
    traces,
    log,
  });
  return {
    dir,
    clock,
    traces,
    paths,
    errors,
    pipeline,
    ask: (query: string, rest: Partial<MethodInput<'retrieve'>> = {}, signal = new AbortController().signal) =>
      pipeline.retrieve(methods.retrieve.params.parse({ query, ...rest }), signal),
    close() {
      traces.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** How an item stands by what its own fields say, for a pipeline without a store. */
export function standingOf(item: SpokenItem, now: number): Standing {
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
    contradicts: inEffect.filter(({ relation }) => relation !== 'supersedes').map(({ itemId }) => itemId),
    fact: null,
    held: null,
    stale: [],
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
