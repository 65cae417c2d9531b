import { InvalidArgumentError, Option } from 'commander';
import { PiperError } from '../base/errors.ts';
import { type MethodInput, type MethodName, methods } from '../contract/methods.ts';
import { ForcedPath } from '../contract/packet.ts';
import { waitForVectors } from './importCommand.ts';
import type { Registrar } from './main.ts';
import { renderStatus } from './render.ts';
import { renderNeed, renderPacket, renderRoute } from './renderPacket.ts';
import { readAll } from './terminal.ts';

interface WriteOptions {
  readonly namespace: string;
  readonly id?: string;
  readonly title?: string;
  readonly author?: string;
  readonly source?: string;
  readonly occurredAt?: string;
  readonly supersedes?: string[];
  readonly corrects?: string[];
  readonly retracts?: string[];
  readonly idempotencyKey?: string;
}

interface AskOptions {
  readonly k?: number;
  readonly path?: ForcedPath[];
  readonly namespace: string[];
  readonly now?: string;
  readonly historical?: boolean;
  readonly act?: boolean;
  readonly unredacted?: boolean;
}

interface NeedOptions {
  readonly namespace: string[];
  readonly now?: string;
  readonly act?: boolean;
  readonly heldSince?: string;
}

/** What an agent could do as well: write, ask, look. */
export function memoryCommands({ program, action }: Registrar): void {
  program
    .command('status')
    .description(methods.status.summary)
    .action(action(({ tell }) => tell('status', {}, renderStatus)));

  program
    .command('write')
    .argument('<text>', 'the memory; - reads it from the standard input')
    .description(methods['memory.write'].summary)
    .option('--namespace <name>', 'where it belongs', 'default')
    .option('--id <id>', 'an id of your own, unique in the namespace')
    .option('--title <title>', 'a title')
    .option('--author <name>', 'who said or wrote it')
    .option('--source <source>', 'where it comes from: a file, a URL, a person')
    .option('--occurred-at <instant>', 'when it happened or was said, such as 2026-03-03T12:00:00Z')
    .option('--supersedes <ids...>', 'items that it replaces')
    .option('--corrects <ids...>', 'items that were never true')
    .option('--retracts <ids...>', 'items that it takes back')
    .option('--idempotency-key <key>', 'writing with the same key again adds nothing')
    .action(
      action(async ({ terminal, progress, withCaller, show }, given: string, options: WriteOptions) => {
        const text = given === '-' ? (await readAll(terminal.input)).trimEnd() : given;
        return withCaller(async (caller) => {
          const written = await caller.call('memory.write', {
            ...options,
            text,
            eventType: 'user_statement',
            actor: 'operator',
            sourceType: 'cli',
          });
          // A daemon of this command's own may as well make the one vector before it goes.
          if (caller.where === 'own') await waitForVectors(caller, terminal, progress, 3000);
          show(written, ({ itemId, recordedAt, duplicate }) =>
            duplicate ? `Already written: ${itemId}` : `Written ${recordedAt}: ${itemId}`,
          );
          return 0;
        });
      }),
    );

  program
    .command('ask')
    .argument('<query...>', 'the question')
    .description(methods.retrieve.summary)
    .option('--k <n>', 'how many results at most', wholeNumber)
    .addOption(new Option('--path <paths...>', 'force these paths').choices(ForcedPath.options))
    .option('--namespace <names...>', 'where to look', ['default'])
    .option('--now <instant>', 'the present from which the question is asked')
    .option('--historical', 'also show what was superseded, has expired or was retracted')
    .option('--act', 'something is about to be changed by the answer: mark what to verify first')
    .option('--unredacted', 'show secrets as they were stored')
    .action(
      action(({ tell }, words: string[], options: AskOptions) => {
        const { k, path, namespace, now, historical, act, unredacted } = options;
        return tell(
          'retrieve',
          {
            query: words.join(' '),
            k,
            paths: path,
            namespaces: namespace,
            now,
            includeHistorical: historical,
            purpose: act === true ? 'act' : 'know',
            unredacted,
          },
          renderPacket,
        );
      }),
    );

  program
    .command('route')
    .argument('<query...>', 'the question')
    .description(methods['router.explain'].summary)
    .option('--namespace <names...>', 'where it would be asked', ['default'])
    .action(
      action(({ tell }, words: string[], { namespace }: { readonly namespace: string[] }) =>
        tell('router.explain', { query: words.join(' '), namespaces: namespace }, renderRoute),
      ),
    );

  program
    .command('need')
    .argument('<question...>', 'the question that is about to be answered')
    .description(methods['memory.need'].summary)
    .option('--namespace <names...>', 'where it would be looked up', ['default'])
    .option('--now <instant>', 'the present from which the question is asked')
    .option('--act', 'something is about to be changed by the answer')
    .option('--held-since <instant>', 'when what you would answer from was last retrieved')
    .action(
      action(({ tell }, words: string[], { namespace, now, act, heldSince }: NeedOptions) => {
        const purpose = act === true ? 'act' : 'know';
        return tell(
          'memory.need',
          { question: words.join(' '), namespaces: namespace, now, purpose, heldSince },
          renderNeed,
        );
      }),
    );

  program
    .command('rpc')
    .argument('<method>', `one of ${Object.keys(methods).join(', ')}`)
    .argument('[params]', 'its parameters as JSON; - reads them from the standard input', '{}')
    .description('Call any method of the API as it stands in the contract.')
    .action(
      action(async ({ terminal, withCaller, show }, method: string, given: string) => {
        const params = parseJson(given === '-' ? await readAll(terminal.input) : given);
        return withCaller(async (caller) => {
          // The daemon parses both anew, whatever was typed.
          const result: unknown = await caller.call(method as MethodName, params as MethodInput<MethodName>);
          show(result, (result) => JSON.stringify(result, null, 2));
          return 0;
        });
      }),
    );
}

export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not a whole number.');
}

export function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It is not a port: give a number from 0 (any free one) to 65535.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PiperError('parse-error', 'The parameters are not JSON.', 'Quote them for the shell: \'{"k": 5}\'', {
      cause,
    });
  }
}
