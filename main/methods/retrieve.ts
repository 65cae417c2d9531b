import type { Pipeline } from '../retrieval/pipeline.ts';
import type { TraceStore } from '../retrieval/trace.ts';
import { type EvidenceParts, evidenceHandlers } from './evidence.ts';
import type { Handlers, Writing } from './ports.ts';
import { traceHandlers } from './trace.ts';

/** Asking, and everything that is said and read about the asking afterwards. */
export function retrieveMethods(parts: {
  readonly pipeline: Pipeline;
  readonly traces: TraceStore;
  readonly writing: Writing;
  readonly matching: EvidenceParts['matching'];
}): Pick<
  Handlers,
  'retrieve' | 'router.explain' | keyof ReturnType<typeof evidenceHandlers> | keyof ReturnType<typeof traceHandlers>
> {
  return {
    async retrieve(params, { signal, role }) {
      const packet = await parts.pipeline.retrieve(params, signal);
      // Who only looks reports to nobody: the coverage of use is the agents'.
      if (role === 'operator') parts.traces.unfollow(packet.sessionId);
      return packet;
    },
    'router.explain': (params) => parts.pipeline.explain(params),
    ...evidenceHandlers(parts),
    ...traceHandlers(parts),
  };
}
