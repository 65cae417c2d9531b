import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { Ids } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { MethodParams } from '../contract/methods.ts';
import type { RetrievalPath, Route, TimeQuestion } from '../contract/packet.ts';
import { fromInstant, toInstant } from '../contract/time.ts';
import type { QuestionLink } from '../projections/entities/questionLinks.ts';
import { type ItemRef, itemKey } from '../projections/items/item.ts';
import type { Misgiving } from '../projections/misgivings.ts';
import type { Currentness, Frame } from '../projections/standing.ts';
import { type Asked, nothingAsked } from '../retrievers/asked.ts';
import { readCauseQuestion } from '../retrievers/causal/causeQuestion.ts';
import type { Path, PathQuery } from '../retrievers/path.ts';
import { askPaths, callerReason, type PathAnswer, untilAborted } from './ask.ts';
import { judgeConfidence } from './confidence.ts';
import { type Cut, cutToK } from './cut.ts';
import type { Weighted } from './excerpt.ts';
import { type Fused, fuse } from './fuse.ts';
import { type HappenedAsked, judgeHappened, type TimedVerdict } from './happened.ts';
import { inLivePart } from './livePart.ts';
import { type Packed, packResults } from './packet.ts';
import { type PastAsked, pastAsked, pastModes } from './pastTexts.ts';
import { type CosineScale, cosineScaleOf, type Policy } from './policy.ts';
import type { QueryFeatures } from './queryFeatures.ts';
import { type DetectedNeed, detectNeed, pathWeights, retrievalPaths, selectRoute } from './router.ts';
import { inWordsOfSources, sourceOf } from './sources.ts';
import type { Stages } from './stages.ts';
import type { TraceStore } from './trace.ts';
import {
  type DroppedItem,
  type Filtered,
  filterAuthority,
  filterValidity,
  isOnceBelieved,
  type Judged,
  type JudgedItem,
} from './validity.ts';
import type { Volatility } from './volatility.ts';

/** What is weighed and left out when results are handed over. */
export interface Handover {
  readonly volatility: Volatility;
  /** What speaks against relying on these items. */
  readonly misgivings: (refs: readonly ItemRef[], frame: Frame) => Promise<readonly Misgiving[]>;
  /** Whether secrets are left out of what is delivered, as the operator has set it. */
  readonly redactSecrets: () => boolean;
}

export interface PipelineParts {
  /** The paths of this store; leaving one out is how an ablation is run. */
  readonly paths: Readonly<Partial<Record<RetrievalPath, Path>>>;
  /** The items of these rows and how they stand in a frame, in any order; a row that is gone is left out. */
  readonly judge: (rowids: readonly number[], frame: Frame) => Promise<readonly JudgedItem[]>;
  /** The same by id: what others name as having taken their place. */
  readonly judgeNamed: (refs: readonly ItemRef[], frame: Frame) => Promise<readonly JudgedItem[]>;
  /** The things of these namespaces that a question names. */
  readonly links: (namespaces: readonly string[], text: string) => Promise<readonly QuestionLink[]>;
  /** What the structure at those things says is asked. */
  readonly asked: (query: PathQuery) => Promise<Asked>;
  /** The namespaces that hold anything. */
  readonly namespaces: () => Promise<readonly { readonly namespace: string }[]>;
  readonly policy: Policy;
  readonly handover: Handover;
  readonly clock: Clock;
  /** The daemon's own IANA zone, for askers that name none. */
  readonly timeZone: string;
  readonly ids: Ids;
  readonly traces: Pick<TraceStore, 'record'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Milliseconds from any fixed point, with fractions, for latencies; by default the process's monotonic clock. */
  readonly elapsed?: (() => number) | undefined;
}

