import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchCatchUp } from '../../../main/threads/catchUpWatch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const state: { events: number; error: unknown; room: boolean; tries: number } = {
    events: 0,
    error: null,
    room: false,
    tries: 0,
  };
  const told: [number, unknown][] = [];
  const watch = watchCatchUp({
    behind: () => ({ events: state.events, error: state.error }),
    async catchUp() {
      state.tries++;
      if (!state.room) throw new Error('still no room');
      state.events = 0;
      state.error = null;
    },
    tell: (events, error) => told.push([events, error]),
  });
  return { state, told, watch };
}

describe('watching the projections', () => {
  test('says nothing while they are on their way', () => {
    const { state, told, watch } = setUp();
    state.events = 5;
    watch.look();
    expect(told).toEqual([]);
  });

  test('tells how far they are behind, once for each change', () => {
    const { state, told, watch } = setUp();
    const full = new Error('full');
    Object.assign(state, { events: 1, error: full });
    watch.look();
    watch.look();
    state.events = 2;
    watch.look();
    expect(told).toEqual([
      [1, full],
      [2, full],
    ]);
    watch.stop();
  });

  test('tries again by itself, ever more rarely, until they have caught up', async () => {
    const { state, told, watch } = setUp();
    Object.assign(state, { events: 3, error: new Error('full') });
    watch.look();
    await vi.advanceTimersByTimeAsync(7500);
    expect(state.tries).toBe(3);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(state.tries).toBeLessThan(20);
    state.room = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.at(-1)).toEqual([0, null]);
    const { tries } = state;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(state.tries).toBe(tries);
  });

  test('leaves off when it is stopped', async () => {
    const { state, watch } = setUp();
    Object.assign(state, { events: 3, error: new Error('full') });
    watch.look();
    watch.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(state.tries).toBe(0);
  });
});
