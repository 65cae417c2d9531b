import type { MethodParams, MethodResult } from '../contract/methods.ts';
import { redactWithin } from '../language/secrets.ts';
import type { TraceStore } from '../retrieval/trace.ts';
import type { Handlers } from './ports.ts';

/** The candidate policy behind the replies. */
export interface Shadowing {
  settings(): MethodResult<'shadow.configure'>;
  /** Keeps a change for the next start as well. Throws PiperError `invalid-params` for a policy that is not there. */
  configure(change: MethodParams<'shadow.configure'>): MethodResult<'shadow.configure'>;
  /** Requests whose turn is still to come. */
  waiting(): number;
}

export function shadowHandlers({
  shadowing,
  traces,
  redactSecrets,
}: {
  readonly shadowing: Shadowing;
  readonly traces: Pick<TraceStore, 'shadows' | 'shadowSummary'>;
  readonly redactSecrets: () => boolean;
}): Pick<Handlers, 'shadow.configure' | 'shadow.list' | 'shadow.summary'> {
  const candidateOf = (named: string | undefined) => named ?? shadowing.settings().candidate;
  return {
    'shadow.configure': (change) =>
      Object.keys(change).length === 0 ? shadowing.settings() : shadowing.configure(change),
    'shadow.list': ({ candidate, ...filter }) => {
      const listed = traces.shadows({ ...filter, candidate: candidateOf(candidate) });
      return redactSecrets() ? redactWithin(listed, () => {}) : listed;
    },
    'shadow.summary': ({ candidate, ...bounds }) => ({
      ...traces.shadowSummary(candidateOf(candidate), bounds),
      waiting: shadowing.waiting(),
    }),
  };
}
