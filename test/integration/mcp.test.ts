import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MethodResult } from '../../main/contract/methods.ts';
import { cliFile, cliJson, dataDirWithoutVectors, start, startedDaemon } from './cliFixtures.ts';

// Each step is a process with its own start, which a busy machine takes its time over.
vi.setConfig({ testTimeout: 180_000 });

async function connected(dir: string) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cliFile, 'mcp', '--data', dir], stderr: 'inherit' }),
  );
  onTestFinished(() => client.close());
  return async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { text: string }[];
    if (isError === true) throw new Error(first?.text);
    return first?.text ?? '';
  };
}

const tea = 'Ada Lovelace prefers Darjeeling tea in the afternoon.';

describe('piper-memory mcp', () => {
  test('writes, finds, takes a use report and tells its status, with a daemon of its own', async () => {
    const dir = dataDirWithoutVectors();
    const use = await connected(dir);
    expect(await use('memory_write', { text: tea, author: 'Charles' })).toMatch(/^Stored at .* itemId: "/);
    const found = await use('memory_retrieve', { query: 'Which tea does Ada prefer?' });
    expect(found).toContain(`> ${tea}`);
    expect(found).toContain('author: "Charles"');
    const sessionId = /^sessionId: (\S+)$/m.exec(found)?.[1] ?? '';
    const resultId = /resultId: ([^,\s]+)/.exec(found)?.[1] ?? '';
    expect(await use('evidence_report', { sessionId, uses: [{ resultId, mark: 'cited' }] })).toBe('Marked 1 result.');
    expect(await use('memory_status')).toContain('"default" (1)');
    // Others reach the same store through the socket that it holds open meanwhile.
    const { json } = await cliJson<MethodResult<'status'>>(dir, ['status']);
    expect(json.items.total).toBe(1);
  });

  test('is a client of the daemon that runs already, and outlives it', async () => {
    const dir = dataDirWithoutVectors();
    const daemon = await startedDaemon(dir);
    const use = await connected(dir);
    await use('memory_write', { text: tea });
    daemon.child.kill('SIGKILL');
    await daemon.ended;
    expect(await use('memory_retrieve', { query: 'Darjeeling' })).toContain(`> ${tea}`);
  });

  test('is an agent: it cannot do what only the operator may', async () => {
    const dir = dataDirWithoutVectors();
    const use = await connected(dir);
    await expect(use('admin_shutdown')).rejects.toThrow();
  });

  test('answers what was asked before its input ended, and then ends', async () => {
    const dir = dataDirWithoutVectors();
    const lines = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'memory_write', arguments: { text: tea } } },
    ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const { code, out } = await start(['mcp', '--data', dir], { input: lines.join('') }).ended;
    expect(code).toBe(0);
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  });
});