/** One question on its way. Instants are milliseconds since 1970. */
export interface Request {
  readonly params: MethodParams<'retrieve'>;
  readonly parts: PipelineParts;
  readonly sessionId: string;
  /** The moment of asking by the daemon's clock, and the asker's present. */
  readonly at: number;
  readonly now: number;
  readonly elapsed: () => number;
  readonly stages: Stages;
  /** Fires when the paths' time is up. */
  readonly deadline: AbortSignal;
  readonly caller: AbortSignal;
}

/** The things of this memory that a question names; none where that cannot be read now: the paths will say so. */
export async function linkNames({ params, parts, caller }: Request, query: string): Promise<readonly QuestionLink[]> {
  try {
    return await untilAborted(() => parts.links(params.namespaces, query), caller);
  } catch (error) {
    if (caller.aborted) throw callerReason(caller);
    parts.log.warn('retrieval.links-failed', { code: error instanceof PiperError ? error.code : 'internal' });
    return [];
  }
}

/** Names the need, by the words, by what they name, and by what the structure there says is asked. */
export function findNeed(request: Request, links: readonly QuestionLink[]): Promise<DetectedNeed> {
  const { params, parts, stages } = request;
  return stages.timeAsync(
    'need_detected',
    async () => detectNeed(params.query, parts.policy, links, await readAsked(request, links)),
    ({ need, features }) => ({ detail: { need, features: [...features.names] } }),
  );
}

/** Forced paths are asked as they are. What cannot be read now is not known to be asked: the paths will say so. */
async function readAsked(request: Request, links: readonly QuestionLink[]): Promise<Asked> {
  const { params, parts, caller } = request;
  const byWords = { ...nothingAsked, cause: readCauseQuestion(params.query).isCausal };
  if (params.paths !== undefined || links.length === 0) return byWords;
  try {
    return await untilAborted(() => parts.asked(queryOf(request)), caller);
  } catch (error) {
    if (caller.aborted) throw callerReason(caller);
    parts.log.warn('retrieval.asked-failed', { code: error instanceof PiperError ? error.code : 'internal' });
    return byWords;
  }
}

export function chooseRoute({ params, parts, stages }: Request, detected: DetectedNeed): Route {
  const available = retrievalPaths.filter((path) => parts.paths[path] !== undefined);
  return stages.time(
    'route_selected',
    () => selectRoute(detected, parts.policy, { forced: params.paths, available }),
    ({ primary, secondary, participants, reasonCode, forced }) => ({
      out: participants.length,
      detail: { primary, secondary, participants, reasonCode, forced },
    }),
  );
}

/** What the paths are asked: the words as they stand, deep enough for k results after others were dropped. */
export function queryOf({ params, parts, now }: Pick<Request, 'params' | 'parts' | 'now'>): PathQuery {
  return {
    text: params.query.normalize('NFC'),
    namespaces: [...new Set(params.namespaces)],
    depth: Math.max(parts.policy.depth.first.value, 2 * params.k),
    now,
    timeZone: params.timeZone ?? parts.timeZone,
    knownAt: fromInstant(params.knownAt),
    includeHistorical: params.includeHistorical,
  };
}

export function makeQuery(request: Request): PathQuery {
  return request.stages.time(
    'query_generated',
    () => queryOf(request),
    ({ text, namespaces, depth }) => ({ detail: { length: text.length, namespaces: namespaces.length, depth } }),
  );
}

export function askAll(request: Request, names: readonly RetrievalPath[], query: PathQuery): Promise<PathAnswer[]> {
  const { parts, stages, deadline, caller, elapsed } = request;
  return stages.timeAsync(
    'candidates_retrieved',
    () => askPaths(names, parts.paths, query, { deadline, caller, elapsed, log: parts.log }),
    (answers) => ({
      in: names.length,
      out: answers.reduce((sum, { run }) => sum + run.candidates, 0),
      detail: { depth: query.depth, statuses: Object.fromEntries(answers.map(({ run }) => [run.path, run.status])) },
    }),
  );
}

