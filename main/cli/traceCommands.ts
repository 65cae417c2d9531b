import { Option } from 'commander';
import { methods } from '../contract/methods.ts';
import { RetrievalPath } from '../contract/packet.ts';
import type { Registrar } from './main.ts';
import { wholeNumber } from './memoryCommands.ts';
import { renderTrace } from './render.ts';
import { renderReplay } from './renderReplay.ts';
import { renderClaim, renderIgnored, renderRivals, renderUse } from './renderUse.ts';

interface WindowOptions {
  readonly from?: string;
  readonly to?: string;
}

interface ReplayCommandOptions {
  readonly knownAt?: string;
  readonly knownNow?: boolean;
  readonly policy?: string;
  readonly without?: string[];
}

interface IgnoredOptions extends WindowOptions {
  readonly namespace?: string;
  readonly item?: string;
  readonly path?: RetrievalPath;
  readonly limit?: number;
}

/** What past questions tell: one of them in full, and what became of what was retrieved. */
export function traceCommands({ program, action }: Registrar): void {
  const trace = program
    .command('trace')
    .argument('<id>', 'the session id that ask printed')
    .description(methods['trace.get'].summary)
    .action(action(({ tell }, sessionId: string) => tell('trace.get', { sessionId }, renderTrace)));

  trace
    .command('replay')
    .argument('<id>', 'the session id that ask printed')
    .description(methods['trace.replay'].summary)
    .option('--known-at <instant>', 'as known at another time than that of asking')
    .option('--known-now', 'with all that is known now')
    .option('--policy <version>', 'under another policy that ships with the program')
    .option('--without <ids...>', 'leaving these items out, and what was read in them')
    .action(
      action(({ tell }, sessionId: string, { knownNow, ...rest }: ReplayCommandOptions) =>
        tell('trace.replay', { sessionId, ...rest, ...(knownNow ? { knownAt: null } : {}) }, renderReplay),
      ),
    );

  trace
    .command('claim')
    .argument('<words...>', 'the claim, as an answer said it')
    .description(methods['trace.forClaim'].summary)
    .option('--id', 'what is given is the id of the claim')
    .option('--limit <n>', 'how many sessions at most', wholeNumber)
    .action(
      action(({ tell }, words: string[], { id, limit }: { readonly id?: boolean; readonly limit?: number }) => {
        const given = words.join(' ');
        return tell('trace.forClaim', { ...(id ? { claimId: given } : { text: given }), limit }, renderClaim);
      }),
    );

  trace
    .command('ignored')
    .description(methods['trace.ignored'].summary)
    .option('--from <instant>', 'asked at or after; by default seven days ago')
    .option('--to <instant>', 'asked before; by default now')
    .option('--namespace <name>', 'of this namespace alone')
    .option('--item <id>', 'this item alone')
    .addOption(new Option('--path <path>', 'what this path proposed').choices(RetrievalPath.options))
    .option('--limit <n>', 'how many at most', wholeNumber)
    .action(
      action(({ tell }, { item, ...rest }: IgnoredOptions) =>
        tell('trace.ignored', { ...rest, itemId: item }, renderIgnored),
      ),
    );

  trace
    .command('use')
    .description(methods['trace.use'].summary)
    .option('--from <instant>', 'asked at or after; by default seven days ago')
    .option('--to <instant>', 'asked before; by default now')
    .action(action(({ tell }, bounds: WindowOptions) => tell('trace.use', bounds, renderUse)));

  trace
    .command('rivals')
    .description(methods['trace.rivals'].summary)
    .option('--from <instant>', 'asked at or after; by default seven days ago')
    .option('--to <instant>', 'asked before; by default now')
    .option('--namespace <name>', 'of this namespace alone')
    .option('--limit <n>', 'how many at most', wholeNumber)
    .action(
      action(({ tell }, options: Omit<IgnoredOptions, 'item' | 'path'>) => tell('trace.rivals', options, renderRivals)),
    );
}
