import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { MethodParams } from '../contract/methods.ts';
import type { RetrievalPath } from '../contract/packet.ts';
import type { QuestionLink } from '../projections/entities/questionLinks.ts';
import type { ItemRef } from '../projections/items/item.ts';
import type { Misgiving } from '../projections/misgivings.ts';
import type { Frame } from '../projections/standing.ts';
import type { Asked } from '../retrievers/asked.ts';
import type { Path, PathQuery } from '../retrievers/path.ts';
import { callerReason, untilAborted } from './ask.ts';
import type { Policy } from './policy.ts';
import type { Stages } from './stages.ts';
import type { TraceStore } from './trace.ts';
import type { JudgedItem } from './validity.ts';
import type { Volatility } from './volatility.ts';

/** What is weighed and left out when results are handed over. */
export interface Handover {
  readonly volatility: Volatility;
  /** What speaks against relying on these items. */
  readonly misgivings: (refs: readonly ItemRef[], frame: Frame) => Promise<readonly Misgiving[]>;
  /** Whether secrets are left out of what is delivered, as the operator has set it. */
  readonly redactSecrets: () => boolean;
}

export interface PipelineParts {
  /** The paths of this store; leaving one out is how an ablation is run. */
  readonly paths: Readonly<Partial<Record<RetrievalPath, Path>>>;
  /** The items of these rows and how they stand in a frame, in any order; a row that is gone is left out. */
  readonly judge: (rowids: readonly number[], frame: Frame) => Promise<readonly JudgedItem[]>;
  /** The same by id: what others name as having taken their place. */
  readonly judgeNamed: (refs: readonly ItemRef[], frame: Frame) => Promise<readonly JudgedItem[]>;
  /** The things of these namespaces that a question names. */
  readonly links: (namespaces: readonly string[], text: string) => Promise<readonly QuestionLink[]>;
  /** What the structure at those things says is asked. */
  readonly asked: (query: PathQuery) => Promise<Asked>;
  /** The namespaces that hold anything. */
  readonly namespaces: () => Promise<readonly { readonly namespace: string }[]>;
  readonly policy: Policy;
  readonly handover: Handover;
  readonly clock: Clock;
  /** The daemon's own IANA zone, for askers that name none. */
  readonly timeZone: string;
  readonly ids: Ids;
  readonly traces: Pick<TraceStore, 'record'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Milliseconds from any fixed point, with fractions, for latencies; by default the process's monotonic clock. */
  readonly elapsed?: (() => number) | undefined;
}

/** One question on its way. Instants are milliseconds since 1970. */
export interface Request {
  readonly params: MethodParams<'retrieve'>;
  readonly parts: PipelineParts;
  readonly sessionId: string;
  /** The moment of asking by the daemon's clock, and the asker's present. */
  readonly at: number;
  readonly now: number;
  readonly elapsed: () => number;
  readonly stages: Stages;
  /** Fires when the paths' time is up. */
  readonly deadline: AbortSignal;
  readonly caller: AbortSignal;
}

/** Waits for work as long as the caller waits for it; rejects with the caller's own reason once it is gone. */
export function patiently<T>({ caller }: Request, work: () => Promise<T>): Promise<T> {
  return untilAborted(work, caller).catch((error: unknown) => {
    throw caller.aborted ? callerReason(caller) : error;
  });
}
