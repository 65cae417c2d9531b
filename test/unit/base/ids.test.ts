import { describe, expect, test } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { uuidv7 } from '../../../main/base/ids.ts';

describe('uuidv7', () => {
  test('carries the time, the version and the variant (the example of RFC 9562, A.6)', () => {
    const clock = fixedClock(0x017f22e279b0);
    const random = () => Buffer.from('000000000000ccc318c4dc0c0c07398f', 'hex');
    expect(uuidv7(clock, random).next()).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  test('sorts by time and does not repeat', () => {
    const clock = fixedClock(1_700_000_000_000);
    const ids = uuidv7(clock);
    const made = Array.from({ length: 200 }, () => {
      clock.advance(1);
      return ids.next();
    });
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(200);
  });
});
