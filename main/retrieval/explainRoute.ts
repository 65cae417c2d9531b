import { type MethodParams, type MethodResult, methods } from '../contract/methods.ts';
import { questionParts } from '../language/questionParts.ts';
import { askedOf, queryOf, routeOf } from './readQuestion.ts';
import type { PipelineParts } from './request.ts';
import { detectNeed, stagesOf } from './router.ts';

/** How a question would be asked: the same rules as in `reach`, and nothing is asked. */
export async function explainRoute(
  { query, namespaces }: MethodParams<'router.explain'>,
  pipeline: PipelineParts,
): Promise<MethodResult<'router.explain'>> {
  const { policy, clock } = pipeline;
  const texts = questionParts(query, await pipeline.links(namespaces, query));
  const parts = await Promise.all(
    texts.map(async (question) => {
      const params = methods.retrieve.params.parse({ query: question, namespaces });
      const request = { params, parts: pipeline, now: clock.now() };
      const links = await pipeline.links(namespaces, question);
      const detected = detectNeed(question, policy, links, await askedOf(request, queryOf(request), links));
      const route = routeOf(request, detected);
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
