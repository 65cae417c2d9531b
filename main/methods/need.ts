import type { Clock } from '../base/clock.ts';
import type { MethodParams } from '../contract/methods.ts';
import type { NeedAnswer } from '../contract/need.ts';
import { fromInstant } from '../contract/time.ts';
import { emptyNamespaces } from '../retrieval/account.ts';
import { judgeNeed, namesIn } from '../retrieval/need.ts';
import type { Pipeline } from '../retrieval/pipeline.ts';
import type { Volatility } from '../retrieval/volatility.ts';
import type { Held } from '../retrievers/temporal/heldFacts.ts';
import type { Handlers } from './ports.ts';

/** What deciding about a look reads of the memory, seen from the main thread. */
export interface NeedReading {
  /** What memory holds about the names of a question at an instant of valid time. */
  held(question: string, namespaces: readonly string[], at: number): Promise<Held>;
  /** Which of these names stand in stored texts. */
  spokenOf(names: readonly string[], namespaces: readonly string[]): Promise<string[]>;
  /** Those that hold anything. */
  namespaces(): Promise<readonly { readonly namespace: string }[]>;
}

/**
 * `memory.need`, and `memory.autoRecall` behind it: a prompt is looked up by the ordinary router, once the operator has
 * switched that on and the evidence gate says so; never every prompt.
 */
export function needHandlers(parts: {
  readonly reading: NeedReading;
  readonly pipeline: Pipeline;
  readonly volatility: Volatility;
  readonly clock: Clock;
  readonly autoRecall: () => boolean;
  /** Counts what was decided (memory.md §20, Phase 0). */
  readonly count: (name: string) => void;
}): Pick<Handlers, 'memory.need' | 'memory.autoRecall'> {
  const { reading, pipeline, volatility, clock, autoRecall, count } = parts;

  async function need(params: MethodParams<'memory.need'>): Promise<NeedAnswer> {
    const { question, namespaces, purpose } = params;
    const now = fromInstant(params.now) ?? clock.now();
    const [{ names, facts }, spokenOf, held] = await Promise.all([
      reading.held(question, namespaces, now),
      reading.spokenOf(namesIn(question), namespaces),
      reading.namespaces(),
    ]);
    const heldSince = fromInstant(params.heldSince);
    const asked = { question, now, acting: purpose === 'act', heldSince, names: [...names], facts, spokenOf };
    const judged = judgeNeed(asked, volatility);
    const empty = emptyNamespaces(namespaces, held).map((says) => ({ code: 'namespace-empty' as const, says }));
    const answer = { ...judged, reasons: [...judged.reasons, ...empty] };
    count(`needs.${answer.verdict}`);
    if (answer.look) count('needs.look');
    return answer;
  }

  return {
    'memory.need': need,
    'memory.autoRecall': async ({ prompt, ...rest }, { signal }) => {
      if (!autoRecall()) {
        count('auto-recall.off');
        return { state: 'off', need: null, packet: null };
      }
      const { namespaces, now, timeZone, k, tokenBudget, quoted } = rest;
      const decided = await need({ question: prompt, namespaces, now, purpose: 'know' });
      if (!decided.look) {
        count('auto-recall.not-needed');
        return { state: 'not-needed', need: decided, packet: null };
      }
      count('auto-recall.recalled');
      const asked = { query: prompt, namespaces, now, timeZone, k, tokenBudget, quoted };
      const packet = await pipeline.retrieve(
        { ...asked, includeHistorical: false, budgetMs: 5000, purpose: 'know', unredacted: false },
        signal,
      );
      return { state: 'recalled', need: decided, packet };
    },
  };
}
