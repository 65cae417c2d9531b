import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { PiperError } from '../../main/base/errors.ts';
import { type MethodInput, type MethodName, type MethodResult, methods } from '../../main/contract/methods.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { openTraceStore } from '../../main/retrieval/trace.ts';

vi.setConfig({ testTimeout: 120_000 });

function folder(config: object = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'piper-shadow-'));
  writeFileSync(join(dir, 'config.json'), JSON.stringify({ embedder: 'off', ...config }));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function started(dir: string): Promise<Daemon> {
  const daemon = await startDaemon({ dir });
  onTestFinished(() => daemon.close());
  return daemon;
}

const agent = async <M extends MethodName>({ call }: Daemon, method: M, params: MethodInput<M>) =>
  (await call(method, params, {
    role: 'agent',
    client: 'test',
    signal: new AbortController().signal,
  })) as MethodResult<M>;

async function fill({ caller }: Daemon): Promise<void> {
  await caller.call('memory.write', {
    id: 'old',
    text: 'The worker timeout is 300 seconds.',
    occurredAt: '2026-09-01T00:00:00Z',
  });
  await caller.call('memory.write', {
    id: 'new',
    text: 'The worker timeout changed to 600 seconds.',
    occurredAt: '2026-09-12T00:00:00Z',
  });
}

const counted = (daemon: Daemon, name: string, n: number) =>
  vi.waitUntil(async () => (await daemon.caller.call('status', {})).counters[name] === n, {
    timeout: 60_000,
    interval: 20,
  });

test('a candidate is off until the operator switches it on, and then runs behind the replies', async () => {
  const dir = folder();
  const daemon = await started(dir);
  await fill(daemon);
  const ask = (query: string) => agent(daemon, 'retrieve', { query, budgetMs: 60_000 });
  await ask('What is the worker timeout now?');
  await expect(agent(daemon, 'shadow.configure', { on: true })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(daemon.caller.call('shadow.configure', { on: true })).rejects.toBeInstanceOf(PiperError);
  expect(await daemon.caller.call('shadow.configure', {})).toMatchObject({ on: false, candidate: null });

  await daemon.caller.call('shadow.configure', { on: true, candidate: 'router-v0' });
  expect(JSON.parse(readFileSync(join(dir, 'config.json'), 'utf8'))).toMatchObject({
    shadow: { on: true, candidate: 'router-v0' },
  });
  // Nothing is known of the lexer: the older router holds up the worker's timeout all the same.
  const questions = ['What is the timeout of the lexer?', 'What is the worker timeout now?'];
  const sessions: string[] = [];
  for (const [at, question] of questions.entries()) {
    const { sessionId } = await ask(question);
    // The reply is here and the candidate has not begun: it waits until it is quiet.
    expect(await daemon.caller.call('shadow.summary', {})).toMatchObject({ shadowed: at, waiting: 1 });
    sessions.push(sessionId);
    await counted(daemon, 'shadow.answered', at + 1);
  }

  const summary = await daemon.caller.call('shadow.summary', {});
  expect(methods['shadow.summary'].result.parse(summary)).toEqual(summary);
  expect(summary).toMatchObject({ candidate: 'router-v0', shadowed: 2, failed: 0, dropped: 0, waiting: 0 });
  const listed = await daemon.caller.call('shadow.list', {});
  expect(methods['shadow.list'].result.parse(listed)).toEqual(listed);
  expect(listed.requests).toHaveLength(summary.differing);
  expect(summary.differing).toBeGreaterThan(0);
  for (const request of listed.requests) {
    expect(request.waitedMs).toBeGreaterThan(0);
    expect(sessions).toContain(request.sessionId);
    expect([request.active.policy, request.candidate.policy]).toEqual(['router-v1', 'router-v0']);
  }

  const status = await daemon.caller.call('status', {});
  const { sessions: traced } = await daemon.caller.call('trace.list', {});
  expect(status.counters).toMatchObject({ retrievals: 3, 'shadow.answered': 2 });
  expect(traced).toHaveLength(3);
  expect(status.evidenceUse.answered).toBe(traced.filter(({ results }) => results > 0).length);
  const traces = await Promise.all(traced.map(({ sessionId }) => daemon.caller.call('trace.get', { sessionId })));
  const steps = traces.flatMap(({ packet }) => packet?.steps ?? []);
  for (const { path, calls, lastAt, days } of status.paths) {
    expect(calls).toBe(steps.filter((step) => step.path === path).length);
    expect(lastAt === null).toBe(calls === 0);
    expect(days.reduce((sum, n) => sum + n, 0)).toBe(calls);
  }

  await daemon.caller.call('shadow.configure', { on: false });
  await ask('worker timeout');
  expect(await daemon.caller.call('shadow.summary', {})).toMatchObject({ shadowed: 2, waiting: 0 });
});

test('an erased item leaves nothing of what a candidate returned', async () => {
  const dir = folder({ shadow: { on: true, candidate: 'router-v0' } });
  const daemon = await started(dir);
  await fill(daemon);
  const query = 'What is the timeout of the lexer?';
  const { results } = await agent(daemon, 'retrieve', { query, budgetMs: 60_000 });
  expect(results).toEqual([]);
  await counted(daemon, 'shadow.answered', 1);
  const [request] = (await daemon.caller.call('shadow.list', {})).requests;
  expect(request?.candidate.results[0]).toMatchObject({ itemId: 'new', text: expect.stringContaining('600 seconds') });
  await daemon.close();
  const traces = openTraceStore(join(dir, 'traces.db'), { clock: systemClock });
  expect(traces.eraseItem('new', 'default')).toBe(1);
  expect(traces.shadows({ candidate: 'router-v0', limit: 10 }).requests).toEqual([]);
  traces.close();
  expect(readFileSync(join(dir, 'traces.db')).toString('latin1')).not.toContain('600 seconds');
});

test('a candidate that fails is counted, and the agent gets its answer all the same', async () => {
  const daemon = await started(folder({ shadow: { on: true, candidate: 'router-v99' } }));
  await fill(daemon);
  const packet = await agent(daemon, 'retrieve', { query: 'What is the worker timeout now?', budgetMs: 60_000 });
  expect(packet.status).toBe('found');
  await counted(daemon, 'shadow.failed.invalid-params', 1);
  expect(await daemon.caller.call('shadow.summary', {})).toMatchObject({ failed: 1, shadowed: 0 });
});

test('what waits when the daemon stops is counted as dropped, and the next start finds nothing half', async () => {
  const dir = folder({ shadow: { on: true, candidate: 'router-v0' } });
  const daemon = await started(dir);
  await fill(daemon);
  await agent(daemon, 'retrieve', { query: 'worker timeout', budgetMs: 60_000 });
  await daemon.close();
  const again = await started(dir);
  expect(await again.caller.call('shadow.summary', {})).toMatchObject({ shadowed: 0, dropped: 1, waiting: 0 });
});
