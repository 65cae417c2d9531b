import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { silentLog } from '../../main/base/log.ts';
import type { NotificationName } from '../../main/contract/notifications.ts';
import type { EvidencePacket } from '../../main/contract/packet.ts';
import { createDispatch } from '../../main/methods/dispatch.ts';
import { helloHandler } from '../../main/methods/hello.ts';
import type { Call, Handlers } from '../../main/methods/ports.ts';

/** A directory that is gone when the test is. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'piper-hosts-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export const tokens = { agent: 'a'.repeat(43), operator: 'o'.repeat(43) };

export const emptyPacket: EvidencePacket = {
  sessionId: 's1',
  query: '',
  namespaces: ['default'],
  status: 'none',
  confidence: 0.9,
  reason: 'nothing qualifies',
  missing: [],
  need: 'mixed',
  route: {
    primary: 'search',
    secondary: null,
    participants: ['search'],
    reasonCode: 'default',
    signals: {},
    escalation: null,
    forced: false,
    policyVersion: 'v0',
  },
  escalations: [],
  time: null,
  statement: null,
  steps: [],
  results: [],
  dropped: [],
  support: { required: 1, covered: 0 },
  latencyMs: { total: 1 },
  tokens: { used: 0, budget: 6000 },
  notices: [],
};

/** The real dispatch over a few handlers that stand in for the engine: `retrieve` gives back what was asked. */
export function littleDaemon(handlers: Partial<Handlers> = {}) {
  const listeners = new Set<(name: NotificationName, params: unknown) => void>();
  const call: Call = createDispatch(
    {
      hello: helloHandler(tokens, '0.0.0-test'),
      retrieve: async ({ query }) => {
        // Answers come back out of order, as they do when some questions take longer than others.
        await new Promise((resolve) => setTimeout(resolve, query.length % 7));
        return { ...emptyPacket, query };
      },
      'namespaces.list': () => ({ namespaces: [] }),
      'ledger.verify': () => ({
        ok: true,
        events: 0,
        checkedPayloads: 0,
        erasedPayloads: 0,
        headSeq: 0,
        headHash: '',
        break: null,
      }),
      ...handlers,
    },
    { log: silentLog },
  );
  return {
    call,
    onNotification(listener: (name: NotificationName, params: unknown) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(name: NotificationName, params: unknown) {
      for (const listener of listeners) listener(name, params);
    },
  };
}

export interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: { readonly query?: string; readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data: { readonly code: string } };
}

/** A client without manners: writes any bytes, and collects the lines that come back. */
export function rawClient(path: string) {
  const socket: Socket = createConnection({ path, allowHalfOpen: true });
  const answers: Answer[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  socket.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    answers.push(...lines.map((line) => JSON.parse(line) as Answer));
    for (const { count, resolve } of waiting) if (answers.length >= count) resolve();
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  onTestFinished(() => {
    socket.destroy();
  });
  return {
    socket,
    answers,
    ended,
    send: (bytes: string | Buffer) => new Promise<void>((resolve) => socket.write(bytes, () => resolve())),
    ask: (id: unknown, method: string, params: unknown = {}) =>
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`),
    /** Resolves with everything heard so far once at least `count` messages have come. */
    heard: async (count: number): Promise<readonly Answer[]> => {
      if (answers.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return answers;
    },
  };
}
