import type { Expansion, Route } from '../contract/packet.ts';
import type { QuestionLink } from '../projections/entities/questionLinks.ts';
import type { PathAnswer } from './ask.ts';
import type { Cut, Selected } from './cut.ts';
import { escalate, type Reached } from './escalate.ts';
import { isAnswer, type Verdict } from './evidence.ts';
import { type Asking, type Look, look } from './look.ts';
import { chooseRoute, findNeed, linkNames, makeQuery, partsOf } from './readQuestion.ts';
import type { Request } from './request.ts';
import { type DetectedNeed, retrievalPaths, stagesOf } from './router.ts';

/** One question on its own route, as far as it came. */
export interface Answered extends Reached {
  readonly detected: DetectedNeed;
  readonly route: Route;
  readonly expansions: readonly Expansion[];
}

/**
 * Follows a question from its need to a verdict. One that asks several things is answered part by part, each on a route of
 * its own, and the lists are laid into each other: every part is covered before one is covered twice. Forced paths are
 * given the question as it stands.
 */
export async function reach(request: Request): Promise<Answered> {
  const { params } = request;
  const links = await linkNames(request, params.query);
  const parts = partsOf(request, links);
  if (parts.length === 1) return reachOne(request, params.query, links);
  const answered = await Promise.all(
    parts.map(async (part) => reachOne(request, part, await linkNames(request, part))),
  );
  return together(answered, parts, params.k);
}

async function reachOne(whole: Request, query: string, links: readonly QuestionLink[]): Promise<Answered> {
  const request = { ...whole, params: { ...whole.params, query } };
  const detected = await findNeed(request, links);
  const route = chooseRoute(request, detected);
  const stages = stagesOf(route, request.parts.policy);
  const { query: widened, expansions } = makeQuery(request, links);
  const asked: Asking = { detected, route, stages, query: widened };
  const first = await look(request, asked, route.participants);
  const reached = route.participants.length === 0 ? notBuilt(first) : await escalate(request, asked, first);
  return { ...reached, detected, route, expansions };
}

/** What would answer has no store, so that nobody could look there: not the same as nothing being known. */
function notBuilt(looked: Look): Reached {
  const verdict: Verdict = { ...looked.verdict, status: 'could_not_look', confidence: 0, reason: 'not-built' };
  return { ...looked, verdict, escalations: [] };
}

/** The parts as one answer. What a part proposed under another's name stays one result. */
function together(parts: readonly Answered[], texts: readonly string[], k: number): Answered {
  const [first] = parts;
  if (first === undefined) throw new Error('a question without parts was let through');
  return {
    ...first,
    answers: parts.flatMap((part) => (isAnswer(part.verdict) ? part.answers : part.answers.map(untold))),
    runs: parts.flatMap(({ runs }) => runs),
    judged: parts.flatMap(({ judged }) => judged),
    hidden: parts.flatMap(({ hidden }) => hidden),
    past: parts.find(({ past }) => past !== null)?.past ?? null,
    happened: parts.find(({ happened }) => happened !== null)?.happened ?? null,
    cut: interleaved(parts, k),
    verdict: verdictOf(parts, texts),
    escalations: parts.flatMap(({ escalations }) => escalations),
    expansions: parts.flatMap(({ expansions }) => expansions),
    detected: { ...first.detected, need: 'mixed', reason: severalAsked },
    route: routeOf(first, parts),
  };
}

/** What a part without an answer says is not told. */
function untold({ result, ...answer }: PathAnswer): PathAnswer {
  const { statement: _, ...rest } = result;
  return { ...answer, result: rest };
}

const severalAsked = 'Several things are asked at once.';

function routeOf(first: Answered, parts: readonly Answered[]): Route {
  const participants = retrievalPaths.filter((path) => parts.some(({ route }) => route.participants.includes(path)));
  const asked = parts.map(({ detected, route }) => ({
    need: detected.need,
    rule: route.reasonCode,
    paths: route.participants,
  }));
  return {
    ...first.route,
    ...{ primary: 'fused', secondary: null, participants, escalation: null },
    reasonCode: 'several-questions',
    signals: { need: severalAsked, parts: asked },
  };
}

/**
 * The first of each part, then the second of each, and so on to k. What is merely like a part that structure answers comes
 * behind what the other parts have; what a part that found nothing came near to stays out.
 */
function interleaved(parts: readonly Answered[], k: number): Cut {
  const lists = parts.map(({ cut, verdict }) => splitByAsked(isAnswer(verdict) ? cut.selected : []));
  const ordered = [...inTurns(lists.map(({ first }) => first)), ...inTurns(lists.map(({ rest }) => rest))];
  const shown = ordered.filter((one, at) => ordered.findIndex(({ rowid }) => rowid === one.rowid) === at);
  const rest = shown.slice(k).map((one) => ({ ...one, reason: 'beyond-k' as const, by: null }));
  return { selected: shown.slice(0, k), dropped: [...rest, ...parts.flatMap(({ cut }) => cut.dropped)] };
}

/** What structure says was asked for, and the rest; all of a list in which nothing is. */
function splitByAsked(list: readonly Selected[]): {
  readonly first: readonly Selected[];
  readonly rest: readonly Selected[];
} {
  const first = list.filter(({ hits }) => hits.some(({ asked }) => asked === true));
  if (first.length === 0) return { first: list, rest: [] };
  return { first, rest: list.filter((one) => !first.includes(one)) };
}

function inTurns(lists: readonly (readonly Selected[])[]): Selected[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}

/** Found where every part is; weak where some part is; else as the parts say, those first that could not look. */
function verdictOf(parts: readonly Answered[], texts: readonly string[]): Verdict {
  const verdicts = parts.map(({ verdict }) => verdict);
  const open = verdicts.flatMap((verdict, at) => (isAnswer(verdict) ? [] : (texts[at] ?? [])));
  const missing = [...new Set([...open, ...verdicts.filter(isAnswer).flatMap((verdict) => verdict.missing)])];
  const support = { required: parts.length, covered: parts.length - open.length };
  const signals = { parts: verdicts.map(({ status, reason, confidence }) => ({ status, reason, confidence })) };
  const least = verdicts.reduce((a, b) => (b.confidence < a.confidence ? b : a));
  const base = { missing, support, signals };
  if (verdicts.every(({ status }) => status === 'found')) {
    return { ...base, status: 'found', confidence: least.confidence, reason: least.reason };
  }
  if (open.length < parts.length) {
    const answered = verdicts.filter(isAnswer);
    const confidence = answered.reduce((sum, one) => sum + one.confidence, 0) / parts.length;
    const reason = open.length > 0 ? 'a-part-without-evidence' : 'only-partly-covered';
    return { ...base, status: 'weak', confidence, reason };
  }
  const blind = verdicts.find(({ status }) => status === 'could_not_look');
  const { status, confidence, reason } = blind ?? least;
  return { ...base, status, confidence, reason };
}
