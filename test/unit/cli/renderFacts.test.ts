import { describe, expect, test } from 'vitest';
import { renderAnswer, renderRetraction } from '../../../main/cli/renderFacts.ts';
import type { FactAnswer, FactSegment } from '../../../main/contract/facts.ts';

const segment: FactSegment = {
  value: '600 s',
  from: '2026-03-01T00:00:00.000Z',
  to: null,
  factId: 'f2',
  support: ['f2'],
  contested: false,
  contradicts: [],
  endedBy: null,
};
const answer: FactAnswer = {
  status: 'known',
  reason: 'held',
  subject: 'router',
  predicate: 'timeout',
  at: '2026-04-01T00:00:00.000Z',
  knownAt: null,
  values: [segment],
  predecessor: { ...segment, value: '300 s', to: segment.from, factId: 'f1' },
  successor: null,
};

describe('facts for a terminal', () => {
  test('an answer shows the value, its time, its evidence and what held before', () => {
    expect(renderAnswer(answer).split('\n')).toEqual([
      'router timeout = 600 s  at 2026-04-01T00:00:00.000Z',
      '  600 s  from 2026-03-01T00:00:00.000Z on  (f2)',
      '  before: 300 s  from 2026-03-01T00:00:00.000Z until 2026-03-01T00:00:00.000Z  (f1)',
    ]);
  });

  test('a dispute and an absence are said in words', () => {
    const contested = { ...segment, contested: true, contradicts: ['x'] };
    expect(renderAnswer({ ...answer, status: 'contested', values: [contested] })).toContain('CONTESTED');
    const unknown = renderAnswer({ ...answer, status: 'unknown', reason: 'not-known-then', values: [] });
    expect(unknown).toContain('router timeout: unknown at 2026-04-01T00:00:00.000Z (not known by then)');
  });

  test('a dry run says that nothing was written, and what would change', () => {
    const changes = [{ subject: 'router', predicate: 'timeout', before: [segment], after: [] }];
    const text = renderRetraction({
      retractionId: null,
      effect: { retracted: ['f2'], dependent: ['note'], revived: [], changes },
    });
    expect(text).toContain('Dry run');
    expect(text).toContain('Fall with it (1): note');
    expect(text).toContain('router timeout: 600 s → unknown');
  });

  test('control characters of a stored value do not reach the terminal', () => {
    expect(renderAnswer({ ...answer, values: [{ ...segment, value: 'a\u001b[31mb' }] })).not.toContain('\u001b');
  });
});
