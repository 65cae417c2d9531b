import type { PathRun, RetrievalPath, Route } from '../contract/packet.ts';
import type { PathQuery } from '../retrievers/path.ts';
import { type PathAnswer, pathsWithMore, withDeeper, withUnseen } from './ask.ts';
import type { Verdict } from './confidence.ts';
import type { Cut } from './cut.ts';
import { fuseAll } from './fuseAll.ts';
import { type HappenedAsked, happenedAsked, withoutOtherTimes } from './happened.ts';
import { type PastAsked, tellsPast, withoutTimeWords } from './pastTexts.ts';
import type { EscalationStage } from './policy.ts';
import type { Request } from './request.ts';
import type { DetectedNeed } from './router.ts';
import { askAll, cutList, hideInvalid, hideUnbelieved, judge } from './steps.ts';
import type { DroppedItem, Filtered, Judged } from './validity.ts';
import { type View, viewOf } from './view.ts';

/** What is asked, on which way. */
export interface Asking {
  readonly detected: DetectedNeed;
  readonly route: Route;
  /** What is asked next while that is not enough. */
  readonly stages: readonly EscalationStage[];
  readonly query: PathQuery;
}

/** Where a request stands after some paths have answered: the list as it would be shown, and what it is worth. */
export interface Look {
  readonly answers: readonly PathAnswer[];
  /** Every call so far, a deeper one counted again. */
  readonly runs: readonly PathRun[];
  readonly view: View;
  readonly past: PastAsked | null;
  readonly happened: HappenedAsked | null;
  readonly judged: readonly Judged[];
  readonly hidden: readonly DroppedItem[];
  readonly cut: Cut;
  readonly verdict: Verdict;
  /** The one deeper look that a request has was taken. */
  readonly deepened: boolean;
}

/** Asks paths, beside those that an earlier look has asked, and judges all of their answers together. */
export async function look(
  request: Request,
  asked: Asking,
  paths: readonly RetrievalPath[],
  earlier?: Look,
): Promise<Look> {
  const { query } = asked;
  const fresh = await askAll(request, paths, query);
  const answers = [...(earlier?.answers ?? []), ...fresh];
  const runs = [...(earlier?.runs ?? []), ...fresh.map(({ run }) => run)];
  const view = viewOf(request, answers);
  const first = await sift(request, asked, answers, view);
  const seen = await withDeeperLook(request, asked, {
    ...first,
    answers,
    runs,
    view,
    deepened: earlier?.deepened ?? false,
  });
  return judged(request, asked, seen);
}

/** The fused list, without what does not hold in the frame that is asked about. */
async function sift(
  request: Request,
  { route }: Asking,
  answers: readonly PathAnswer[],
  view: View,
): Promise<{ readonly judged: readonly Judged[]; readonly valid: Filtered }> {
  const judged = await fuseAll(request, route, answers, view);
  return { judged, valid: hideInvalid(request, judged, view) };
}

type Seen = Pick<Look, 'answers' | 'runs' | 'view' | 'judged' | 'deepened'> & { readonly valid: Filtered };

/** Stale twins must not fill the list: one deeper look for a request, never a second. */
async function withDeeperLook(request: Request, asked: Asking, seen: Seen): Promise<Seen> {
  const { params, parts, deadline } = request;
  const { query } = asked;
  const { answers, valid, view } = seen;
  const more = pathsWithMore(answers, query.depth);
  const crowdedOut = valid.dropped.length > 0 && valid.kept.length < params.k && more.length > 0;
  if (!crowdedOut) return seen;
  if (deadline.aborted) return { ...seen, answers: withUnseen(answers, more, 'deadline') };
  const deeper = { ...query, depth: Math.max(parts.policy.depth.deeper.value, query.depth) };
  const goesDeeper = deeper.depth > query.depth && !seen.deepened;
  const again = goesDeeper ? await askAll(request, more, deeper) : [];
  const both = withDeeper(answers, again);
  const second = goesDeeper ? await sift(request, asked, both, view) : seen;
  const runs = [...seen.runs, ...again.map(({ run }) => run)];
  const unseen = second.valid.kept.length === 0 ? pathsWithMore(both, deeper.depth) : [];
  return {
    ...second,
    runs,
    view,
    deepened: seen.deepened || goesDeeper,
    answers: withUnseen(both, unseen, 'list-full'),
  };
}

function judged(request: Request, { detected }: Asking, { valid, ...seen }: Seen): Look {
  const { answers, view } = seen;
  const believed = hideUnbelieved(request, valid.kept);
  const hidden = [...valid.dropped, ...believed.dropped];
  const best = cutList(request, believed.kept);
  const past = view.past !== null && tellsPast(best.selected, view.past) ? view.past : null;
  const told = past === null ? answers : withoutTimeWords(answers, past);
  const happened = view.time === null && past === null ? happenedAsked(answers, best.selected, request.now) : null;
  const { verdict, answersThen } = judge(request, detected.features, told, best, hidden, happened);
  const cut = happened !== null && answersThen ? withoutOtherTimes(best, happened) : best;
  return { ...seen, past, happened, hidden, cut, verdict };
}
