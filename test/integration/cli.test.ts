import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { ErrorBody } from '../../main/contract/errors.ts';
import type { ImportStatus } from '../../main/contract/imports.ts';
import { type MethodResult, methods } from '../../main/contract/methods.ts';
import { cli, cliJson, dataDirWithoutVectors, start, startedDaemon } from './cliFixtures.ts';
import { temporaryDir } from './hostFixtures.ts';

// Each step is a process with its own start, which a busy machine takes its time over.
vi.setConfig({ testTimeout: 180_000 });

const tea = 'Ada Lovelace prefers Darjeeling tea in the afternoon.';
type Failed = { error: ErrorBody };

describe('commands', () => {
  test('without a daemon, a memory that one command wrote is found, traced and listed by the next', async () => {
    const dir = dataDirWithoutVectors();
    const written = await cliJson<MethodResult<'memory.write'>>(dir, ['write', tea, '--id', 'tea-1']);
    expect(written).toMatchObject({ code: 0, json: { itemId: 'tea-1', duplicate: false } });

    const asked = await cliJson(dir, ['ask', 'Which', 'tea', 'does', 'Ada', 'prefer?', '--path', 'search', '--k', '3']);
    const packet = methods.retrieve.result.parse(asked.json);
    expect(packet.results[0]).toMatchObject({ itemId: 'tea-1', text: tea });
    expect(packet.query).toBe('Which tea does Ada prefer?');

    const trace = await cliJson(dir, ['trace', packet.sessionId]);
    expect(methods['trace.get'].result.parse(trace.json).packet?.sessionId).toBe(packet.sessionId);

    const listed = await cliJson<MethodResult<'ledger.list'>>(dir, ['ledger', 'list', '--type', 'user_statement']);
    expect(listed.json.events).toMatchObject([{ seq: 1, actor: 'operator' }]);
  });

  test('people read cards with rank, id, paths, author and words', async () => {
    const dir = dataDirWithoutVectors();
    await startedDaemon(dir);
    await cli(dir, ['write', tea, '--id', 'tea-1', '--author', 'Charles']);
    const { code, out } = await cli(dir, ['ask', 'Darjeeling']);
    expect(code).toBe(0);
    expect(out).toContain(' 1. tea-1  [memory, default]');
    expect(out).toMatch(/search #1 \(/);
    expect(out).toContain('Charles');
    expect(out).toContain(`| ${tea}`);
  });

  test('a text comes from the standard input in place of -', async () => {
    const dir = dataDirWithoutVectors();
    await startedDaemon(dir);
    await cli(dir, ['write', '-', '--id', 'long'], 'Grüße\nan 猫\n');
    const { json } = await cliJson<MethodResult<'memory.get'>>(dir, ['rpc', 'memory.get', '{"itemId": "long"}']);
    expect(json.text).toBe('Grüße\nan 猫');
  });

  test('errors are one JSON document with code, message and remedy, and exit code 1', async () => {
    const dir = dataDirWithoutVectors();
    await startedDaemon(dir);
    const unknown = await cliJson<Failed>(dir, ['rpc', 'no.such', '{}']);
    expect(unknown).toMatchObject({ code: 1, json: { error: { code: 'unknown-method' } } });
    expect(unknown.json.error.remedy).not.toBe('');
    const wrong = await cliJson<Failed>(dir, ['rpc', 'retrieve', '{"query": 5}']);
    expect(wrong).toMatchObject({ code: 1, json: { error: { code: 'invalid-params' } } });
    expect(await cliJson<Failed>(dir, ['rpc', 'retrieve', '{"query"'])).toMatchObject({
      code: 1,
      json: { error: { code: 'parse-error' } },
    });
    expect(await cliJson<Failed>(dir, ['ask'])).toMatchObject({ code: 2, json: { error: { code: 'invalid-params' } } });
  });

  test('two commands at once share one store', async () => {
    const dir = dataDirWithoutVectors();
    const results = await Promise.all(
      ['one', 'two', 'three'].map((id) => cliJson(dir, ['write', `Memory ${id}`, '--id', id])),
    );
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    const { json } = await cliJson<MethodResult<'ledger.verify'>>(dir, ['ledger', 'verify']);
    expect(json).toMatchObject({ ok: true, events: 3 });
  });
});

describe('import', () => {
  function conversation(lines: number): string {
    const file = join(temporaryDir(), 'talk.pmem.jsonl');
    const rows = Array.from({ length: lines }, (_, n) =>
      JSON.stringify({ id: `t${n}`, text: `Turn number ${n} about bicycles.` }),
    );
    rows.splice(2, 0, '{"text": "half a li');
    writeFileSync(file, rows.join('\n'));
    return file;
  }

  test('brings a file in, names the bad line, and adds nothing the second time', async () => {
    const dir = dataDirWithoutVectors();
    await startedDaemon(dir);
    const file = conversation(20);
    const dry = await cliJson<ImportStatus>(dir, ['import', file, '--dry-run']);
    expect(dry.json).toMatchObject({ state: 'finished', dryRun: true });
    const first = await cliJson<ImportStatus>(dir, ['import', file, '--namespace', 'talks']);
    expect(first).toMatchObject({ code: 0, json: { written: 20, rejected: 1, namespaces: ['talks'] } });
    expect(first.json.rejectedRows).toMatchObject([{ line: 3 }]);
    const second = await cliJson<ImportStatus>(dir, ['import', file, '--namespace', 'talks']);
    expect(second).toMatchObject({ code: 0, json: { written: 0, already: 20 } });
    const asked = await cliJson<MethodResult<'retrieve'>>(dir, ['ask', 'bicycles', '--namespace', 'talks']);
    expect(asked.json.results.length).toBeGreaterThan(0);
  });

  test('shows people how far it is and what went wrong', async () => {
    const dir = dataDirWithoutVectors();
    await startedDaemon(dir);
    const { code, out, err } = await cli(dir, ['import', conversation(20)]);
    expect(code).toBe(0);
    expect(err).toContain('Importing');
    expect(out).toMatch(
      /^Imported: 1 file, 20 written, 0 known already, 1 rejected, in default\.\n {2}talk\.pmem\.jsonl:3: /,
    );
  });

  test('of a file that is not there fails with a remedy', async () => {
    const dir = dataDirWithoutVectors();
    await startedDaemon(dir);
    const { code, json } = await cliJson<ImportStatus & Failed>(dir, ['import', join(dir, 'no-such-file.md')]);
    expect(code).toBe(1);
    expect(json.error).toMatchObject({ code: 'unreadable-file' });
    expect(json.error?.remedy).toMatch(/\w/);
  });

  test.skipIf(process.platform === 'win32')('stops cleanly at Ctrl-C and goes on where it stopped', async () => {
    const dir = dataDirWithoutVectors();
    const file = conversation(12_000);
    const running = start(['import', file, '--data', dir]);
    await running.printed('Importing');
    running.child.kill('SIGINT');
    const { code, out } = await running.ended;
    expect(code).toBe(130);
    expect(out).toContain('Cancelled');
    const again = await cliJson<ImportStatus>(dir, ['import', file]);
    expect(again.json.written + again.json.already).toBe(12_000);
    expect((await cliJson<MethodResult<'ledger.verify'>>(dir, ['ledger', 'verify'])).json.ok).toBe(true);
  });
});

describe('the operator', () => {
  test('verifies, rebuilds to the same state, saves and puts back', async () => {
    const dir = dataDirWithoutVectors();
    await cli(dir, ['write', tea, '--id', 'tea-1']);
    expect(await cliJson(dir, ['ledger', 'verify'])).toMatchObject({
      code: 0,
      json: { ok: true, events: 1, break: null },
    });
    expect(await cliJson(dir, ['rebuild', '--no-wait'])).toMatchObject({ code: 0, json: { same: true, items: 1 } });
    const destination = join(temporaryDir(), 'backup');
    expect(await cliJson(dir, ['backup', destination])).toMatchObject({ code: 0, json: { headSeq: 1 } });
    const other = dataDirWithoutVectors();
    expect(await cliJson(other, ['restore', destination])).toMatchObject({ code: 0, json: { events: 1 } });
    const { json } = await cliJson<MethodResult<'retrieve'>>(other, ['ask', 'Darjeeling']);
    expect(json.results[0]).toMatchObject({ itemId: 'tea-1' });
  });
});

describe('with a running daemon', () => {
  test('commands talk to it, a second daemon is told so, and it stops when asked', async () => {
    const dir = dataDirWithoutVectors();
    const daemon = await startedDaemon(dir);
    const status = await cliJson(dir, ['status']);
    expect(methods.status.result.parse(status.json)).toMatchObject({ pid: daemon.child.pid });
    const second = await cliJson<Failed>(dir, ['daemon']);
    expect(second).toMatchObject({ code: 1, json: { error: { code: 'store-locked' } } });
    expect(await cliJson(dir, ['rpc', 'admin.shutdown'])).toMatchObject({ code: 0, json: { stopping: true } });
    expect((await daemon.ended).code).toBe(0);
    expect(existsSync(join(dir, 'daemon.sock'))).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('a termination request ends it cleanly', async () => {
    const dir = dataDirWithoutVectors();
    const daemon = await startedDaemon(dir);
    daemon.child.kill('SIGTERM');
    expect((await daemon.ended).code).toBe(0);
    expect(existsSync(join(dir, 'daemon.sock'))).toBe(false);
  });

  test('status in words tells where the data lies and what it holds', async () => {
    const dir = dataDirWithoutVectors();
    await cli(dir, ['write', tea]);
    const { out } = await cli(dir, ['status']);
    expect(out).toContain(dir);
    expect(out).toContain('1 event,');
    expect(out).toContain('default (1)');
  });
});

describe('serve', () => {
  test('prints an address under which the window is an operator’s', async () => {
    const dir = dataDirWithoutVectors();
    const renderer = join(temporaryDir(), 'renderer');
    mkdirSync(renderer);
    writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>Piper Memory</title>');
    const running = start(['serve', '--json', '--renderer', renderer, '--data', dir]);
    const { url } = JSON.parse(await running.printed(/\n/)) as { url: string };
    const { origin, hash } = new URL(url);
    expect(await (await fetch(origin)).text()).toContain('Piper Memory');
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { origin });
    const answer = new Promise<string>((resolve) => socket.once('message', (data) => resolve(data.toString())));
    socket.once('open', () =>
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hello', params: { token: hash.slice('#token='.length) } }),
      ),
    );
    expect(JSON.parse(await answer)).toMatchObject({ result: { role: 'operator' } });
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });
});

/** A Node on the path that is too old for the native modules, as a user may have one. */
function oldNode(): string | null {
  const names = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, 'node'));
  const isOld = (file: string) => /^v(20|21)\./.test(execFileSync(file, ['--version'], { encoding: 'utf8' }));
  return names.find((file) => !file.includes('node_modules') && existsSync(file) && isOld(file)) ?? null;
}

describe('the npm bin', () => {
  const entry = join(import.meta.dirname, '..', '..', 'build', 'piper-memory.mjs');

  test('runs under the Node at hand', async () => {
    const { code, out } = await start(['--version'], { entry, input: '' }).ended;
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  const old = oldNode();
  test.skipIf(old === null)('hands over to the bundled Node when started by Node 20', async () => {
    const dir = dataDirWithoutVectors();
    const node = old ?? process.execPath;
    const { code, out } = await start(['write', tea, '--json', '--data', dir], { entry, node, input: '' }).ended;
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ seq: 1 });
    expect((await start(['nonsense'], { entry, node, input: '' }).ended).code).toBe(2);
  });
});
