import { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { PathRun, RetrievalPath } from '../contract/packet.ts';
import type { Path, PathQuery, PathResult } from '../retrievers/path.ts';

/** One call of one path: its answer, and how it went. */
export interface PathAnswer {
  readonly path: RetrievalPath;
  readonly result: PathResult;
  readonly run: PathRun;
}

export interface AskOptions {
  /** Fires when the paths' time is up: who has not answered by then could not look. */
  readonly deadline: AbortSignal;
  /** Fires when nobody waits for the answer any more. */
  readonly caller: AbortSignal;
  readonly elapsed: () => number;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Asks paths at the same time. One that is not there, throws or is too late has not looked; the others still answer.
 * Rejects only when the caller is gone, with the caller's own reason.
 */
export function askPaths(
  names: readonly RetrievalPath[],
  paths: Readonly<Partial<Record<RetrievalPath, Path>>>,
  query: PathQuery,
  options: AskOptions,
): Promise<PathAnswer[]> {
  return Promise.all(
    names.map(async (name) => {
      const begun = options.elapsed();
      const path = paths[name];
      const result = path === undefined ? couldNotLook('not-available') : await askPath(path, query, options);
      const { status, reason, candidates, lagging } = result;
      const latencyMs = options.elapsed() - begun;
      const version = path?.version ?? 'none';
      const run = { path: name, version, status, reason, candidates: candidates.length, lagging, latencyMs };
      return { path: name, result, run };
    }),
  );
}

async function askPath(path: Path, query: PathQuery, { deadline, caller, log }: AskOptions): Promise<PathResult> {
  const either = AbortSignal.any([deadline, caller]);
  try {
    return await untilAborted(() => path.retrieve(query, either), either);
  } catch (error) {
    if (caller.aborted) throw callerReason(caller);
    if (deadline.aborted) return couldNotLook('deadline');
    const code = error instanceof PiperError ? error.code : 'internal';
    log.error('retrieval.path-failed', error, { path: path.path, code });
    return couldNotLook(code);
  }
}

function couldNotLook(reason: string): PathResult {
  return { status: 'could_not_look', reason, candidates: [], lagging: 0 };
}

/**
 * Puts deeper answers in the place of the first ones. When the second look failed, the first one's candidates stand,
 * but its absence of others no longer means anything.
 */
export function withDeeper(answers: readonly PathAnswer[], deeper: readonly PathAnswer[]): PathAnswer[] {
  return answers.map((first) => {
    const second = deeper.find(({ path }) => path === first.path);
    if (second === undefined) return first;
    const { status, reason } = second.result;
    if (status !== 'could_not_look') return second;
    return { ...first, result: { ...first.result, status, reason } };
  });
}

/**
 * Marks paths whose lists were filled by what does not hold any more, and that were asked no deeper: they have not seen
 * everything, so that their silence is no absence.
 */
export function withUnseen(
  answers: readonly PathAnswer[],
  paths: readonly RetrievalPath[],
  reason: 'deadline' | 'list-full',
): PathAnswer[] {
  return answers.map((answer) => {
    if (!paths.includes(answer.path) || answer.result.status !== 'ok') return answer;
    return { ...answer, result: { ...answer.result, status: 'partial', reason } };
  });
}

/** Paths that filled their list and might name more. */
export function pathsWithMore(answers: readonly PathAnswer[], depth: number): RetrievalPath[] {
  return answers.filter(({ result }) => result.candidates.length >= depth).map(({ path }) => path);
}

/** Runs `work`, but waits for it no longer than the signal allows; what comes later is ignored. */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Why the caller went away, as an error that can be told. */
export function callerReason(caller: AbortSignal): PiperError {
  if (caller.reason instanceof PiperError) return caller.reason;
  return new PiperError(
    'cancelled',
    'The caller no longer waits for this answer.',
    'Ask again, and keep the connection open until it is answered.',
    {
      cause: caller.reason,
    },
  );
}
