import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { methods } from '../../../main/contract/methods.ts';
import { Trace } from '../../../main/contract/trace.ts';
import type { KeptUse } from '../../../main/retrieval/followedUse.ts';
import { matchUse } from '../../../main/retrieval/matchUse.ts';
import { answer, days, item, noon, ranked, term, workshop } from './support.ts';

const hour = 3_600_000;
const words = [term('timeout'), term('parser')];
const items = [
  item(1, 'The timeout of the parser is 600 seconds.'),
  item(2, 'The timeout of the parser was 300 seconds.', {
    supersededBy: [{ itemId: 'm1', relation: 'supersedes', from: noon - 1 }],
  }),
  item(3, 'Grace wrote the parser in Zurich.'),
];
const open = () =>
  workshop(items, {
    search: ({ text: query }) =>
      query.includes('nothing')
        ? answer({ terms: [term('nothing', 0)] })
        : answer({ candidates: ranked([2, 9], [1, 8]), terms: words }),
    recall: ({ text: query }) => answer({ candidates: query.includes('nothing') ? [] : ranked([1, 0.9], [3, 0.88]) }),
  });
let shop: ReturnType<typeof open>;
beforeEach(() => {
  shop = open();
});
afterEach(() => shop.close());

const ask = (query = 'timeout of the parser', rest = {}) => shop.ask(query, rest);

/** Hands an answer over as the handlers do. */
function observe(sessionId: string, text: string, claimId?: string) {
  const uses = matchUse(text, shop.traces.answerContext([sessionId], true)).map((use) => ({
    ...use,
    claimId: use.mark === 'ignored' ? undefined : claimId,
  }));
  const state = uses.length > 0 ? 'observed' : 'untraced';
  shop.traces.keepUse(sessionId, {
    eventId: 'e-observed',
    source: 'observed',
    uses,
    state,
    answer: { kind: 'answer', text, claimId },
  });
}

function report(sessionId: string, uses: KeptUse['uses'], rest: Partial<KeptUse> = {}) {
  shop.traces.keepUse(sessionId, { eventId: 'e-reported', source: 'reported', state: 'reported', uses, ...rest });
}

const coverage = () => shop.traces.useCoverage();
const ignored = (given = {}) => shop.traces.ignored(methods['trace.ignored'].params.parse(given));
const rivals = (given = {}) => shop.traces.rivals(methods['trace.rivals'].params.parse(given));
const forClaim = (given: object) => shop.traces.forClaim(methods['trace.forClaim'].params.parse(given));
const marksOf = (sessionId: string) =>
  shop.traces.get(sessionId)?.uses.map(({ itemId, mark, source }) => [itemId, mark, source]);

describe('the use of a session', () => {
  test('is told by two sources apart, and the stronger mark is the overall one', async () => {
    const { sessionId, results } = await ask();
    expect(results.map(({ itemId }) => itemId)).toEqual(['m1', 'm3']);
    const [first, second] = results.map(({ resultId }) => resultId);
    observe(sessionId, 'It is 10 minutes.');
    report(sessionId, [
      { resultId: first ?? '', mark: 'selected' },
      { resultId: second ?? '', mark: 'used', claimId: 'c1' },
    ]);
    const trace = shop.traces.get(sessionId);
    expect(Trace.parse(trace)).toEqual(trace);
    expect(trace).toMatchObject({ use: 'reported', reported: true });
    expect(trace?.uses).toMatchObject([
      { itemId: 'm1', mark: 'used', source: 'observed', reported: 'selected', observed: 'used', signs: ['quantity'] },
      { itemId: 'm3', mark: 'used', source: 'reported', reported: 'used', observed: 'ignored', claimIds: ['c1'] },
    ]);
    expect(trace?.answers).toMatchObject([{ kind: 'answer', text: 'It is 10 minutes.', claimId: null }]);
    expect(trace?.candidates.find(({ resultId }) => resultId === first)).toMatchObject({
      mark: 'used',
      markSource: 'observed',
      usedByAnswer: true,
    });
    expect(shop.traces.counters()).toMatchObject({ 'evidence.used': 2, 'use-reports': 1, 'use-observations': 1 });
  });

  test('stays unknown where the answer shares nothing with what was shown', async () => {
    const { sessionId } = await ask();
    observe(sessionId, 'I cannot say.');
    expect(shop.traces.get(sessionId)).toMatchObject({ use: 'untraced' });
    expect(marksOf(sessionId)).toEqual([
      ['m1', 'surfaced', null],
      ['m3', 'surfaced', null],
    ]);
    expect(shop.traces.counters()).toMatchObject({ 'use-observations.untraced': 1 });
  });

  test('keeps the outcome that comes later, and what it is about', async () => {
    const { sessionId } = await ask();
    observe(sessionId, 'It is 600 seconds.');
    report(sessionId, [], { state: null, outcome: { text: 'The parser was fixed.', about: 'e-observed' } });
    expect(shop.traces.get(sessionId)).toMatchObject({
      use: 'observed',
      outcomes: [{ outcome: 'The parser was fixed.', about: 'e-observed', at: new Date(noon).toISOString() }],
    });
  });

  test('counts a stale result that was used', async () => {
    const { sessionId } = await ask('timeout of the parser', { includeHistorical: true });
    observe(sessionId, 'It was 5 minutes.');
    expect(marksOf(sessionId)).toContainEqual(['m2', 'used', 'observed']);
    expect(shop.traces.counters()).toMatchObject({ 'evidence.used-stale': 1 });
    expect(rivals().rivals).toMatchObject([
      { staleItem: 'm2', currentItem: 'm1', sessions: 1, shown: 1, staleUsed: 1 },
    ]);
  });
});

