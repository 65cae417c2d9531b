import { PiperError } from '../base/errors.ts';
import { fromInstant } from '../contract/time.ts';
import type { TraceStore } from '../retrieval/trace.ts';
import type { Handlers } from './ports.ts';

export function traceHandlers({
  traces,
}: {
  readonly traces: Pick<TraceStore, 'get' | 'list' | 'forClaim' | 'ignored' | 'use' | 'rivals'>;
}): Pick<Handlers, 'trace.get' | 'trace.list' | 'trace.forClaim' | 'trace.ignored' | 'trace.use' | 'trace.rivals'> {
  return {
    'trace.get': ({ sessionId }) => {
      const trace = traces.get(sessionId);
      if (trace === null) throw unknownSession();
      return trace;
    },
    'trace.list': ({ limit, before }) => ({
      sessions: traces.list({ limit, before: fromInstant(before) ?? undefined }),
    }),
    'trace.forClaim': (params) => traces.forClaim(params),
    'trace.ignored': (params) => traces.ignored(params),
    'trace.use': (params) => traces.use(params),
    'trace.rivals': (params) => traces.rivals(params),
  };
}

export function unknownSession(): PiperError {
  return new PiperError(
    'not-found',
    'There is no retrieval session of that id.',
    'Take the sessionId from an evidence packet, or find it with trace.list; old sessions are forgotten after some time.',
  );
}
