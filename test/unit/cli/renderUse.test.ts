import { expect, test } from 'vitest';
import {
  coverageLine,
  renderClaim,
  renderIgnored,
  renderRivals,
  renderUse,
  useWords,
} from '../../../main/cli/renderUse.ts';
import type { ResultUse } from '../../../main/contract/evidence.ts';

const [from, to] = ['2026-03-03T12:00:00Z', '2026-03-10T12:00:00Z'];
const coverage = {
  from,
  to,
  answered: 41,
  open: 1,
  reported: 4,
  observed: 34,
  untraced: 1,
  unreported: 1,
  coverage: 38 / 40,
};
const use: ResultUse = {
  resultId: 'r1',
  itemId: 'm1',
  namespace: 'default',
  mark: 'used',
  source: 'observed',
  reported: null,
  observed: 'used',
  signs: ['quote', 'date'],
  claimIds: [],
};

test('a mark says whose word it is and what an observation rests on', () => {
  expect(useWords(use)).toBe('used, observed by quote and date');
  expect(useWords({ mark: 'cited', source: 'reported', signs: [] })).toBe('cited, reported');
  expect(useWords({ mark: 'surfaced', source: null, signs: [] })).toBe('surfaced');
});

test('coverage is never rounded up, and none is not nought', () => {
  expect(coverageLine(coverage)).toBe(
    'known for 95 % of 41 answered: 4 reported, 34 observed, 1 untraced, 1 unreported, 1 open',
  );
  expect(coverageLine({ ...coverage, coverage: 0.9499 })).toContain('known for 94 %');
  expect(coverageLine({ ...coverage, coverage: null })).toContain('nothing to know yet');
});

test('a claim shows what was retrieved before it and what became of each', () => {
  const answer = {
    eventId: 'e1',
    at: to,
    kind: 'answer' as const,
    text: 'At four.\nAnd so on.',
    textHash: 'h',
    claimId: null,
  };
  const results = [{ ...use, inClaim: ['quote' as const] }];
  const session = {
    sessionId: 's1',
    query: 'When is tea?',
    timestamp: from,
    status: 'found' as const,
    use: 'observed' as const,
  };
  expect(renderClaim({ sessions: [{ ...session, answer, results }] })).toBe(
    [
      `${from}  When is tea?  found, observed, session s1`,
      `  answer ${to}: At four.`,
      '  m1 (default): used, observed by quote and date; in the claim by quote',
    ].join('\n'),
  );
  expect(renderClaim({ sessions: [] })).toBe('No answer is known that made this claim.');
});

test('ignored items, paths and rivals are listed with their counts', () => {
  const counts = { surfaced: 3, used: 1, ignored: 2, unknown: 0 };
  const item = { itemId: 'm1', namespace: 'default', ...counts, lastIgnoredAt: to, lastSessionId: 's1' };
  expect(renderIgnored({ from, to, items: [item], ignoredItems: 2 }).split('\n')).toEqual([
    `2 ignored between ${from} and ${to}`,
    '  ignored   shown    used unknown',
    '      2       3       1       0  m1 (default), last in s1',
    'and 1 more (--limit)',
  ]);
  const told = renderUse({ coverage, paths: [{ path: 'search', calls: 5, ...counts }], silent: ['graph'] });
  expect(told).toContain('search          5       3       1       2       0');
  expect(told).toContain('Silent: graph');
  const rival = {
    namespace: 'default',
    staleItem: 'm2',
    currentItem: 'm1',
    sessions: 4,
    shown: 1,
    staleUsed: 0,
    lastAt: to,
    lastSessionId: 's1',
  };
  expect(renderRivals({ from, to, rivals: [rival] })).toBe(
    'm2, replaced by m1 (default): came up in 4 sessions, shown in 1, used in 0, last in s1',
  );
  expect(renderRivals({ from, to, rivals: [] })).toBe(
    `Nothing came up that had been replaced, between ${from} and ${to}.`,
  );
});
