import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect, type SocketClient } from '../../main/hosts/socketClient.ts';
import { dataPaths } from '../../main/store/paths.ts';
import { readToken } from '../../main/store/tokens.ts';

export interface DaemonProcess {
  readonly client: SocketClient;
  readonly pid: number;
  /** Resident megabytes, now. */
  residentMb(): number;
  stop(): Promise<void>;
}

/** The daemon as users run it: a process of its own, asked over its socket. */
export async function startDaemonProcess(dir: string): Promise<DaemonProcess> {
  const cli = fileURLToPath(new URL('../../main/cli.ts', import.meta.url));
  const child = spawn(process.execPath, [cli, 'daemon', '--data', dir], { stdio: ['ignore', 'ignore', 'inherit'] });
  const client = await connected(dir, child);
  return {
    client,
    pid: child.pid ?? 0,
    residentMb: () => residentMb(child.pid ?? 0),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      await client.call('admin.shutdown', {}).catch(() => {});
      client.close();
      await exited;
    },
  };
}

async function connected(dir: string, child: ChildProcess): Promise<SocketClient> {
  const paths = dataPaths(dir);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the daemon ended with code ${child.exitCode}`);
    const token = readToken(paths.operatorToken);
    const client = token ? await connect(paths.socket, { token, client: 'bench' }).catch(() => null) : null;
    if (client) return client;
    await sleep(5);
  }
}

/** From Linux's own account of the process; NaN elsewhere. */
function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
