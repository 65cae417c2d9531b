import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { silentLog } from '../../../main/base/log.ts';
import { methods } from '../../../main/contract/methods.ts';
import type { EvidencePacket } from '../../../main/contract/packet.ts';
import type { ShadowSettings } from '../../../main/contract/shadow.ts';
import { openShadowing, type ShadowingParts } from '../../../main/engine/shadowing.ts';
import { shippedPolicies } from '../../../main/engine/shippedPolicies.ts';
import { shadowHandlers } from '../../../main/methods/shadow.ts';
import { answer, days, item, policyV1, ranked, term, workshop } from '../retrieval/support.ts';

const items = [
  item(1, 'The timeout of the parser is 600.'),
  item(2, 'The timeout of the lexer is 300.'),
  item(3, 'A chunk about timeouts.', { itemId: 'doc#1', kind: 'chunk', documentId: 'doc', start: 0, end: 9 }),
];
const opened = () =>
  workshop(items, { search: () => answer({ candidates: ranked([1, 9], [2, 8]), terms: [term('timeout')] }) });
const candidateShop = () =>
  workshop(items, { search: () => answer({ candidates: ranked([3, 9], [1, 8]), terms: [term('timeout')] }) });

let shop: ReturnType<typeof opened>;
let other: ReturnType<typeof candidateShop>;
beforeEach(() => {
  [shop, other] = [opened(), candidateShop()];
});
afterEach(() => {
  shop.close();
  other.close();
});

const { signal } = new AbortController();

function shadowed(rest: Partial<ShadowingParts> = {}, given: Partial<ShadowSettings> = {}) {
  let settings: ShadowSettings = {
    ...{ on: true, candidate: 'router-v0', share: 1, budgetMs: 5000, waiting: 5 },
    ...given,
  };
  const runner = openShadowing({
    settings: {
      shadow: () => settings,
      changeShadow: (change) => {
        settings = { ...settings, ...change };
        return settings;
      },
    },
    traces: shop.traces,
    active: policyV1,
    policies: shippedPolicies(),
    run: (_, { query }) => other.ask(query),
    clock: shop.clock,
    log: silentLog,
    chance: () => 0,
    quietMs: 1,
    ...rest,
  });
  const handlers = shadowHandlers({ shadowing: runner, traces: shop.traces, redactSecrets: () => true });
  const context = { role: 'operator', client: 'test', signal } as const;
  return {
    runner,
    ask: (query: string): Promise<EvidencePacket> =>
      runner.beside(methods.retrieve.params.parse({ query }), () => shop.ask(query)),
    list: async (params = {}) => handlers['shadow.list'](methods['shadow.list'].params.parse(params), context),
    summary: async () => handlers['shadow.summary']({}, context),
    until: (done: (counters: Record<string, number>) => boolean) =>
      vi.waitUntil(() => done(shop.traces.counters()), { timeout: 5000, interval: 2 }),
  };
}

const answered = (n: number) => (counters: Record<string, number>) => counters['shadow.answered'] === n;

