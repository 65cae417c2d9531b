import type { Command } from 'commander';
import { Option } from 'commander';
import { Denial } from '../contract/memory.ts';
import { methods } from '../contract/methods.ts';
import type { Registrar } from './main.ts';
import { wholeNumber } from './memoryCommands.ts';
import { renderAnswer, renderExplained, renderHistory, renderRetraction, renderSlots } from './renderFacts.ts';

interface AssertOptions {
  readonly namespace: string;
  readonly id?: string;
  readonly text?: string;
  readonly source?: string;
  readonly authority?: number;
  readonly confidence?: number;
  readonly many?: boolean;
  readonly holds?: Denial;
  readonly from?: string;
  readonly to?: string;
  readonly occurredAt?: string;
  readonly supersedes?: string[];
  readonly derivedFrom?: string[];
  readonly idempotencyKey?: string;
}

interface CorrectOptions {
  readonly namespace: string;
  readonly object?: string;
  readonly reason: string;
  readonly source?: string;
  readonly authority?: number;
}

interface RetractOptions {
  readonly namespace: string;
  readonly source?: string;
  readonly distrust?: boolean;
  readonly reason: string;
  readonly dryRun?: boolean;
}

interface RecordOptions {
  readonly namespace: string;
  readonly knownAt?: string;
  readonly by: 'source' | 'ledger';
}

/** What holds, held and was believed: `piper-memory fact assert|correct|retract|current|as-of|known-at|history|…`. */
export function factCommands(registrar: Registrar): void {
  const fact = registrar.program
    .command('fact')
    .description('What is true now, what was true then, and what was believed when.');
  writeCommands(fact, registrar);
  askCommands(fact, registrar);
  lookCommands(fact, registrar);
}

function writeCommands(fact: Command, { action }: Registrar): void {
  slotCommand(fact, 'assert', 'facts.assert')
    .argument('<object>', 'the value, with its unit: "300 seconds", 1.5.2, Ada Lovelace')
    .option('--id <id>', 'an id of your own, unique in the namespace')
    .option('--text <text>', 'the words that say so')
    .option('--source <source>', 'where it comes from: a file, a URL, a person')
    .option(
      '--authority <share>',
      'how much the source counts: 0 to 1, authoritative from .8, ordinary from .5',
      Number,
    )
    .option('--confidence <share>', 'how sure it is: 0 to 1', Number)
    .option('--many', 'several values may hold at once')
    .addOption(
      new Option('--holds <denial>', 'deny the value: from --from on it is gone, or it never was').choices(
        Denial.options,
      ),
    )
    .option('--from <instant>', 'from when it holds, such as 2026-03-03T12:00:00Z')
    .option('--to <instant>', 'until when it holds')
    .option('--occurred-at <instant>', 'when it happened or was said')
    .option('--supersedes <ids...>', 'items that it replaces')
    .option('--derived-from <ids...>', 'items that it was concluded from')
    .option('--idempotency-key <key>', 'writing with the same key again adds nothing')
    .action(
      action(({ tell }, subject: string, predicate: string, object: string, options: AssertOptions) => {
        const { many, from, to, ...rest } = options;
        return tell(
          'facts.assert',
          {
            ...rest,
            subject,
            predicate,
            object,
            cardinality: many ? 'many' : undefined,
            validFrom: from,
            validTo: to,
            actor: 'operator',
          },
          ({ itemId, duplicate, now }) =>
            [duplicate ? `Already written: ${itemId}` : `Written: ${itemId}`, renderAnswer(now)].join('\n'),
        );
      }),
    );

  inNamespace(fact.command('correct').argument('<id>', 'the fact, or the item that states it'))
    .description(methods['facts.correct'].summary)
    .requiredOption('--reason <text>', 'why it was never true')
    .option('--object <object>', 'the right value; leave it out if it is unknown')
    .option('--source <source>', 'where the correction comes from')
    .option('--authority <share>', 'how much that source counts: 0 to 1', Number)
    .action(
      action(({ tell }, itemId: string, options: CorrectOptions) =>
        tell('facts.correct', { ...options, itemId, actor: 'operator' }, ({ itemId }) => `Corrected by ${itemId}`),
      ),
    );

  inNamespace(fact.command('retract').argument('[ids...]', 'items to take back, or an earlier retraction'))
    .description(methods['facts.retract'].summary)
    .requiredOption('--reason <text>', 'why it is taken back')
    .option('--source <source>', 'everything that came from this source')
    .option('--distrust', 'also what that source says from now on')
    .option('--dry-run', 'only show what would change')
    .action(
      action(({ tell }, itemIds: string[], options: RetractOptions) =>
        tell('facts.retract', { ...options, itemIds, actor: 'operator' }, renderRetraction),
      ),
    );
}

