import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MethodInput, MethodName, MethodResult } from '../../main/contract/methods.ts';
import { EvidencePacket } from '../../main/contract/packet.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';

const secret = 'tr0ub4dor';
let dir: string;
let daemon: Daemon;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'metamemory-'));
  mkdirSync(join(dir, 'store'));
  writeFileSync(join(dir, 'store', 'config.json'), '{"embedder": "off"}');
  daemon = await startDaemon({ dir: join(dir, 'store') });
  await daemon.caller.call('facts.assert', { subject: 'parser', predicate: 'owner', object: 'Ada Lovelace' });
  await daemon.caller.call('facts.assert', { subject: 'parser', predicate: 'version', object: 'v1.5.2' });
  await daemon.caller.call('memory.write', { id: 'door', text: `The archive opens with password=${secret} at night.` });
});
afterAll(async () => {
  await daemon.close();
  rmSync(dir, { recursive: true, force: true });
});

const operator = <M extends MethodName>(method: M, params: MethodInput<M>) => daemon.caller.call(method, params);
const agent = async <M extends MethodName>(method: M, params: MethodInput<M>) =>
  (await daemon.call(method, params, {
    role: 'agent',
    client: 'test',
    signal: new AbortController().signal,
  })) as MethodResult<M>;

describe('whether to look', () => {
  test('depends on what memory knows and how it changes', async () => {
    expect(await agent('memory.need', { question: 'Who is the owner of the parser?' })).toMatchObject({
      verdict: 'stable',
      look: true,
      volatility: 'role',
      known: [{ name: 'parser', facts: 2 }],
    });
    expect(await agent('memory.need', { question: 'Which version has the parser?' })).toMatchObject({
      verdict: 'may-be-stale',
      look: true,
      volatility: 'version',
    });
    expect(await agent('memory.need', { question: 'How do I boil an egg?' })).toMatchObject({
      verdict: 'unknowable',
      look: false,
    });
    const heldSince = new Date(Date.now() + 1000).toISOString();
    expect(await agent('memory.need', { question: 'Who is the owner of the parser?', heldSince })).toMatchObject({
      verdict: 'stable',
      look: false,
    });
  });
});

describe('auto recall', () => {
  test('is off, is switched on by the operator at once and for the next start, and then obeys the gate', async () => {
    const recall = (prompt: string) => agent('memory.autoRecall', { prompt });
    expect(await recall('Who is the owner of the parser?')).toMatchObject({ state: 'off', packet: null });
    await expect(agent('admin.settings', { autoRecall: true })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await operator('admin.settings', { autoRecall: true })).toEqual({ autoRecall: true, redactSecrets: true });
    expect(JSON.parse(readFileSync(join(dir, 'store', 'config.json'), 'utf8'))).toEqual({
      embedder: 'off',
      autoRecall: true,
    });
    expect(await recall('How do I boil an egg?')).toMatchObject({ state: 'not-needed', packet: null });
    const { state, packet } = await recall('Who is the owner of the parser?');
    expect(state).toBe('recalled');
    expect(packet?.quoted).toContain('Ada Lovelace');
    const { counters } = await operator('status', {});
    expect(counters).toMatchObject({ 'auto-recall.off': 1, 'auto-recall.not-needed': 1, 'auto-recall.recalled': 1 });
    await operator('admin.settings', { autoRecall: false });
  });
});

describe('secrets', () => {
  const query = 'How does the archive open at night?';

  test('reach nobody by any method, unless an operator asks for them; the ledger keeps them', async () => {
    const packet = await agent('retrieve', { query, quoted: true });
    expect(EvidencePacket.parse(packet)).toEqual(packet);
    const told = [
      packet,
      await agent('memory.get', { itemId: 'door' }),
      await agent('trace.get', { sessionId: packet.sessionId }),
      await operator('retrieve', { query }),
    ];
    for (const one of told) {
      expect(JSON.stringify(one)).not.toContain(secret);
      expect(JSON.stringify(one)).toContain('[redacted: password]');
    }
    expect(packet.redactions).toEqual({ password: 1 });
    expect(packet.quoted).toContain('secrets left out: 1 password');
    await expect(agent('retrieve', { query, unredacted: true })).rejects.toMatchObject({ code: 'forbidden' });
    expect(JSON.stringify(await operator('retrieve', { query, unredacted: true }))).toContain(secret);
    expect(JSON.stringify(await operator('memory.get', { itemId: 'door', unredacted: true }))).toContain(secret);
    expect(JSON.stringify(await operator('ledger.list', {}))).toContain(secret);
  });
});

describe('what is to be verified first', () => {
  test('is marked on every result, follows the purpose and remembers failures', async () => {
    const ask = (purpose: 'know' | 'act' = 'know') =>
      agent('retrieve', { query: 'Who is the owner of the parser?', purpose });
    const ofOwner = ({ results }: EvidencePacket) =>
      results.find(({ fact }) => fact?.predicate === 'owner')?.memoryStatus.verifyFirst?.reasons;
    const packet = await ask();
    expect(ofOwner(packet)).toBeUndefined();
    expect(ofOwner(await ask('act'))).toEqual(['about-to-act']);
    const resultId = packet.results.find(({ fact }) => fact?.predicate === 'owner')?.resultId ?? '';
    await agent('evidence.report', {
      sessionId: packet.sessionId,
      uses: [{ resultId, mark: 'used' }],
      outcome: 'The message failed: she left the team.',
    });
    expect(ofOwner(await ask())).toEqual(['failed-before']);
    const { counters } = await operator('status', {});
    expect(counters).toMatchObject({
      'verify-first.about-to-act': expect.any(Number),
      'verify-first.failed-before': 1,
    });
  });

  test('is the same after a rebuild', async () => {
    expect((await operator('admin.rebuild', { waitForVectors: false })).same).toBe(true);
  });
});
