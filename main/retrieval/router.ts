import { type ForcedPath, type Need, RetrievalPath, type Route } from '../contract/packet.ts';
import type { QuestionLink } from '../projections/entities/questionLinks.ts';
import type { Asked } from '../retrievers/asked.ts';
import type { Condition, EscalationStage, Policy } from './policy.ts';
import { type QueryFeatures, readFeatures } from './queryFeatures.ts';

/** Every path, in the order in which results name them and ties are broken. */
export const retrievalPaths: readonly RetrievalPath[] = RetrievalPath.options;

/** What is wanted, and the sentence of the rule that says so. */
export interface DetectedNeed {
  readonly need: Need;
  readonly reason: string;
  /** Questions that this rule is for. */
  readonly examples: readonly string[];
  readonly features: QueryFeatures;
}

/** Names the need from the question and what it names: the policy's first rule that holds. Deterministic. */
export function detectNeed(query: string, policy: Policy, links: readonly QuestionLink[], asked?: Asked): DetectedNeed {
  const features = readFeatures(query, policy.patterns, links, asked);
  const rule = policy.needs.find(({ when }) => holds(when, features.names));
  if (rule === undefined) throw new Error('a policy without a last rule was let through');
  return { need: rule.need, reason: rule.reason, examples: rule.examples, features };
}

/**
 * Chooses the paths. Forced ones override the policy's first rule that holds; a path that this store does not have
 * (`available`) does not take part. Deterministic: question and policy alone decide.
 */
export function selectRoute(
  detected: DetectedNeed,
  policy: Policy,
  options: { readonly forced?: readonly ForcedPath[] | undefined; readonly available: readonly RetrievalPath[] },
): Route {
  const signals = {
    need: detected.reason,
    features: [...detected.features.names],
    identifiers: detected.features.identifiers.map(({ text, kind }) => ({ text, kind })),
    quotes: detected.features.quotes,
    questionForm: detected.features.questionForm,
  };
  const base = { signals, policyVersion: policy.version };
  if (options.forced !== undefined) {
    // A path that was asked for by name and is not there shows as one that could not look.
    const named = options.forced.filter((path) => path !== 'fused');
    const participants = expand(options.forced, [...options.available, ...named]);
    const primary = participants.length > 1 || options.forced.includes('fused') ? 'fused' : participants[0];
    return {
      ...base,
      ...{ primary: primary ?? 'fused', secondary: null, participants, escalation: null },
      ...{ reasonCode: 'forced', forced: true },
    };
  }
  const rule = policy.routes.find(
    ({ needs, when }) => (needs?.includes(detected.need) ?? true) && holds(when, detected.features.names),
  );
  if (rule === undefined) throw new Error('a policy without a last route was let through');
  const asked: ForcedPath[] = rule.secondary === null ? [rule.primary] : [rule.primary, rule.secondary];
  return {
    ...base,
    signals: { ...signals, route: rule.reason },
    primary: rule.primary,
    secondary: rule.secondary,
    participants: rule.asks === 'nothing' ? [] : expand([...asked, ...policy.everyRoute.paths], options.available),
    escalation: told(rule.escalation),
    reasonCode: rule.name,
    forced: false,
  };
}

/** What is asked next on this route while its paths do not answer well enough. */
export function stagesOf(route: Route, policy: Policy): readonly EscalationStage[] {
  return policy.routes.find(({ name }) => !route.forced && name === route.reasonCode)?.escalation ?? [];
}

function told(stages: readonly EscalationStage[]): string | null {
  return stages.length === 0 ? null : stages.map(({ to, when }) => `${when.join(', ')}: ${to.join('+')}`).join('; ');
}

/** The weight of each path: the route's own or the policy's, less for one that is only the secondary. */
export function pathWeights(route: Route, policy: Policy): Record<RetrievalPath, number> {
  const { weights, secondaryFactor } = policy.fusion;
  const factorOf = (path: RetrievalPath) =>
    route.secondary === path && route.primary !== 'fused' ? secondaryFactor.value : 1;
  const own = policy.routes.find(({ name }) => !route.forced && name === route.reasonCode)?.weights ?? {};
  const weighted = retrievalPaths.map((path) => [path, (own[path] ?? weights[path]) * factorOf(path)]);
  // Every path of the contract is in the list, which a table made by name cannot show to the compiler.
  return Object.fromEntries(weighted) as Record<RetrievalPath, number>;
}

function expand(asked: readonly ForcedPath[], available: readonly RetrievalPath[]): RetrievalPath[] {
  const all = asked.includes('fused');
  return retrievalPaths.filter((path) => available.includes(path) && (all || asked.includes(path)));
}

function holds({ all = [], any, none = [] }: Condition, names: ReadonlySet<string>): boolean {
  return (
    all.every((name) => names.has(name)) &&
    (any === undefined || any.some((name) => names.has(name))) &&
    !none.some((name) => names.has(name))
  );
}
