import { PiperError } from '../base/errors.ts';
import type { AppendOutcome, EventDraft } from '../ledger/event.ts';

type Append = (drafts: readonly EventDraft[]) => Promise<AppendOutcome[]>;

interface Waiting {
  readonly drafts: readonly EventDraft[];
  readonly resolve: (outcomes: AppendOutcome[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One durable commit for all who wait: while a batch is on its way to the disk, calls gather, and go together in the
 * next. A hundred clients then share an fsync instead of queueing for a hundred. A batch takes at most 200 drafts,
 * unless one call alone brings more, so that an agent's single write never waits for long behind an import.
 */
export function groupCommit(append: Append): Append {
  let waiting: Waiting[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    while (waiting.length > 0) await commit(takeBatch());
    running = false;
  }

  function takeBatch(): Waiting[] {
    let drafts = 0;
    let calls = 0;
    // Small calls first: an agent's write overtakes an import's batch that is not yet under way.
    waiting.sort((a, b) => Number(a.drafts.length > 1) - Number(b.drafts.length > 1));
    for (const call of waiting) {
      if (calls > 0 && drafts + call.drafts.length > 200) break;
      drafts += call.drafts.length;
      calls++;
    }
    const batch = waiting.slice(0, calls);
    waiting = waiting.slice(calls);
    return batch;
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await append(batch.flatMap(({ drafts }) => drafts));
      let from = 0;
      for (const { drafts, resolve } of batch) {
        resolve(outcomes.slice(from, from + drafts.length));
        from += drafts.length;
      }
    } catch (error) {
      // One caller's invalid draft stops the whole transaction: then each stands for itself.
      if (batch.length > 1 && error instanceof PiperError && error.code === 'invalid-params') {
        for (const call of batch) await commit([call]);
      } else for (const { reject } of batch) reject(error);
    }
  }

  return (drafts) =>
    new Promise((resolve, reject) => {
      waiting.push({ drafts, resolve, reject });
      if (!running) void drain();
    });
}
