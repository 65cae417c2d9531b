import { PiperError } from '../base/errors.ts';
import type { MethodResult } from '../contract/methods.ts';
import { toInstant } from '../contract/time.ts';
import type { Policy } from '../retrieval/policy.ts';
import type { PastRequest, ReplayOptions } from '../retrieval/replay.ts';
import type { TraceStore } from '../retrieval/trace.ts';
import type { Handlers } from './ports.ts';
import { unknownSession } from './trace.ts';

/** Asks a past question once more. */
export interface Replaying {
  /** The policy of that version; throws PiperError `invalid-params` where none ships. Without one, that which answers. */
  policy(version: string | undefined): Policy;
  replay(
    past: PastRequest,
    options: ReplayOptions,
    signal: AbortSignal,
  ): Promise<
    Omit<MethodResult<'trace.replay'>, 'sessionId' | 'query' | 'timestamp' | 'knownAt' | 'policy' | 'without'>
  >;
}

export function replayHandlers({
  replaying,
  traces,
}: {
  readonly replaying: Replaying;
  readonly traces: Pick<TraceStore, 'past'>;
}): Pick<Handlers, 'trace.replay'> {
  return {
    'trace.replay': async ({ sessionId, knownAt, policy: version, without }, { signal }) => {
      const past = traces.past(sessionId);
      if (past === null) throw unknownSession();
      if (past === 'erased') throw erasedQuestion();
      const policy = replaying.policy(version);
      const timestamp = toInstant(past.at);
      const known = knownAt === undefined ? (past.params.knownAt ?? timestamp) : knownAt;
      const told = await replaying.replay(past, { knownAt: known, policy, without }, signal);
      const { query } = past.packet;
      return { sessionId, query, timestamp, knownAt: known, policy: policy.version, without: [...without], ...told };
    },
  };
}

function erasedQuestion(): PiperError {
  return new PiperError(
    'not-found',
    'The question of that session is not kept any more.',
    'Its text went with an erased item, or its session is older than this program. Replay another session, or ask anew.',
  );
}
