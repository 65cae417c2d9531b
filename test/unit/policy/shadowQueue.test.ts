import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openShadowQueue } from '../../../main/policy/shadowQueue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const quietMs = 50;

/** A queue whose work ends when the test says so, and what happened in it, in order. */
function bench(limit = 3) {
  const told: string[] = [];
  let finish = () => {};
  const queue = openShadowQueue<string>({
    limit: () => limit,
    quietMs,
    run: (task, signal) =>
      new Promise<void>((resolve, reject) => {
        told.push(`begins ${task}`);
        finish = () => {
          told.push(`ends ${task}`);
          resolve();
        };
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    dropped: (drops) => void told.push(...drops.map(({ task, reason }) => `drops ${task}: ${reason}`)),
  });
  const ask = (task: string) => {
    queue.questionBegan();
    queue.offer(task);
    queue.questionEnded();
  };
  const quiet = () => vi.advanceTimersByTimeAsync(quietMs);
  return { told, queue, ask, quiet, finish: () => finish() };
}

test('work begins once it is quiet, one piece at a time, in the order of the questions', async () => {
  const { told, ask, quiet, finish } = bench();
  ask('a');
  ask('b');
  expect(told).toEqual([]);
  await quiet();
  await quiet();
  expect(told).toEqual(['begins a']);
  finish();
  await quiet();
  expect(told).toEqual(['begins a', 'ends a', 'begins b']);
});

test('nothing begins while a question is open', async () => {
  const { told, queue, ask, quiet } = bench();
  ask('a');
  queue.questionBegan();
  await quiet();
  await quiet();
  expect(told).toEqual([]);
  queue.questionEnded();
  await quiet();
  expect(told).toEqual(['begins a']);
});

test('what comes on top of a full queue is dropped, and told when it is quiet', async () => {
  const { told, queue, ask, quiet } = bench(2);
  for (const task of ['a', 'b', 'c', 'd']) ask(task);
  expect(queue.waiting()).toBe(2);
  expect(told).toEqual([]);
  await quiet();
  expect(told).toEqual(['drops c: queue-full', 'drops d: queue-full', 'begins a']);
});

test('a question that comes in makes the candidate stand aside', async () => {
  const { told, queue, ask, quiet } = bench();
  ask('a');
  ask('b');
  await quiet();
  queue.questionBegan();
  await quiet();
  expect(told).toEqual(['begins a']);
  queue.questionEnded();
  await quiet();
  expect(told).toEqual(['begins a', 'drops a: busy', 'begins b']);
});

test('closing drops what waits and what runs, and nothing begins afterwards', async () => {
  const { told, queue, ask, quiet } = bench();
  ask('a');
  ask('b');
  await quiet();
  await queue.close();
  ask('c');
  await quiet();
  expect(told).toEqual(['begins a', 'drops b: stopped', 'drops a: stopped']);
});

test('drops are told at the latest when there are many, and those of a cleared queue too', async () => {
  const { told, queue, quiet } = bench(1);
  queue.questionBegan();
  for (let n = 0; n < 501; n++) queue.offer(String(n));
  expect(told).toHaveLength(500);
  queue.clear();
  queue.questionEnded();
  await quiet();
  expect(told.at(-1)).toBe('drops 0: stopped');
  expect(queue.waiting()).toBe(0);
});