/** From where everything is judged: the asker's present, or the time that the question names. */
export interface View {
  readonly frame: Frame;
  /** Past states are wanted: they are shown with their labels instead of being hidden. */
  readonly includeHistorical: boolean;
  /** What the question asks of time, where a path that reads time found what it is about; else null. */
  readonly time: TimeQuestion | null;
  /** A state of the past that is asked for, where no slot answers. */
  readonly past: PastAsked | null;
}

/**
 * A time in the words counts once `temporal` knows what they are about: "in 2019" is a state's date only where there is a
 * state; elsewhere it is one more thing that a text may say, unless the text was replaced and held just then. Where a
 * relation answers the question, the time at which it was walked counts.
 */
export function viewOf({ params, now }: Request, answers: readonly PathAnswer[]): View {
  const temporal = answers.find(({ path }) => path === 'temporal')?.result;
  const linked = temporal !== undefined && (temporal.candidates.length > 0 || temporal.absence !== undefined);
  const walked = answers.find(
    ({ path, result }) => (path === 'associate' || path === 'graph') && result.time !== undefined,
  );
  // A slot that answers knows best what is asked of its time.
  const bySlot = linked ? (temporal.time ?? null) : null;
  const isSlotAsked = temporal?.candidates.some(({ asked }) => asked) === true;
  const time = (isSlotAsked ? bySlot : null) ?? walked?.result.time ?? bySlot;
  return {
    frame: {
      at: time?.mode === 'at' ? (fromInstant(time.at) ?? now) : now,
      knownAt: fromInstant(params.knownAt) ?? fromInstant(time?.knownAt),
    },
    includeHistorical: params.includeHistorical || (time !== null && pastModes.has(time.mode)),
    time,
    past: time !== null || linked ? null : pastAsked(temporal?.time, now),
  };
}

/**
 * Fuses the lists and loads what they name, each item with its standing in the frame; adds what took the place of hidden
 * ones, and shows statements in the words of the items they were read in.
 */
export function fuseAll(request: Request, route: Route, answers: readonly PathAnswer[], view: View): Promise<Judged[]> {
  const { parts, stages } = request;
  const lists = answers.map(({ path, result }) => ({ path, candidates: result.candidates }));
  return stages.timeAsync(
    'fused',
    async () => {
      const terms = answers.flatMap(({ result }) => result.terms ?? []);
      const own = await loadItems(request, fuse(lists, fusionOf(route, parts.policy)), view.frame);
      const present = await withHeads(request, own.map(inLivePart(terms)), view);
      const sources = await sourcesOf(request, present, view.frame);
      return inWordsOfSources(present, sources.map(inLivePart(terms)));
    },
    (judged) => ({ in: lists.reduce((sum, { candidates }) => sum + candidates.length, 0), out: judged.length }),
  );
}

async function loadItems(request: Request, fused: readonly Fused[], frame: Frame): Promise<Judged[]> {
  const { parts, params } = request;
  if (fused.length === 0) return [];
  const rowids = fused.map(({ rowid }) => rowid);
  const items = await patiently(request, () => parts.judge(rowids, frame));
  const byRow = new Map(items.map((one) => [one.item.rowid, one]));
  const judged = fused.flatMap((one) => {
    const known = byRow.get(one.rowid);
    return known === undefined ? [] : [{ ...one, ...known }];
  });
  // Paths keep to the namespaces they are asked about; that no path's mistake shows another's memory is checked here.
  const own = judged.filter(({ item }) => params.namespaces.includes(item.namespace));
  if (own.length < judged.length) parts.log.warn('retrieval.foreign-items', { count: judged.length - own.length });
  return own;
}

/** The items in which proposed statements were read, as far as no path proposed them too. */
async function sourcesOf(request: Request, judged: readonly Judged[], frame: Frame): Promise<readonly JudgedItem[]> {
  const present = new Set(judged.map(({ item }) => itemKey(item)));
  const wanted = judged
    .flatMap(({ item }) => sourceOf(item) ?? [])
    .filter((ref) => !present.has(itemKey(ref)) && present.add(itemKey(ref)));
  return wanted.length === 0 ? [] : patiently(request, () => request.parts.judgeNamed(wanted, frame));
}

