import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { daemonCommand } from '../crash/daemonProcess.ts';
import { ask, askFacts, factIds, openHome, overwrite, warningCodes, writeFacts } from './faultFixtures.ts';

describe('a damaged memory.db', () => {
  test('a header that was overwritten is seen at the start: the file is made again, and that is said', async () => {
    const home = openHome();
    const before = await home.start();
    await writeFacts(before);
    await home.stop(before);
    overwrite(home.paths.memory, 0, 100);
    const client = await home.start();
    expect((await client.call('status', {})).warnings).toMatchObject([
      { code: 'rebuilt', message: 'memory.db was damaged and has been made again from the ledger.' },
    ]);
    expect(await askFacts(client)).toEqual(factIds);
  });

  test('a file of other things, an emptied one and none at all are made again', async () => {
    const home = openHome();
    const first = await home.start();
    await writeFacts(first);
    await home.stop(first);
    const damages = [
      () => writeFileSync(home.paths.memory, 'this was a shopping list\n'.repeat(500)),
      () => truncateSync(home.paths.memory, 0),
      () => truncateSync(home.paths.memory, 5000),
      () => rmSync(home.paths.memory),
    ];
    for (const damage of damages) {
      damage();
      const client = await home.start();
      expect(await askFacts(client)).toEqual(factIds);
      expect(await warningCodes(client)).toEqual(['rebuilt']);
      expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true, items: 3 });
      await home.stop(client);
    }
  });

  test('a middle that was overwritten is found soon after the start, without a question that meets it', async () => {
    const home = openHome();
    const before = await home.start();
    await writeFacts(before, 300);
    await home.stop(before);
    overwrite(home.paths.memory, 0.3, 100_000);
    const client = await home.start();
    await expect.poll(() => warningCodes(client), { timeout: 20_000 }).toEqual(['rebuilt']);
    expect(await askFacts(client)).toEqual(factIds);
    const { same, items } = await client.call('admin.rebuild', {});
    expect({ same, items }).toEqual({ same: true, items: 303 });
  });

  test('damage while it is in use: no question is told that there is nothing, no write is lost, all is found again', async () => {
    const home = openHome({ command: daemonCommand });
    const client = await home.start();
    await writeFacts(client, 300);
    // Past the check that follows the start, and with the log emptied into the file.
    await client.call('admin.rebuild', {});
    overwrite(home.paths.memory, 0, 400_000);
    const statuses = new Set<string>();
    await expect
      .poll(
        async () => {
          await client.call('memory.write', { text: 'Written while the file was damaged: a heron.' });
          const packet = await ask(client, 'gateway timeout').catch((error: { code: string }) => ({
            status: error.code,
          }));
          statuses.add(packet.status);
          return warningCodes(client);
        },
        { timeout: 30_000 },
      )
      .toContain('rebuilt');
    expect(statuses).not.toContain('none');
    expect(await askFacts(client)).toEqual(factIds);
    expect((await ask(client, 'heron')).status).toBe('found');
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
    expect(await client.call('ledger.verify', {})).toMatchObject({ ok: true });
  });

  test('a rebuild that a crash cut short leaves nothing behind', async () => {
    const home = openHome();
    const before = await home.start();
    await writeFacts(before);
    await home.stop(before);
    writeFileSync(`${home.paths.memory}.new`, 'half of a file');
    const client = await home.start();
    expect(await askFacts(client)).toEqual(factIds);
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
  });
});

describe('damaged files beside it', () => {
  test('a damaged cache.db is made again, at the start and when it is missing', async () => {
    const home = openHome();
    const before = await home.start();
    await writeFacts(before);
    await home.stop(before);
    writeFileSync(home.paths.cache, Buffer.alloc(9000, 7));
    const client = await home.start();
    expect((await client.call('status', {})).warnings).toMatchObject([
      { code: 'rebuilt', message: expect.stringContaining('cache.db') },
    ]);
    expect(await askFacts(client)).toEqual(factIds);
    await home.stop(client);
    rmSync(home.paths.cache);
    expect(await askFacts(await home.start())).toEqual(factIds);
  });

  test('a damaged traces.db is set aside, at the start and in use, and asking goes on', async () => {
    const home = openHome({ command: daemonCommand });
    const before = await home.start();
    await writeFacts(before);
    const { sessionId } = await ask(before, 'gateway timeout');
    await home.stop(before);
    overwrite(home.paths.traces, 0, 100);
    const client = await home.start();
    expect((await client.call('status', {})).warnings).toMatchObject([
      { code: 'traces-damaged', message: expect.stringMatching(/set aside as traces\.db\.damaged-\d+/) },
    ]);
    await expect(client.call('trace.get', { sessionId })).rejects.toMatchObject({ code: 'not-found' });
    for (let n = 0; n < 50; n++) await ask(client, 'gateway timeout');
    await client.call('admin.backup', { destination: `${home.dir}/copy` });
    overwrite(home.paths.traces, 0, 200_000);
    overwrite(`${home.paths.traces}-wal`, 0, 1_000_000);
    expect(await askFacts(client)).toEqual(factIds);
    await client.call('memory.write', { id: 'late', text: 'Written with a damaged record of the past.' });
    await client.call('status', {});
    expect((await ask(client, 'damaged record of the past')).results[0]?.itemId).toBe('late');
    const { notices, sessionId: last } = await ask(client, 'gateway timeout');
    expect(notices).toEqual([]);
    expect(await client.call('trace.get', { sessionId: last })).toMatchObject({ sessionId: last });
  });
});
