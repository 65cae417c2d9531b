import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { sha256 } from '../../../main/base/hash.ts';
import { Trace, TraceSummary } from '../../../main/contract/trace.ts';
import { latencyRing } from '../../../main/retrieval/latency.ts';
import { openTraceStore, type TraceStore } from '../../../main/retrieval/trace.ts';
import { answer, days, item, noon, ranked, term, workshop } from './support.ts';

const words = [term('timeout'), term('parser')];
const items = [
  item(1, 'The timeout of the parser is 600.'),
  item(2, 'The timeout of the parser was 300.', {
    supersededBy: [{ itemId: 'm1', relation: 'supersedes', from: noon - 1 }],
  }),
  item(3, 'A chunk about the parser timeout.', { itemId: 'doc#1', kind: 'chunk', documentId: 'doc', start: 0, end: 9 }),
];
const open = () =>
  workshop(items, {
    search: () => answer({ candidates: ranked([2, 9], [1, 8]), terms: words }),
    recall: () => answer({ candidates: ranked([1, 0.7], [3, 0.6]) }),
  });
let shop: ReturnType<typeof open>;
beforeEach(() => {
  shop = open();
});
afterEach(() => shop.close());

/** A trace store of its own, in a folder that exists for one test. */
function inFolder<T>(use: (path: string, open: () => TraceStore) => T): T {
  const dir = mkdtempSync(join(tmpdir(), 'piper-traces-'));
  const path = join(dir, 'traces.db');
  try {
    return use(path, () => openTraceStore(path, { clock: fixedClock(noon) }));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

describe('session', () => {
  test('comes back as the contract describes it, with every candidate of every path', async () => {
    const packet = await shop.ask('timeout of the parser');
    const trace = shop.traces.get(packet.sessionId);
    expect(Trace.parse(trace)).toEqual(trace);
    expect(trace).toMatchObject({
      query: 'timeout of the parser',
      queryTextHash: sha256('timeout of the parser'),
      timestamp: new Date(noon).toISOString(),
      route: packet.route.primary,
      routeReason: packet.route.reasonCode,
      status: 'found',
      results: 2,
      cost: 2,
      reported: false,
      use: 'open',
    });
    expect(trace?.packet).toEqual(packet);
    const rows = trace?.candidates.map((one) => [one.retriever, one.candidateRank, one.candidateMemoryId]);
    expect(rows).toEqual([
      ['search', 1, 'm2'],
      ['search', 2, 'm1'],
      ['recall', 1, 'm1'],
      ['recall', 2, 'doc#1'],
    ]);
    expect(trace?.candidates[0]).toMatchObject({
      resultId: null,
      retrieverVersion: 'search-test',
      candidateScore: 9,
      isCurrent: false,
      isSuperseded: true,
      selectedForContext: false,
      usedByAnswer: null,
      mark: null,
      droppedReason: 'superseded',
    });
    expect(trace?.candidates[1]).toMatchObject({ selectedForContext: true, mark: 'surfaced', droppedReason: null });
  });

  test('is null when unknown', () => {
    expect(shop.traces.get('nobody')).toBeNull();
    expect(shop.traces.shown('nobody')).toBeNull();
    expect(shop.traces.keepUse('nobody', { eventId: 'e', source: 'reported', uses: [], state: 'reported' })).toBe(
      false,
    );
  });

  test('is listed newest first and before a moment', async () => {
    for (const query of ['first', 'second', 'third']) {
      await shop.ask(query);
      shop.clock.advance(1000);
    }
    const list = shop.traces.list({ limit: 10 });
    expect(list.map(({ query }) => query)).toEqual(['third', 'second', 'first']);
    expect(list.map((one) => TraceSummary.parse(one))).toEqual(list);
    expect(shop.traces.list({ limit: 1, before: noon + 2000 }).map(({ query }) => query)).toEqual(['second']);
  });
});

describe('use', () => {
  test('marks what was used, keeps the strongest mark and the claim, and passes over strangers', async () => {
    const packet = await shop.ask('timeout of the parser');
    const [first, second] = packet.results.map(({ resultId }) => resultId);
    shop.traces.keepUse(packet.sessionId, {
      eventId: 'e1',
      source: 'reported',
      state: 'reported',
      uses: [
        { resultId: first ?? '', mark: 'cited', claimId: 'claim-1' },
        { resultId: first ?? '', mark: 'selected' },
        { resultId: second ?? '', mark: 'ignored' },
        { resultId: 'r_stranger', mark: 'used' },
      ],
    });
    const trace = shop.traces.get(packet.sessionId);
    expect(trace?.reported).toBe(true);
    const told = trace?.candidates.map((one) => [
      one.candidateMemoryId,
      one.mark,
      one.usedByAnswer,
      one.citationOrClaimId,
    ]);
    expect(told).toEqual([
      ['m2', null, null, null],
      ['m1', 'cited', true, 'claim-1'],
      ['m1', 'cited', true, 'claim-1'],
      ['doc#1', 'ignored', false, null],
    ]);
    expect(shop.traces.counters()).toMatchObject({ 'evidence.used': 1, 'evidence.ignored': 1, 'use-reports': 1 });
  });
});

describe('counters', () => {
  test('count calls, candidates, decisions and evidence, and outlive a restart', async () => {
    await shop.ask('timeout of the parser');
    shop.traces.bump('writes.turn', 7);
    shop.traces.bump('writes.turn');
    const counted = {
      retrievals: 1,
      'retrievals.found': 1,
      candidates: 4,
      'evidence.selected': 2,
      'decisions.current': 2,
      'decisions.stale': 1,
      'verify-first': 2,
      'verify-first.volatile': 2,
      'writes.turn': 8,
    };
    expect(shop.traces.counters()).toEqual(counted);
    expect(shop.traces.pathCalls()).toEqual({ search: 1, recall: 1 });
    const again = openTraceStore(join(shop.dir, 'traces.db'), { clock: shop.clock });
    expect(again.counters()).toEqual(counted);
    again.close();
  });

  test('latencies are kept for each path and for the whole', async () => {
    await shop.ask('timeout');
    expect(Object.keys(shop.traces.latency()).sort()).toEqual(['recall', 'retrieve', 'search']);
    expect(shop.traces.latency().search?.n).toBe(1);
  });

  test('percentiles are nearest ranks over the last calls', () => {
    const ring = latencyRing(100);
    for (let ms = 1; ms <= 300; ms++) ring.add('search', ms);
    expect(ring.summary()).toEqual({ search: { p50: 250, p95: 295, n: 100 } });
  });
});

describe('erasing', () => {
  test('leaves no byte of question or packet of a session that showed the item or its chunk', async () => {
    const packet = await shop.ask('timeout of the parser');
    expect(shop.traces.eraseItem('doc', 'elsewhere')).toBe(0);
    expect(shop.traces.eraseItem('doc', 'default')).toBe(1);
    expect(shop.traces.get(packet.sessionId)).toMatchObject({ query: null, packet: null, status: 'found' });
    for (const file of readdirSync(shop.dir)) {
      const bytes = readFileSync(join(shop.dir, file)).toString('latin1');
      expect(bytes).not.toContain('A chunk about');
      expect(bytes).not.toContain('timeout of the parser');
    }
  });

  test('forgets sessions after so many days, and keeps the counters', async () => {
    await shop.ask('timeout');
    shop.clock.advance(days(3));
    await shop.ask('parser');
    expect(shop.traces.prune(2)).toBe(1);
    expect(shop.traces.list({ limit: 10 }).map(({ query }) => query)).toEqual(['parser']);
    expect(shop.traces.counters()).toMatchObject({ retrievals: 2 });
  });
});

test('a backup opens as a trace store of its own', async () => {
  const packet = await shop.ask('timeout of the parser');
  const copy = join(shop.dir, 'copy.db');
  await shop.traces.backup(copy);
  const store = openTraceStore(copy, { clock: shop.clock });
  expect(store.get(packet.sessionId)).toEqual(shop.traces.get(packet.sessionId));
  store.close();
});

describe('damage', () => {
  test('sets a damaged file aside, says so and begins a new one', () =>
    inFolder((path, openStore) => {
      writeFileSync(path, 'this is not a database at all, whatever its name says'.repeat(200));
      const store = openStore();
      expect(store.warnings).toMatchObject([{ code: 'traces-damaged' }]);
      expect(store.list({ limit: 5 })).toEqual([]);
      expect(existsSync(`${path}.damaged-${noon}`)).toBe(true);
      store.close();
    }));

  test('warns of nothing when the file is whole', () =>
    inFolder((_, openStore) => {
      openStore().close();
      const store = openStore();
      expect(store.warnings).toEqual([]);
      store.close();
    }));
});
