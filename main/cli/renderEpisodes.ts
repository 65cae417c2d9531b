import { printable } from '../base/printable.ts';
import type { EpisodeView } from '../contract/episodes.ts';
import type { MethodResult } from '../contract/methods.ts';

export function renderEpisodes({ episodes, total }: MethodResult<'episodes.list'>): string {
  const lines = episodes.map((episode) => episodeLine(episode));
  const more = total > episodes.length ? [`${total - episodes.length} more (--limit)`] : [];
  return printable([...(lines.length === 0 ? ['No episodes.'] : lines), ...more].join('\n'));
}

export function renderFoundEpisodes(found: MethodResult<'episodes.find'>): string {
  const { status, reason, episodes, differing } = found;
  return printable(
    [
      ...(status === 'found' ? [] : [`${status}: ${reason}`]),
      ...episodes.flatMap(({ episode, score, because }) => [
        `${score.toFixed(2)}  ${episodeLine(episode)}`,
        `      ${signalsLine(because)}`,
      ]),
      ...(differing.length === 0 ? [] : ['', 'Nearly the same, and told apart by']),
      ...differing.flatMap(({ field, values }) => [
        `  ${field}`,
        ...Object.entries(values).map(([id, value]) => `    ${id}: ${value ?? '(none)'}`),
      ]),
    ].join('\n'),
  );
}

export function renderEpisode({ episode, evidence }: MethodResult<'episodes.get'>): string {
  const { actors, environment, eventType, goalId, taskId, action, observation, outcome, entities } = episode;
  const rows: readonly (readonly [string, string | null])[] = [
    ['Kind', eventType],
    ['Ended', episode.endedAt],
    ['Who', actors.join(', ')],
    ['Where', environment],
    ['Goal', goalId],
    ['Task', taskId],
    ['Done', action],
    ['Seen', observation],
    ['Outcome', outcome],
    ['About', entities.join(', ')],
    ['Related', episode.relatedEpisodeIds.join(', ')],
    ['Standing', episode.isCurrent ? null : 'taken back'],
  ];
  return printable(
    [
      episodeLine(episode),
      ...rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(9)} ${value}`] : [])),
      ...(evidence.length === 0 ? [] : ['', `Evidence (${evidence.length})`]),
      ...evidence.map(
        ({ itemId, author, text, occurredAt }) => `  ${occurredAt}  ${itemId}  ${author ? `${author}: ` : ''}${text}`,
      ),
    ].join('\n'),
  );
}

function episodeLine({ episodeId, occurredAt, summary }: EpisodeView): string {
  return `${occurredAt}  ${episodeId}  ${summary}`;
}

/** The signals that there are, in the order of the contract. */
function signalsLine(because: MethodResult<'episodes.find'>['episodes'][number]['because']): string {
  return Object.entries(because)
    .flatMap(([name, value]) => (value === null ? [] : [`${name} ${value.toFixed(2)}`]))
    .join(', ');
}
