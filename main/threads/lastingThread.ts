import type { Remote, Thread } from './thread.ts';

export interface LastingThread<Functions extends object, Prepared> extends Thread<Functions> {
  /** What the first thread was prepared with; rejects where it could not be. */
  readonly first: Promise<Prepared>;
}

/**
 * A thread that may die (a request that ran out of memory) without being missed: the next call starts another. Calls
 * that were open have failed, and what became of them is not known. `prepare` is the first thing asked of each.
 */
export function lastingThread<Functions extends object, Prepared>(
  start: () => Thread<Functions>,
  prepare: (remote: Remote<Functions>) => Promise<Prepared>,
): LastingThread<Functions, Prepared> {
  let stopping = false;
  let present = begin();

  function begin() {
    const thread = start();
    const ready = prepare(thread.remote);
    const begun = { thread, ready, dead: false };
    const die = () => {
      begun.dead = true;
    };
    void thread.exited.then(die);
    // One that cannot be prepared is of no use; the next call tries with another.
    ready.catch(() => {
      die();
      void thread.stop();
    });
    return begun;
  }

  async function ask(name: string, args: readonly unknown[]): Promise<unknown> {
    if (present.dead && !stopping) present = begin();
    const { thread, ready } = present;
    await ready;
    return (Reflect.get(thread.remote, name) as (...given: readonly unknown[]) => Promise<unknown>)(...args);
  }

  return {
    first: present.ready,
    // A promise is told by its `then`: the proxy must not look like one.
    remote: new Proxy({} as Remote<Functions>, {
      get: (_, name) =>
        typeof name === 'string' && name !== 'then' ? (...args: unknown[]) => ask(name, args) : undefined,
    }),
    get exited() {
      return present.thread.exited;
    },
    async stop() {
      stopping = true;
      await present.thread.stop();
    },
  };
}
