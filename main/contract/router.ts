import { z } from 'zod';
import { Namespace } from './memory.ts';
import { method } from './method.ts';
import { EscalationCause, ForcedPath, Need, Route } from './packet.ts';

/** How one question, or one part of it, would be asked. */
export const RouteExplained = z.object({
  question: z.string().describe('The question, or the part of it that is asked by itself.'),
  names: z
    .array(z.object({ name: z.string(), edges: z.boolean(), facts: z.boolean() }))
    .describe('Things of the memory that it names, and what is held about them.'),
  features: z.array(z.string()).describe('What the router saw; the policy’s rules are about these.'),
  need: Need,
  reason: z.string().describe('The sentence of the rule that says so.'),
  examples: z.array(z.string()).describe('Questions that this rule is for.'),
  route: Route,
  routeReason: z.string(),
  escalation: z.array(z.object({ to: z.array(ForcedPath), when: z.array(EscalationCause), reason: z.string() })),
});
export type RouteExplained = z.infer<typeof RouteExplained>;

export const routerMethods = {
  'router.explain': method({
    summary: 'How a question would be asked, without asking it: its need, the rule, the paths and what follows them.',
    role: 'agent',
    params: z.object({
      query: z.string().trim().min(1).max(8000),
      namespaces: z.array(Namespace).min(1).max(100).default(['default']),
    }),
    result: z.object({
      policyVersion: z.string(),
      parts: z.array(RouteExplained).min(1),
      notices: z.array(z.string()).describe('Namespaces that hold nothing, which may be misspelt.'),
    }),
  }),
};
