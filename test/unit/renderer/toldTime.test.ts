import { expect, test } from 'vitest';
import type { TimeQuestion } from '../../../main/contract/index.ts';
import { toldTime } from '../../../renderer/parts/toldTime.ts';

const asked = (part: Partial<TimeQuestion>) =>
  toldTime({ mode: 'at', at: null, from: null, knownAt: null, value: null, phrase: null, ...part }, 'UTC');

test('says in words what was understood of the time that a question asks about', () => {
  const day = '2026-09-15T00:00:00Z';
  expect(asked({ at: day, knownAt: day })).toBe('asked about 15 Sept 2026, as known then');
  expect(asked({ mode: 'now', knownAt: '2026-10-01T12:30:00Z' })).toBe(
    'asked about the present, as known 1 Oct 2026, 12:30',
  );
  expect(asked({ from: '2026-09-10T00:00:00Z', at: '2026-09-20T00:00:00Z' })).toBe(
    'asked about 10 Sept 2026 – 20 Sept 2026',
  );
  expect(asked({ mode: 'before', value: '600 seconds' })).toBe('asked what came before “600 seconds”');
  expect(asked({ mode: 'ended' })).toBe('asked when it ended');
  expect(asked({ mode: 'history' })).toBe('asked about the whole history');
});
