import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MethodName } from '../../main/contract/methods.ts';
import { methods } from '../../main/contract/methods.ts';
import { startDaemon } from '../../main/daemon.ts';
import { connect, type SocketClient } from '../../main/hosts/socketClient.ts';
import { readToken } from '../../main/store/tokens.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { cli, startedDaemon } from './cliFixtures.ts';
import { ask, askFacts, factIds, flipPayload, ledgerEvents, openHome, overwrite, writeFacts } from './faultFixtures.ts';
import { rawClient } from './hostFixtures.ts';

describe('messages that make no sense', () => {
  test('each get their error from the whole daemon, and the connection goes on', async () => {
    const home = openHome();
    const client = await home.start();
    await writeFacts(client);
    const raw = rawClient(home.paths.socket);
    await raw.send('{"jsonrpc": "2.0", "id": 1, "method": "status"\n');
    await raw.send('[]\n"text"\n');
    await raw.send(Buffer.from([0x7b, 0xff, 0xfe, 0x0a]));
    raw.ask(5, 'memory.forget');
    raw.ask(6, 'memory.write', { text: 7 });
    raw.ask(7, 'retrieve', { query: 'x', k: 'many' });
    await raw.heard(7);
    await raw.send(Buffer.alloc(50_000_000, 0x78));
    await raw.send('\n');
    raw.ask(9, 'memory.get', { itemId: 'owner' });
    const answers = await raw.heard(9);
    expect(answers.flatMap(({ error }) => error?.data.code ?? []).toSorted()).toEqual(
      [
        'parse-error',
        'invalid-request',
        'invalid-request',
        'invalid-utf8',
        'unknown-method',
        'invalid-params',
        'invalid-params',
        'line-too-long',
      ].toSorted(),
    );
    expect(answers.at(-1)).toMatchObject({ id: 9, result: { itemId: 'owner' } });
    expect(await askFacts(client)).toEqual(factIds);
  });
});

describe('a second daemon', () => {
  test('is refused with the way out, and the first one goes on', async () => {
    const home = openHome();
    const client = await home.start();
    await writeFacts(client);
    await expect(startDaemon({ dir: home.dir })).rejects.toMatchObject({
      code: 'store-locked',
      remedy: expect.stringContaining('--data'),
    });
    const second = await cli(home.dir, ['daemon']);
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('Another daemon serves') });
    expect(await askFacts(client)).toEqual(factIds);
  });
});

describe('a start that cannot be', () => {
  test('a store of a newer version and settings that make no sense are named, and the process ends', async () => {
    const home = openHome();
    const client = await home.start();
    await home.stop(client);
    for (const file of [home.paths.ledger, home.paths.traces]) {
      copyFileSync(file, `${file}.good`);
      const db = new BetterSqlite3(file);
      db.pragma('user_version = 900');
      db.close();
      const refused = await cli(home.dir, ['daemon']);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Start the newer version') });
      copyFileSync(`${file}.good`, file);
    }
    writeFileSync(home.paths.config, '{"embedder": "perhaps"}');
    expect(await cli(home.dir, ['daemon'])).toMatchObject({ code: 1, err: expect.stringContaining('embedder') });
    writeFileSync(home.paths.config, '{"embedder": "off"}');
    const daemon = await startedDaemon(home.dir);
    daemon.child.kill('SIGINT');
    expect((await daemon.ended).code).not.toBeNull();
  });
});