function patiently<T>({ caller }: Request, work: () => Promise<T>): Promise<T> {
  return untilAborted(work, caller).catch((error: unknown) => {
    throw caller.aborted ? callerReason(caller) : error;
  });
}

/** Something else holds in its place; in that of a cause that was overturned, what overturned it. */
function hasSuccessor({ item, standing: { currentness } }: Judged): boolean {
  return isOutweighed.has(currentness) || (item.kind === 'cause' && currentness === 'retracted');
}

const isOutweighed: ReadonlySet<Currentness> = new Set(['superseded', 'contested']);

/**
 * A question in the words of an old value is a question about what took its place: the present holder of each hidden
 * item's place joins the list there, unless it stands in it already. Chains are followed a few steps.
 */
async function withHeads(request: Request, judged: readonly Judged[], view: View): Promise<Judged[]> {
  if (view.includeHistorical) return [...judged];
  const present = new Set(judged.map(({ item }) => itemKey(item)));
  let list = [...judged];
  for (let step = 0, open = list; step < 4 && open.length > 0; step++) {
    const wanted = open
      .slice(0, 2 * request.params.k)
      .filter((one) => hasSuccessor(one) && !isOnceBelieved(one))
      .flatMap((one) => (one.standing.by === null ? [] : [one]))
      .map((one) => ({ one, ref: { namespace: one.item.namespace, itemId: one.standing.by ?? '' } }))
      .filter(({ ref }) => !present.has(itemKey(ref)) && present.add(itemKey(ref)));
    if (wanted.length === 0) break;
    const refs = wanted.map(({ ref }) => ref);
    const heads = await patiently(request, () => request.parts.judgeNamed(refs, view.frame));
    const byKey = new Map(heads.map((head) => [itemKey(head.item), head]));
    const added = new Map<Judged, Judged>();
    for (const { one, ref } of wanted) {
      const head = byKey.get(itemKey(ref));
      // A document holds no words of its own: those of its new text are found through its chunks.
      if (head === undefined || head.item.kind === 'document') continue;
      const [first, ...others] = one.hits;
      const signals = { ...first.signals, inPlaceOf: one.item.itemId };
      const inPlaceOf = [one.item, ...(one.inPlaceOf ?? [])];
      added.set(one, { ...one, ...head, inPlaceOf, rowid: head.item.rowid, hits: [{ ...first, signals }, ...others] });
    }
    list = list.flatMap((one) => {
      const head = added.get(one);
      return head === undefined ? [one] : [head, one];
    });
    open = [...added.values()];
  }
  return list.map((one) => inPlaceOfThose(one, list));
}

/** What stands in the list itself answers for the hidden ones in whose place it stands, too. */
function inPlaceOfThose(one: Judged, list: readonly Judged[]): Judged {
  const hidden = list.filter(({ item, standing }) => {
    return standing.by === one.item.itemId && item.namespace === one.item.namespace;
  });
  const replaced = hidden.filter((other) => hasSuccessor(other)).map(({ item }) => item);
  return replaced.length === 0 ? one : { ...one, inPlaceOf: [...new Set([...(one.inPlaceOf ?? []), ...replaced])] };
}

export function fusionOf(route: Route, policy: Policy) {
  return { k0: policy.fusion.k0.value, weights: pathWeights(route, policy) };
}

export function hideInvalid({ stages }: Request, judged: readonly Judged[], view: View): Filtered {
  return stages.time(
    'temporal_filter',
    () => filterValidity(judged, view.frame, view.includeHistorical, view.past),
    (filtered) => ({ ...filterNote(filtered), detail: { ...filterNote(filtered).detail, ...frameNote(view) } }),
  );
}

function frameNote({ frame, time }: View) {
  return { at: toInstant(frame.at), knownAt: toInstant(frame.knownAt), mode: time?.mode ?? null };
}

