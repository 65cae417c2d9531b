import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { MethodParams } from '../contract/methods.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import type { ShadowSettings } from '../contract/shadow.ts';
import { toInstant } from '../contract/time.ts';
import type { Shadowing } from '../methods/shadow.ts';
import { openShadowQueue } from '../policy/shadowQueue.ts';
import { itemKey } from '../projections/items/item.ts';
import { jaccardAt, rankBiasedOverlap } from '../retrieval/overlap.ts';
import type { Policy } from '../retrieval/policy.ts';
import type { ShadowOutcome } from '../retrieval/shadowRows.ts';
import type { TraceStore } from '../retrieval/trace.ts';
import type { OpenSettings } from './settings.ts';
import type { ShippedPolicies } from './shippedPolicies.ts';

export interface ShadowingParts {
  readonly settings: Pick<OpenSettings, 'shadow' | 'changeShadow'>;
  readonly traces: Pick<TraceStore, 'keepShadows'>;
  /** The policy that answers. */
  readonly active: Policy;
  readonly policies: ShippedPolicies;
  /** Runs a request under a policy and leaves no trace of it. */
  readonly run: (policy: Policy, params: MethodParams<'retrieve'>, signal: AbortSignal) => Promise<EvidencePacket>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** 0 to below 1: which requests are tried where not all are. */
  readonly chance: () => number;
  /** Milliseconds without a question after which the candidate begins. */
  readonly quietMs?: number;
}

/** A candidate policy behind the replies (recall.md §24): the active policy answers, the candidate says what it would have. */
export interface ShadowRunner extends Shadowing {
  /** Answers a request, and lets the candidate have it afterwards. */
  beside(params: MethodParams<'retrieve'>, answer: () => Promise<EvidencePacket>): Promise<EvidencePacket>;
  close(): Promise<void>;
}

/** A request that was answered, as far as the candidate is compared with it. */
interface Answered {
  readonly sessionId: string;
  readonly candidate: string;
  readonly params: MethodParams<'retrieve'>;
  readonly status: EvidencePacket['status'];
  readonly shown: readonly string[];
  readonly repliedAt: number;
}

export function openShadowing(parts: ShadowingParts): ShadowRunner {
  const { settings, traces, active, policies, run, clock, log, chance, quietMs = 50 } = parts;
  const queue = openShadowQueue<Answered>({
    limit: () => settings.shadow().waiting,
    quietMs,
    run: tryOut,
    dropped: (drops) => keep(drops.map(({ task, reason }) => ({ ...namesOf(task), outcome: 'dropped', reason }))),
  });

  /** Never rejects but on the signal: a candidate that fails is counted, and nobody hears of it. */
  async function tryOut(task: Answered, signal: AbortSignal): Promise<void> {
    const waitedMs = performance.now() - task.repliedAt;
    try {
      const packet = await run(policies.of(task.candidate), task.params, signal);
      keep([{ ...namesOf(task), ...compared(task, packet, waitedMs) }]);
    } catch (error) {
      signal.throwIfAborted();
      const code = error instanceof PiperError ? error.code : 'internal';
      log.error('shadow.failed', error, { sessionId: task.sessionId, code });
      keep([{ ...namesOf(task), outcome: 'failed', reason: code }]);
    }
  }

  function keep(records: Parameters<TraceStore['keepShadows']>[0]): void {
    try {
      traces.keepShadows(records);
    } catch (error) {
      log.error('shadow.not-kept', error);
    }
  }

  const told = (shadow: ShadowSettings) => ({
    ...shadow,
    active: active.version,
    candidates: [...policies.versions()],
  });

  return {
    async beside(params, answer) {
      const at = clock.now();
      queue.questionBegan();
      try {
        const packet = await answer();
        const { on, candidate, share, budgetMs } = settings.shadow();
        if (on && candidate !== null && chance() < share) {
          queue.offer({
            sessionId: packet.sessionId,
            candidate,
            params: asAskedAt(params, at, budgetMs),
            status: packet.status,
            shown: packet.results.map(itemKey),
            repliedAt: performance.now(),
          });
        }
        return packet;
      } finally {
        queue.questionEnded();
      }
    },
    settings: () => told(settings.shadow()),
    configure(change) {
      const { on = settings.shadow().on, candidate = settings.shadow().candidate } = change;
      if (candidate !== null && (on || change.candidate !== undefined)) policies.of(candidate);
      if (on && candidate === null) throw noCandidate(policies.versions());
      const changed = settings.changeShadow(change);
      if (!changed.on) queue.clear();
      return told(changed);
    },
    waiting: () => queue.waiting(),
    close: () => queue.close(),
  };
}

function namesOf({ sessionId, candidate }: Answered) {
  return { sessionId, candidate };
}

/** The same question at the same present; nobody reads the packet, so it holds no secrets and no quoted text. */
function asAskedAt(params: MethodParams<'retrieve'>, at: number, budgetMs: number): MethodParams<'retrieve'> {
  return { ...params, now: params.now ?? toInstant(at), budgetMs, unredacted: false, quoted: false };
}

function compared({ params, status, shown }: Answered, packet: EvidencePacket, waitedMs: number): ShadowOutcome {
  const would = packet.results.map(itemKey);
  const same = would.length === shown.length && would.every((key, at) => key === shown[at]);
  return {
    outcome: 'answered',
    packet,
    waitedMs,
    k: params.k,
    jaccard: jaccardAt(shown, would, params.k),
    rbo: rankBiasedOverlap(shown, would),
    differs: !same || packet.status !== status,
  };
}

function noCandidate(known: readonly string[]): PiperError {
  return new PiperError(
    'invalid-params',
    'No candidate policy is named that could be tried.',
    `Give candidate as well, one of ${known.join(', ')}.`,
  );
}