describe('a session without a word', () => {
  test('is closed as unreported when its time is over, not a moment before, and nothing is guessed', async () => {
    const { sessionId } = await ask();
    shop.clock.advance(hour - 1);
    expect(shop.traces.closeUnreported()).toBe(0);
    expect(coverage()).toMatchObject({ answered: 1, open: 1, unreported: 0, coverage: null });
    shop.clock.advance(1);
    expect(shop.traces.closeUnreported()).toBe(1);
    expect(coverage()).toMatchObject({ answered: 1, open: 0, unreported: 1, coverage: 0 });
    expect(marksOf(sessionId)?.map(([, mark]) => mark)).toEqual(['surfaced', 'surfaced']);
    expect(shop.traces.counters()).toMatchObject({ 'sessions.unreported': 1 });
  });

  test('counts as known after all when the word comes late', async () => {
    const { sessionId } = await ask();
    shop.clock.advance(2 * hour);
    expect(coverage()).toMatchObject({ unreported: 1, coverage: 0 });
    observe(sessionId, 'It is 600 seconds.');
    expect(coverage()).toMatchObject({ unreported: 0, observed: 1, coverage: 1 });
  });
});

describe('coverage', () => {
  test('is the share of known ones among the closed ones that showed something to an agent', async () => {
    const sessions: string[] = [];
    for (let n = 0; n < 5; n++) sessions.push((await ask()).sessionId);
    await ask('nothing at all');
    const [one = '', two = '', three = '', four = ''] = sessions;
    report(one, []);
    observe(two, 'It is 600 seconds.');
    observe(three, 'I cannot say.');
    shop.traces.unfollow(four);
    expect(coverage()).toMatchObject({ answered: 4, open: 1, coverage: 2 / 3 });
    shop.clock.advance(hour);
    expect(coverage()).toMatchObject({
      answered: 4,
      open: 0,
      reported: 1,
      observed: 1,
      untraced: 1,
      unreported: 1,
      coverage: 0.5,
    });
    shop.clock.advance(days(7));
    expect(coverage()).toMatchObject({ answered: 0, coverage: null });
  });

  test('tells of each path how often it was asked and what became of its results; silent ones are named', async () => {
    const { sessionId } = await ask();
    observe(sessionId, 'It is 600 seconds.');
    const { paths, silent } = shop.traces.use({});
    expect(silent).toEqual(['associate', 'graph', 'causal', 'temporal']);
    expect(paths.slice(0, 3)).toEqual([
      { path: 'search', calls: 1, surfaced: 1, used: 1, ignored: 0, unknown: 0 },
      { path: 'recall', calls: 1, surfaced: 2, used: 1, ignored: 1, unknown: 0 },
      { path: 'associate', calls: 0, surfaced: 0, used: 0, ignored: 0, unknown: 0 },
    ]);
    expect(shop.traces.use({ to: new Date(noon).toISOString() }).silent).toHaveLength(6);
  });
});

