import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inLanes } from '../../../../main/bench/run/inLanes.ts';

test('does everything once, so many at a time', async () => {
  const done: number[] = [];
  let underway = 0;
  let most = 0;
  await inLanes(2, [1, 2, 3, 4, 5], async (one) => {
    most = Math.max(most, ++underway);
    await pause(1);
    underway--;
    done.push(one);
  });
  expect([done.toSorted(), most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

test('a failure is thrown once what was under way has ended, and nothing more is begun', async () => {
  const begun: number[] = [];
  let other = false;
  const work = async (one: number) => {
    begun.push(one);
    if (one === 1) throw new Error('first');
    await pause(5);
    other = true;
  };
  await expect(inLanes(2, [1, 2, 3, 4], work)).rejects.toThrow('first');
  expect([begun, other]).toEqual([[1, 2], true]);
});
