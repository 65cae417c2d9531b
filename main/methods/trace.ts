import { PiperError } from '../base/errors.ts';
import { fromInstant } from '../contract/time.ts';
import type { TraceStore } from '../retrieval/trace.ts';
import type { Handlers } from './ports.ts';

export function traceHandlers({
  traces,
}: {
  readonly traces: Pick<TraceStore, 'get' | 'list'>;
}): Pick<Handlers, 'trace.get' | 'trace.list'> {
  return {
    'trace.get': ({ sessionId }) => {
      const trace = traces.get(sessionId);
      if (trace === null) throw unknownSession();
      return trace;
    },
    'trace.list': ({ limit, before }) => ({
      sessions: traces.list({ limit, before: fromInstant(before) ?? undefined }),
    }),
  };
}

export function unknownSession(): PiperError {
  return new PiperError(
    'not-found',
    'There is no retrieval session of that id.',
    'Take the sessionId from an evidence packet, or find it with trace.list; old sessions are forgotten after some time.',
  );
}
