import type { MethodParams } from '../contract/methods.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import { openPipeline, type PipelineParts } from './pipeline.ts';
import type { Policy } from './policy.ts';

/**
 * What a request would be answered under another policy. Nothing is written down: no session, no counter, no statement
 * that counts as handed out. Rejects as the pipeline does.
 */
export function withPolicy(
  parts: PipelineParts,
  policy: Policy,
  params: MethodParams<'retrieve'>,
  signal: AbortSignal,
): Promise<EvidencePacket> {
  return openPipeline({ ...parts, policy, traces: { record: () => {} } }).retrieve(params, signal);
}
