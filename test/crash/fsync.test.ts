import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dataPaths } from '../../main/store/paths.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { daemonCommand, startDaemon } from './daemonProcess.ts';
import { durability, parseStrace, readStrace, straceInstalled, underStrace } from './straceLog.ts';

describe('an acknowledged write', () => {
  test.skipIf(!straceInstalled())(
    'is synced between the append and the answer on the socket, by the whole daemon (needs strace)',
    async () => {
      const dir = realpathSync(temporaryDirectory());
      const paths = dataPaths(dir);
      writeFileSync(paths.config, '{"embedder": "off"}');
      const log = join(dir, 'strace.log');
      const [command, args] = underStrace(log, daemonCommand);
      const daemon = startDaemon(dir, [command, ...args]);
      const client = await daemon.operator();
      const { pid } = await client.call('status', {});
      onTestFinished(() => killIfThere(pid));
      await client.call('memory.write', { id: 'first', text: 'the timeout is 300 seconds' });
      await client.call('memory.write', { id: 'second', text: 'the timeout is 400 seconds' });
      await client.call('admin.shutdown', {});
      await daemon.exited;
      client.close();
      const calls = readStrace(log);
      for (const [write, words] of [
        ['first', 'itemId\\":\\"first'],
        ['second', 'itemId\\":\\"second'],
      ] as const) {
        const { ledgerWrites, syncs } = durability(calls, paths.ledger, words);
        expect({ write, written: ledgerWrites > 0, synced: syncs >= 1 }).toEqual({
          write,
          written: true,
          synced: true,
        });
      }
      const [first, second] = ['first', 'second'].map((id) => durability(calls, paths.ledger, `itemId\\":\\"${id}`));
      expect(second?.ledgerWrites).toBeGreaterThan(first?.ledgerWrites ?? 0);
    },
  );
});

/** strace does not take its child along when it is killed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself, as it should.
  }
}

describe('the reading of strace', () => {
  const log = (...lines: string[]) => parseStrace(lines.join('\n'));
  const write = '7 pwrite64(20</d/ledger.db-wal>, "\\1\\2", 4096, 32) = 4096';
  const sync = '7 fdatasync(20</d/ledger.db-wal>) = 0';
  const ack = '6 write(1<pipe:[5]>, "acknowledged\\n", 13) = 13';
  const judged = (...lines: string[]) => durability(log(...lines), '/d/ledger.db', 'acknowledged');

  test('counts a sync only between the last write and the acknowledgement', () => {
    expect(judged(write, write, sync, ack)).toEqual({ ledgerWrites: 2, syncs: 1 });
    expect(judged(sync, write, ack)).toEqual({ ledgerWrites: 1, syncs: 0 });
    expect(judged(write, sync, write, ack)).toEqual({ ledgerWrites: 2, syncs: 0 });
    expect(judged(write, ack, sync)).toEqual({ ledgerWrites: 1, syncs: 0 });
  });

  test('counts no sync of another file, and none that failed', () => {
    expect(judged(write, '7 fsync(9</d/memory.db-wal>) = 0', ack).syncs).toBe(0);
    expect(judged(write, '7 fsync(20</d/ledger.db-wal>) = -1 EIO (Input/output error)', ack).syncs).toBe(0);
  });

  test('puts interrupted calls together and knows when they ended', () => {
    const begun = '7 fdatasync(20</d/ledger.db-wal> <unfinished ...>';
    const ended = '7 <... fdatasync resumed>) = 0';
    expect(log(begun, ack, ended)).toMatchObject([
      { name: 'write', from: 1, to: 1 },
      { name: 'fdatasync', file: '/d/ledger.db-wal', result: 0, from: 0, to: 2 },
    ]);
    expect(judged(write, begun, ended, ack).syncs).toBe(1);
    expect(judged(write, begun, ack, ended).syncs).toBe(0);
  });
});