describe('roles', () => {
  test('an agent over the socket may call nothing that is the operator’s', async () => {
    const home = openHome();
    const operator = await home.start();
    await writeFacts(operator);
    const agent = await connect(home.paths.socket, { token: readToken(home.paths.agentToken) ?? '' });
    const nobody = await connect(home.paths.socket);
    const theirs = (Object.keys(methods) as MethodName[]).filter((name) => methods[name].role === 'operator');
    expect(theirs).toEqual(expect.arrayContaining(['admin.restore', 'admin.rebuild', 'import.start', 'ledger.list']));
    for (const client of [agent, nobody]) {
      for (const name of theirs) {
        await expect(client.call(name, {} as never), name).rejects.toMatchObject({ code: 'forbidden' });
      }
      expect(await askFacts(client)).toEqual(factIds);
    }
    await expect(connect(home.paths.socket, { token: 'guessed' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await ledgerEvents(operator)).toBe(3);
  });
});

describe('a rebuild', () => {
  test('while clients write and ask: no error, no wrong answer, the same digest', async () => {
    const home = openHome();
    const client = await home.start();
    await writeFacts(client, 500);
    let done = false;
    let asked = 0;
    let written = 0;
    const asking = async (connection: SocketClient) => {
      while (!done) {
        expect(await askFacts(connection)).toEqual(factIds);
        expect((await connection.call('memory.get', { itemId: 'owner' })).text).toContain('Anna keeps');
        asked += 1;
      }
    };
    const writing = async (connection: SocketClient, prefix: string) => {
      for (let n = 0; !done; n++) {
        const id = `${prefix}-${n}`;
        await connection.call('memory.write', { id, text: `A word of its own: ${prefix}word${n}x` });
        expect((await ask(connection, `${prefix}word${n}x`)).results[0]?.itemId).toBe(id);
        written += 1;
      }
    };
    const token = readToken(home.paths.operatorToken) ?? '';
    const connections = await Promise.all([1, 2, 3, 4].map(() => connect(home.paths.socket, { token })));
    const [one, two, three, four] = connections as [SocketClient, SocketClient, SocketClient, SocketClient];
    const load = Promise.all([asking(one), asking(two), writing(three, 'left'), writing(four, 'right')]);
    load.catch(() => {});
    for (let round = 0; round < 3; round++) {
      expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
    }
    // Two at once follow each other.
    const both = await Promise.all([client.call('admin.rebuild', {}), client.call('admin.rebuild', {})]);
    expect(both.map(({ same }) => same)).toEqual([true, true]);
    done = true;
    await load;
    expect(asked).toBeGreaterThan(0);
    expect((await client.call('status', {})).items.total).toBe(503 + written);
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true, items: 503 + written });
    expect(existsSync(`${home.paths.memory}.new`)).toBe(false);
  });
});

describe('a restore', () => {
  test('on a running daemon: the backup’s memories are back, clients wait and go on, the former ledger is kept', async () => {
    const home = openHome();
    const client = await home.start();
    await writeFacts(client, 50);
    const destination = join(temporaryDirectory(), 'copy');
    expect(await client.call('admin.backup', { destination })).toMatchObject({ headSeq: 53 });
    await client.call('memory.write', { id: 'later', text: 'Written after the backup.' });
    let done = false;
    const asking = async () => {
      const connection = await connect(home.paths.socket);
      while (!done) expect(await askFacts(connection)).toEqual(factIds);
    };
    const load = Promise.all([asking(), asking()]);
    load.catch(() => {});
    const { events, headSeq, setAside } = await client.call('admin.restore', { source: destination });
    expect({ events, headSeq }).toEqual({ events: 53, headSeq: 53 });
    await client.call('memory.write', { id: 'now', text: 'Written after the restore.' });
    done = true;
    await load;
    await expect(client.call('memory.get', { itemId: 'later' })).rejects.toMatchObject({ code: 'not-found' });
    expect(await ledgerEvents(client)).toBe(54);
    expect(await client.call('ledger.verify', {})).toMatchObject({ ok: true, events: 54 });
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
    const former = new BetterSqlite3(setAside ?? '', { readonly: true });
    expect(former.prepare('SELECT count(*) FROM memory_events').pluck().get()).toBe(54);
    former.close();
    await home.stop(client);
    expect(await askFacts(await home.start())).toEqual(factIds);
  });

  test('of a backup that is damaged, missing or tampered with changes nothing', async () => {
    const home = openHome();
    const client = await home.start();
    await writeFacts(client, 50);
    const good = join(temporaryDirectory(), 'copy');
    await client.call('admin.backup', { destination: good });
    await client.call('memory.write', { id: 'later', text: 'Written after the backup.' });
    const spoilt = (spoil: (dir: string) => void): string => {
      const dir = temporaryDirectory();
      cpSync(good, dir, { recursive: true });
      spoil(dir);
      return dir;
    };
    const cases = [
      [spoilt((dir) => flipPayload(join(dir, 'ledger.db'), 20)), 'ledger-corrupt'],
      [spoilt((dir) => overwrite(join(dir, 'ledger.db'), 0.5, 30_000)), 'store-corrupt'],
      [spoilt((dir) => overwrite(join(dir, 'ledger.db'), 0, 100)), 'store-corrupt'],
      [spoilt((dir) => overwrite(join(dir, 'traces.db'), 0, 100)), 'store-corrupt'],
      [spoilt((dir) => writeFileSync(join(dir, 'config.json'), '{"embedder": 7}')), 'invalid-params'],
      [temporaryDirectory(), 'not-found'],
      [join(good, 'nowhere'), 'not-found'],
    ] as const;
    const before = readdirSync(home.dir).toSorted();
    for (const [source, code] of cases) {
      await expect(client.call('admin.restore', { source }), source).rejects.toMatchObject({ code });
    }
    expect(readdirSync(home.dir).toSorted()).toEqual(before);
    expect((await ask(client, 'written after the backup')).results[0]?.itemId).toBe('later');
    expect(await ledgerEvents(client)).toBe(54);
  });

  test('brings a daemon with a broken ledger back to writing', async () => {
    const home = openHome();
    const first = await home.start();
    await writeFacts(first, 10);
    const destination = join(temporaryDirectory(), 'copy');
    await first.call('admin.backup', { destination });
    await home.stop(first);
    writeFileSync(home.paths.ledger, 'not a ledger');
    const client = await home.start();
    expect((await client.call('status', {})).readOnly).not.toBeNull();
    await expect(client.call('admin.backup', { destination: join(temporaryDirectory(), 'x') })).rejects.toMatchObject({
      code: 'ledger-corrupt',
    });
    await client.call('admin.restore', { source: destination });
    expect((await client.call('status', {})).readOnly).toBeNull();
    await client.call('memory.write', { id: 'now', text: 'Written after the restore.' });
    expect(await askFacts(client)).toEqual(factIds);
  });
});