function askCommands(fact: Command, { action }: Registrar): void {
  slotCommand(fact, 'current', 'facts.current')
    .option('--now <instant>', 'the present from which it is asked')
    .action(
      action(({ tell }, subject: string, predicate: string, options: { namespace: string; now?: string }) =>
        tell('facts.current', { ...options, subject, predicate }, renderAnswer),
      ),
    );

  recordTime(slotCommand(fact, 'as-of', 'facts.asOf').argument('<instant>', 'the instant of valid time'))
    .option('--known-at <instant>', 'as far as it was known by then')
    .action(
      action(({ tell }, subject: string, predicate: string, at: string, options: RecordOptions) =>
        tell('facts.asOf', { ...options, subject, predicate, at }, renderAnswer),
      ),
    );

  recordTime(slotCommand(fact, 'known-at', 'facts.knownAt').argument('<instant>', 'the instant of record time'))
    .option('--at <instant>', 'about this instant of valid time; otherwise about the same')
    .action(
      action(
        (
          { tell },
          subject: string,
          predicate: string,
          knownAt: string,
          options: Omit<RecordOptions, 'knownAt'> & { at?: string },
        ) => tell('facts.knownAt', { ...options, subject, predicate, knownAt }, renderAnswer),
      ),
    );
}

function lookCommands(fact: Command, { action }: Registrar): void {
  recordTime(slotCommand(fact, 'history', 'facts.history'))
    .option('--known-at <instant>', 'as far as it was known by then')
    .action(
      action(({ tell }, subject: string, predicate: string, options: RecordOptions) =>
        tell('facts.history', { ...options, subject, predicate }, renderHistory),
      ),
    );

  inNamespace(fact.command('explain').argument('<id>', 'the fact, or the item that states it'))
    .description(methods['facts.explain'].summary)
    .option('--known-at <instant>', 'as far as it was known by then')
    .action(
      action(({ tell }, itemId: string, options: { namespace: string; knownAt?: string }) =>
        tell('facts.explain', { ...options, itemId }, renderExplained),
      ),
    );

  inNamespace(fact.command('list').argument('[words...]', 'words that subject, predicate or value hold'))
    .description(methods['facts.list'].summary)
    .option('--limit <n>', 'how many at most', wholeNumber)
    .action(
      action(({ tell }, words: string[], options: { namespace: string; limit?: number }) => {
        const text = words.length === 0 ? undefined : words.join(' ');
        return tell('facts.list', { ...options, text }, renderSlots);
      }),
    );
}

function slotCommand(fact: Command, name: string, method: Extract<keyof typeof methods, `facts.${string}`>): Command {
  return inNamespace(fact.command(name))
    .description(methods[method].summary)
    .argument('<subject>', 'what it is about, by any of its names')
    .argument('<predicate>', 'which of its properties');
}

function inNamespace(command: Command): Command {
  return command.option('--namespace <name>', 'where it belongs', 'default');
}

function recordTime(command: Command): Command {
  const by = new Option('--by <record>', 'whose record counts: the source’s or this store’s');
  return command.addOption(by.choices(['source', 'ledger']).default('source'));
}
