import { describe, expect, test } from 'vitest';
import { withSharedTime } from '../../../main/language/sharedTime.ts';

const at = { now: Date.parse('2026-06-01T00:00:00Z'), timeZone: 'UTC' };

describe('the time of the parts of a question', () => {
  test('what is asked in the past without a time is asked of the time of the other part', () => {
    expect(withSharedTime(['which pier was Otter at on 5 May 2025', 'what was the toll of Otter?'], at)).toEqual([
      'which pier was Otter at on 5 May 2025',
      'what was the toll of Otter as of 5 May 2025?',
    ]);
  });

  test('what was known then stays what was known', () => {
    expect(withSharedTime(['which pier we believed in on 5 May 2025', 'with what toll (Otter)?'], at)).toEqual([
      'which pier we believed in on 5 May 2025',
      'with what toll (Otter) as known on 5 May 2025?',
    ]);
  });

  test('what is asked of the present, or has a time of its own, keeps to it', () => {
    for (const parts of [
      ['what broke Otter on 5 May 2025', 'who owns Otter?'],
      ['what broke Otter on 5 May 2025', 'who was its owner on 6 June 2025?'],
      ['who was the owner of Otter', 'where was it built?'],
      ['who was the owner of Otter on 5 May 2025'],
    ]) {
      expect(withSharedTime(parts, at)).toEqual(parts);
    }
  });
});
