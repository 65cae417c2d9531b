import { PiperError } from '../base/errors.ts';
import type { MethodParams } from '../contract/methods.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import { fromInstant } from '../contract/time.ts';
import {
  allDropped,
  candidateRecords,
  emptyNotice,
  noticesOf,
  statementOf,
  statementShare,
  toldDropped,
} from './account.ts';
import { type PathAnswer, pathsWithMore, withDeeper, withUnseen } from './ask.ts';
import { happenedAsked, withoutOtherTimes } from './happened.ts';
import { tokensOf } from './packet.ts';
import { tellsPast, withoutTimeWords } from './pastTexts.ts';
import { timeStages } from './stages.ts';
import {
  askAll,
  chooseRoute,
  cutList,
  findNeed,
  fuseAll,
  hideInvalid,
  hideUnbelieved,
  judge,
  makeQuery,
  type PipelineParts,
  pack,
  type Request,
  viewOf,
} from './steps.ts';
import type { SessionRecord } from './trace.ts';
import { droppedRow, type Judged } from './validity.ts';

export type { PipelineParts } from './steps.ts';

export interface Pipeline {
  /** Rejects with the caller's reason when the caller is gone, and when items cannot be read; else always a packet. */
  retrieve(params: MethodParams<'retrieve'>, signal: AbortSignal): Promise<EvidencePacket>;
}

/**
 * The request path, in order: need → route → query → retrieve → fuse → validity → authority → cut to k → confidence →
 * packet → trace. Every arrow is timed and recorded; branches live here, loops in the leaves.
 */
export function openPipeline(parts: PipelineParts): Pipeline {
  return {
    async retrieve(params, caller) {
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), params.budgetMs);
      try {
        return await retrieve(begin(params, patience.signal, caller, parts));
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function retrieve(request: Request): Promise<EvidencePacket> {
  const { params, parts } = request;
  const detected = findNeed(request);
  const route = chooseRoute(request, detected);
  const query = makeQuery(request);
  let answers = await askAll(request, route.participants, query);
  const view = viewOf(request, answers);
  let judged = await fuseAll(request, route, answers, view);
  let valid = hideInvalid(request, judged, view);
  const steps = answers.map(({ run }) => run);
  const more = pathsWithMore(answers, query.depth);
  const deeper = { ...query, depth: Math.max(parts.policy.depth.deeper.value, query.depth) };
  const crowdedOut = valid.dropped.length > 0 && valid.kept.length < params.k && more.length > 0;
  if (crowdedOut && request.deadline.aborted) answers = withUnseen(answers, more, 'deadline');
  else if (crowdedOut && deeper.depth > query.depth) {
    // Stale twins must not fill the list: one deeper look, never a second.
    const again = await askAll(request, more, deeper);
    answers = withDeeper(answers, again);
    judged = await fuseAll(request, route, answers, view);
    valid = hideInvalid(request, judged, view);
    steps.push(...again.map(({ run }) => run));
  }
  if (crowdedOut && valid.kept.length === 0) {
    answers = withUnseen(answers, pathsWithMore(answers, deeper.depth), 'list-full');
  }
  const believed = hideUnbelieved(request, valid.kept);
  const hidden = [...valid.dropped, ...believed.dropped];
  const best = cutList(request, believed.kept);
  const past = view.past !== null && tellsPast(best.selected, view.past) ? view.past : null;
  const runs = past === null ? answers : withoutTimeWords(answers, past);
  const happened = view.time === null && past === null ? happenedAsked(answers, best.selected, request.now) : null;
  const { verdict, answersThen } = judge(request, detected.features, runs, best, hidden, happened);
  const cut = happened !== null && answersThen ? withoutOtherTimes(best, happened) : best;
  const answered = verdict.status === 'found' || verdict.status === 'weak';
  const share = answered ? statementShare(answers, params.tokenBudget) : 0;
  const room = params.tokenBudget - share;
  const packed = pack(request, route, detected.features, answers, { selected: answered ? cut.selected : [], room });
  const statement = answered ? statementOf(answers, packed.results, share) : null;
  const dropped = allDropped(hidden, cut, packed, answered);
  const packet: EvidencePacket = {
    sessionId: request.sessionId,
    query: params.query,
    namespaces: [...query.namespaces],
    status: verdict.status,
    confidence: verdict.confidence,
    reason: verdict.reason,
    missing: [...verdict.missing],
    need: detected.need,
    route,
    time: view.time ?? past?.time ?? happened?.time ?? null,
    statement,
    steps,
    results: [...packed.results],
    dropped: toldDropped(dropped).map(droppedRow),
    support: verdict.support,
    latencyMs: request.stages.latencies(),
    tokens: { used: packed.tokensUsed + tokensOf(statement), budget: params.tokenBudget },
    notices: [...noticesOf(answers), ...(await emptyNotices(request, answers, judged))],
  };
  return recorded(request, packet, candidateRecords(answers, judged, dropped, packed));
}

/**
 * Asked of a namespace of which nothing was found: one that holds nothing may be misspelt. While projections are behind,
 * nobody can say that it holds nothing.
 */
async function emptyNotices(
  { params, parts }: Request,
  answers: readonly PathAnswer[],
  found: readonly Judged[],
): Promise<string[]> {
  const speaking = new Set(found.map(({ item }) => item.namespace));
  const silent = [...new Set(params.namespaces)].filter((namespace) => !speaking.has(namespace));
  if (silent.length === 0 || answers.every(({ result }) => result.status !== 'ok')) return [];
  const held = (await parts.namespaces()).map(({ namespace }) => namespace);
  return silent.filter((namespace) => !held.includes(namespace)).map((namespace) => emptyNotice(namespace, held));
}

function begin(
  params: MethodParams<'retrieve'>,
  deadline: AbortSignal,
  caller: AbortSignal,
  parts: PipelineParts,
): Request {
  const elapsed = parts.elapsed ?? (() => performance.now());
  const at = parts.clock.now();
  return {
    params,
    parts,
    sessionId: parts.ids.next(),
    at,
    now: fromInstant(params.now) ?? at,
    elapsed,
    stages: timeStages(elapsed),
    deadline,
    caller,
  };
}

/** Writes the session down. An answer is worth more than its record, but the reader has to know that there is none. */
function recorded(
  { parts, at, stages, sessionId }: Request,
  packet: EvidencePacket,
  candidates: SessionRecord['candidates'],
): EvidencePacket {
  try {
    parts.traces.record({ packet, queryId: parts.ids.next(), at, stages: stages.rows, candidates });
    return packet;
  } catch (error) {
    const code = error instanceof PiperError ? error.code : 'internal';
    parts.log.error('retrieval.trace-failed', error, { sessionId, code });
    const notice = `This session could not be recorded (${code}): trace.get and evidence.report will not know it.`;
    return { ...packet, notices: [...packet.notices, notice] };
  }
}
