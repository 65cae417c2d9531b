import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PiperError } from '../../main/base/errors.ts';
import { connect, type SocketClient } from '../../main/hosts/socketClient.ts';
import { dataPaths } from '../../main/store/paths.ts';
import { readToken } from '../../main/store/tokens.ts';

/** A real daemon in a process of its own, to be killed. */
export interface DaemonProcess {
  readonly pid: number;
  /** Kills it as `kill -9` does and waits until it is gone. */
  kill(): Promise<void>;
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  /** A connection with the operator's rights, as soon as the daemon answers. */
  operator(): Promise<SocketClient>;
}

/** The command that serves a data directory: from source, as a user's clone would. */
export const daemonCommand = [process.execPath, fileURLToPath(new URL('../../main/cli.ts', import.meta.url)), 'daemon'];

export function startDaemon(dir: string, command: readonly string[] = daemonCommand): DaemonProcess {
  const [program = '', ...args] = command;
  // A daemon that is killed often is also started often: what is compiled once is kept.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'piper-compile-cache') };
  const child = spawn(program, [...args, '--data', dir], { stdio: ['ignore', 'ignore', 'pipe'], env });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-4000);
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    exited,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    operator: () => operatorOf(dir, child, () => complaint),
  };
}

async function operatorOf(dir: string, child: ChildProcess, complaint: () => string): Promise<SocketClient> {
  const paths = dataPaths(dir);
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the daemon ended with code ${child.exitCode}:\n${complaint()}`);
    const token = readToken(paths.operatorToken);
    try {
      if (token !== null) return await connect(paths.socket, { token, client: 'crash campaign' });
    } catch (error) {
      if (!(error instanceof PiperError) || error.code !== 'daemon-unreachable') throw error;
    }
    await sleep(20);
  }
  throw new Error(`the daemon does not answer:\n${complaint()}`);
}
