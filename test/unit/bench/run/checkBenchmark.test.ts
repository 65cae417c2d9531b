import { describe, expect, it } from 'vitest';
import { checkBenchmark } from '../../../../main/bench/run/checkBenchmark.ts';
import { Probe } from '../../../../main/contract/bench.ts';

const objects = [
  { id: 'a', text: 'The pump runs.' },
  { id: 'b', text: 'The pump ran.' },
];
const probe = { id: 'p1', family: 'A', query: 'Does the pump run?', now: '2026-01-01T00:00:00Z', mode: 'open' };
const check = (more: object) => () => checkBenchmark({ objects, probes: [Probe.parse({ ...probe, ...more })] });

describe('a probe', () => {
  it.each([
    ['gold that is named twice', { gold: ['a', 'a'] }, 'twice'],
    ['an object that is gold and stale', { gold: ['a'], stale: ['a'] }, 'as gold and as stale'],
    ['gold where nothing answers', { gold: ['a'], mode: 'null' }, 'has gold'],
    ['family H and gold', { gold: ['a'], family: 'H' }, 'has gold'],
    ['no gold outside family H', { gold: [] }, 'has no gold'],
    ['gold that is not there', { gold: ['c'] }, 'which is not in the corpus'],
  ])('with %s is refused', (_, more, message) => {
    expect(check(more)).toThrow(message);
  });

  it('of an unknown zone is no probe', () => {
    expect(Probe.safeParse({ ...probe, gold: ['a'], timeZone: 'Mars/Olympus' }).success).toBe(false);
  });

  it('with gold, and with none in family H, is let through', () => {
    expect(check({ gold: ['a'], stale: ['b'] })).not.toThrow();
    expect(check({ gold: [], family: 'H', mode: 'null' })).not.toThrow();
  });
});
