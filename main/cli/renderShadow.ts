import { printable } from '../base/printable.ts';
import type { MethodResult } from '../contract/methods.ts';
import type { ShadowSide } from '../contract/shadow.ts';

export function renderShadowSettings(settings: MethodResult<'shadow.configure'>): string {
  const { on, active, candidate, candidates, share, budgetMs, waiting } = settings;
  return printable(
    [
      `Shadow     ${on ? `on: ${candidate} runs behind the replies of ${active}` : 'off'}`,
      `Candidate  ${candidate ?? 'none'} (there are ${candidates.join(', ')})`,
      `Budget     ${Math.round(100 * share)} % of the requests, ${budgetMs} ms each, ${waiting} may wait`,
    ].join('\n'),
  );
}

export function renderShadowList({ requests, nextBefore }: MethodResult<'shadow.list'>): string {
  if (requests.length === 0) return 'No request is known of which the candidate made something else.';
  const lines = requests.flatMap(({ shadowId, timestamp, query, sessionId, k, jaccard, rbo, active, candidate }) => [
    `${shadowId}  ${timestamp}  ${query}`,
    `  Jaccard@${k} ${jaccard.toFixed(2)}, rank-biased overlap ${rbo.toFixed(2)}, session ${sessionId}`,
    ...[active, candidate].flatMap(sideLines),
  ]);
  return printable([...lines, ...(nextBefore === null ? [] : [`More with --before ${nextBefore}`])].join('\n'));
}

function sideLines({ policy, status, route, paths, latencyMs, results, used }: ShadowSide): string[] {
  const known = used === null ? '' : `, ${used} of what was used later`;
  return [
    `  ${policy}: ${status} by ${route} (${paths.join(', ')}) in ${latencyMs.toFixed(1)} ms${known}`,
    ...results.map(({ rank, itemId, namespace, used: isUsed }) => {
      const mark = isUsed === null ? '' : isUsed ? ', used' : ', not used';
      return `    ${String(rank).padStart(2)}  ${itemId} (${namespace})${mark}`;
    }),
  ];
}

export function renderShadowSummary(summary: MethodResult<'shadow.summary'>): string {
  const { from, to, candidate, shadowed, differing, failed, dropped, waiting, jaccard, rbo, statuses, used, latency } =
    summary;
  if (candidate === null) return 'No candidate is set: `piper-memory shadow configure on --candidate <version>`.';
  const ms = (side: typeof latency.active) =>
    side === null ? 'not known' : `p50 ${side.p50.toFixed(1)} ms, p95 ${side.p95.toFixed(1)} ms`;
  return printable(
    [
      `${candidate}, ${from} – ${to}`,
      `${shadowed} answered twice, ${differing} differing; ${failed} failed, ${dropped} dropped, ${waiting} waiting`,
      `Overlap    Jaccard@k ${jaccard?.toFixed(3) ?? '–'}, rank-biased ${rbo?.toFixed(3) ?? '–'}`,
      `Active     ${ms(latency.active)}`,
      `Candidate  ${ms(latency.candidate)}`,
      `Used later ${used.active} results of ${used.requests} requests, of which the candidate held ${used.candidate}`,
      ...statuses.map(({ active, candidate: other, requests }) => `  ${active} → ${other}: ${requests}`),
    ].join('\n'),
  );
}
