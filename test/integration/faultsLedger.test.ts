import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { daemonCommand } from '../crash/daemonProcess.ts';
import { folderOf } from '../support/temporary.ts';
import { cli, cliJson } from './cliFixtures.ts';
import {
  ask,
  askFacts,
  bytesOf,
  exchangeLines,
  factIds,
  flipPayload,
  importAll,
  ledgerEvents,
  openHome,
  overwrite,
  tamper,
  warningCodes,
  writeFacts,
} from './faultFixtures.ts';

/** What a broken ledger leaves: asking; and what it takes away. */
async function isReadOnly(client: SocketClient, place: { seq: number | null; reason: unknown }): Promise<void> {
  const status = await client.call('status', {});
  expect(status.readOnly).toEqual(place);
  expect(status.warnings.map(({ code }) => code)).toContain('ledger-read-only');
  await expect(client.call('memory.write', { text: 'one more' })).rejects.toMatchObject({ code: 'ledger-read-only' });
  await expect(client.call('admin.rebuild', {})).rejects.toMatchObject({ code: 'ledger-corrupt' });
  expect(await askFacts(client)).toEqual(factIds);
}

async function stopped(besides = 10) {
  const home = openHome();
  const client = await home.start();
  await writeFacts(client, besides);
  await home.stop(client);
  return home;
}

