import { printable } from '../base/printable.ts';
import type { EdgeView, EntityView } from '../contract/entities.ts';
import { type MethodResult, methods } from '../contract/methods.ts';
import type { Registrar } from './main.ts';
import { wholeNumber } from './memoryCommands.ts';

interface InNamespace {
  readonly namespace: string;
}

interface EdgeOptions extends InNamespace {
  readonly id?: string;
  readonly text?: string;
  readonly occurredAt?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly source?: string;
  readonly supersedes?: string[];
  readonly derivedFrom?: string[];
}

/** What things are called and how they hang together: `piper-memory entity …` and `piper-memory edge assert`. */
export function entityCommands(registrar: Registrar): void {
  readingCommands(registrar);
  namingCommands(registrar);
  edgeCommands(registrar);
}

function entityCommand({ program }: Registrar) {
  return (
    program.commands.find((command) => command.name() === 'entity') ??
    program.command('entity').description('Names, the things that they mean, and what these are related to.')
  );
}

function readingCommands(registrar: Registrar): void {
  const { action } = registrar;
  const entity = entityCommand(registrar);

  entity
    .command('show')
    .argument('<name...>', 'any name of it')
    .description(methods['entities.resolve'].summary)
    .option('--namespace <name>', 'where to look', 'default')
    .action(
      action(({ tell }, words: string[], options: InNamespace) =>
        tell('entities.resolve', { ...options, name: words.join(' ') }, renderResolved),
      ),
    );

  entity
    .command('list')
    .argument('[words...]', 'words that the names hold')
    .description(methods['entities.list'].summary)
    .option('--namespace <name>', 'where to look', 'default')
    .option('--limit <n>', 'entities at most', wholeNumber)
    .action(
      action(({ tell }, words: string[], options: InNamespace & { readonly limit?: number }) => {
        const text = words.length > 0 ? words.join(' ') : undefined;
        return tell('entities.list', { ...options, text }, renderEntities);
      }),
    );

  entity
    .command('neighbours')
    .argument('<name...>', 'any name of it')
    .description(methods['entities.neighbours'].summary)
    .option('--namespace <name>', 'where to look', 'default')
    .option('--depth <n>', 'steps, 1 to 3', wholeNumber)
    .option('--relation <words>', 'only edges of this relation')
    .option('--historical', 'also edges that hold no more')
    .option('--limit <n>', 'edges at most', wholeNumber)
    .action(
      action(
        (
          { tell },
          words: string[],
          options: InNamespace & {
            readonly depth?: number;
            readonly relation?: string;
            readonly historical?: boolean;
            readonly limit?: number;
          },
        ) => {
          const { historical, ...rest } = options;
          const params = { ...rest, name: words.join(' '), includeHistorical: historical };
          return tell('entities.neighbours', params, renderNeighbours);
        },
      ),
    );
}

function namingCommands(registrar: Registrar): void {
  const { action } = registrar;
  const entity = entityCommand(registrar);

  entity
    .command('alias')
    .argument('<name>', 'a name')
    .argument('<alias>', 'another name of the same')
    .description(methods['entities.alias'].summary)
    .option('--namespace <name>', 'where it belongs', 'default')
    .option('--predicate', 'names of a relation or property, not of a thing')
    .option('--type <type>', 'what kind of thing it is')
    .action(
      action(
        (
          { tell },
          name: string,
          alias: string,
          options: InNamespace & { readonly predicate?: boolean; readonly type?: string },
        ) => {
          const { predicate, ...rest } = options;
          const of = predicate === true ? 'predicate' : 'entity';
          return tell('entities.alias', { ...rest, name, alias, of, actor: 'operator' }, renderWritten);
        },
      ),
    );

  entity
    .command('merge')
    .argument('<into>', 'the name that stays')
    .argument('<from...>', 'names of what is the same')
    .description(methods['entities.merge'].summary)
    .option('--namespace <name>', 'where they are', 'default')
    .option('--reason <text>', 'how that is known')
    .action(
      action(({ tell }, into: string, from: string[], options: InNamespace & { readonly reason?: string }) =>
        tell('entities.merge', { ...options, into, from, actor: 'operator' }, renderWritten),
      ),
    );

  entity
    .command('split')
    .argument('<entity>', 'any name that stays')
    .argument('<names...>', 'names that mean something else')
    .description(methods['entities.split'].summary)
    .option('--namespace <name>', 'where it is', 'default')
    .option('--reason <text>', 'how that is known')
    .action(
      action(({ tell }, name: string, names: string[], options: InNamespace & { readonly reason?: string }) => {
        const params = { ...options, entity: name, names, actor: 'operator' };
        return tell('entities.split', params, renderWritten);
      }),
    );
}

