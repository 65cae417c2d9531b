import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Daemon, startDaemon } from '../../main/daemon.ts';

vi.setConfig({ testTimeout: 120_000 });

async function opened(): Promise<Daemon> {
  const dir = mkdtempSync(join(tmpdir(), 'piper-echo-'));
  writeFileSync(join(dir, 'config.json'), JSON.stringify({ embedder: 'off' }));
  const daemon = await startDaemon({ dir });
  onTestFinished(() => daemon.close());
  return daemon;
}

async function factsIn({ caller }: Daemon): Promise<number> {
  return (await caller.call('status', {})).items.byKind.fact ?? 0;
}

const ask = ({ caller }: Daemon, query: string, includeHistorical = false) =>
  caller.call('retrieve', { query, includeHistorical, budgetMs: 60_000 });

test('recalled text that is written back twenty times creates no new fact, and an old value stays old', async () => {
  const daemon = await opened();
  const write = (text: string, occurredAt?: string) => daemon.caller.call('memory.write', { text, occurredAt });
  await write('The worker timeout is 300 seconds.', '2026-09-01T00:00:00Z');
  await write('The worker timeout changed to 600 seconds.', '2026-09-12T00:00:00Z');
  const before = await factsIn(daemon);
  expect(before).toBe(2);
  const { results, statement } = await ask(daemon, 'worker timeout', true);
  expect(results).toHaveLength(2);
  for (let round = 0; round < 20; round++) {
    const told = results[round % 2]?.text ?? '';
    await write(round % 3 === 0 ? `Memory says: ${told}` : round % 3 === 1 ? told : `${told} ${statement}`);
  }
  // “Memory says: …” is another sentence than the one handed out; it states nothing new all the same.
  expect(await factsIn(daemon)).toBe(before);
  expect((await ask(daemon, 'What is the worker timeout now?')).results[0]?.fact).toMatchObject({
    value: '600 seconds',
  });
});

test('a user who says the same again means it: the value is back', async () => {
  const daemon = await opened();
  await daemon.caller.call('memory.write', {
    text: 'The worker timeout is 300 seconds.',
    occurredAt: '2026-09-01T00:00:00Z',
  });
  await daemon.caller.call('memory.write', {
    text: 'The worker timeout is 600 seconds.',
    occurredAt: '2026-09-12T00:00:00Z',
  });
  await ask(daemon, 'worker timeout', true);
  await daemon.caller.call('memory.write', { text: 'The worker timeout is 300 seconds.', eventType: 'user_statement' });
  expect((await ask(daemon, 'What is the worker timeout now?')).results[0]?.fact).toMatchObject({
    value: '300 seconds',
  });
});
