import { PiperError } from '../base/errors.ts';
import type { Expansion, Route } from '../contract/packet.ts';
import { fromInstant } from '../contract/time.ts';
import { questionParts } from '../language/questionParts.ts';
import { withSharedTime } from '../language/sharedTime.ts';
import type { QuestionLink } from '../projections/entities/questionLinks.ts';
import { type Asked, nothingAsked } from '../retrievers/asked.ts';
import { readCauseQuestion } from '../retrievers/causal/causeQuestion.ts';
import type { PathQuery } from '../retrievers/path.ts';
import { entityReason, expandEntity } from './expansion/entity.ts';
import { patiently, type Request } from './request.ts';
import { type DetectedNeed, detectNeed, retrievalPaths, selectRoute } from './router.ts';

/** The things of this memory that a question names; none where that cannot be read now: the paths will say so. */
export function linkNames(request: Request, query: string): Promise<readonly QuestionLink[]> {
  const { params, parts } = request;
  return orElse(request, () => parts.links(params.namespaces, query), [], 'retrieval.links-failed');
}

/** The questions that this one is made of, each able to stand alone; forced paths are given it as it stands. */
export function partsOf(
  { params, parts, now }: Pick<Request, 'params' | 'parts' | 'now'>,
  links: readonly QuestionLink[],
): readonly string[] {
  if (params.paths !== undefined) return [params.query];
  return withSharedTime(questionParts(params.query, links), { now, timeZone: params.timeZone ?? parts.timeZone });
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
function readAsked(request: Request, links: readonly QuestionLink[]): Promise<Asked> {
  const query = queryOf(request);
  if (request.params.paths !== undefined) return Promise.resolve(askedByWords(query));
  return orElse(request, () => askedOf(request, query, links), askedByWords(query), 'retrieval.asked-failed');
}

/** What is asked of structure: without a name that the memory knows, only the words can tell. */
export async function askedOf(
  { parts }: Pick<Request, 'parts'>,
  query: PathQuery,
  links: readonly QuestionLink[],
): Promise<Asked> {
  return links.length === 0 ? askedByWords(query) : parts.asked(query);
}

function askedByWords({ text }: PathQuery): Asked {
  return { ...nothingAsked, cause: readCauseQuestion(text).isCausal };
}

/** What is read, or something else where that fails and somebody still waits. */
async function orElse<T>(request: Request, read: () => Promise<T>, fallback: T, event: string): Promise<T> {
  try {
    return await patiently(request, read);
  } catch (error) {
    if (request.caller.aborted) throw error;
    request.parts.log.warn(event, { code: error instanceof PiperError ? error.code : 'internal' });
    return fallback;
  }
}

/** The way that a need goes in this store. */
export function routeOf({ params, parts }: Pick<Request, 'params' | 'parts'>, detected: DetectedNeed): Route {
  const available = retrievalPaths.filter((path) => parts.paths[path] !== undefined);
  return selectRoute(detected, parts.policy, { forced: params.paths, available });
}

export function chooseRoute(request: Request, detected: DetectedNeed): Route {
  return request.stages.time(
    'route_selected',
    () => routeOf(request, detected),
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

/** What the paths are asked, and by what the question was widened. */
export interface Widened {
  readonly query: PathQuery;
  readonly expansions: readonly Expansion[];
}

/** The question as the paths get it, widened where the policy has it so. Forced paths are asked as it stands. */
export function makeQuery(request: Request, links: readonly QuestionLink[]): Widened {
  return request.stages.time(
    'query_generated',
    () => widen(request, queryOf(request), links),
    ({ query: { text, namespaces, depth }, expansions }) => ({
      detail: {
        ...{ length: text.length, namespaces: namespaces.length, depth },
        ...(expansions.length === 0 ? {} : { expansions }),
      },
    }),
  );
}

function widen({ params, parts }: Request, query: PathQuery, links: readonly QuestionLink[]): Widened {
  const isOn = parts.policy.expansion?.entity.on === true && params.paths === undefined;
  const otherNames = isOn ? expandEntity(query.text, links) : null;
  if (otherNames === null) return { query, expansions: [] };
  const added = otherNames.names.length;
  return { query: { ...query, otherNames }, expansions: [{ kind: 'entity', reason: entityReason, added }] };
}