function edgeCommands({ program, action }: Registrar): void {
  program
    .command('edge')
    .description('Relations between named things.')
    .command('assert')
    .argument('<from>', 'a name')
    .argument('<relation>', 'how it is related')
    .argument('<to>', 'another name')
    .description(methods['edges.assert'].summary)
    .option('--namespace <name>', 'where it belongs', 'default')
    .option('--id <id>', 'an id of your own, unique in the namespace')
    .option('--text <text>', 'the relation in words of its own')
    .option('--occurred-at <instant>', 'when it was so or was said')
    .option('--valid-from <instant>', 'since when it holds')
    .option('--valid-to <instant>', 'until when')
    .option('--source <source>', 'where it comes from')
    .option('--supersedes <ids...>', 'items that it replaces')
    .option('--derived-from <ids...>', 'items that it was concluded from')
    .action(
      action(({ tell }, from: string, relation: string, to: string, options: EdgeOptions) => {
        const params = { ...options, from, relation, to, actor: 'operator' };
        return tell('edges.assert', params, renderWritten);
      }),
    );
}

function renderWritten({ itemId, duplicate }: MethodResult<'entities.alias'>): string {
  return `${duplicate ? 'Already recorded as' : 'Recorded as'} ${itemId}`;
}

export function renderResolved({ entity, near }: MethodResult<'entities.resolve'>): string {
  const looksAlike = near.length > 0 ? [`Looks alike and is another: ${near.map(({ name }) => name).join(', ')}`] : [];
  if (entity === null) return printable(['Nothing is known by that name.', ...looksAlike].join('\n'));
  const aliases = entity.aliases.map(({ name, how }) => `  ${name}  (${how})`);
  return printable([entityLine(entity), ...aliases, ...looksAlike].join('\n'));
}

export function renderEntities({ entities, total }: MethodResult<'entities.list'>): string {
  if (total === 0) return 'No entities.';
  const more = total > entities.length ? [`… of ${total}`] : [];
  return printable([...entities.map(entityLine), ...more].join('\n'));
}

export function renderNeighbours({ entity, edges, truncated }: MethodResult<'entities.neighbours'>): string {
  if (entity === null) return 'Nothing is known by that name.';
  if (edges.length === 0) return printable(`${entity.name}: no relations.`);
  return printable([...edges.map(edgeLine), ...(truncated ? ['… and more'] : [])].join('\n'));
}

function entityLine({ name, type, mentions, lastKnownAt }: EntityView): string {
  return `${name}${type === null ? '' : `, ${type}`}  (${mentions} mentions, last ${lastKnownAt.slice(0, 10)})`;
}

function edgeLine({ from, relation, to, validFrom, validTo, isCurrent, itemId }: EdgeView): string {
  const since = validFrom === null ? '' : ` since ${validFrom.slice(0, 10)}`;
  const until = validTo === null ? '' : ` until ${validTo.slice(0, 10)}`;
  return `${from} –${relation}→ ${to}${since}${until}${isCurrent ? '' : ', no more'}  (${itemId})`;
}