describe('ignored memories', () => {
  test('are counted by item, narrowed by path, item, namespace and window', async () => {
    for (let n = 0; n < 3; n++) {
      const { sessionId } = await ask();
      observe(sessionId, n === 2 ? 'Grace wrote it.' : 'It is 600 seconds.');
      shop.clock.advance(1000);
    }
    const { items: found, ignoredItems } = ignored();
    expect(ignoredItems).toBe(2);
    expect(found).toMatchObject([
      {
        itemId: 'm3',
        surfaced: 3,
        ignored: 2,
        used: 1,
        unknown: 0,
        lastIgnoredAt: new Date(noon + 1000).toISOString(),
      },
      { itemId: 'm1', surfaced: 3, ignored: 1, used: 2 },
    ]);
    expect(found[0]?.lastSessionId).toBe(shop.traces.list({ limit: 2 })[1]?.sessionId);
    expect(ignored({ path: 'search' }).items.map(({ itemId }) => itemId)).toEqual(['m1']);
    expect(ignored({ itemId: 'm3', limit: 1 })).toMatchObject({ ignoredItems: 1 });
    expect(ignored({ namespace: 'elsewhere' }).items).toEqual([]);
    expect(ignored({ from: new Date(noon + 2000).toISOString() }).items.map(({ itemId }) => itemId)).toEqual(['m1']);
  });
});

test('what is stale and hidden counts as a rival of what was shown in its place', async () => {
  await ask();
  await ask();
  expect(rivals().rivals).toMatchObject([{ staleItem: 'm2', currentItem: 'm1', sessions: 2, shown: 0, staleUsed: 0 }]);
  expect(rivals({ namespace: 'elsewhere' }).rivals).toEqual([]);
});

describe('a claim', () => {
  test('leads by its id to the sessions behind it and to what was used for it', async () => {
    const { sessionId } = await ask();
    await ask();
    observe(sessionId, 'Grace wrote it. The timeout is 600 seconds.', 'claim-7');
    const { sessions } = forClaim({ claimId: 'claim-7' });
    expect(sessions).toMatchObject([
      {
        sessionId,
        use: 'observed',
        answer: { claimId: 'claim-7', kind: 'answer' },
        results: [
          { itemId: 'm1', mark: 'used', source: 'observed', claimIds: ['claim-7'] },
          { itemId: 'm3', mark: 'used', claimIds: ['claim-7'] },
        ],
      },
    ]);
    expect(methods['trace.forClaim'].result.parse({ sessions })).toEqual({ sessions });
    expect(forClaim({ claimId: 'claim-8' })).toEqual({ sessions: [] });
  });

  test('leads by its words to the answer that said them, and only what stands in these words is in the claim', async () => {
    const { sessionId } = await ask();
    observe(sessionId, 'Grace wrote it. The timeout is 600 seconds.');
    const { sessions } = forClaim({ text: '“the TIMEOUT is 600 seconds”' });
    expect(sessions).toMatchObject([
      {
        sessionId,
        results: [
          { itemId: 'm1', inClaim: ['quantity'] },
          { itemId: 'm3', mark: 'used', inClaim: [] },
        ],
      },
    ]);
    expect(forClaim({ text: 'the timeout is 60' }).sessions).toEqual([]);
    expect(forClaim({ text: '…' }).sessions).toEqual([]);
  });

  test('that a report names leads there as well', async () => {
    const { sessionId, results } = await ask();
    report(sessionId, [{ resultId: results[0]?.resultId ?? '', mark: 'cited', claimId: 'c9' }]);
    expect(forClaim({ claimId: 'c9' }).sessions).toMatchObject([{ sessionId, use: 'reported', answer: null }]);
  });
});

test('erasing an item leaves no byte of what was answered from it, nor of the same answer elsewhere', async () => {
  const { sessionId } = await ask();
  const other = await ask('nothing at all');
  for (const one of [sessionId, other.sessionId]) observe(one, 'Grace wrote the Zurich parser.');
  report(sessionId, [], { state: null, outcome: { text: 'Grace agreed.' } });
  expect(shop.traces.eraseItem('m3', 'default')).toBe(1);
  for (const one of [sessionId, other.sessionId]) expect(shop.traces.get(one)?.answers).toMatchObject([{ text: null }]);
  expect(shop.traces.get(sessionId)?.outcomes).toMatchObject([{ outcome: null }]);
  expect(forClaim({ text: 'Grace wrote' }).sessions).toEqual([]);
  for (const file of readdirSync(shop.dir)) {
    const bytes = readFileSync(join(shop.dir, file)).toString('latin1').toLowerCase();
    expect(bytes).not.toContain('grace');
  }
});

test('a session that goes takes all that was kept of its use along', async () => {
  const { sessionId } = await ask();
  observe(sessionId, 'It is 600 seconds.', 'c1');
  shop.clock.advance(days(3));
  expect(shop.traces.prune(2)).toBe(1);
  expect(forClaim({ claimId: 'c1' }).sessions).toEqual([]);
  expect(coverage()).toMatchObject({ answered: 0 });
  expect(rivals().rivals).toEqual([]);
});
