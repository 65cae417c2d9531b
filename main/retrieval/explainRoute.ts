import { type MethodParams, type MethodResult, methods } from '../contract/methods.ts';
import { emptyNamespaces } from './account.ts';
import { askedOf, partsOf, queryOf, routeOf } from './readQuestion.ts';
import type { PipelineParts } from './request.ts';
import { detectNeed, stagesOf } from './router.ts';

/** How a question would be asked: the same rules as in `reach`, and nothing is asked. */
export async function explainRoute(
  { query, namespaces }: MethodParams<'router.explain'>,
  pipeline: PipelineParts,
): Promise<MethodResult<'router.explain'>> {
  const { policy, clock } = pipeline;
  const whole = { params: methods.retrieve.params.parse({ query, namespaces }), parts: pipeline, now: clock.now() };
  const texts = partsOf(whole, await pipeline.links(namespaces, query));
  const parts = await Promise.all(
    texts.map(async (question) => {
      const request = { ...whole, params: { ...whole.params, query: question } };
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
  const notices = emptyNamespaces(namespaces, await pipeline.namespaces());
  return { policyVersion: policy.version, parts, notices };
}
