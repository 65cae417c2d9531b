import type { Escalation, EscalationCause, RetrievalPath } from '../contract/packet.ts';
import { ranksByLikeness, toldOfOthers } from './evidence.ts';
import { type Asking, type Look, look } from './look.ts';
import type { Request } from './request.ts';
import { retrievalPaths } from './router.ts';

/** The last look, and the steps that led there. */
export interface Reached extends Look {
  readonly escalations: readonly Escalation[];
}

/**
 * Asks further paths while the list is not good enough, in the order of the route's own stages: the cheapest likely path
 * has been asked, and each stage says what it is for. Ends where something is found, where structure knows that there is
 * nothing, where no stage is left, or where the time is up. Forced paths are asked as they are.
 */
export async function escalate(request: Request, asked: Asking, first: Look): Promise<Reached> {
  const { route } = asked;
  let reached = first;
  const escalations: Escalation[] = [];
  for (const { to, when } of route.forced ? [] : asked.stages) {
    const because = causeOf(reached);
    if (because === null || request.deadline.aborted) break;
    const paths = when.includes(because) ? fresh(request, reached, to) : [];
    if (paths.length === 0) continue;
    const before = reached.verdict.status;
    reached = await look(request, asked, paths, reached);
    escalations.push({ to: paths, because, before, after: reached.verdict.status });
  }
  return { ...reached, escalations };
}

/** Why this is not enough; null where it is. */
function causeOf({ verdict, cut, answers }: Look): EscalationCause | null {
  const { status, signals, reason } = verdict;
  const byStructure = signals.byStructure === true;
  if (status === 'none') {
    // What nobody put into structure may still be told in words: one look there before it counts as unknown.
    const unread = toldOfOthers.has(reason) && !answers.some(ranksByLikeness);
    return byStructure && !unread ? null : 'nothing';
  }
  if (status === 'could_not_look') return 'blind';
  if (status === 'weak') return 'weak';
  const [best] = cut.selected;
  return !byStructure && best !== undefined && best.standing.contradicts.length > 0 ? 'conflict' : null;
}

/** Those paths of this store that were not asked yet. */
function fresh({ parts }: Request, { answers }: Look, to: readonly (RetrievalPath | 'fused')[]): RetrievalPath[] {
  const asked = answers.map(({ path }) => path);
  return retrievalPaths.filter(
    (path) => parts.paths[path] !== undefined && !asked.includes(path) && (to.includes(path) || to.includes('fused')),
  );
}
