import { resolve } from 'node:path';
import { Option } from 'commander';
import { EventType } from '../contract/events.ts';
import { ImportFormat } from '../contract/imports.ts';
import { methods } from '../contract/methods.ts';
import { runImport, waitForVectors } from './importCommand.ts';
import type { Registrar } from './main.ts';
import { wholeNumber } from './memoryCommands.ts';
import { renderEvents, renderImport, renderRebuild, renderSettings, renderVerify } from './render.ts';

interface ImportOptions {
  readonly namespace?: string;
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
  readonly wait: boolean;
}

interface SettingsOptions {
  readonly autoRecall?: 'on' | 'off';
  readonly redactSecrets?: 'on' | 'off';
}

interface ListOptions {
  readonly limit?: number;
  readonly before?: number;
  readonly type?: EventType[];
  readonly namespace?: string;
  readonly actor?: string;
  readonly text?: string;
}

/** What only the operator may do: bring in, check, rebuild, save and put back. */
export function operatorCommands({ program, action }: Registrar): void {
  program
    .command('import')
    .argument('<paths...>', 'files or folders')
    .description(methods['import.start'].summary)
    .option('--namespace <name>', 'overrides the namespaces that the files name')
    .addOption(new Option('--format <format>', 'instead of recognising it by content').choices(ImportFormat.options))
    .option('--dry-run', 'read everything, write nothing')
    .option('--no-wait', 'do not wait for the vectors where no daemon runs that would make them')
    .action(
      action(({ terminal, progress, withCaller, show }, paths: string[], options: ImportOptions) =>
        withCaller(async (caller) => {
          const { wait, dryRun = false, ...rest } = options;
          const params = { ...rest, dryRun, paths: paths.map((path) => resolve(path)) };
          const status = await runImport(caller, params, terminal, progress);
          const finished = status.state === 'finished';
          show(status, renderImport);
          if (wait && finished && !dryRun && caller.where === 'own') {
            await waitForVectors(caller, terminal, progress, Number.POSITIVE_INFINITY);
          }
          if (status.state === 'cancelled') return 130;
          const nothingGood = status.rejected > 0 && status.written + status.already === 0;
          return finished && !nothingGood ? 0 : 1;
        }),
      ),
    );

  program
    .command('settings')
    .description(methods['admin.settings'].summary)
    .addOption(new Option('--auto-recall <state>', 'whether prompts may be looked up unasked').choices(['on', 'off']))
    .addOption(new Option('--redact-secrets <state>', 'whether secrets are left out of answers').choices(['on', 'off']))
    .action(
      action(({ tell }, { autoRecall, redactSecrets }: SettingsOptions) =>
        tell(
          'admin.settings',
          {
            ...(autoRecall === undefined ? {} : { autoRecall: autoRecall === 'on' }),
            ...(redactSecrets === undefined ? {} : { redactSecrets: redactSecrets === 'on' }),
          },
          renderSettings,
        ),
      ),
    );

  program
    .command('rebuild')
    .description(methods['admin.rebuild'].summary)
    .option('--no-wait', 'do not wait for the vectors')
    .action(
      action(({ withCaller, show }, { wait }: { wait: boolean }) =>
        withCaller(async (caller) => {
          const result = await caller.call('admin.rebuild', { waitForVectors: wait });
          show(result, renderRebuild);
          return result.same ? 0 : 1;
        }),
      ),
    );

  const ledger = program.command('ledger').description('Read and check the ledger.');
  ledger
    .command('verify')
    .description(methods['ledger.verify'].summary)
    .action(
      action(({ withCaller, show }) =>
        withCaller(async (caller) => {
          const report = await caller.call('ledger.verify', {});
          show(report, renderVerify);
          return report.ok ? 0 : 1;
        }),
      ),
    );
  ledger
    .command('list')
    .description(methods['ledger.list'].summary)
    .option('--limit <n>', 'how many', wholeNumber)
    .option('--before <seq>', 'only events before this one', wholeNumber)
    .addOption(new Option('--type <types...>', 'only these types').choices(EventType.options))
    .option('--namespace <name>', 'only of this namespace')
    .option('--actor <name>', 'only by this actor')
    .option('--text <text>', 'only where the payload holds this text')
    .action(
      action(({ tell }, { before, type, ...rest }: ListOptions) =>
        tell('ledger.list', { ...rest, beforeSeq: before, eventTypes: type }, renderEvents),
      ),
    );

  program
    .command('backup')
    .argument('<destination>', 'a folder that does not exist yet')
    .description(methods['admin.backup'].summary)
    .action(
      action(({ withCaller, show }, destination: string) =>
        withCaller(async (caller) => {
          const result = await caller.call('admin.backup', { destination: resolve(destination) });
          show(
            result,
            ({ destination, files, bytes, headSeq }) =>
              `Saved ${files.length} files (${bytes} bytes) up to event ${headSeq} in ${destination}`,
          );
          return 0;
        }),
      ),
    );

  program
    .command('restore')
    .argument('<source>', 'the folder of a backup')
    .description(methods['admin.restore'].summary)
    .action(
      action(({ withCaller, show }, source: string) =>
        withCaller(async (caller) => {
          const result = await caller.call('admin.restore', { source: resolve(source) });
          show(
            result,
            ({ events, headSeq, setAside }) =>
              `Restored ${events} events up to ${headSeq}.${setAside === null ? '' : ` The former store lies in ${setAside}.`}`,
          );
          return 0;
        }),
      ),
    );
}
