import { describe, expect, test } from 'vitest';
import type { EpisodeView } from '../../../main/contract/index.ts';
import { episodeLayout, episodeScale, noActor, otherActors } from '../../../renderer/parts/episodeLayout.ts';

const episode = (episodeId: string, occurredAt: string, actors: readonly string[], endedAt: string | null = null) =>
  ({ episodeId, occurredAt, endedAt, actors }) as unknown as EpisodeView;

const drawn = (episodes: readonly EpisodeView[], width = 900) =>
  episodeLayout(episodes, episodeScale(episodes, 100, width));

describe('episodeLayout', () => {
  test('gives every actor a lane, the busiest first, and one to those that name nobody', () => {
    const { lanes } = drawn([
      episode('1', '2026-03-01T10:00:00Z', ['Ola']),
      episode('2', '2026-03-02T10:00:00Z', ['Priya']),
      episode('3', '2026-03-03T10:00:00Z', ['Priya']),
      episode('4', '2026-03-04T10:00:00Z', []),
    ]);
    expect(lanes.map(({ actor, count }) => [actor, count])).toEqual([
      ['Priya', 2],
      [noActor, 1],
      ['Ola', 1],
    ]);
  });

  test('draws an episode in the lane of each of its actors, once where one is named twice', () => {
    const { bars } = drawn([episode('1', '2026-03-01T10:00:00Z', ['Ola', 'Priya', 'Ola'])]);
    expect(bars.map(({ episode: { episodeId }, lane }) => [episodeId, lane])).toEqual([
      ['1', 0],
      ['1', 1],
    ]);
  });

  test('gives what overlaps a row of its own, and what does not the same row', () => {
    const { bars } = drawn([
      episode('a', '2026-03-01T00:00:00Z', ['Ola'], '2026-03-05T00:00:00Z'),
      episode('b', '2026-03-02T00:00:00Z', ['Ola'], '2026-03-03T00:00:00Z'),
      episode('c', '2026-03-08T00:00:00Z', ['Ola']),
    ]);
    const [a, b, c] = bars;
    expect(b?.y).toBeGreaterThan(a?.y ?? 0);
    expect(c?.y).toBe(a?.y);
  });

  test('keeps a moment wide enough to be hit, and a lane from growing without end', () => {
    const crowd = Array.from({ length: 200 }, (_, index) => episode(String(index), '2026-03-01T00:00:00Z', ['Ola']));
    const { bars, lanes } = drawn(crowd);
    expect(Math.min(...bars.map(({ width }) => width))).toBeGreaterThanOrEqual(7);
    expect(lanes[0]?.height).toBeLessThan(120);
  });

  test('keeps the busiest eleven of many actors and puts the rest into one lane', () => {
    const crowd = Array.from({ length: 40 }, (_, index) =>
      episode(String(index), `2026-03-01T${String(index % 24).padStart(2, '0')}:00:00Z`, [`actor ${index}`]),
    );
    const { lanes } = drawn(crowd);
    expect(lanes).toHaveLength(12);
    expect(lanes.at(-1)).toMatchObject({ actor: otherActors, count: 29 });
  });

  test('moves nothing up or down when it is zoomed, and leaves out what is out of sight', () => {
    const episodes = [
      episode('a', '2026-03-01T00:00:00Z', ['Ola'], '2026-03-02T00:00:00Z'),
      episode('b', '2026-03-01T12:00:00Z', ['Ola'], '2026-03-02T00:00:00Z'),
      episode('c', '2026-03-20T00:00:00Z', ['Ola']),
    ];
    const whole = episodeScale(episodes, 100, 900);
    const near = whole.copy().domain([Date.parse('2026-03-01T00:00:00Z'), Date.parse('2026-03-03T00:00:00Z')]);
    const before = episodeLayout(episodes, whole);
    const after = episodeLayout(episodes, whole, near);
    expect(after.bars.map(({ episode: { episodeId } }) => episodeId)).toEqual(['a', 'b']);
    expect(after.bars.map(({ y }) => y)).toEqual(before.bars.slice(0, 2).map(({ y }) => y));
    expect(after.height).toBe(before.height);
  });

  test('draws nothing of nothing', () => {
    expect(drawn([])).toMatchObject({ bars: [], lanes: [] });
  });
});
