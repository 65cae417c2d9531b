import type { EvidencePacket, EvidenceResult } from '../contract/packet.ts';
import { printable } from './terminal.ts';

/** An evidence packet for a terminal: how it stands, the cards, and what was left out. */
export function renderPacket(packet: EvidencePacket): string {
  const { status, confidence, reason, missing, results, dropped, notices, sessionId, statement } = packet;
  return printable(
    [
      `${status}, confidence ${confidence.toFixed(2)}: ${reason}`,
      ...(statement === null ? [] : [statement]),
      `${packet.need} by ${routeOf(packet)}, ${Math.round(packet.latencyMs.total)} ms, session ${sessionId}`,
      ...(missing.length > 0 ? [`Not covered: ${missing.join(', ')}`] : []),
      ...packet.steps
        .filter((step) => step.status !== 'ok')
        .map((step) => `${step.path}: ${step.status}${step.reason === null ? '' : ` (${step.reason})`}`),
      ...notices.map((notice) => `Note: ${notice}`),
      ...results.flatMap((result) => ['', card(result)]),
      ...(dropped.length > 0 ? ['', `Left out: ${dropped.length}`] : []),
      ...dropped.slice(0, 10).map(droppedLine),
      ...(dropped.length > 10 ? [`  and ${dropped.length - 10} more; see piper-memory trace ${sessionId}`] : []),
    ].join('\n'),
  );
}

function routeOf({ route }: EvidencePacket): string {
  const paths = route.participants.join(' + ') || route.primary;
  return `${route.primary === 'fused' ? `fused ${paths}` : paths} (${route.forced ? 'forced' : route.reasonCode})`;
}

function card(result: EvidenceResult): string {
  const { rank, itemId, kind, namespace, paths, occurredAt, author, title, document, memoryStatus, excerpt } = result;
  const found = paths.map(({ path, rank, score }) => `${path} #${rank} (${score.toFixed(3)})`).join(', ');
  const heading = [title, document?.heading ?? null].filter((part) => part !== null && part !== '').join(' › ');
  const by = [occurredAt.slice(0, 16).replace('T', ' '), author, heading || null, memoryStatus.source];
  return [
    `${String(rank).padStart(2)}. ${itemId}  [${kind}, ${namespace}]`,
    `    ${found}; ${memoryStatus.currentness}`,
    `    ${by.filter((part) => part !== null).join(' · ')}`,
    ...result.text.split('\n').map((line) => `    | ${line}`),
    ...(excerpt === null ? [] : [`    (characters ${excerpt.start}–${excerpt.end} of ${excerpt.of})`]),
  ].join('\n');
}

function droppedLine({ itemId, path, rank, reason, by }: EvidencePacket['dropped'][number]): string {
  return `  ${itemId} (${path} #${rank}): ${reason}${by === null ? '' : ` by ${by}`}`;
}
