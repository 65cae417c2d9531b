import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary.ts';
import { durability, parseStrace, readStrace, straceInstalled, underStrace } from './straceLog.ts';

describe('an acknowledged write', () => {
  test.skipIf(!straceInstalled())('is synced between the append and the acknowledgement (needs strace)', () => {
    const dir = realpathSync(temporaryDirectory());
    const log = join(dir, 'strace.log');
    const ledger = join(dir, 'ledger.db');
    const child = fileURLToPath(new URL('appendOne.ts', import.meta.url));
    const [command, args] = underStrace(log, [process.execPath, child, ledger]);
    expect(spawnSync(command, args, { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: 'opened\nacknowledged\n',
    });
    const calls = readStrace(log);
    const opened = durability(calls, ledger, 'opened');
    const appended = durability(calls, ledger, 'acknowledged');
    expect(appended.ledgerWrites).toBeGreaterThan(opened.ledgerWrites);
    expect(appended.syncs).toBeGreaterThanOrEqual(1);
  });
});

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
