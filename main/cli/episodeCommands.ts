import { type MethodInput, methods } from '../contract/methods.ts';
import type { Registrar } from './main.ts';
import { wholeNumber } from './memoryCommands.ts';
import { renderEpisode, renderEpisodes, renderFoundEpisodes } from './renderEpisodes.ts';

interface RecordOptions {
  readonly namespace: string;
  readonly id?: string;
  readonly type?: string;
  readonly occurredAt?: string;
  readonly endedAt?: string;
  readonly actors?: string[];
  readonly where?: string;
  readonly goal?: string;
  readonly task?: string;
  readonly action?: string;
  readonly observation?: string;
  readonly outcome?: string;
  readonly evidence?: string[];
  readonly related?: string[];
}

interface FindOptions {
  readonly namespace: string;
  readonly who?: string;
  readonly from?: string;
  readonly to?: string;
  readonly near?: string;
  readonly where?: string;
  readonly outcome?: string;
  readonly goal?: string;
  readonly task?: string;
  readonly relatedTo?: string;
  readonly historical?: boolean;
  readonly limit?: number;
}

interface ListOptions {
  readonly namespace: string;
  readonly from?: string;
  readonly to?: string;
  readonly actor?: string;
  readonly item?: string;
  readonly limit?: number;
}

/** What happened: `piper-memory episode record|find|show|list`. */
export function episodeCommands({ program, action }: Registrar): void {
  const episode = program.command('episode').description('What happened: events with their time, people and outcome.');

  episode
    .command('record')
    .argument('<summary>', 'what happened, in a sentence or two')
    .description(methods['episodes.record'].summary)
    .option('--namespace <name>', 'where it belongs', 'default')
    .option('--id <id>', 'an id of your own, unique in the namespace')
    .option('--type <type>', 'what kind of event it was: deployment, meeting, incident')
    .option('--occurred-at <instant>', 'when it began, such as 2026-03-03T12:00:00Z')
    .option('--ended-at <instant>', 'when it ended')
    .option('--actors <names...>', 'who took part')
    .option('--where <place>', 'a place, a machine, a system')
    .option('--goal <id>', 'the goal that it served')
    .option('--task <id>', 'the task that it was part of')
    .option('--action <text>', 'what was done')
    .option('--observation <text>', 'what was seen')
    .option('--outcome <text>', 'how it ended')
    .option('--evidence <ids...>', 'the items that it rests on')
    .option('--related <ids...>', 'other episodes that belong with it')
    .action(
      action(({ tell }, summary: string, options: RecordOptions) => {
        const { type, where, goal, task, related, ...rest } = options;
        return tell(
          'episodes.record',
          {
            ...rest,
            summary,
            eventType: type,
            environment: where,
            goalId: goal,
            taskId: task,
            relatedEpisodeIds: related,
            actor: 'operator',
          },
          ({ itemId, duplicate }) => `${duplicate ? 'Already recorded as' : 'Recorded as'} ${itemId}`,
        );
      }),
    );

  episode
    .command('find')
    .argument('[what...]', 'what happened, in words')
    .description(methods['episodes.find'].summary)
    .option('--namespace <name>', 'where to look', 'default')
    .option('--who <name>', 'someone who took part')
    .option('--from <instant>', 'not before')
    .option('--to <instant>', 'before')
    .option('--near <instant>', 'the nearer in time the better')
    .option('--where <place>', 'where it took place')
    .option('--outcome <text>', 'how it ended')
    .option('--goal <id>', 'the goal that it served')
    .option('--task <id>', 'the task that it was part of')
    .option('--related-to <id>', 'an episode with which it shares a goal, people, things or a cause')
    .option('--historical', 'also those that were taken back')
    .option('--limit <n>', 'how many at most', wholeNumber)
    .action(
      action(({ tell }, words: string[], options: FindOptions) => {
        const { goal, task, historical, ...rest } = options;
        const asked: MethodInput<'episodes.find'> = {
          ...rest,
          what: words.length > 0 ? words.join(' ') : undefined,
          goalId: goal,
          taskId: task,
          includeHistorical: historical,
        };
        return tell('episodes.find', asked, renderFoundEpisodes);
      }),
    );

  episode
    .command('show')
    .argument('<id>', 'the episode')
    .description(methods['episodes.get'].summary)
    .option('--namespace <name>', 'where it is', 'default')
    .action(
      action(({ tell }, episodeId: string, { namespace }: { readonly namespace: string }) =>
        tell('episodes.get', { episodeId, namespace }, renderEpisode),
      ),
    );

  episode
    .command('list')
    .description(methods['episodes.list'].summary)
    .option('--namespace <name>', 'where to look', 'default')
    .option('--from <instant>', 'beginning at or after')
    .option('--to <instant>', 'beginning before')
    .option('--actor <name>', 'someone who took part')
    .option('--item <id>', 'only the episode of this item')
    .option('--limit <n>', 'how many at most', wholeNumber)
    .action(
      action(({ tell }, { item, ...options }: ListOptions) =>
        tell('episodes.list', { ...options, itemId: item }, renderEpisodes),
      ),
    );
}
