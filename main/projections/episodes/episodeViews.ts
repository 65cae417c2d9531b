import type { EpisodeView } from '../../contract/episodes.ts';
import { toInstant } from '../../contract/time.ts';
import type { MemberOf } from './episodeHeads.ts';
import { summarise } from './segmentSummary.ts';

/** An episode as it is read, with what ranks it. */
export interface Episode {
  readonly view: EpisodeView;
  /** Milliseconds since 1970; `to` is where it ends, or `from` where that is not known. */
  readonly from: number;
  readonly to: number;
  /** Everything that is said of it: its own words and those of its raw evidence. */
  readonly text: string;
  /** The rows of it and its evidence. */
  readonly rows: readonly number[];
}

/** Whether an item stands, as far as is known. */
type Stands = (namespace: string, itemId: string) => boolean;

/** So much of the evidence is read for ranking an episode: items, and UTF-16 units of each. */
export const mostRead = 400;
const longestRead = 20_000;

/** An episode as somebody recorded it, with its raw evidence. */
export function recordedEpisode(
  row: RecordedRow,
  rows: readonly number[],
  items: readonly ItemRow[],
  stands: Stands,
): Episode {
  const { itemId, namespace, text, occurredAt, endedAt, recordedAt, reward, provenance, ...rest } = row;
  return {
    view: {
      episodeId: itemId,
      namespace,
      made: 'recorded',
      eventType: rest.eventType,
      occurredAt: toInstant(occurredAt),
      endedAt: toInstant(endedAt),
      recordedAt: toInstant(recordedAt),
      actors: namesIn(rest.actors),
      environment: rest.environment,
      goalId: rest.goalId,
      taskId: rest.taskId,
      action: rest.action,
      observation: rest.observation,
      outcome: rest.outcome,
      rewardOrScore: reward,
      summary: rest.summary,
      rawSourceRef: rest.rawSourceRef,
      provenance: provenance === null ? null : (JSON.parse(provenance) as Record<string, unknown>),
      salience: rest.salience,
      confidence: rest.confidence,
      relatedEpisodeIds: namesIn(rest.related),
      members: namesIn(rest.members),
      entities: distinct([...namesIn(rest.entities), ...items.flatMap(({ entities }) => namesIn(entities))]),
      isCurrent: stands(namespace, itemId),
    },
    from: occurredAt,
    to: endedAt ?? occurredAt,
    text: [text, ...items.map(wordsOf)].join('\n'),
    rows,
  };
}

/** An episode that was cut from a course of turns and actions: what it says of itself are words of its members. */
export function segmentEpisode(
  members: readonly [MemberOf, ...MemberOf[]],
  items: readonly ItemRow[],
  stands: Stands,
): Episode {
  const [first] = members;
  const told = items.map((item, at) => ({ ...item, ...(members[at] ?? first), text: item.text }));
  const { summary, actors, action, observation, outcome } = summarise(told);
  const from = items[0]?.occurredAt ?? 0;
  const to = items.at(-1)?.occurredAt ?? from;
  return {
    view: {
      episodeId: segmentId(items[0]?.itemId ?? ''),
      namespace: first.namespace,
      made: 'segmented',
      eventType: null,
      occurredAt: toInstant(from),
      endedAt: toInstant(items.length > 1 ? to : null),
      recordedAt: toInstant(Math.max(...items.slice(0, mostRead).map(({ recordedAt }) => recordedAt))),
      actors: [...actors],
      environment: null,
      goalId: first.goalId,
      taskId: first.taskId,
      action,
      observation,
      outcome,
      rewardOrScore: null,
      summary,
      rawSourceRef: null,
      provenance: { stream: first.stream.slice(2), rule: 'segmentation' },
      salience: items.slice(0, mostRead).reduce((most, { salience }) => Math.max(most, salience), 0),
      confidence: items.slice(0, mostRead).reduce((least, { confidence }) => Math.min(least, confidence), 1),
      relatedEpisodeIds: [],
      members: items.map(({ itemId }) => itemId),
      entities: distinct(items.flatMap(({ entities }) => namesIn(entities))),
      isCurrent: items.some(({ namespace, itemId }) => stands(namespace, itemId)),
    },
    from,
    to,
    text: items.slice(0, mostRead).map(wordsOf).join('\n'),
    rows: members.map(({ item }) => item),
  };
}

export interface ItemRow {
  readonly item: number;
  readonly itemId: string;
  readonly namespace: string;
  readonly kind: string;
  readonly author: string | null;
  readonly text: string;
  readonly title: string | null;
  readonly caption: string | null;
  readonly entities: string;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly salience: number;
  readonly confidence: number;
}

export interface RecordedRow {
  readonly itemId: string;
  readonly namespace: string;
  readonly text: string;
  readonly entities: string;
  readonly recordedAt: number;
  readonly salience: number;
  readonly confidence: number;
  readonly members: string;
  readonly occurredAt: number;
  readonly endedAt: number | null;
  readonly summary: string;
  readonly eventType: string | null;
  readonly actors: string;
  readonly environment: string | null;
  readonly goalId: string | null;
  readonly taskId: string | null;
  readonly action: string | null;
  readonly observation: string | null;
  readonly outcome: string | null;
  readonly reward: number | null;
  readonly rawSourceRef: string | null;
  readonly provenance: string | null;
  readonly related: string;
}

/** A segment is known by its first member: the same members have the same id, whoever cuts them and when. */
export const segmentPrefix = 'segment:';

export function segmentId(firstItemId: string): string {
  return segmentPrefix + firstItemId;
}

function wordsOf({ title, text, caption }: ItemRow): string {
  return [title, text.slice(0, longestRead), caption].filter((part) => part !== null).join('\n');
}

function namesIn(json: string): string[] {
  return JSON.parse(json) as string[];
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