describe('a candidate behind the replies', () => {
  test('begins after the reply, and what it does differently is listed with both sides', async () => {
    const told: string[] = [];
    const { ask, until, list, summary } = shadowed({
      run: (_, { query }) => {
        told.push('candidate');
        return other.ask(query);
      },
    });
    const packet = await ask('timeout');
    told.push('reply');
    await until(answered(1));
    expect(told).toEqual(['reply', 'candidate']);
    const listed = await list();
    expect(methods['shadow.list'].result.parse(listed)).toEqual(listed);
    expect(listed.requests).toHaveLength(1);
    const [request] = listed.requests;
    expect(request).toMatchObject({ sessionId: packet.sessionId, query: 'timeout', k: 10, jaccard: 1 / 3 });
    expect(request?.active.results.map(({ itemId, rank }) => [itemId, rank])).toEqual([
      ['m1', 1],
      ['m2', 2],
    ]);
    expect(request?.candidate.results.map(({ itemId }) => itemId)).toEqual(['doc#1', 'm1']);
    expect(request?.active.used).toBeNull();
    const summed = await summary();
    expect(methods['shadow.summary'].result.parse(summed)).toEqual(summed);
    expect(summed).toMatchObject({ shadowed: 1, differing: 1, failed: 0, dropped: 0, waiting: 0, jaccard: 1 / 3 });
    expect(summed.statuses).toEqual([{ active: 'found', candidate: 'found', requests: 1 }]);
  });

  test('counts as no traffic: one session, one call of a path, no echo of what it alone would have shown', async () => {
    const { ask, until } = shadowed();
    await ask('timeout');
    await until(answered(1));
    expect(shop.traces.list({ limit: 10 })).toHaveLength(1);
    expect(shop.traces.pathCalls()).toEqual({ search: 1 });
    expect(shop.traces.useCoverage().answered).toBe(1);
    expect(shop.traces.echoes('default', 'A chunk about timeouts.')).toEqual([]);
    expect(shop.traces.counters().retrievals).toBe(1);
  });

  test('shows which side held what was used later', async () => {
    const { ask, until, list, summary } = shadowed();
    const { sessionId, results } = await ask('timeout');
    await until(answered(1));
    const used = results
      .filter(({ itemId }) => itemId === 'm2')
      .map(({ resultId }) => ({ resultId, mark: 'used' as const }));
    shop.traces.keepUse(sessionId, { eventId: 'e9', source: 'reported', uses: used, state: 'reported' });
    const [request] = (await list()).requests;
    expect(request?.active).toMatchObject({ used: 1, results: [{ used: false }, { used: true }] });
    expect(request?.candidate).toMatchObject({ used: 0, results: [{ used: null }, { used: false }] });
    expect((await summary()).used).toEqual({ requests: 1, active: 1, candidate: 0 });
  });

  test('is listed without the secrets of the question', async () => {
    const { ask, until, list } = shadowed();
    await ask('timeout with password=tr0ub4dor');
    await until(answered(1));
    expect((await list()).requests[0]?.query).toBe('timeout with password=[redacted: password]');
  });

  test('that fails is counted, and the asker hears nothing of it', async () => {
    const run = () => Promise.reject(new PiperError('io', 'The disk is gone.', 'Plug it in.'));
    const { ask, until, summary, list } = shadowed({ run });
    expect((await ask('timeout')).status).toBe('found');
    await until((counters) => counters['shadow.failed.io'] === 1);
    expect(await summary()).toMatchObject({ shadowed: 0, failed: 1 });
    expect((await list()).requests).toEqual([]);
  });

  test('of a version that is not there fails, and configuring one is refused', async () => {
    const { ask, until, runner } = shadowed({}, { candidate: 'router-v99' });
    await ask('timeout');
    await until((counters) => counters['shadow.failed.invalid-params'] === 1);
    expect(() => runner.configure({ candidate: 'router-v98' })).toThrow(PiperError);
    expect(() => runner.configure({ candidate: null })).toThrow(PiperError);
    expect(runner.configure({ candidate: 'simplest-v1', on: false })).toMatchObject({
      on: false,
      active: policyV1.version,
      candidate: 'simplest-v1',
      candidates: ['simplest-v1', 'router-v0', 'router-v1'],
    });
  });

  test('is left out where it is off, or where chance says so', async () => {
    const run = vi.fn<ShadowingParts['run']>();
    const off = shadowed({ run }, { on: false });
    await off.ask('timeout');
    const rare = shadowed({ run, chance: () => 0.5 }, { share: 0.5 });
    await rare.ask('timeout');
    expect([off.runner.waiting(), rare.runner.waiting()]).toEqual([0, 0]);
    expect(run).not.toHaveBeenCalled();
  });

  test('that waits when the daemon stops is dropped and counted', async () => {
    const { ask, runner, summary } = shadowed({ quietMs: 60_000 });
    await ask('timeout');
    expect((await summary()).waiting).toBe(1);
    await runner.close();
    expect(shop.traces.counters()).toMatchObject({ 'shadow.dropped.stopped': 1 });
    expect(await summary()).toMatchObject({ shadowed: 0, dropped: 1, waiting: 0 });
  });
});

describe('what the candidate returned', () => {
  test('is gone without a byte once an item is erased that it alone named', async () => {
    const { ask, until, list, summary } = shadowed();
    const { sessionId } = await ask('timeout');
    await until(answered(1));
    expect(shop.traces.eraseItem('doc', 'default')).toBe(1);
    expect((await list()).requests).toEqual([]);
    expect(await summary()).toMatchObject({ shadowed: 1, differing: 1 });
    expect(shop.traces.get(sessionId)).toMatchObject({ query: null, packet: null });
    for (const file of readdirSync(shop.dir)) {
      const bytes = readFileSync(join(shop.dir, file)).toString('latin1');
      expect(bytes).not.toContain('doc#1');
      expect(bytes).not.toContain('A chunk about');
    }
  });

  test('is not kept where the session was erased before the candidate began', async () => {
    const { ask, until, summary } = shadowed({ quietMs: 20 });
    await ask('timeout');
    shop.traces.eraseItem('m1', 'default');
    await until(answered(1));
    expect((await summary()).shadowed).toBe(0);
  });

  test('goes with its session when that is forgotten, and comes in pages, newest first', async () => {
    const { ask, until, list } = shadowed();
    for (let n = 1; n <= 3; n++) {
      await ask(`timeout ${n}`);
      await until(answered(n));
    }
    const first = await list({ limit: 2 });
    expect(first.requests.map(({ query }) => query)).toEqual(['timeout 3', 'timeout 2']);
    const second = await list({ limit: 2, before: first.nextBefore });
    expect(second.requests.map(({ query }) => query)).toEqual(['timeout 1']);
    expect(second.nextBefore).toBeNull();
    shop.clock.advance(days(3));
    shop.traces.prune(2);
    expect((await list()).requests).toEqual([]);
  });
});
