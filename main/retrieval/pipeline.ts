import { PiperError } from '../base/errors.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import { fromInstant, toInstant } from '../contract/time.ts';
import {
  allDropped,
  candidateRecords,
  emptyNamespaces,
  noticesOf,
  statementOf,
  statementShare,
  toldDropped,
} from './account.ts';
import type { PathAnswer } from './ask.ts';
import { isAnswer } from './evidence.ts';
import { explainRoute } from './explainRoute.ts';
import { packetForModel } from './fence.ts';
import { reach } from './reach.ts';
import type { PipelineParts, Request } from './request.ts';
import { timeStages } from './stages.ts';
import { pack, redacts } from './steps.ts';
import { tokensOf } from './tokenCount.ts';
import type { SessionRecord } from './trace.ts';
import { droppedRow, type Judged } from './validity.ts';

export type { PipelineParts } from './request.ts';

export interface Pipeline {
  /** Rejects with the caller's reason when the caller is gone, and when items cannot be read; else always a packet. */
  retrieve(params: MethodParams<'retrieve'>, signal: AbortSignal): Promise<EvidencePacket>;
  /** How it would be asked, without asking. */
  explain(params: MethodParams<'router.explain'>): Promise<MethodResult<'router.explain'>>;
}

/**
 * The request path, in order: need → route → query → retrieve → fuse → validity → authority → cut to k → confidence
 * (→ further paths, and again) → packet → trace. Every arrow is timed and recorded; branches live here, loops in the leaves.
 */
export function openPipeline(parts: PipelineParts): Pipeline {
  return {
    explain: (params) => explainRoute(params, parts),
    async retrieve(params, caller) {
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), params.budgetMs);
      try {
        const packet = await retrieve(begin(params, patience.signal, caller, parts));
        return params.quoted ? { ...packet, quoted: packetForModel(packet) } : packet;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function retrieve(request: Request): Promise<EvidencePacket> {
  const { params } = request;
  const { detected, route, answers, runs, view, past, happened, judged, hidden, cut, verdict, ...reached } =
    await reach(request);
  const answered = isAnswer(verdict);
  const share = answered ? statementShare(answers, params.tokenBudget) : 0;
  const packed = await pack(request, route, view.frame, detected.features, answers, {
    selected: answered ? cut.selected : [],
    room: params.tokenBudget - share,
  });
  const statement = answered ? statementOf(answers, packed.results, share, redacts(request)) : null;
  const dropped = allDropped(hidden, cut, packed, answered);
  const packet: EvidencePacket = {
    sessionId: request.sessionId,
    query: params.query,
    namespaces: [...new Set(params.namespaces)],
    status: verdict.status,
    confidence: verdict.confidence,
    reason: verdict.reason,
    missing: [...verdict.missing],
    need: detected.need,
    route,
    escalations: [...reached.escalations],
    ...(reached.expansions.length === 0 ? {} : { expansions: [...reached.expansions] }),
    time: view.time ?? past?.time ?? happened?.time ?? null,
    statement,
    steps: [...runs],
    results: [...packed.results],
    dropped: toldDropped(dropped).map(droppedRow),
    support: verdict.support,
    latencyMs: request.stages.latencies(),
    tokens: { used: packed.tokensUsed + tokensOf(statement), budget: params.tokenBudget },
    notices: [
      ...noticesOf(answers),
      ...(verdict.reason === 'not-built' ? [notBuiltNotice] : []),
      ...(await emptyNotices(request, answers, judged)),
    ],
    ...(packed.redacted.length === 0 ? {} : { redactions: countsByKind(packed.redacted) }),
  };
  return recorded(request, packet, candidateRecords(answers, judged, dropped, packed));
}

const notBuiltNotice =
  'Procedures and intentions have no store yet, so nobody looked. Ask with paths search and recall for what texts say of it.';

function countsByKind(kinds: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));
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
  return emptyNamespaces(silent, await parts.namespaces());
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
  { parts, params, at, now, stages, sessionId }: Request,
  packet: EvidencePacket,
  candidates: SessionRecord['candidates'],
): EvidencePacket {
  const { query: _, ...rest } = params;
  const asked = { ...rest, now: toInstant(now), timeZone: params.timeZone ?? parts.timeZone };
  try {
    parts.traces.record({ packet, asked, queryId: parts.ids.next(), at, stages: stages.rows, candidates });
    return packet;
  } catch (error) {
    const code = error instanceof PiperError ? error.code : 'internal';
    parts.log.error('retrieval.trace-failed', error, { sessionId, code });
    const notice = `This session could not be recorded (${code}): trace.get and evidence.report will not know it.`;
    return { ...packet, notices: [...packet.notices, notice] };
  }
}