describe('a broken ledger', () => {
  test('a changed payload: read-only from that event on, over the next start too, and not a byte is mended', async () => {
    const home = await stopped();
    flipPayload(home.paths.ledger, 7);
    const place = { seq: 7, reason: 'its payload does not match payload_hash' };
    for (let start = 0; start < 2; start++) {
      const client = await home.start();
      await isReadOnly(client, place);
      expect(await client.call('ledger.verify', {})).toMatchObject({ ok: false, break: place });
      expect(await ledgerEvents(client)).toBe(13);
      await home.stop(client);
    }
    const verified = await cliJson<{ ok: boolean }>(home.dir, ['ledger', 'verify']);
    expect(verified).toMatchObject({ code: 1, json: { ok: false, break: place } });
    const written = await cli(home.dir, ['write', 'one more']);
    expect(written).toMatchObject({ code: 1, err: expect.stringContaining('from event 7 on') });
  });

  test('a changed header and a removed event are found too', async () => {
    const changed = await stopped();
    tamper(changed.paths.ledger, (db) => db.exec(`UPDATE memory_events SET actor = 'nobody' WHERE seq = 5`));
    await isReadOnly(await changed.start(), { seq: 5, reason: 'its content does not match its hash' });
    const removed = await stopped();
    tamper(removed.paths.ledger, (db) => {
      db.pragma('foreign_keys = OFF');
      db.exec('DELETE FROM memory_payloads WHERE seq = 6; DELETE FROM memory_events WHERE seq = 6');
    });
    await isReadOnly(await removed.start(), { seq: 6, reason: 'event 6 is missing: 7 comes next' });
  });

  test('a break before what the start checks is found soon after it', async () => {
    const home = openHome();
    const first = await home.start();
    await writeFacts(first, 10);
    const files = folderOf({ 'many.pmem.jsonl': exchangeLines('many', 1500).join('\n') });
    await importAll(first, { paths: [files] });
    await home.stop(first);
    flipPayload(home.paths.ledger, 7);
    const client = await home.start();
    await expect.poll(() => warningCodes(client), { timeout: 20_000 }).toContain('ledger-read-only');
    await isReadOnly(client, { seq: 7, reason: 'its payload does not match payload_hash' });
  });

  test('a file of something else: asking goes on, and the file stays as it was', async () => {
    const home = await stopped();
    const garbage = Buffer.from('not a ledger at all\n'.repeat(1000));
    writeFileSync(home.paths.ledger, garbage);
    const client = await home.start();
    await isReadOnly(client, { seq: null, reason: 'ledger.db is damaged or is not a SQLite database' });
    expect(await client.call('ledger.verify', {})).toMatchObject({ ok: false });
    await home.stop(client);
    expect(bytesOf(home.paths.ledger).equals(garbage)).toBe(true);
  });

  test('a middle that was overwritten', async () => {
    const home = await stopped(300);
    overwrite(home.paths.ledger, 0.2, 60_000);
    const client = await home.start();
    await isReadOnly(client, { seq: expect.any(Number) as number, reason: expect.any(String) });
  });

  test('an older ledger beside a newer memory.db: the lost tail is noticed', async () => {
    const home = openHome();
    const first = await home.start();
    await writeFacts(first);
    await home.stop(first);
    copyFileSync(home.paths.ledger, `${home.dir}/older.db`);
    const second = await home.start();
    await second.call('memory.write', { text: 'Note that will be missing.' });
    await home.stop(second);
    copyFileSync(`${home.dir}/older.db`, home.paths.ledger);
    const client = await home.start();
    await isReadOnly(client, {
      seq: 4,
      reason: 'it ends at event 3, but the projections have seen event 4',
    });
    await home.stop(client);
    rmSync(home.paths.ledger);
    await isReadOnly(await home.start(), {
      seq: 1,
      reason: 'it ends at event 0, but the projections have seen event 4',
    });
  });

  test('broken while it is open: a check finds it, and from then on nothing is written', async () => {
    const home = openHome({ command: daemonCommand });
    const client = await home.start();
    await writeFacts(client, 10);
    tamper(home.paths.ledger, (db) => {
      db.exec(`UPDATE memory_payloads SET body = replace(body, 'Note', 'Nose') WHERE seq = 9`);
    });
    await client.call('memory.write', { text: 'Nobody has looked yet.' });
    expect(await client.call('ledger.verify', {})).toMatchObject({ ok: false, break: { seq: 9 } });
    await isReadOnly(client, { seq: 9, reason: 'its payload does not match payload_hash' });
  });

  test('overwritten while it is open: the write is refused and the daemon lives', async () => {
    const home = openHome({ command: daemonCommand });
    const client = await home.start();
    await writeFacts(client, 200);
    // A backup reads everything; the rebuild leaves the log empty, so that the file is what is read.
    await home.stop(client);
    const again = await home.start();
    overwrite(home.paths.ledger, 0, 1_000_000);
    const refusals = new Set<string>();
    for (let n = 0; n < 5; n++) {
      await again
        .call('memory.write', { text: `Note ${n}` })
        .catch((error: { code: string }) => refusals.add(error.code));
    }
    expect([...refusals]).toEqual(['ledger-read-only']);
    expect((await again.call('status', {})).readOnly).not.toBeNull();
    expect(await askFacts(again)).toEqual(factIds);
  });

  test('with a damaged memory.db as well, the old file is kept and what can be read is there', async () => {
    const home = await stopped();
    flipPayload(home.paths.ledger, 13);
    overwrite(home.paths.memory, 0, 100);
    const client = await home.start();
    const { warnings } = await client.call('status', {});
    expect(warnings).toMatchObject([
      { code: 'rebuilt', message: expect.stringMatching(/the old file is memory\.db\.damaged-\d+/) },
      { code: 'ledger-read-only' },
    ]);
    expect(await askFacts(client)).toEqual(factIds);
  });

  test('with nothing left of memory.db either, no question is told that there is nothing', async () => {
    const home = await stopped();
    writeFileSync(home.paths.ledger, 'not a ledger');
    overwrite(home.paths.memory, 0, 100);
    const client = await home.start();
    expect(await ask(client, 'gateway timeout')).toMatchObject({
      status: 'could_not_look',
      reason: 'search:index-behind',
    });
    expect(await warningCodes(client)).toEqual(expect.arrayContaining(['rebuilt', 'ledger-read-only']));
  });
});
