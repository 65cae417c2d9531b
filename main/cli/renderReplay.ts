import { printable } from '../base/printable.ts';
import type { MethodResult } from '../contract/methods.ts';
import type { ReplaySide } from '../contract/replay.ts';

/** The longest beginning of a text that is shown, in UTF-16 units: secrets are left out before. */
const shownText = 160;

export function renderReplay(told: MethodResult<'trace.replay'>): string {
  const { query, timestamp, knownAt, policy, without, original, replay, moves, jaccard, rbo } = told;
  const known = knownAt === null ? 'all that is known now' : `as known at ${knownAt}`;
  const left = without.length === 0 ? '' : `, without ${without.join(', ')}`;
  return printable(
    [
      `${query}`,
      `Asked ${timestamp}; replayed under ${policy}, ${known}${left}`,
      ...sideLines('Then', original),
      ...sideLines('Now ', replay),
      `Overlap    Jaccard ${jaccard.toFixed(2)}, rank-biased ${rbo.toFixed(2)}`,
      ...(moves.length === 0 ? ['Every result stands where it stood.'] : moves.map(moveLine)),
    ].join('\n'),
  );
}

function sideLines(name: string, { status, reason, route, asked, statement, results }: ReplaySide): string[] {
  return [
    `${name}  ${status} (${reason}) by ${route.reasonCode}: ${asked.join(', ') || 'no path'}`,
    ...(statement === null ? [] : [`      ${statement}`]),
    ...results.map(
      ({ rank, itemId, text }) =>
        `  ${String(rank).padStart(2)}  ${itemId}  ${(text.split('\n')[0] ?? '').slice(0, shownText)}`,
    ),
  ];
}

function moveLine({ itemId, before, after }: MethodResult<'trace.replay'>['moves'][number]): string {
  if (before === null) return `  came   ${itemId} at ${after}`;
  return after === null ? `  went   ${itemId} from ${before}` : `  moved  ${itemId} ${before} → ${after}`;
}
