import { expect, test } from 'vitest';
import { stronglyConnected } from '../../../main/truth/components.ts';

test('circles are one component each, after all that they point to', () => {
  const found = stronglyConnected([[1], [2], [0, 3], [4], [3], []]);
  expect(found.map((members) => members.toSorted())).toEqual([[3, 4], [0, 1, 2], [5]]);
});
