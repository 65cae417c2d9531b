import type { Pipeline } from '../retrieval/pipeline.ts';
import type { TraceStore } from '../retrieval/trace.ts';
import { evidenceHandlers } from './evidence.ts';
import type { Handlers, Writing } from './ports.ts';
import { traceHandlers } from './trace.ts';

/** Asking, and everything that is said and read about the asking afterwards. */
export function retrieveMethods(parts: {
  readonly pipeline: Pipeline;
  readonly traces: TraceStore;
  readonly writing: Writing;
}): Pick<Handlers, 'retrieve' | 'evidence.report' | 'trace.get' | 'trace.list'> {
  return {
    retrieve: (params, { signal }) => parts.pipeline.retrieve(params, signal),
    ...evidenceHandlers(parts),
    ...traceHandlers(parts),
  };
}
