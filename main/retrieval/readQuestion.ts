import { PiperError } from '../base/errors.ts';
import type { Route } from '../contract/packet.ts';
import { fromInstant } from '../contract/time.ts';
import type { QuestionLink } from '../projections/entities/questionLinks.ts';
import { type Asked, nothingAsked } from '../retrievers/asked.ts';
import { readCauseQuestion } from '../retrievers/causal/causeQuestion.ts';
import type { PathQuery } from '../retrievers/path.ts';
import { patiently, type Request } from './request.ts';
import { type DetectedNeed, detectNeed, retrievalPaths, selectRoute } from './router.ts';

/** The things of this memory that a question names; none where that cannot be read now: the paths will say so. */
export function linkNames(request: Request, query: string): Promise<readonly QuestionLink[]> {
  const { params, parts } = request;
  return orElse(request, () => parts.links(params.namespaces, query), [], 'retrieval.links-failed');
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

export function makeQuery(request: Request): PathQuery {
  return request.stages.time(
    'query_generated',
    () => queryOf(request),
    ({ text, namespaces, depth }) => ({ detail: { length: text.length, namespaces: namespaces.length, depth } }),
  );
}
