import { resolve } from 'node:path';
import { programVersion } from '../base/version.ts';
import { type CommandContext, startDaemonIn } from './context.ts';
import type { Registrar } from './main.ts';
import { portNumber } from './memoryCommands.ts';
import { openBrowser } from './openBrowser.ts';
import { reconnecting } from './openCaller.ts';
import { findRenderer } from './place.ts';
import type { Terminal } from './terminal.ts';

interface ServeOptions {
  readonly port: number;
  readonly renderer?: string;
  readonly open?: boolean;
}

/** What stays until it is told to stop. */
export function hostCommands({ program, action }: Registrar): void {
  program
    .command('daemon')
    .description('Serve the data directory over its socket until interrupted.')
    .action(
      action(async ({ paths, terminal, show }) => {
        const interrupted = interruption(terminal);
        const daemon = await startDaemonIn(paths.dir);
        show(
          { pid: process.pid, dataDir: paths.dir, socket: paths.socket },
          ({ dataDir, socket }) => `The daemon serves ${dataDir} at ${socket} (Ctrl-C stops it).`,
        );
        await Promise.race([interrupted, daemon.closed]);
        await daemon.close();
        return 0;
      }),
    );

  program
    .command('serve')
    .description('The daemon with its window in the browser: prints the address to open, with this start’s token.')
    .option('--port <port>', 'the port on the loopback interface; 0 takes any free one', portNumber, 0)
    .option('--open', 'also open it in the default browser, where there is a screen')
    .option('--renderer <dir>', 'the built window, if it is not where it is built')
    .action(
      action(async ({ paths, terminal, show }, { port, renderer, open }: ServeOptions) => {
        const interrupted = interruption(terminal);
        const { startHeadless } = await import('./headless.ts');
        const rendererDir = renderer === undefined ? findRenderer() : resolve(renderer);
        const { daemon, http, close } = await startHeadless({ dir: paths.dir, port, rendererDir });
        show(
          { pid: process.pid, dataDir: paths.dir, socket: paths.socket, url: http.url },
          ({ url }) => `Piper Memory is at ${url}\nIt serves ${paths.dir}, at ${paths.socket} too (Ctrl-C stops it).`,
        );
        if (rendererDir === null) terminal.err('The window is not built, so the address shows none: npm run build\n');
        if (open === true) openBrowser(http.openOnceUrl(), terminal.env);
        await Promise.race([interrupted, daemon.closed]);
        await close();
        return 0;
      }),
    );

  program
    .command('mcp')
    .description('A Model Context Protocol server on standard input and output, for agents that speak it.')
    .option('--namespace <name>', 'the namespace that is meant when a call names none', 'default')
    .action(action((context, { namespace }: { namespace: string }) => serveMcp(context, namespace)));
}

/** Lives as long as the agent keeps its end open; every answer that is under way goes out first. */
async function serveMcp({ open }: CommandContext, namespace: string): Promise<number> {
  // Loaded here alone: the protocol's library would double the start of every other command.
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { createMcpServer } = await import('../hosts/mcp.ts');
  const caller = reconnecting(() => open('agent', 'mcp'));
  const server = createMcpServer({ caller, namespace, version: programVersion });
  const transport = new StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    transport.onclose = resolve;
  });
  await server.connect(transport);
  // Warms the way up, so that the first question need not wait for it; what fails here fails again when asked.
  void caller.call('namespaces.list', {}).catch(() => {});
  await ended;
  await caller.close();
  await server.close();
  return 0;
}

/** Resolves at Ctrl-C or a termination request: asked for before the start, so that one in the midst of it counts too. */
function interruption(terminal: Terminal): Promise<void> {
  return new Promise((resolve) => {
    const ignore = terminal.onInterrupt(() => {
      ignore();
      resolve();
    });
  });
}
