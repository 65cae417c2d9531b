import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../main/base/log.ts';
import { startSocketHost } from '../../main/hosts/socket.ts';
import { connect } from '../../main/hosts/socketClient.ts';
import type { Handlers } from '../../main/methods/ports.ts';
import { emptyPacket, littleDaemon, rawClient, temporaryDir, tokens } from './hostFixtures.ts';

async function host(handlers: Partial<Handlers> = {}) {
  const path = join(temporaryDir(), 'daemon.sock');
  const daemon = littleDaemon(handlers);
  const socketHost = await startSocketHost({ path, log: silentLog, ...daemon });
  onTestFinished(() => socketHost.close(0));
  return { path, host: socketHost, notify: daemon.notify };
}

describe('the socket', () => {
  test.skipIf(process.platform === 'win32')('can be opened by its owner alone', async () => {
    const { path } = await host();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('takes the place of one that a crash left behind', async () => {
    const path = join(temporaryDir(), 'daemon.sock');
    // A socket file whose server is gone: closed handles leave none, so one is renamed away from under its server.
    const dead = createServer().listen(`${path}.x`);
    await new Promise((resolve) => dead.once('listening', resolve));
    const { renameSync } = await import('node:fs');
    renameSync(`${path}.x`, path);
    await new Promise((resolve) => dead.close(resolve));
    expect(existsSync(path)).toBe(true);
    const socketHost = await startSocketHost({ path, log: silentLog, ...littleDaemon() });
    onTestFinished(() => socketHost.close(0));
    expect(await (await connect(path)).call('hello', {})).toEqual({ role: 'agent', version: '0.0.0-test' });
  });

  test('leaves a file that is no socket where it is', async () => {
    const path = join(temporaryDir(), 'daemon.sock');
    writeFileSync(path, 'mine');
    const started = startSocketHost({ path, log: silentLog, ...littleDaemon() });
    await expect(started).rejects.toMatchObject({ code: 'io' });
  });

  test('says so when its path is longer than the system allows', async () => {
    const path = join(temporaryDir(), 'x'.repeat(120));
    await expect(startSocketHost({ path, log: silentLog, ...littleDaemon() })).rejects.toMatchObject({
      code: 'io',
      remedy: 'Choose a data directory with a shorter path.',
    });
  });

  test('is gone when its host is closed', async () => {
    const { path, host: socketHost } = await host();
    await socketHost.close();
    expect(existsSync(path)).toBe(false);
    await expect(connect(path)).rejects.toMatchObject({ code: 'daemon-unreachable' });
  });
});

describe('a hundred clients at once', () => {
  test('each get their own answers to twenty interleaved requests', async () => {
    const { path, host: socketHost } = await host();
    const clients = await Promise.all(Array.from({ length: 100 }, () => connect(path)));
    await expect.poll(() => socketHost.clients).toBe(100);
    const answers = await Promise.all(
      clients.map((client, who) =>
        Promise.all(
          Array.from({ length: 20 }, async (_, n) => {
            const query = `client ${who} asks ${'again '.repeat(n)}`.trim();
            return (await client.call('retrieve', { query })).query === query;
          }),
        ),
      ),
    );
    expect(answers.flat().every(Boolean)).toBe(true);
    expect(answers.flat()).toHaveLength(2000);
    for (const client of clients) client.close();
  });
});

describe('hostile input', () => {
  test('of 50 MB in one line gets one error, and the connection goes on', async () => {
    const { path } = await host();
    const client = rawClient(path);
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    for (let n = 0; n < 50; n += 1) await client.send(megabyte);
    await client.send('\n');
    client.ask(1, 'retrieve', { query: 'still there?' });
    const answers = await client.heard(2);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toMatchObject({ id: null, error: { code: -32010, data: { code: 'line-too-long' } } });
    expect(answers[1]).toMatchObject({ id: 1, result: { query: 'still there?' } });
  });

  test('that is not UTF-8 gets an error, wherever the chunks are cut', async () => {
    const { path } = await host();
    const client = rawClient(path);
    client.socket.setNoDelay(true);
    for (const byte of [0x22, 0xe2, 0x82, 0x22, 0x0a]) {
      await client.send(Buffer.from([byte]));
      await delay(2);
    }
    client.ask(2, 'hello');
    expect(await client.heard(2)).toMatchObject([
      { id: null, error: { data: { code: 'invalid-utf8' } } },
      { id: 2, result: { role: 'agent' } },
    ]);
  });

  test('in UTF-8 is read whole although a character was cut in two', async () => {
    const { path } = await host();
    const client = rawClient(path);
    const line = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'retrieve', params: { query: 'Grüße an 猫' } })}\n`,
    );
    const cut = line.indexOf(0xe7) + 1;
    await client.send(line.subarray(0, cut));
    await delay(5);
    await client.send(line.subarray(cut));
    expect(await client.heard(1)).toMatchObject([{ id: 3, result: { query: 'Grüße an 猫' } }]);
  });

  test.each([
    ['malformed JSON', '{"jsonrpc": "2.0", "id": 1, ', null, 'parse-error'],
    ['no object', '42', null, 'invalid-request'],
    ['no version', '{"id": 1, "method": "hello"}', 1, 'invalid-request'],
    ['a method of a wrong type', '{"jsonrpc": "2.0", "id": "a", "method": 7}', 'a', 'invalid-request'],
    ['an id of a wrong type', '{"jsonrpc": "2.0", "id": {}, "method": "hello"}', null, 'invalid-request'],
    ['parameters as a list', '{"jsonrpc": "2.0", "id": 4, "method": "hello", "params": []}', 4, 'invalid-params'],
    ['a wrong type', '{"jsonrpc": "2.0", "id": 5, "method": "retrieve", "params": {"query": 5}}', 5, 'invalid-params'],
    ['an unknown method', '{"jsonrpc": "2.0", "id": 6, "method": "no.such"}', 6, 'unknown-method'],
    ['an empty batch', '[]', null, 'invalid-request'],
    ['a batch of a million', `[${'[],'.repeat(1_000_000)}1]`, null, 'invalid-request'],
    ['a batch of a hundred', `[${'1,'.repeat(100)}1]`, null, 'too-many-requests'],
    ['a bottomless nesting', `{"params": ${'['.repeat(8_000_000)}`, null, 'invalid-request'],
  ])('of %s gets a clear error, and the connection goes on', async (_, line, id, code) => {
    const { path } = await host();
    const client = rawClient(path);
    await client.send(`${line}\n`);
    client.ask('after', 'hello');
    const answers = await client.heard(2);
    expect(answers.find((answer) => answer.error !== undefined)).toMatchObject({ id, error: { data: { code } } });
    expect(answers.find((answer) => answer.id === 'after')).toMatchObject({ result: { role: 'agent' } });
  });

  test('cut off in the middle of a request harms no other client', async () => {
    const { path, host: socketHost } = await host();
    const other = await connect(path);
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const client = rawClient(path);
        client.ask(1, 'retrieve', { query: 'never heard' });
        await client.send('{"jsonrpc": "2.0", "id": 2, "meth');
        await delay(n % 5);
        client.socket.destroy();
      }),
    );
    expect(await other.call('retrieve', { query: 'all well?' })).toMatchObject({ query: 'all well?' });
    await expect.poll(() => socketHost.clients).toBe(1);
  });

  test('from a reader that never reads ends with its connection, and harms nobody', async () => {
    const big = 'x'.repeat(2_000_000);
    const { path, host: socketHost } = await host({ retrieve: () => ({ ...emptyPacket, reason: big }) });
    const lazy = rawClient(path);
    lazy.socket.pause();
    for (let id = 0; id < 60; id += 1) lazy.ask(id, 'retrieve', { query: 'x' });
    const other = await connect(path);
    expect((await other.call('retrieve', { query: 'x' })).reason).toHaveLength(big.length);
    await expect.poll(() => socketHost.clients).toBe(1);
  });

  test('of too many requests at once is told so, and those under way are answered', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { path } = await host({ retrieve: () => held.then(() => emptyPacket) });
    const client = rawClient(path);
    for (let id = 0; id < 70; id += 1) client.ask(id, 'retrieve', { query: 'x' });
    const refused = await client.heard(6);
    expect(refused.every((answer) => answer.error?.data.code === 'too-many-requests')).toBe(true);
    release();
    expect((await client.heard(70)).filter((answer) => answer.result !== undefined)).toHaveLength(64);
  });
});

describe('JSON-RPC 2.0', () => {
  test('a batch is answered as one, without its notifications', async () => {
    const { path } = await host();
    const client = rawClient(path);
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'retrieve', params: { query: 'one' } },
      { jsonrpc: '2.0', method: 'retrieve', params: { query: 'nobody hears' } },
      { jsonrpc: '2.0', id: 2, method: 'no.such' },
      7,
    ];
    await client.send(`${JSON.stringify(batch)}\n`);
    const [answers] = await client.heard(1);
    expect(answers).toMatchObject([
      { id: 1, result: { query: 'one' } },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  test('a notification is not answered, not even with an error', async () => {
    const { path } = await host();
    const client = rawClient(path);
    await client.send('{"jsonrpc":"2.0","method":"no.such"}\n{"jsonrpc":"2.0","method":"hello"}\n');
    client.ask(1, 'hello');
    expect(await client.heard(1)).toMatchObject([{ id: 1 }]);
  });

  test('a request with its own deadline is given up at it', async () => {
    const { path } = await host({ retrieve: () => new Promise(() => {}) });
    const client = await connect(path);
    const asked = client.call('retrieve', { query: 'x' }, { deadlineMs: 20 });
    await expect(asked).rejects.toMatchObject({ code: 'deadline' });
    client.close();
  });

  test('a client that has said all it had to say still gets its answers', async () => {
    const { path } = await host();
    const client = rawClient(path);
    client.ask(1, 'retrieve', { query: 'the first' });
    client.socket.end('{"jsonrpc":"2.0","id":2,"method":"retrieve","params":{"query":"without a line end"}}');
    await client.ended;
    expect(client.answers.map((answer) => answer.id).toSorted()).toEqual([1, 2]);
  });
});

describe('roles', () => {
  test('a connection is an agent’s until it shows the operator’s token', async () => {
    const { path } = await host();
    const agent = await connect(path, { token: tokens.agent });
    await expect(agent.call('ledger.verify', {})).rejects.toMatchObject({ code: 'forbidden' });
    const operator = await connect(path, { token: tokens.operator });
    expect(await operator.call('ledger.verify', {})).toMatchObject({ ok: true });
    await expect(connect(path, { token: 'wrong' })).rejects.toMatchObject({ code: 'forbidden' });
    agent.close();
    operator.close();
  });

  test('a request that was sent right behind hello already counts as the operator’s', async () => {
    const { path } = await host();
    const client = rawClient(path);
    client.ask(1, 'hello', { token: tokens.operator });
    client.ask(2, 'ledger.verify');
    expect(await client.heard(2)).toMatchObject([{ id: 1 }, { id: 2, result: { ok: true } }]);
  });

  test('notifications reach operators that said hello, and nobody else', async () => {
    const { path, notify } = await host();
    const operator = rawClient(path);
    operator.ask(1, 'hello', { token: tokens.operator });
    const agent = rawClient(path);
    agent.ask(1, 'hello');
    await Promise.all([operator.heard(1), agent.heard(1)]);
    notify('progress', { jobId: 'j' });
    expect(await operator.heard(2)).toMatchObject([{ id: 1 }, { method: 'progress', params: { jobId: 'j' } }]);
    agent.ask(2, 'hello');
    expect(await agent.heard(2)).toMatchObject([{ id: 1 }, { id: 2 }]);
  });
});

describe('closing', () => {
  test('lets a request that is under way finish and refuses new ones', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { path, host: socketHost } = await host({ retrieve: () => held.then(() => emptyPacket) });
    const client = rawClient(path);
    client.ask(1, 'retrieve', { query: 'x' });
    client.ask(0, 'hello');
    await client.heard(1);
    const closed = socketHost.close();
    client.ask(2, 'retrieve', { query: 'too late' });
    expect((await client.heard(2))[1]).toMatchObject({ id: 2, error: { data: { code: 'shutting-down' } } });
    release();
    await closed;
    expect((await client.heard(3))[2]).toMatchObject({ id: 1, result: { status: 'none' } });
  });

  test('does not wait for ever for one that hangs', async () => {
    const { path, host: socketHost } = await host({ retrieve: () => new Promise(() => {}) });
    const client = await connect(path);
    const hung = client.call('retrieve', { query: 'x' });
    const failed = expect(hung).rejects.toMatchObject({ code: 'daemon-unreachable' });
    await client.call('hello', {});
    await socketHost.close(10);
    await failed;
  });
});
