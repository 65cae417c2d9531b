import { Argument, InvalidArgumentError } from 'commander';
import { methods } from '../contract/methods.ts';
import type { Registrar } from './main.ts';
import { wholeNumber } from './memoryCommands.ts';
import { renderShadowList, renderShadowSettings, renderShadowSummary } from './renderShadow.ts';

interface ConfigureOptions {
  readonly candidate?: string;
  readonly share?: number;
  readonly budget?: number;
  readonly waiting?: number;
}

interface ListOptions {
  readonly candidate?: string;
  readonly limit?: number;
  readonly before?: number;
}

interface SummaryOptions {
  readonly candidate?: string;
  readonly from?: string;
  readonly to?: string;
}

/** A candidate policy behind the replies, and what it would have returned. */
export function shadowCommands({ program, action }: Registrar): void {
  const shadow = program.command('shadow').description('Try a candidate policy behind the replies.');
  shadow
    .command('configure')
    .addArgument(new Argument('[state]', 'whether the candidate runs').choices(['on', 'off']))
    .description(methods['shadow.configure'].summary)
    .option('--candidate <version>', 'the version of the policy that is tried')
    .option('--share <share>', 'the share of requests that are tried, 0 to 1', share)
    .option('--budget <ms>', 'how long the candidate may take for a request', wholeNumber)
    .option('--waiting <n>', 'how many requests may wait for their turn', wholeNumber)
    .action(
      action(({ tell }, state: 'on' | 'off' | undefined, { budget, ...rest }: ConfigureOptions) =>
        tell(
          'shadow.configure',
          {
            ...rest,
            ...(state === undefined ? {} : { on: state === 'on' }),
            ...(budget === undefined ? {} : { budgetMs: budget }),
          },
          renderShadowSettings,
        ),
      ),
    );
  shadow
    .command('list')
    .description(methods['shadow.list'].summary)
    .option('--candidate <version>', 'by default the one that is set')
    .option('--limit <n>', 'how many at most', wholeNumber)
    .option('--before <id>', 'only those before this shadow id', wholeNumber)
    .action(action(({ tell }, options: ListOptions) => tell('shadow.list', options, renderShadowList)));
  shadow
    .command('summary')
    .description(methods['shadow.summary'].summary)
    .option('--candidate <version>', 'by default the one that is set')
    .option('--from <instant>', 'asked at or after; by default seven days ago')
    .option('--to <instant>', 'asked before; by default now')
    .action(action(({ tell }, options: SummaryOptions) => tell('shadow.summary', options, renderShadowSummary)));
}

function share(text: string): number {
  const given = Number(text);
  if (text.trim() !== '' && given >= 0 && given <= 1) return given;
  throw new InvalidArgumentError('It is not a share: give a number from 0 to 1.');
}
