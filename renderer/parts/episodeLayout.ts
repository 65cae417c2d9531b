import { type ScaleTime, scaleTime } from 'd3';
import type { EpisodeView } from '../../main/contract/index.ts';
import { type Tick, timeTicks } from './timeAxis.ts';

export interface EpisodeBar {
  readonly episode: EpisodeView;
  readonly lane: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface EpisodeLane {
  readonly actor: string;
  readonly y: number;
  readonly height: number;
  readonly count: number;
}

export interface EpisodeLayout {
  readonly bars: readonly EpisodeBar[];
  readonly lanes: readonly EpisodeLane[];
  readonly ticks: readonly Tick[];
  readonly height: number;
}

export const barHeight = 12;
const rowHeight = barHeight + 3;
const axisHeight = 24;
const mostLanes = 12;
const mostRows = 6;
const leastWidth = 7;
export const otherActors = 'others';
export const noActor = 'nobody named';

/** The whole time that the episodes span, with a margin; `right` px wide. */
export function episodeScale(episodes: readonly EpisodeView[], left: number, right: number): ScaleTime<number, number> {
  const starts = episodes.map(({ occurredAt }) => Date.parse(occurredAt));
  const ends = episodes.map(({ occurredAt, endedAt }) => Date.parse(endedAt ?? occurredAt));
  const [begin, end] = [Math.min(...starts), Math.max(...ends)];
  const margin = Math.max((end - begin) * 0.03, 1_800_000);
  return scaleTime(episodes.length === 0 ? [0, 1] : [begin - margin, end + margin], [left, right]);
}

/**
 * A lane for each actor, the busiest first and the rest together; an episode of several actors stands in the lane of
 * each. Bars that would overlap take rows of their own, and past the last row they share it. The rows are dealt on the
 * unzoomed scale, so that zooming and panning move nothing up or down.
 */
export function episodeLayout(
  episodes: readonly EpisodeView[],
  whole: ScaleTime<number, number>,
  shown: ScaleTime<number, number> = whole,
): EpisodeLayout {
  const [left = 0, right = 0] = whole.range();
  const places = lanesOfActors(episodes);
  const bars: EpisodeBar[] = [];
  const lanes: EpisodeLane[] = [];
  let y = 4;
  for (const [lane, { actor, members }] of places.entries()) {
    const ends: number[] = [];
    for (const episode of members) {
      const packed = span(episode, whole);
      const free = ends.findIndex((end) => end + 1 < packed.from);
      const row = free >= 0 ? free : Math.min(ends.length, mostRows - 1);
      ends[row] = Math.max(packed.to, ends[row] ?? 0);
      const { from, to } = span(episode, shown);
      if (to < left || from > right) continue;
      const x = Math.max(from, left);
      bars.push({ episode, lane, x, y: y + 3 + row * rowHeight, width: Math.max(Math.min(to, right) - x, 1) });
    }
    const height = Math.max(ends.length, 1) * rowHeight + 5;
    lanes.push({ actor, y, height, count: members.length });
    y += height;
  }
  return {
    bars,
    lanes,
    ticks: timeTicks(shown),
    height: y + axisHeight,
  };
}

function span(
  { occurredAt, endedAt }: EpisodeView,
  scale: ScaleTime<number, number>,
): { readonly from: number; readonly to: number } {
  const from = scale(Date.parse(occurredAt));
  return { from, to: Math.max(scale(Date.parse(endedAt ?? occurredAt)), from + leastWidth) };
}

function lanesOfActors(
  episodes: readonly EpisodeView[],
): readonly { readonly actor: string; readonly members: readonly EpisodeView[] }[] {
  const byActor = new Map<string, EpisodeView[]>();
  const inOrder = [...episodes].sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
  for (const episode of inOrder) {
    for (const actor of episode.actors.length === 0 ? [noActor] : new Set(episode.actors)) {
      byActor.set(actor, [...(byActor.get(actor) ?? []), episode]);
    }
  }
  const lanes = [...byActor]
    .map(([actor, members]) => ({ actor, members }))
    .sort((a, b) => b.members.length - a.members.length || a.actor.localeCompare(b.actor));
  if (lanes.length <= mostLanes) return lanes;
  const rest = new Set(lanes.slice(mostLanes - 1).flatMap(({ members }) => members));
  return [
    ...lanes.slice(0, mostLanes - 1),
    { actor: otherActors, members: inOrder.filter((episode) => rest.has(episode)) },
  ];
}