export function hideUnbelieved({ parts, stages }: Request, judged: readonly Judged[]): Filtered {
  const floor = parts.policy.floors.authority.value;
  return stages.time('authority_filter', () => filterAuthority(judged, floor), filterNote);
}

function filterNote({ kept, dropped }: Filtered) {
  const reasons: Record<string, number> = {};
  for (const { reason } of dropped) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return { in: kept.length + dropped.length, out: kept.length, detail: { dropped: reasons } };
}

export function cutList({ params, parts, stages }: Request, judged: readonly Judged[]): Cut {
  return stages.time(
    'evidence_selected',
    () => cutToK(judged, params.k, scaleOf(parts).floor),
    ({ selected }) => ({ in: judged.length, out: selected.length, detail: { step: 'cut' } }),
  );
}

export function judge(
  { params, parts, stages }: Request,
  features: QueryFeatures,
  runs: readonly PathAnswer[],
  { selected }: Cut,
  hidden: readonly DroppedItem[],
  happened: HappenedAsked | null,
): TimedVerdict {
  const evidence = { query: params.query, features, runs, selected, hidden };
  const scale = scaleOf(parts);
  return stages.time(
    'evidence_selected',
    () =>
      happened === null
        ? { verdict: judgeConfidence(evidence, parts.policy, scale), answersThen: false }
        : judgeHappened(evidence, happened, parts.policy, scale),
    ({ verdict: { status, reason, confidence, signals } }) => ({
      in: selected.length,
      out: status === 'found' || status === 'weak' ? selected.length : 0,
      detail: { step: 'confidence', status, reason, confidence, ...signals },
    }),
  );
}

function scaleOf({ policy, paths }: PipelineParts): CosineScale {
  return cosineScaleOf(policy, paths.recall?.version ?? '');
}

/** Whether secrets are left out of this answer. */
export function redacts({ params, parts }: Request): boolean {
  return parts.handover.redactSecrets() && !params.unredacted;
}

/** The results as the asker gets them, in `room` tokens; none when nothing qualifies. */
export function pack(
  request: Request,
  route: Route,
  frame: Frame,
  features: QueryFeatures,
  answers: readonly PathAnswer[],
  { selected, room }: { readonly selected: Cut['selected']; readonly room: number },
): Promise<Packed> {
  const { params, parts, stages, sessionId, now, at } = request;
  const refs = selected.map(({ item: { namespace, itemId } }) => ({ namespace, itemId }));
  return stages.timeAsync(
    'context_inserted',
    async () => {
      const misgivings =
        refs.length === 0 ? [] : await patiently(request, () => parts.handover.misgivings(refs, frame));
      return packResults(selected, {
        sessionId,
        now,
        retrievedAt: at,
        tokenBudget: room,
        leastTokens: parts.policy.excerpt.leastTokens.value,
        terms: focusTerms(params.query, features, answers),
        fusion: route.participants.length > 1 ? fusionOf(route, parts.policy) : null,
        volatility: parts.handover.volatility,
        acting: params.purpose === 'act',
        misgivings,
        redact: redacts(request),
      });
    },
    ({ results, tokensUsed }) => ({
      in: selected.length,
      out: results.length,
      detail: { tokens: tokensUsed, budget: params.tokenBudget },
    }),
  );
}

/** What an excerpt is made around: exact strings before words, rare words before common ones. */
function focusTerms(query: string, features: QueryFeatures, answers: readonly PathAnswer[]): Weighted[] {
  const exact = [...features.quotes, ...features.identifiers.map(({ text }) => text)];
  const known = answers.flatMap(({ result }) => result.terms ?? []);
  const words = known.flatMap(({ term, widenedTo, idf }) =>
    [term, ...widenedTo].map((form) => ({ term: form, weight: Math.max(idf, 0.1) })),
  );
  const plain = words.length > 0 ? [] : (query.match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((term) => ({ term, weight: 1 }));
  return [...words, ...plain, ...exact.map((term) => ({ term, weight: 20 }))];
}
