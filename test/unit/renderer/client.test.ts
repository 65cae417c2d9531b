import { describe, expect, test } from 'vitest';
import type { DaemonConnection } from '../../../main/contract/index.ts';
import { rootOf } from '../../../renderer/paths.ts';
import { type SocketLike, socketTransport } from '../../../renderer/socketTransport.ts';
import { takeToken } from '../../../renderer/token.ts';

/** A host at the other end of every socket that the transport opens. */
function host() {
  const sockets: (SocketLike & { sent: { id: number; method: string; params: unknown }[] })[] = [];
  const timers: (() => void)[] = [];
  const delays: number[] = [];
  return {
    sockets,
    delays,
    createSocket: () => {
      const sent: { id: number; method: string; params: unknown }[] = [];
      const socket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        sent,
        send: (text: string) => sent.push(JSON.parse(text)),
        close: () => socket.onclose?.(),
      } as (typeof sockets)[number];
      sockets.push(socket);
      return socket;
    },
    setTimer: (run: () => void, ms: number) => {
      timers.push(run);
      delays.push(ms);
    },
    tick: () => timers.shift()?.(),
    answer(index: number, message: object) {
      sockets[index]?.onmessage?.({ data: JSON.stringify({ jsonrpc: '2.0', ...message }) });
    },
    welcome(index: number) {
      sockets[index]?.onopen?.();
      const hello = sockets[index]?.sent.find(({ method }) => method === 'hello');
      this.answer(index, { id: hello?.id, result: { role: 'operator', version: '1' } });
    },
  };
}

function opened(token: string | null = 'secret') {
  const there = host();
  const transport = socketTransport({ token, createSocket: there.createSocket, setTimer: there.setTimer });
  const states: DaemonConnection[] = [];
  transport.onConnection((connection) => states.push(connection));
  return { there, transport, states };
}

describe('socketTransport', () => {
  test('says hello with the token before anything that was asked meanwhile', async () => {
    const { there, transport } = opened();
    const answer = transport.request('status', {});
    expect(there.sockets[0]?.sent).toEqual([]);
    there.welcome(0);
    expect(there.sockets[0]?.sent.map(({ method, params }) => [method, params])).toEqual([
      ['hello', { token: 'secret', client: 'window' }],
      ['status', {}],
    ]);
    there.answer(0, { id: there.sockets[0]?.sent[1]?.id, result: { fine: true } });
    await expect(answer).resolves.toEqual({ ok: true, result: { fine: true } });
  });

  test('hands an error over with its code, sentence and remedy', async () => {
    const { there, transport } = opened();
    there.welcome(0);
    const answer = transport.request('trace.get', { sessionId: 'x' });
    const error = { code: 'not-found', message: 'No such session.', remedy: 'List them.' };
    there.answer(0, { id: there.sockets[0]?.sent[1]?.id, error: { code: -32020, message: '', data: error } });
    await expect(answer).resolves.toEqual({ ok: false, error });
  });

  test('fails what was under way when the connection breaks, and does not send it twice', async () => {
    const { there, transport, states } = opened();
    there.welcome(0);
    const answer = transport.request('retrieve', { query: 'x' });
    there.sockets[0]?.onclose?.();
    await expect(answer).resolves.toMatchObject({ ok: false, error: { code: 'daemon-unreachable' } });
    there.tick();
    there.welcome(1);
    expect(there.sockets[1]?.sent.map(({ method }) => method)).toEqual(['hello']);
    expect(states.map(({ state }) => state)).toEqual(['connecting', 'open', 'lost', 'lost', 'open']);
  });

  test('waits longer before each new attempt, ten seconds at most', () => {
    const { there } = opened();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      there.sockets[attempt]?.onclose?.();
      there.tick();
    }
    expect(there.delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  test('does not try again with a token that the host refuses', async () => {
    const { there, transport, states } = opened();
    there.sockets[0]?.onopen?.();
    const error = { code: 'forbidden', message: 'The token is wrong.', remedy: 'Open the printed address.' };
    there.answer(0, { id: there.sockets[0]?.sent[0]?.id, error: { code: -32012, message: '', data: error } });
    expect(states.at(-1)).toMatchObject({ state: 'refused', remedy: 'Open the printed address.' });
    expect(there.delays).toEqual([]);
    await expect(transport.request('status', {})).resolves.toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });

  test('asks nobody when the page was opened without a token', () => {
    const { there, states } = opened(null);
    expect(there.sockets).toHaveLength(0);
    expect(states[0]?.state).toBe('refused');
  });

  test('passes notifications on until the listener is taken back', () => {
    const { there, transport } = opened();
    const heard: unknown[] = [];
    const stop = transport.onNotification((name, params) => heard.push([name, params]));
    there.welcome(0);
    there.answer(0, { method: 'progress', params: { done: 1 } });
    stop();
    there.answer(0, { method: 'progress', params: { done: 2 } });
    expect(heard).toEqual([['progress', { done: 1 }]]);
  });
});

describe('takeToken', () => {
  const storage = (held: string | null = null) => {
    const values = new Map(held === null ? [] : [['piper.token', held]]);
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, to: string) => void values.set(key, to),
    };
  };

  test('moves the token from the address to the tab’s storage', () => {
    const replaced: string[] = [];
    const history = { replaceState: (_data: unknown, _unused: string, url: string) => void replaced.push(url) };
    const kept = storage();
    expect(takeToken({ hash: '#token=abc', pathname: '/', search: '' }, history, kept)).toBe('abc');
    expect(replaced).toEqual(['/']);
    expect(takeToken({ hash: '', pathname: '/', search: '' }, history, kept)).toBe('abc');
    expect(replaced).toHaveLength(1);
  });

  test('is null for a page that was opened without one', () => {
    expect(takeToken({ hash: '', pathname: '/', search: '' }, { replaceState: () => {} }, storage())).toBeNull();
  });
});

describe('rootOf', () => {
  test('names the dropped folder for a file inside it, and the file itself otherwise', () => {
    expect(rootOf('/home/ada/notes/2026/may.md', 'notes/2026/may.md')).toBe('/home/ada/notes');
    expect(rootOf('/home/ada/may.md', 'may.md')).toBe('/home/ada/may.md');
    expect(rootOf('C:\\Users\\ada\\notes\\may.md', 'notes/may.md')).toBe('C:\\Users\\ada\\notes');
  });
});
