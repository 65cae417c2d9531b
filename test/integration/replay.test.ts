import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { methods } from '../../main/contract/methods.ts';
import { startDaemon } from '../../main/daemon.ts';
import { openTraceStore } from '../../main/retrieval/trace.ts';

vi.setConfig({ testTimeout: 120_000 });

async function open() {
  const dir = mkdtempSync(join(tmpdir(), 'piper-replay-'));
  writeFileSync(join(dir, 'config.json'), JSON.stringify({ embedder: 'off' }));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const daemon = await startDaemon({ dir });
  onTestFinished(() => daemon.close());
  const { caller } = daemon;
  const limit = (id: string, object: string, validFrom: string) =>
    caller.call('facts.assert', { id, subject: 'lexer', predicate: 'timeout', object, validFrom });
  const ask = (query = 'What is the timeout of the lexer?') => caller.call('retrieve', { query, budgetMs: 60_000 });
  return { dir, daemon, caller, limit, ask };
}

test('a question is replayed as known then, although a fact has changed since', async () => {
  const { caller, limit, ask } = await open();
  await limit('first', '300 s', '2026-01-01T00:00:00Z');
  const { sessionId } = await ask();
  await limit('second', '600 s', '2026-02-01T00:00:00Z');
  const before = (await caller.call('status', {})).counters;

  const then = await caller.call('trace.replay', { sessionId });
  expect(methods['trace.replay'].result.parse(then)).toEqual(then);
  expect(then.replay.results[0]).toMatchObject({ itemId: 'first', isCurrent: true });
  expect(then).toMatchObject({ moves: [], statusChanged: false, routeChanged: false, jaccard: 1, rbo: 1 });

  const now = await caller.call('trace.replay', { sessionId, knownAt: null });
  expect(now.original.results[0]?.itemId).toBe('first');
  expect(now.replay.results[0]?.itemId).toBe('second');
  expect(now.moves).toEqual([
    { itemId: 'second', namespace: 'default', before: null, after: 1 },
    { itemId: 'first', namespace: 'default', before: 1, after: null },
  ]);
  // A replay is no question: nothing of it is recorded or counted.
  expect((await caller.call('status', {})).counters).toEqual(before);
  expect((await caller.call('trace.list', {})).sessions).toHaveLength(1);
});

test('without one memory, what it had replaced stands again', async () => {
  const { caller, limit, ask } = await open();
  await limit('first', '300 s', '2026-01-01T00:00:00Z');
  await limit('second', '600 s', '2026-02-01T00:00:00Z');
  const { sessionId, results } = await ask();
  expect(results[0]?.itemId).toBe('second');
  const told = await caller.call('trace.replay', { sessionId, without: ['second'] });
  expect(told.replay.results.map(({ itemId }) => itemId)).not.toContain('second');
  expect(told.replay.results[0]).toMatchObject({ itemId: 'first', isCurrent: true });
});

test('under another policy it may take another route', async () => {
  const { caller, limit, ask } = await open();
  await limit('first', '300 s', '2026-01-01T00:00:00Z');
  const { sessionId } = await ask();
  const told = await caller.call('trace.replay', { sessionId, policy: 'router-v0' });
  expect(told.policy).toBe('router-v0');
  expect(told.original.route.policyVersion).toBe('router-v1');
  expect(told.replay.route.policyVersion).toBe('router-v0');
});

test('what cannot be replayed is told with a remedy', async () => {
  const { dir, daemon, caller, limit, ask } = await open();
  await limit('first', '300 s', '2026-01-01T00:00:00Z');
  const { sessionId } = await ask();
  await expect(caller.call('trace.replay', { sessionId: 'nobody' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(caller.call('trace.replay', { sessionId, policy: 'router-v99' })).rejects.toMatchObject({
    code: 'invalid-params',
    remedy: expect.stringContaining('router-v1'),
  });
  await daemon.close();
  const traces = openTraceStore(join(dir, 'traces.db'), { clock: systemClock });
  onTestFinished(() => traces.close());
  expect(traces.past(sessionId)).toMatchObject({ params: { query: 'What is the timeout of the lexer?', k: 10 } });
  traces.eraseItem('first', 'default');
  expect(traces.past(sessionId)).toBe('erased');
});

test('a secret that an operator was shown is left out of the replay, wherever it stands in the text', async () => {
  const { caller } = await open();
  const before = 'The notes of the quay say many plain things about the lamp. '.repeat(3).slice(0, 145);
  await caller.call('memory.write', { text: `${before} ghp_abcdefghijklmnopqrstuvwxyz0123456789 end` });
  const { sessionId } = await caller.call('retrieve', { query: 'lamp quay notes', budgetMs: 60_000, unredacted: true });
  const told = JSON.stringify(await caller.call('trace.replay', { sessionId }));
  expect(told).toContain('[redacted: token]');
  expect(told).not.toContain('ghp_');
});
