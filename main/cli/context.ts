import { resolve } from 'node:path';
import type { MethodInput, MethodName, MethodResult, Role } from '../contract/methods.ts';
import type { Job } from '../contract/status.ts';
import type { Daemon } from '../daemon.ts';
import { type DataPaths, dataPaths } from '../store/paths.ts';
import { type ProgressLine, progressLine } from './importCommand.ts';
import { type OpenCaller, openCaller } from './openCaller.ts';
import { defaultDataDir } from './place.ts';
import { jobLine } from './render.ts';
import type { Terminal } from './terminal.ts';

/** Jobs for whose end a command waits; the others go on behind it and are none of its business. */
const waitedFor: ReadonlySet<Job['kind']> = new Set(['rebuild', 'backup', 'restore', 'verify']);

/** What every command works with: the options that all share, and the ways to the store and to the screen. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly paths: DataPaths;
  readonly progress: ProgressLine;
  /** The result as one JSON document, or as a person reads it. */
  show<T>(result: T, render: (result: T) => string): void;
  open(role: Role, client: string): Promise<OpenCaller>;
  /** Runs with an operator's caller, closes it afterwards, and returns the exit code. */
  withCaller(use: (caller: OpenCaller) => Promise<number>): Promise<number>;
  /** What most commands are: one call as an operator, and its result shown. Returns the exit code, 0. */
  tell<M extends MethodName>(
    method: M,
    params: MethodInput<M>,
    render: (result: MethodResult<M>) => string,
  ): Promise<number>;
}

export function commandContext(
  terminal: Terminal,
  options: { readonly data?: string; readonly json?: boolean },
): CommandContext {
  const json = options.json === true;
  const paths = dataPaths(options.data === undefined ? defaultDataDir(terminal.env) : resolve(options.data));
  const progress = progressLine(terminal, json);
  const open = (role: Role, client: string) =>
    openCaller({ paths, role, client, startDaemon: () => startDaemonIn(paths.dir) });
  const context: CommandContext = {
    terminal,
    json,
    paths,
    progress,
    open,
    show: (result, render) => terminal.out(`${json ? JSON.stringify(result) : render(result)}\n`),
    tell: (method, params, render) =>
      context.withCaller(async (caller) => {
        context.show(await caller.call(method, params), render);
        return 0;
      }),
    async withCaller(use) {
      const caller = await open('operator', 'cli');
      const unsubscribe = caller.onNotification((name, params) => {
        const job = params as Job;
        if (name === 'progress' && waitedFor.has(job.kind)) progress.show(jobLine(job));
      });
      try {
        return await use(caller);
      } finally {
        unsubscribe();
        progress.clear();
        await caller.close();
      }
    },
  };
  return context;
}

/** The daemon with all its natives is loaded only by a command that needs one of its own. */
export async function startDaemonIn(dir: string): Promise<Daemon> {
  const { startDaemon } = await import('../daemon.ts');
  return startDaemon({ dir });
}
