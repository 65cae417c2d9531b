import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fixedClock } from '../../main/base/clock.ts';
import type { MethodResult } from '../../main/contract/methods.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { connect, type SocketClient } from '../../main/hosts/socketClient.ts';
import { cliFile } from './cliFixtures.ts';
import { temporaryDir } from './hostFixtures.ts';
import { careful, careless, type Reply, type Step, statements, unknown } from './useScript.ts';

vi.setConfig({ testTimeout: 300_000 });

const noon = Date.UTC(2026, 8, 20, 12);
const hour = 3_600_000;

/** What an agent does with the memory, over whichever wire. */
interface Hand {
  ask(query: string): Promise<{ readonly sessionId: string; readonly resultIds: readonly string[] }>;
  answer(sessionId: string, text: string): Promise<void>;
  act(sessionId: string, tool: string, given: unknown): Promise<void>;
  report(sessionId: string, used: readonly string[]): Promise<void>;
}

function overSocket(socket: SocketClient): Hand {
  return {
    async ask(query) {
      const { sessionId, results } = await socket.call('retrieve', { query, budgetMs: 60_000 });
      return { sessionId, resultIds: results.map(({ resultId }) => resultId) };
    },
    answer: async (sessionId, answer) => void (await socket.call('evidence.observe', { sessionId, answer })),
    act: async (sessionId, tool, given) =>
      void (await socket.call('evidence.observe', { sessionId, action: { tool, arguments: given } })),
    report: async (sessionId, used) => {
      const uses = used.map((resultId) => ({ resultId, mark: 'used' as const }));
      await socket.call('evidence.report', { sessionId, uses });
    },
  };
}

/** A process of its own that speaks the protocol over its standard streams, as an agent's program starts it. */
async function overMcp(dir: string): Promise<Hand> {
  const client = new Client({ name: 'script', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cliFile, 'mcp', '--data', dir], stderr: 'inherit' }),
  );
  onTestFinished(() => client.close());
  const use = async (name: string, given: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { text: string }[];
    if (isError === true) throw new Error(first?.text);
    return first?.text ?? '';
  };
  const report = async (given: Record<string, unknown>) => void (await use('evidence_report', given));
  return {
    async ask(query) {
      const told = await use('memory_retrieve', { query });
      return {
        sessionId: /^sessionId: (\S+)$/m.exec(told)?.[1] ?? '',
        resultIds: [...told.matchAll(/^\[\d+\] resultId: ([^,\s]+)/gm)].map(([, id]) => id ?? ''),
      };
    },
    answer: (sessionId, answer) => report({ sessionId, answer }),
    act: (sessionId, tool, given) => report({ sessionId, answer: `${tool} ${JSON.stringify(given)}` }),
    report: (sessionId, used) => report({ sessionId, uses: used.map((resultId) => ({ resultId, mark: 'used' })) }),
  };
}

async function opened() {
  const dir = temporaryDir();
  writeFileSync(join(dir, 'config.json'), '{"embedder": "off"}');
  const clock = fixedClock(noon);
  const daemon = await startDaemon({ dir, clock });
  onTestFinished(() => daemon.close());
  const socket = await connect(daemon.paths.socket, { client: 'script' });
  onTestFinished(() => socket.close());
  for (const [text, occurredAt] of statements) await socket.call('memory.write', { text, occurredAt });
  return { dir, clock, daemon, socket, hands: [overSocket(socket), await overMcp(dir)] as const };
}

/** The session, or null where the memory showed nothing: how well it finds is measured elsewhere. */
async function follow(hand: Hand, { asks, reply }: Step): Promise<string | null> {
  const { sessionId, resultIds } = await hand.ask(asks);
  if (resultIds.length === 0) return null;
  await goOn(hand, reply, sessionId, resultIds);
  return sessionId;
}

async function goOn(hand: Hand, reply: Reply, sessionId: string, resultIds: readonly string[]): Promise<void> {
  if (reply === 'silent') return;
  if (reply === 'vague') return hand.answer(sessionId, 'I had better ask around first.');
  if (reply === 'helpless') return hand.report(sessionId, []);
  if (reply === 'reports') return hand.report(sessionId, resultIds.slice(0, 1));
  if ('says' in reply) return hand.answer(sessionId, reply.says);
  if ('quotes' in reply) return hand.answer(sessionId, `As it was put down: ${reply.quotes}, so much is known.`);
  return hand.act(sessionId, reply.calls, reply.with);
}

async function useIn({ caller }: Daemon): Promise<MethodResult<'trace.use'>> {
  return caller.call('trace.use', {});
}

test('of fifty questions over MCP and over the socket, the use of at least 95 % is known, and no more is claimed', async () => {
  const { clock, daemon, socket, hands } = await opened();
  const sessions: (string | null)[] = [];
  for (const [at, step] of careful.entries()) {
    clock.advance(1000);
    // Each wire carries every kind of reply.
    sessions.push(await follow(hands[at % 2 === 0 ? 0 : 1], step));
  }
  for (const query of unknown) await hands[0].ask(query);
  const answered = sessions.filter((sessionId) => sessionId !== null).length;
  expect(answered).toBeGreaterThanOrEqual(40);
  const early = (await useIn(daemon)).coverage;
  expect(early).toMatchObject({ answered, open: 1, unreported: 0 });
  clock.advance(hour);
  const { coverage, silent } = await useIn(daemon);
  expect(coverage).toMatchObject({ answered, open: 0, unreported: 1 });
  expect(coverage.untraced).toBeGreaterThanOrEqual(1);
  expect(Math.min(coverage.reported, coverage.observed)).toBeGreaterThan(0);
  expect(coverage.coverage).toBeGreaterThanOrEqual(0.95);
  expect(coverage.coverage).toBeLessThan(1);
  expect((await daemon.caller.call('status', {})).evidenceUse).toEqual(coverage);
  expect(silent).not.toContain('search');

  // Which memories were retrieved before a claim, and which were used.
  const claim = await socket.call('trace.forClaim', { text: 'gives up after 10 minutes' });
  expect(claim.sessions.map(({ sessionId }) => sessionId)).toEqual([sessions[0]]);
  expect(claim.sessions[0]?.results.some(({ mark, source }) => mark === 'used' && source === 'observed')).toBe(true);
  // Which were retrieved and ignored.
  const { items } = await socket.call('trace.ignored', {});
  expect(items.length).toBeGreaterThan(0);
  expect(items.every(({ ignored }) => ignored > 0)).toBe(true);
  // Where stale competed with current.
  const { rivals } = await socket.call('trace.rivals', {});
  expect(rivals.length).toBeGreaterThan(0);
  // The ledger keeps what was used, by both sources, and no word of what was answered.
  const { events } = await daemon.caller.call('ledger.list', { eventTypes: ['evidence_use'], limit: 500 });
  expect(new Set(events.map(({ payload }) => (payload as { source: string }).source))).toEqual(
    new Set(['reported', 'observed']),
  );
  expect(JSON.stringify(events)).not.toContain('gives up');
});

test('an agent that hardly ever comes back brings the figure down', async () => {
  const { clock, daemon, hands } = await opened();
  for (const [at, step] of careless.entries()) await follow(hands[at % 2 === 0 ? 0 : 1], step);
  clock.advance(hour);
  const { coverage } = await useIn(daemon);
  expect(coverage).toMatchObject({ reported: 1, observed: 0 });
  expect(coverage.coverage).toBe(1 / coverage.answered);
  expect(Math.min(coverage.untraced, coverage.unreported)).toBeGreaterThan(0);
});