describe('a thread that dies', () => {
  /** The workers of that name that this process starts from now on. */
  function watched(name: string): Worker[] {
    const workers: Worker[] = [];
    const collect = (worker: Worker) => {
      if (worker.threadName === name) workers.push(worker);
    };
    process.on('worker', collect);
    onTestFinished(() => {
      process.off('worker', collect);
    });
    return workers;
  }

  test('a reader is replaced: the next questions are answered, a rebuild too', async () => {
    const readers = watched('reader');
    const client = await openHome().start();
    await writeFacts(client);
    expect(await askFacts(client)).toEqual(factIds);
    const [first, second] = readers;
    await first?.terminate();
    expect(await askFacts(client)).toEqual(factIds);
    await second?.terminate();
    expect(await askFacts(client)).toEqual(factIds);
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
    expect(await askFacts(client)).toEqual(factIds);
    expect(readers.length).toBeGreaterThanOrEqual(4);
  });

  test('the writer is replaced: what it was at has failed, the next write goes in', async () => {
    const writers = watched('writer');
    const client = await openHome().start();
    await writeFacts(client);
    const open = Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        client.call('memory.write', { id: `open-${n}`, idempotencyKey: `open-${n}`, text: `Under way: ${n}` }),
      ),
    );
    await writers[0]?.terminate();
    for (const outcome of await open) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'internal' });
    }
    for (let n = 0; n < 20; n++) {
      await client.call('memory.write', { id: `open-${n}`, idempotencyKey: `open-${n}`, text: `Under way: ${n}` });
    }
    expect(writers).toHaveLength(2);
    expect(await askFacts(client)).toEqual(factIds);
    expect(await client.call('status', {})).toMatchObject({ ledger: { events: 23 }, items: { total: 23 } });
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
    expect(await client.call('ledger.verify', {})).toMatchObject({ ok: true });
  });
});

describe('a data directory', () => {
  test('whose files are folders is refused with a reason', async () => {
    const dir = temporaryDirectory();
    mkdirSync(join(dir, 'ledger.db'));
    await expect(startDaemon({ dir })).rejects.toMatchObject({ code: 'io', remedy: expect.any(String) });
  });

  test('whose path is too long for a socket is refused with a reason, and the process ends', async () => {
    const dir = join(temporaryDirectory(), 'd'.repeat(120));
    expect(await cli(dir, ['daemon'])).toMatchObject({ code: 1, err: expect.stringContaining('shorter path') });
  });
});
