import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SocketClient } from '../../main/hosts/socketClient.ts';
import { daemonCommand } from '../crash/daemonProcess.ts';
import { folderOf, temporaryDirectory } from '../support/temporary.ts';
import {
  ask,
  askFacts,
  exchangeLines,
  factIds,
  importAll,
  openHome,
  warningCodes,
  writeFacts,
} from './faultFixtures.ts';

/** A small disk of its own, or null where this user may not make one. */
function smallDisk(megabytes: number): string | null {
  const dir = temporaryDirectory();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir]).status === 0;
  if (!mounted) return null;
  onTestFinished(() => {
    spawnSync('umount', ['-l', dir]);
  });
  return dir;
}

const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && mountWorks();

function mountWorks(): boolean {
  const dir = spawnSync('mktemp', ['-d'], { encoding: 'utf8' }).stdout.trim();
  const works = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir]).status === 0;
  if (works) spawnSync('umount', [dir]);
  rmSync(dir, { recursive: true, force: true });
  return works;
}

/** Takes what is free, to the last page. */
function fill(dir: string): string {
  const file = join(dir, 'ballast');
  const handle = openSync(file, 'a');
  for (const bytes of [65_536, 4096]) {
    try {
      for (;;) writeSync(handle, Buffer.alloc(bytes, 1));
    } catch {
      // Full to within this many bytes.
    }
  }
  closeSync(handle);
  return file;
}

describe.skipIf(!mayMount)('a full disk (needs to mount one)', () => {
  async function onSmallDisk(megabytes: number) {
    const disk = smallDisk(megabytes) ?? '';
    const home = openHome({ dir: disk, command: daemonCommand });
    const client = await home.start();
    await writeFacts(client);
    return { disk, home, client };
  }

  async function writeUntilFull(client: SocketClient, acknowledged: string[]): Promise<string> {
    for (let n = 0; ; n++) {
      const id = `filler-${acknowledged.length}-${n}`;
      try {
        await client.call('memory.write', { id, text: `${id} ${'weather '.repeat(500)}` });
        acknowledged.push(id);
      } catch (error) {
        return (error as { code: string }).code;
      }
    }
  }

  test('a write says so, what was acknowledged stays, asking goes on, and writing too once there is space', async () => {
    const { disk, home, client } = await onSmallDisk(16);
    const acknowledged: string[] = [];
    const ballast = fill(disk);
    expect(await writeUntilFull(client, acknowledged)).toBe('disk-full');
    await expect(client.call('memory.write', { text: `more ${'weather '.repeat(9000)}` })).rejects.toMatchObject({
      code: 'disk-full',
      remedy: expect.stringContaining('Free some space'),
    });
    expect(await askFacts(client)).toEqual(factIds);
    await client.call('status', {});
    rmSync(ballast);
    await client.call('memory.write', { id: 'after', text: 'There is room again for the heron.' });
    expect((await ask(client, 'heron')).results[0]?.itemId).toBe('after');
    for (const itemId of acknowledged) await client.call('memory.get', { itemId });
    expect(await client.call('ledger.verify', {})).toMatchObject({ ok: true });
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
    client.close();
    await home.kill();
    const again = await home.start();
    expect(await again.call('status', {})).toMatchObject({ readOnly: null, items: { total: 4 + acknowledged.length } });
  });

  test('projections that found no room are missed by no question, and catch up by themselves when there is some', async () => {
    const disk = smallDisk(16) ?? '';
    const home = openHome({ command: daemonCommand });
    // The ledger has room; what is made from it has not.
    symlinkSync(join(disk, 'memory.db'), home.paths.memory);
    const client = await home.start();
    await writeFacts(client);
    const ballast = fill(disk);
    for (let n = 0; n < 40; n++)
      await client.call('memory.write', { id: `w-${n}`, text: `${n} ${'weather '.repeat(2000)}` });
    await client.call('memory.write', { id: 'heron', text: 'A heron, written while there was no room.' });
    const lag = async () => Math.max(...(await client.call('status', {})).projections.map(({ behind }) => behind));
    expect(await lag()).toBeGreaterThan(0);
    expect(await ask(client, 'heron')).toMatchObject({ status: 'could_not_look', reason: 'search:index-behind' });
    expect(await ask(client, 'gateway timeout')).toMatchObject({
      results: [{ itemId: 'gateway' }],
      notices: [expect.stringMatching(/search cannot see \d+ items? yet/)],
    });
    rmSync(ballast);
    await expect.poll(lag, { timeout: 30_000 }).toBe(0);
    expect((await ask(client, 'heron')).results[0]?.itemId).toBe('heron');
    expect((await ask(client, 'zeppelin')).status).toBe('none');
    expect(await client.call('admin.rebuild', {})).toMatchObject({ same: true });
  });

  test('an import stops with the reason, and is resumed by starting it again', async () => {
    const { disk, client } = await onSmallDisk(48);
    const files = folderOf({ 'many.pmem.jsonl': exchangeLines('many', 5000).join('\n') });
    const ballast = fill(disk);
    expect(await importAll(client, { paths: [files] })).toMatchObject({
      state: 'failed',
      error: { code: 'disk-full', remedy: expect.any(String) },
    });
    rmSync(ballast);
    const resumed = await importAll(client, { paths: [files] });
    expect(resumed).toMatchObject({ state: 'finished', error: null });
    expect(resumed.written + resumed.already).toBe(5000);
  });

  test('a rebuild, a backup and a restore that find no room leave everything as it was', async () => {
    const { disk, client } = await onSmallDisk(80);
    // More than the logs that a closed store gives back.
    for (let n = 0; n < 120; n++) await client.call('memory.write', { text: `Long ${n} ${'x'.repeat(100_000)}` });
    const backup = join(temporaryDirectory(), 'copy');
    await client.call('admin.backup', { destination: backup });
    await client.call('memory.write', { id: 'later', text: 'Written after the backup.' });
    const ballast = fill(disk);
    for (const [method, params] of [
      ['admin.rebuild', {}],
      ['admin.backup', { destination: join(disk, 'copy') }],
      ['admin.restore', { source: backup }],
    ] as const) {
      await expect(client.call(method, params as never), method).rejects.toMatchObject({ code: 'disk-full' });
    }
    rmSync(ballast);
    expect(await askFacts(client)).toEqual(factIds);
    expect((await ask(client, 'written after the backup')).results[0]?.itemId).toBe('later');
    expect(await warningCodes(client)).toEqual([]);
    expect(readdirSync(disk).filter((name) => name.includes('restoring') || name.includes('.new'))).toEqual([]);
    expect(await client.call('admin.restore', { source: backup })).toMatchObject({ events: 123 });
    await expect(client.call('memory.get', { itemId: 'later' })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a start without room says why, or serves what is there', async () => {
    const { disk, home, client } = await onSmallDisk(16);
    await home.stop(client);
    const ballast = fill(disk);
    const told = await home.start().then(
      async (full) => (await askFacts(full)).join(),
      (error: Error) => error.message,
    );
    expect(told).toMatch(/gateway,owner,cache|disk is full/);
    await home.kill();
    rmSync(ballast);
    expect(await askFacts(await home.start())).toEqual(factIds);
  });
});
