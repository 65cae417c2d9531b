import { expect, test } from 'vitest';
import { movesBetween } from '../../../main/retrieval/replay.ts';

const list = (...ids: string[]) =>
  ({ results: ids.map((itemId, at) => ({ itemId, namespace: 'default', rank: at + 1 })) }) as unknown as Parameters<
    typeof movesBetween
  >[0];
const told = (before: string[], after: string[]) =>
  movesBetween(list(...before), list(...after)).map(({ itemId, before: b, after: a }) => `${itemId} ${b}→${a}`);

test('what stands where it stood is no move', () => {
  expect(told(['a', 'b'], ['a', 'b'])).toEqual([]);
});

test('what came and moved is told in the order of the replay, and what went comes last', () => {
  expect(told(['a', 'b', 'c'], ['d', 'a', 'c'])).toEqual(['d null→1', 'a 1→2', 'b 2→null']);
});
