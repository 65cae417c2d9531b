import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import type { ModelReadPayload } from '../contract/events.ts';
import type { Job } from '../contract/status.ts';
import type { AppendOutcome, EventDraft } from '../ledger/event.ts';
import type { UnreadPage, UnreadText } from '../projections/items/unread.ts';
import type { ChatModel } from '../store/chatModel.ts';
import { isRefusal } from '../store/endpoint.ts';
import { openJobReport } from './jobReport.ts';
import { draftsOf, type ReadText } from './model/drafts.ts';
import { longestText, promptFor } from './model/prompt.ts';
import { type Reading, readAnswer } from './model/proposals.ts';

export interface ModelExtractionParts {
  readonly model: ChatModel;
  readonly unread: {
    after(seq: number): Promise<UnreadPage>;
    position(): Promise<number>;
  };
  /** The last event of the ledger, to tell how much there is to do. */
  readonly head: () => Promise<number>;
  readonly append: (drafts: readonly EventDraft[]) => Promise<readonly AppendOutcome[]>;
  /** Whether the operator still wants it: asked before each text. Once no, it is over until the next start. */
  readonly wanted: () => boolean;
  /** Whether a question is being answered: then the next text waits a little. */
  readonly busy: () => boolean;
  readonly clock: Clock;
  /** The zone in which dates without one are read. */
  readonly timeZone: string;
  readonly textsPerMinute: number;
  readonly onJob?: ((job: Job) => void) | undefined;
  /** Told of each text: what came of it. */
  readonly onRead?: ((reading: ModelReadPayload) => void) | undefined;
  /** What went wrong; it goes on by itself after a pause. */
  readonly onProblem?: ((error: unknown) => void) | undefined;
  /** Milliseconds before the first new try after a problem, doubled up to a minute: 1,000 unless given. */
  readonly retryMs?: number | undefined;
}

export interface ModelExtraction {
  /** Something was written. */
  wake(): void;
  /** The problem that it waits to try again after, or null. */
  problem(): unknown;
  /** Gives up the text at hand, which is read after the next start. */
  stop(): Promise<void>;
}

/**
 * Has a user's own model read what was written, text by text in the order of the ledger, and writes what it proposes as
 * events. How far it is stands in the ledger too, in the same transaction as the proposals: a crash loses at most the
 * answer that was under way, neither a rebuild nor a lost `traces.db` has anything read again, and the ledger says which
 * texts a model was shown.
 */
export function startModelExtraction(parts: ModelExtractionParts): ModelExtraction {
  const { model, unread, clock, retryMs = 1000 } = parts;
  const stopping = new AbortController();
  const totals = { read: 0, proposed: 0, refused: 0 };
  const report = openJobReport('read', () => sentenceOf(totals), clock, parts.onJob, 10);
  let at: number | null = null;
  let unwritten: ReadText | null = null;
  let problem: unknown = null;
  let wakes = 0;
  let woken = Promise.withResolvers<void>();

  /** One step of work; false when there is none. */
  async function step(): Promise<boolean> {
    if (unwritten !== null) {
      await write(unwritten);
      return true;
    }
    const from = at ?? (await unread.position());
    const { through, text } = await unread.after(from);
    if (text !== null) {
      await report.begin(async () => (await parts.head()) - from);
      await giveWay();
      if (stopping.signal.aborted || !parts.wanted()) return true;
      unwritten = draftsOf(text, await read(text), model.name);
      await write(unwritten);
    }
    at = through;
    report.advance(through - from);
    if (through === from) report.finish();
    else if (text !== null) await rest(60_000 / parts.textsPerMinute);
    return through !== from;
  }

  /** What it cost to have is kept until it is written, whatever the disk says. */
  async function write({ mark, drafts }: ReadText): Promise<void> {
    const outcomes = await parts.append(drafts);
    unwritten = null;
    problem = null;
    at = mark.through;
    if (outcomes.at(-1)?.status !== 'appended') return;
    totals.read++;
    totals.proposed += mark.proposed;
    totals.refused += mark.refused;
    parts.onRead?.(mark);
  }

  async function read(source: UnreadText): Promise<Omit<Reading, 'outcome'> & Pick<ModelReadPayload, 'outcome'>> {
    for (let length = Math.min(longestText, source.text.length); ; length = Math.floor(length / 2)) {
      const shown = { ...source, text: source.text.slice(0, length).toWellFormed() };
      try {
        return readAnswer(await model.complete(promptFor(shown)), shown, parts.timeZone);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (length > 1000) continue;
        await answersAtAll();
        return { outcome: 'refused', proposals: [], known: 0, refused: 0 };
      }
    }
  }

  /** A text that the server refuses is passed over; a server that refuses everything must not have all passed over. */
  async function answersAtAll(): Promise<void> {
    await model.complete({ system: 'Answer with the JSON object {"statements": []}.', user: 'Nothing to read.' });
  }

  /** Whoever asks comes first, but an agent that asks without end must not keep its memory from being read. */
  async function giveWay(): Promise<void> {
    for (let waits = 0; waits < 80 && parts.busy() && !stopping.signal.aborted; waits++) await pause(25);
  }

  async function rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: stopping.signal }).catch(() => {});
  }

  async function run(): Promise<void> {
    let wait = retryMs;
    while (!stopping.signal.aborted && parts.wanted()) {
      const seen = wakes;
      try {
        const worked = await step();
        problem = null;
        wait = retryMs;
        if (!worked && seen === wakes) await woken.promise;
      } catch (error) {
        if (stopping.signal.aborted) break;
        problem = error;
        parts.onProblem?.(error);
        await rest(wait);
        wait = Math.min(2 * wait, 60_000);
      }
    }
    problem = null;
    report.stop();
  }

  function wake(): void {
    wakes++;
    woken.resolve();
    woken = Promise.withResolvers<void>();
  }

  const running = run();
  return {
    wake,
    problem: () => problem,
    async stop() {
      stopping.abort();
      model.close();
      wake();
      await running;
    },
  };
}

function sentenceOf({ read, proposed, refused }: { readonly [name: string]: number }): string {
  return `A model reads what was written: ${read} texts read, ${proposed} statements proposed, ${refused} refused`;
}
