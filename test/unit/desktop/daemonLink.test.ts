import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import type { DaemonConnection } from '../../../main/contract/bridge.ts';
import { type DaemonProcess, openDaemonLink } from '../../../main/desktop/daemonLink.ts';
import type { SocketClient } from '../../../main/hosts/socketClient.ts';

/** A machine on which daemons start and end as the test says. */
function machine() {
  let listening = false;
  let endConnection = () => {};
  let endProcess = () => {};
  const started: DaemonProcess[] = [];
  const calls: string[] = [];
  return {
    started,
    calls,
    serve() {
      listening = true;
    },
    crash() {
      listening = false;
      endConnection();
      endProcess();
    },
    async connect(): Promise<SocketClient> {
      if (!listening) throw new PiperError('daemon-unreachable', 'Nobody listens.', 'Start it.');
      let gone = () => {};
      const closed = new Promise<void>((resolve) => {
        gone = resolve;
      });
      endConnection = gone;
      return {
        closed,
        close: gone,
        onNotification: () => () => {},
        call: async (method) => {
          calls.push(method);
          if (method === 'trace.get') throw new PiperError('not-found', 'No such session.', 'List them.');
          return { asked: method } as never;
        },
      };
    },
    start(): DaemonProcess {
      let exit = () => {};
      const exited = new Promise<void>((resolve) => {
        exit = resolve;
      });
      endProcess = exit;
      listening = true;
      const process = {
        ready: Promise.resolve(),
        exited,
        async stop() {
          calls.push('stop');
          exit();
        },
      };
      started.push(process);
      return process;
    },
  };
}

function watch(link: ReturnType<typeof openDaemonLink>) {
  const seen: DaemonConnection[] = [];
  link.onConnection((connection) => seen.push(connection));
  return {
    seen,
    async until(state: DaemonConnection['state'], count = 1): Promise<DaemonConnection> {
      for (let turn = 0; turn < 200; turn += 1) {
        const found = seen.filter((one) => one.state === state)[count - 1];
        if (found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`never ${state}: ${JSON.stringify(seen)}`);
    },
  };
}

const noPause = () => Promise.resolve();

describe('openDaemonLink', () => {
  test('joins a daemon that serves already, and leaves it running', async () => {
    const there = machine();
    there.serve();
    const link = openDaemonLink({ ...there, now: () => 0, pause: noPause });
    await watch(link).until('open');
    expect(there.started).toHaveLength(0);
    await link.close();
    expect(there.calls).not.toContain('stop');
  });

  test('starts one where none serves, and stops it at the end', async () => {
    const there = machine();
    const link = openDaemonLink({ ...there, now: () => 0, pause: noPause });
    await watch(link).until('open');
    expect(there.started).toHaveLength(1);
    await expect(link.request('status', {})).resolves.toEqual({ ok: true, result: { asked: 'status' } });
    await link.close();
    expect(there.calls).toContain('stop');
  });

  test('hands an error over with its code and remedy', async () => {
    const there = machine();
    const link = openDaemonLink({ ...there, now: () => 0, pause: noPause });
    await watch(link).until('open');
    await expect(link.request('trace.get', { sessionId: 'x' })).resolves.toMatchObject({
      ok: false,
      error: { code: 'not-found', remedy: 'List them.' },
    });
    await link.close();
  });

  test('starts a crashed daemon once more and tells the operator', async () => {
    const there = machine();
    const link = openDaemonLink({ ...there, now: () => 0, pause: noPause });
    const { until, seen } = watch(link);
    await until('open');
    there.crash();
    const back = await until('open', 2);
    expect(there.started).toHaveLength(2);
    expect(back.message).toBe('The daemon ended unexpectedly and was started again.');
    expect(seen.some(({ state }) => state === 'lost')).toBe(true);
    await link.close();
  });

  test('leaves a daemon down that crashes twice within ten minutes', async () => {
    const there = machine();
    const link = openDaemonLink({ ...there, now: () => 0, pause: noPause });
    const { until, seen } = watch(link);
    await until('open');
    there.crash();
    await until('open', 2);
    there.crash();
    await until('lost', 3);
    expect(seen.at(-1)?.message).toBe('The daemon ended twice within ten minutes.');
    expect(there.started).toHaveLength(2);
    await expect(link.request('status', {})).resolves.toMatchObject({ ok: false });
    await link.close();
  });

  test('starts it again when the crashes lie further apart', async () => {
    const there = machine();
    let now = 0;
    const link = openDaemonLink({ ...there, now: () => now, pause: noPause });
    const { until } = watch(link);
    await until('open');
    there.crash();
    await until('open', 2);
    now = 11 * 60_000;
    there.crash();
    await until('open', 3);
    expect(there.started).toHaveLength(3);
    await link.close();
  });

  test('says why a daemon does not start, and tries again', async () => {
    const there = machine();
    let broken = true;
    const link = openDaemonLink({
      ...there,
      now: () => 0,
      pause: noPause,
      start: () => {
        if (!broken) return there.start();
        broken = false;
        return {
          ready: Promise.reject(new PiperError('disk-full', 'The disk is full.', 'Make room.')),
          exited: Promise.resolve(),
          stop: async () => {},
        };
      },
    });
    const { until } = watch(link);
    await expect(until('lost')).resolves.toMatchObject({ message: 'The disk is full.', remedy: 'Make room.' });
    await until('open');
    await link.close();
  });
});
