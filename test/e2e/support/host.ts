import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The path of a built file; the build is made by `npm run bootstrap`, which `npm test` runs first. */
export function built(path: string): string {
  const file = `${root}out/${path}`;
  if (!existsSync(file)) throw new Error(`out/${path} is not built. Run: npm run bootstrap`);
  return file;
}

export interface HeadlessHost {
  readonly url: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** Starts the built headless host over a data directory, as a user would. */
export async function startHost(dataDir: string): Promise<HeadlessHost> {
  const child = spawn(process.execPath, [built('main/headless.js'), '--data', dataDir, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { url, error } = JSON.parse(await firstLine(child)) as { url?: string; error?: { message: string } };
  if (url === undefined) throw new Error(`the host did not start: ${error?.message}`);
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the host has no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the host ended before it said where it is');
}
