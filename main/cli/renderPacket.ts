import { printable } from '../base/printable.ts';
import type { MethodResult } from '../contract/methods.ts';
import type { NeedAnswer } from '../contract/need.ts';
import type { EvidencePacket, EvidenceResult } from '../contract/packet.ts';

/** An evidence packet for a terminal: how it stands, the cards, and what was left out. */
export function renderPacket(packet: EvidencePacket): string {
  const { status, confidence, reason, missing, results, dropped, notices, sessionId, statement } = packet;
  return printable(
    [
      `${status}, confidence ${confidence.toFixed(2)}: ${reason}`,
      ...(statement === null ? [] : [statement]),
      `${packet.need} by ${routeOf(packet)}, ${Math.round(packet.latencyMs.total)} ms, session ${sessionId}`,
      ...packet.escalations.map(
        ({ to, because, before, after }) => `Then ${to.join(' + ')}, since ${because}: ${before} → ${after}`,
      ),
      ...(packet.expansions ?? []).map(({ kind, reason, added }) => `Widened by ${added} (${kind}): ${reason}`),
      ...(missing.length > 0 ? [`Not covered: ${missing.join(', ')}`] : []),
      ...packet.steps
        .filter((step) => step.status !== 'ok')
        .map((step) => `${step.path}: ${step.status}${step.reason === null ? '' : ` (${step.reason})`}`),
      ...notices.map((notice) => `Note: ${notice}`),
      ...Object.entries(packet.redactions ?? {}).map(
        ([kind, n]) => `Left out as secret: ${n} × ${kind} (--unredacted shows)`,
      ),
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
    `    ${found}; ${memoryStatus.currentness}, authority ${memoryStatus.authority.toFixed(2)}, confidence ${memoryStatus.confidence.toFixed(2)}, known for ${spanWords(memoryStatus.age)}`,
    ...verifyLine(result),
    `    ${by.filter((part) => part !== null).join(' · ')}`,
    ...result.text.split('\n').map((line) => `    | ${line}`),
    ...(excerpt === null ? [] : [`    (characters ${excerpt.start}–${excerpt.end} of ${excerpt.of})`]),
  ].join('\n');
}

/** Why to check it first, and what contradicts it. */
function verifyLine({ memoryStatus: { verifyFirst, contradictoryEvidence } }: EvidenceResult): string[] {
  const against = contradictoryEvidence.length === 0 ? '' : `; against it: ${contradictoryEvidence.join(', ')}`;
  if (verifyFirst === undefined) return against === '' ? [] : [`    contested${against}`];
  const { reasons, volatility, horizon } = verifyFirst;
  const kept = horizon === null ? 'for good' : `for ${spanWords(horizon)}`;
  return [`    VERIFY FIRST: ${reasons.join(', ')} (${volatility}, taken on trust ${kept})${against}`];
}

/** Milliseconds as days, or hours under two days. */
function spanWords(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 48) return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  return `${Math.floor(hours / 24)} days`;
}

/** How a question would be asked, part by part. */
export function renderRoute({ policyVersion, parts, notices }: MethodResult<'router.explain'>): string {
  const lines = parts.flatMap(
    ({ question, names, features, need, reason, examples, route, routeReason, escalation }) => [
      question,
      `  names    ${names.map(({ name }) => name).join(', ') || 'nothing that memory knows'}`,
      `  need     ${need}: ${reason}`,
      ...(examples.length > 0 ? [`  like     ${examples.join(' · ')}`] : []),
      `  route    ${route.participants.join(' + ')} (${route.reasonCode}): ${routeReason}`,
      ...escalation.map(({ to, when, reason }) => `  then     ${to.join(' + ')} when ${when.join(', ')}: ${reason}`),
      `  seen     ${features.join(', ')}`,
    ],
  );
  return printable([`Policy ${policyVersion}`, ...lines, ...notices].join('\n'));
}

/** Whether to look, and why. */
export function renderNeed({ verdict, look, reasons, volatility, horizon, known }: NeedAnswer): string {
  return printable(
    [
      `${look ? 'Look' : 'No need to look'}: ${verdict}`,
      ...reasons.map(({ says }) => `  ${says}`),
      `Kind: ${volatility}, ${horizon === null ? 'which keeps for good' : `taken on trust for ${spanWords(horizon)}`}`,
      ...known.map(
        ({ namespace, name, facts }) => `Known: ${name} in ${namespace}, ${facts} ${facts === 1 ? 'fact' : 'facts'}`,
      ),
    ].join('\n'),
  );
}

function droppedLine({ itemId, path, rank, reason, by }: EvidencePacket['dropped'][number]): string {
  return `  ${itemId} (${path} #${rank}): ${reason}${by === null ? '' : ` by ${by}`}`;
}
