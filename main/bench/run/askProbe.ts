import type { BenchSetup, Probe, ProbeAnswer } from '../../contract/bench.ts';
import type { MethodParams } from '../../contract/methods.ts';
import type { BenchRoute, BenchStore } from '../benchStore.ts';
import { askedResults } from '../score/measures.ts';
import type { ObjectIds } from '../score/scoreBenchmark.ts';
import { scoredAnswer } from '../score/scoredAnswer.ts';
import { forcedRoutes } from '../score/scoreProbe.ts';
import type { JournalEntry } from './journal.ts';

export interface Asking {
  readonly store: Pick<BenchStore, 'retrieve'>;
  /** The ids of the corpus by namespace. */
  readonly corpus: ObjectIds;
  readonly setup: BenchSetup;
  /** Whether every route is forced too. */
  readonly oracle: boolean;
  readonly signal: AbortSignal;
}

/** Puts one probe to the engine under test and, for the oracle, to every path and combination of the whole engine. */
export async function askProbe(probe: Probe, asking: Asking): Promise<Omit<JournalEntry, 'variant'>> {
  const { setup, oracle } = asking;
  const routed = await ask(probe, routedBy(setup), setup.paths, asking);
  const forced: Record<string, ProbeAnswer> = {};
  for (const { name, paths } of oracle ? forcedRoutes : []) {
    const one = await ask(probe, { kind: 'forced', paths }, undefined, asking);
    if (one !== null) forced[name] = one.answer;
  }
  return {
    probeId: probe.id,
    sessionId: routed?.sessionId ?? null,
    answer: routed?.answer ?? null,
    forced,
  };
}

function routedBy({ without, fusion }: BenchSetup): BenchRoute {
  return { kind: 'routed', engine: { without, fusion } };
}

/** null where the request broke: that is scored as a failure and does not end the run. */
async function ask(probe: Probe, route: BenchRoute, paths: BenchSetup['paths'], { store, corpus, signal }: Asking) {
  signal.throwIfAborted();
  try {
    const packet = await store.retrieve(route, questionOf(probe, paths), signal);
    return {
      sessionId: packet.sessionId,
      answer: scoredAnswer(packet, corpus.get(probe.namespace ?? 'default') ?? new Set()),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** As an asker would put it, with time enough that no path is given up and room enough that no text is cut. */
function questionOf(probe: Probe, paths: BenchSetup['paths']): MethodParams<'retrieve'> {
  return {
    query: probe.query,
    k: askedResults,
    paths,
    namespaces: [probe.namespace ?? 'default'],
    now: probe.now,
    timeZone: probe.timeZone ?? 'UTC',
    knownAt: probe.knownAt,
    includeHistorical: false,
    budgetMs: 60_000,
    tokenBudget: 200_000,
    purpose: 'know',
    quoted: false,
    unredacted: false,
  };
}
