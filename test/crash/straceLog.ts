import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One finished system call. `from` and `to` are the lines of the log at which it began and ended. */
export interface Syscall {
  readonly pid: number;
  readonly name: string;
  /** The file or socket behind the first argument, null where it is none. */
  readonly file: string | null;
  readonly args: string;
  readonly result: number;
  readonly from: number;
  readonly to: number;
}

export function straceInstalled(): boolean {
  return spawnSync('strace', ['-V']).status === 0;
}

/**
 * A command line under which `command` runs with every write and sync written to `log`.
 *
 * @param shown bytes of each written buffer that the log keeps
 */
export function underStrace(log: string, command: readonly string[], shown = 512): [string, string[]] {
  const traced = 'fsync,fdatasync,pwrite64,pwritev,write,writev,sendto,sendmsg';
  return ['strace', ['-f', '-y', '-s', String(shown), '-e', `trace=${traced}`, '-o', log, ...command]];
}

export function readStrace(log: string): Syscall[] {
  return parseStrace(readFileSync(log, 'latin1'));
}

/** Reads the output of `strace -f -y -o`; a call that others interrupt stands in two lines, which are put together. */
export function parseStrace(text: string): Syscall[] {
  const calls: Syscall[] = [];
  const unfinished = new Map<string, { readonly begun: string; readonly from: number }>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const begun = /^(.*?)\s*<unfinished \.\.\.>$/.exec(rest)?.[1];
    if (begun !== undefined) {
      unfinished.set(pid, { begun, from: at });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>\s*(.*)$/.exec(rest)?.[1];
    const start = resumed === undefined ? undefined : unfinished.get(pid);
    const whole = resumed === undefined ? rest : `${start?.begun ?? ''}${resumed}`;
    const call = /^(\w+)\((?:\d+<(.*?)>)?(.*)\)\s+=\s+(-?\d+)/s.exec(whole);
    if (call === null) continue;
    const [, name = '', file, args = '', result] = call;
    calls.push({
      pid: Number(pid),
      name,
      file: file ?? null,
      args,
      result: Number(result),
      from: start?.from ?? at,
      to: at,
    });
  }
  return calls;
}

export interface Durability {
  /** Writes to the ledger's files before the acknowledgement. */
  readonly ledgerWrites: number;
  /** Syncs of these files that began after the last of them and ended before the acknowledgement began. */
  readonly syncs: number;
}

/**
 * Whether an acknowledgement told the truth about the disk.
 *
 * @param ledger path of `ledger.db`; its write-ahead log counts too
 * @param acknowledgement words that only the acknowledging write holds
 */
export function durability(calls: readonly Syscall[], ledger: string, acknowledgement: string): Durability {
  const files = [ledger, `${ledger}-wal`];
  const ofLedger = (call: Syscall) => call.file !== null && files.includes(call.file);
  const acknowledged = calls.find(
    (call) => /^(p?write|send)/.test(call.name) && !ofLedger(call) && call.args.includes(acknowledgement),
  );
  if (acknowledged === undefined) throw new Error('the acknowledgement is not in the log');
  const writes = calls.filter(
    (call) => ofLedger(call) && call.name.startsWith('pwrite') && call.from < acknowledged.from,
  );
  const lastWrite = Math.max(-1, ...writes.map((call) => call.to));
  const syncs = calls.filter(
    (call) =>
      ofLedger(call) &&
      /^f(data)?sync$/.test(call.name) &&
      call.result === 0 &&
      call.from > lastWrite &&
      call.to < acknowledged.from,
  );
  return { ledgerWrites: writes.length, syncs: syncs.length };
}
