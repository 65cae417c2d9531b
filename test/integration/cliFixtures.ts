import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryDir } from './hostFixtures.ts';

export const cliFile = join(import.meta.dirname, '..', '..', 'main', 'cli.ts');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A data directory whose daemon makes no vectors: these tests are about the way in, not about meaning search. */
export function dataDirWithoutVectors(): string {
  const dir = temporaryDir();
  writeFileSync(join(dir, 'config.json'), '{"embedder": "off"}');
  return dir;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with what came out so far, once it holds `text`. */
  printed(text: string | RegExp): Promise<string>;
}

export function start(
  args: readonly string[],
  options: { input?: string; node?: string; entry?: string } = {},
): Running {
  const { input, node = process.execPath, entry = cliFile } = options;
  const child = spawn(node, [entry, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let out = '';
  let err = '';
  let wake = () => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    wake();
  });
  if (input !== undefined) child.stdin.end(input);
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      resolve({ code, out, err });
      wake();
    }),
  );
  return {
    child,
    ended,
    async printed(text) {
      for (;;) {
        const all = out + err;
        if (typeof text === 'string' ? all.includes(text) : text.test(all)) return all;
        if (child.exitCode !== null) throw new Error(`it ended without saying ${text}: ${all}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** Runs one command to its end. */
export function cli(dir: string, args: readonly string[], input = ''): Promise<Ended> {
  return start([...args, '--data', dir], { input }).ended;
}

/** The one JSON document that a command prints with --json. */
export async function cliJson<T>(
  dir: string,
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; json: T }> {
  const { code, out, err } = await cli(dir, [...args, '--json'], input);
  try {
    return { code, json: JSON.parse(out) as T };
  } catch {
    throw new Error(`no JSON document: ${out}${err}`);
  }
}

/** A daemon in a process of its own, ready to answer. */
export async function startedDaemon(dir: string): Promise<Running> {
  const daemon = start(['daemon', '--data', dir]);
  await daemon.printed('The daemon serves');
  return daemon;
}
