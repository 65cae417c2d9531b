import type { ShadowDrop } from '../contract/shadow.ts';

/** Work that is done behind the replies, one piece at a time, and only while nobody asks. */
export interface ShadowQueue<Task> {
  /** A question came in: what runs stands aside for it. */
  questionBegan(): void;
  questionEnded(): void;
  /** Queues work for when it is quiet, or drops it where too much waits already. Takes no time worth telling. */
  offer(task: Task): void;
  waiting(): number;
  /** Drops what waits and what runs. */
  clear(): void;
  /** The same for good; resolves when nothing runs any more. */
  close(): Promise<void>;
}

export interface ShadowQueueParts<Task> {
  /** How many may wait. */
  readonly limit: () => number;
  /** Milliseconds without a question after which work begins: by then the last reply is out. */
  readonly quietMs: number;
  /** Does the work. Must not reject unless the signal has fired, and then soon. */
  readonly run: (task: Task, signal: AbortSignal) => Promise<void>;
  /** Tells of dropped work: while it is quiet, or when there is much to tell. */
  readonly dropped: (drops: readonly Drop<Task>[]) => void;
}

export interface Drop<Task> {
  readonly task: Task;
  readonly reason: ShadowDrop;
}

/** Drops that are kept in mind at most while people ask without a pause. */
const mostDrops = 500;

export function openShadowQueue<Task>({ limit, quietMs, run, dropped }: ShadowQueueParts<Task>): ShadowQueue<Task> {
  let waiting: Task[] = [];
  let drops: Drop<Task>[] = [];
  let questions = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;

  function drop(task: Task, reason: ShadowDrop): void {
    drops.push({ task, reason });
    if (drops.length >= mostDrops) tellDrops();
  }

  function tellDrops(): void {
    if (drops.length === 0) return;
    const told = drops;
    drops = [];
    dropped(told);
  }

  function schedule(): void {
    clearTimeout(timer);
    if (closed || running !== null || questions > 0 || waiting.length + drops.length === 0) return;
    timer = setTimeout(begin, quietMs).unref();
  }

  function begin(): void {
    tellDrops();
    const task = waiting.shift();
    if (task === undefined) return;
    const stop = new AbortController();
    running = { stop, done: finish(task, stop.signal) };
  }

  async function finish(task: Task, signal: AbortSignal): Promise<void> {
    try {
      await run(task, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      drop(task, signal.reason as ShadowDrop);
    } finally {
      running = null;
      schedule();
    }
  }

  function clear(): void {
    for (const task of waiting) drop(task, 'stopped');
    waiting = [];
    running?.stop.abort('stopped' satisfies ShadowDrop);
    schedule();
  }

  return {
    questionBegan() {
      questions++;
      clearTimeout(timer);
      running?.stop.abort('busy' satisfies ShadowDrop);
    },
    questionEnded() {
      questions--;
      schedule();
    },
    offer(task) {
      if (closed) return;
      if (waiting.length >= limit()) drop(task, 'queue-full');
      else waiting.push(task);
      schedule();
    },
    waiting: () => waiting.length,
    clear,
    async close() {
      closed = true;
      clear();
      await running?.done;
      tellDrops();
    },
  };
}
