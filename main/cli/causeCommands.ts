import { Option } from 'commander';
import { printable } from '../base/printable.ts';
import type { CauseView } from '../contract/causes.ts';
import { CauseFields } from '../contract/memory.ts';
import { type MethodResult, methods } from '../contract/methods.ts';
import type { Registrar } from './main.ts';
import { wholeNumber } from './memoryCommands.ts';

interface AssertOptions {
  readonly namespace: string;
  readonly id?: string;
  readonly claim?: CauseView['claimType'];
  readonly basis?: string;
  readonly text?: string;
  readonly occurredAt?: string;
  readonly source?: string;
  readonly evidence?: string[];
  readonly against?: string[];
  readonly supersedes?: string[];
}

interface FindOptions {
  readonly namespace: string;
  readonly effects?: boolean;
  readonly depth?: number;
  readonly overturned?: boolean;
  readonly limit?: number;
}

/** What caused what: `piper-memory cause assert|overturn|find`. */
export function causeCommands({ program, action }: Registrar): void {
  const cause = program.command('cause').description('Recorded causes and effects, with what they rest on.');

  cause
    .command('assert')
    .argument('<cause>', 'what came before')
    .argument('<effect>', 'what came of it')
    .description(methods['causes.assert'].summary)
    .option('--namespace <name>', 'where it belongs', 'default')
    .option('--id <id>', 'an id of your own, unique in the namespace')
    .addOption(new Option('--claim <type>', 'what kind of claim it is').choices(claimTypes))
    .option('--basis <text>', 'what the claim rests on: an observation, an experiment, a report')
    .option('--text <text>', 'the claim in words of its own')
    .option('--occurred-at <instant>', 'when it happened or was said')
    .option('--source <source>', 'where it comes from')
    .option('--evidence <ids...>', 'items that support it')
    .option('--against <ids...>', 'items that speak against it')
    .option('--supersedes <ids...>', 'items that it replaces')
    .action(
      action(({ tell }, from: string, effect: string, options: AssertOptions) => {
        const { claim, against, ...rest } = options;
        return tell(
          'causes.assert',
          {
            ...rest,
            cause: from,
            effect,
            claimType: claim,
            counterEvidence: against,
            actor: 'operator',
          },
          renderWritten,
        );
      }),
    );

  cause
    .command('overturn')
    .argument('<id>', 'the recorded cause')
    .argument('<reason>', 'why it is not the cause, and what is, if that is known')
    .description(methods['causes.overturn'].summary)
    .option('--namespace <name>', 'where it is', 'default')
    .option('--evidence <ids...>', 'items that show it')
    .action(
      action(
        (
          { tell },
          causeId: string,
          reason: string,
          options: { readonly namespace: string; readonly evidence?: string[] },
        ) => tell('causes.overturn', { ...options, causeId, reason, actor: 'operator' }, renderWritten),
      ),
    );

  cause
    .command('find')
    .argument('<of...>', 'the thing or event')
    .description(methods['causes.find'].summary)
    .option('--namespace <name>', 'where to look', 'default')
    .option('--effects', 'what came of it, instead of what it came from')
    .option('--depth <n>', 'links of a chain at most', wholeNumber)
    .option('--overturned', 'also causes that turned out not to be')
    .option('--limit <n>', 'chains at most', wholeNumber)
    .action(
      action(({ tell }, words: string[], options: FindOptions) => {
        const { effects, overturned, ...rest } = options;
        return tell(
          'causes.find',
          {
            ...rest,
            of: words.join(' '),
            direction: effects === true ? 'effects' : 'causes',
            includeOverturned: overturned,
          },
          renderCauses,
        );
      }),
    );
}

const claimTypes = CauseFields.shape.claimType.unwrap().options;

function renderWritten({ itemId, duplicate }: MethodResult<'causes.assert'>): string {
  return `${duplicate ? 'Already recorded as' : 'Recorded as'} ${itemId}`;
}

export function renderCauses({ chains }: MethodResult<'causes.find'>): string {
  if (chains.length === 0) return 'Nothing is recorded.';
  return printable(
    chains
      .flatMap(({ links, score }) =>
        links.map((link, at) => `${at === 0 ? score.toFixed(2) : '    '}  ${linkLine(link)}`),
      )
      .join('\n'),
  );
}

function linkLine({ cause, effect, claimType, status, causeId, counterEvidence }: CauseView): string {
  const against = counterEvidence.length > 0 ? `, ${counterEvidence.length} against` : '';
  return `${cause} → ${effect}  (${claimType}, ${status}${against}; ${causeId})`;
}
