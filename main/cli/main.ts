import { Command, CommanderError } from 'commander';
import { PiperError } from '../base/errors.ts';
import { programVersion } from '../base/version.ts';
import type { ErrorBody } from '../contract/errors.ts';
import { benchCommands } from './benchCommands.ts';
import { causeCommands } from './causeCommands.ts';
import { type CommandContext, commandContext } from './context.ts';
import { entityCommands } from './entityCommands.ts';
import { episodeCommands } from './episodeCommands.ts';
import { factCommands } from './factCommands.ts';
import { hostCommands } from './hostCommands.ts';
import { memoryCommands } from './memoryCommands.ts';
import { operatorCommands } from './operatorCommands.ts';
import { shadowCommands } from './shadowCommands.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { traceCommands } from './traceCommands.ts';

/** Adds commands to the program; what an action returns is the exit code. */
export interface Registrar {
  readonly program: Command;
  /** Wraps a command's work: it gets the shared context first, then commander's arguments. */
  action<A extends unknown[]>(
    run: (context: CommandContext, ...given: A) => Promise<number>,
  ): (...given: A) => Promise<void>;
}

/**
 * Runs one command line. Exit codes: 0 done, 1 an error or a failed check, 2 not understood or no baseline to check against, 130 interrupted. With
 * `--json` exactly one JSON document goes out: the result, or `{"error": {code, message, remedy}}`.
 */
export async function runCli(argv: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const json = argv.includes('--json');
  let exitCode = 0;
  const program = new Command('piper-memory')
    .description('Local-first memory for the agents of this machine.')
    .version(programVersion)
    .option(
      '--data <dir>',
      'the data directory (default: $PIPER_DATA, else this platform’s place for application data)',
    )
    .option('--json', 'print one JSON document instead of text')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: (text) => (json ? undefined : terminal.err(text)) })
    .showHelpAfterError('(--help shows how)');
  const registrar: Registrar = {
    program,
    action:
      (run) =>
      async (...given) => {
        exitCode = await run(commandContext(terminal, program.opts()), ...given);
      },
  };
  memoryCommands(registrar);
  traceCommands(registrar);
  shadowCommands(registrar);
  factCommands(registrar);
  episodeCommands(registrar);
  causeCommands(registrar);
  entityCommands(registrar);
  operatorCommands(registrar);
  benchCommands(registrar);
  hostCommands(registrar);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return usageFailed(error, json, terminal);
    const body = error instanceof PiperError ? error.toBody() : bugBody(error);
    if (json) terminal.out(`${JSON.stringify({ error: body })}\n`);
    else terminal.err(`${body.message}\n${body.remedy}\n`);
    if (!(error instanceof PiperError) && error instanceof Error) terminal.err(`${error.stack}\n`);
    return body.code === 'no-baseline' ? 2 : 1;
  }
}

function usageFailed(error: CommanderError, json: boolean, terminal: Terminal): number {
  if (error.exitCode === 0) return 0;
  if (json && error.code !== 'commander.help') {
    const message = error.message.replace(/^error: /, '');
    const body: ErrorBody = { code: 'invalid-params', message, remedy: 'piper-memory --help shows how.' };
    terminal.out(`${JSON.stringify({ error: body })}\n`);
  }
  return 2;
}

function bugBody(error: unknown): ErrorBody {
  const what = error instanceof Error ? error.name : typeof error;
  return {
    code: 'internal',
    message: `Something went wrong (${what}).`,
    remedy: 'Please report it with what stands below.',
  };
}
