import type { RetrievalPath, Route } from '../contract/packet.ts';
import { toInstant } from '../contract/time.ts';
import type { Frame } from '../projections/standing.ts';
import type { PathQuery } from '../retrievers/path.ts';
import { askPaths, type PathAnswer } from './ask.ts';
import { calibrated } from './calibration.ts';
import { judgeConfidence } from './confidence.ts';
import { type Cut, cutToK } from './cut.ts';
import { isAnswer } from './evidence.ts';
import type { Weighted } from './excerpt.ts';
import { fusionOf } from './fuseAll.ts';
import { type HappenedAsked, judgeHappened, type TimedVerdict } from './happened.ts';
import { type Packed, packResults } from './packet.ts';
import { type CosineScale, cosineScaleOf } from './policy.ts';
import type { QueryFeatures } from './queryFeatures.ts';
import { type PipelineParts, patiently, type Request } from './request.ts';
import { type DroppedItem, type Filtered, filterAuthority, filterValidity, type Judged } from './validity.ts';
import type { View } from './view.ts';

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
  const recallVersion = parts.paths.recall?.version ?? '';
  return stages.time(
    'evidence_selected',
    () => {
      const { verdict, answersThen } =
        happened === null
          ? { verdict: judgeConfidence(evidence, parts.policy, scale), answersThen: false }
          : judgeHappened(evidence, happened, parts.policy, scale);
      return { verdict: calibrated(verdict, parts.policy.calibration, recallVersion), answersThen };
    },
    ({ verdict: { status, reason, confidence, signals } }) => ({
      in: selected.length,
      out: isAnswer({ status }) ? selected.length : 0,
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
