import type { MethodParams, MethodResult } from '../contract/methods.ts';
import { questionParts } from '../language/questionParts.ts';
import { nothingAsked } from '../retrievers/asked.ts';
import { readCauseQuestion } from '../retrievers/causal/causeQuestion.ts';
import { detectNeed, retrievalPaths, selectRoute, stagesOf } from './router.ts';
import type { PipelineParts } from './steps.ts';

/** How a question would be asked: the same rules as in `reach`, and nothing is asked. */
export async function explainRoute(
  { query, namespaces }: MethodParams<'router.explain'>,
  { policy, links: linksOf, asked: askedOf, paths, clock, timeZone }: PipelineParts,
): Promise<MethodResult<'router.explain'>> {
  const available = retrievalPaths.filter((path) => paths[path] !== undefined);
  const texts = questionParts(query, await linksOf(namespaces, query));
  const parts = await Promise.all(
    texts.map(async (question) => {
      const links = await linksOf(namespaces, question);
      const text = { text: question, namespaces, depth: policy.depth.first.value, now: clock.now(), timeZone };
      const asked =
        links.length === 0
          ? { ...nothingAsked, cause: readCauseQuestion(question).isCausal }
          : await askedOf({ ...text, knownAt: null, includeHistorical: false });
      const detected = detectNeed(question, policy, links, asked);
      const route = selectRoute(detected, policy, { available });
      return {
        question,
        names: links.map(({ name, edges, facts }) => ({ name, edges, facts })),
        features: [...detected.features.names],
        need: detected.need,
        reason: detected.reason,
        examples: [...detected.examples],
        route,
        routeReason: String(route.signals.route ?? ''),
        escalation: stagesOf(route, policy).map(({ to, when, reason }) => ({ to: [...to], when: [...when], reason })),
      };
    }),
  );
  return { policyVersion: policy.version, parts };
}
