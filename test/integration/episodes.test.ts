import { writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../../main/contract/methods.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { dataPaths } from '../../main/store/paths.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const hour = 3_600_000;
const planted = Date.UTC(2026, 2, 3, 12);

/** A data directory whose daemons follow one another, by a clock that the test sets. */
function openTime() {
  const dir = temporaryDirectory();
  writeFileSync(dataPaths(dir).config, JSON.stringify({ embedder: 'off' }));
  let now = planted;
  let daemon: Daemon | null = null;
  onTestFinished(async () => {
    await daemon?.close();
  });
  return {
    /** One session in the present, by the clock that the writer has as well. */
    async today(): Promise<Caller> {
      daemon = await startDaemon({ dir });
      return daemon.caller;
    },
    /** Ends the session at hand and begins the next one, so many hours after the events. */
    async session(hours: number): Promise<Caller> {
      await daemon?.close();
      now = planted + hours * hour;
      daemon = await startDaemon({ dir, clock: { now: () => now } });
      return daemon.caller;
    },
  };
}

const events = [
  {
    id: 'deploy',
    summary: 'Ada deployed the search service to the staging cluster.',
    actors: ['Ada'],
    environment: 'staging cluster',
    action: 'helm upgrade search',
    outcome: 'succeeded after a retry',
    occurredAt: '2026-03-03T09:00:00.000Z',
  },
  {
    id: 'certificates',
    summary: 'Bob rotated the TLS certificates of the mail relay.',
    actors: ['Bob'],
    environment: 'mail relay in Hamburg',
    action: 'certbot renew',
    outcome: 'failed: the port was closed',
    occurredAt: '2026-03-02T14:00:00.000Z',
  },
] as const;

/** Exact event, time, actor and outcome of every planted event, and none for one that never was. */
async function probe(caller: Caller, yesterdayIs: string): Promise<void> {
  const questions = {
    deploy: 'When did Ada deploy the search service?',
    certificates: 'What happened when the certificates of the mail relay were rotated?',
  };
  for (const planted of events) {
    const { status, episodes } = await caller.call('episodes.find', { what: questions[planted.id] });
    const { id, ...fields } = planted;
    expect({ status, episode: episodes[0]?.episode }).toMatchObject({
      status: 'found',
      episode: { ...fields, episodeId: id, actors: [...fields.actors] },
    });
  }
  const never = await caller.call('episodes.find', { what: 'When did Ada delete the payroll service?' });
  expect(never).toMatchObject({ status: 'none', episodes: [] });
  const yesterday = await caller.call('episodes.find', { what: 'What happened yesterday?' });
  expect(yesterday.episodes.map(({ episode }) => episode.episodeId).join()).toBe(yesterdayIs);
}

describe('B1: what happened', () => {
  test('is recalled in the same session, after one and several successions, after 24 and 72 hours', async () => {
    const time = openTime();
    let caller = await time.session(0);
    for (const event of events) await caller.call('episodes.record', { ...event, actors: [...event.actors] });
    await probe(caller, 'certificates');
    caller = await time.session(1);
    await probe(caller, 'certificates');
    for (const hours of [2, 3]) caller = await time.session(hours);
    await probe(caller, 'certificates');
    await probe(await time.session(24), 'deploy');
    await probe(await time.session(72), '');
  }, 120_000);

  test('is found by retrieve as well, and survives a rebuild', async () => {
    const caller = await openTime().today();
    for (const event of events) await caller.call('episodes.record', { ...event, actors: [...event.actors] });
    await caller.call('memory.write', { text: 'Starting the upgrade.', sessionId: 's', eventType: 'action' });
    await caller.call('memory.write', { text: 'The upgrade is done.', sessionId: 's', eventType: 'tool_result' });
    const packet = await caller.call('retrieve', {
      query: 'What happened with certbot?',
      paths: ['search'],
      budgetMs: 60_000,
    });
    expect(packet.results[0]?.itemId).toBe('certificates');
    const before = await caller.call('episodes.list', {});
    expect(before.total).toBe(3);
    expect(await caller.call('admin.rebuild', {})).toMatchObject({ same: true });
    expect(await caller.call('episodes.list', {})).toEqual(before);
  });
});

describe('what happened at a time that is named', () => {
  const deployed = { summary: 'Joon deployed heronctl.', actors: ['Joon'] };

  async function recorded() {
    const caller = await openTime().today();
    await caller.call('episodes.record', { ...deployed, id: 'e17', occurredAt: '2026-06-17T09:00:00.000Z' });
    await caller.call('episodes.record', { ...deployed, id: 'e24', occurredAt: '2026-06-24T09:00:00.000Z' });
    const flood = { id: 'e10', summary: 'The mail relay ran out of space.', occurredAt: '2026-06-10T09:00:00.000Z' };
    await caller.call('episodes.record', flood);
    await caller.call('memory.write', { text: 'heronctl is a command line tool.' });
    const now = '2026-07-01T12:00:00Z';
    return (query: string) => caller.call('retrieve', { query, now, timeZone: 'UTC', budgetMs: 60_000 });
  }

  test('is found by its day in any form, and told with the time that was read', async () => {
    const ask = await recorded();
    for (const [query, id, from] of [
      ['Who deployed heronctl on 17 June 2026?', 'e17', '2026-06-17T00:00:00.000Z'],
      ['Who deployed heronctl on 24 June?', 'e24', '2026-06-24T00:00:00.000Z'],
      ['Who deployed heronctl on 06/17/2026?', 'e17', '2026-06-17T00:00:00.000Z'],
      ['What happened on 10 June 2026?', 'e10', '2026-06-10T00:00:00.000Z'],
      ['What happened before 11 June 2026?', 'e10', null],
      ['Who deployed heronctl after 17 June 2026?', 'e24', '2026-06-18T00:00:00.000Z'],
    ] as const) {
      const { status, results, missing, time, dropped } = await ask(query);
      expect({ query, status, first: results[0]?.itemId, missing }).toEqual({
        query,
        status: 'found',
        first: id,
        missing: [],
      });
      if (from !== null) expect(time).toMatchObject({ mode: 'at', from });
      expect(results.filter(({ kind }) => kind === 'episode')).toHaveLength(1);
      expect(dropped.map(({ reason }) => reason)).toContain('other-time');
    }
  });

  test('is not answered by an episode of another day', async () => {
    const ask = await recorded();
    for (const query of ['Who deployed heronctl on 18 June 2026?', 'What happened on 11 June 2026?']) {
      expect((await ask(query)).status).not.toBe('found');
    }
  });

  test('twice in the same words is two events, of which the first or the last can be asked for', async () => {
    const ask = await recorded();
    const both = async (query: string) => {
      const { status, results } = await ask(query);
      return [status, ...results.filter(({ kind }) => kind === 'episode').map(({ itemId }) => itemId)].slice(0, 3);
    };
    expect(await both('When did Joon deploy heronctl last?')).toEqual(['found', 'e24', 'e17']);
    expect(await both('When did Joon first deploy heronctl?')).toEqual(['found', 'e17', 'e24']);
  });
});

describe('a cause', () => {
  test('is recorded, found in its chain by a plain question, overturned, and gone from the answer', async () => {
    const caller = await openTime().today();
    await caller.call('causes.assert', { id: 'c1', cause: 'a full disk', effect: 'the backup failed' });
    await caller.call('causes.assert', { id: 'c2', cause: 'the failed backup', effect: 'lost invoices' });
    const ask = async (query: string) => {
      const { results } = await caller.call('retrieve', { query, paths: ['causal'], budgetMs: 60_000 });
      return results.map(({ itemId }) => itemId);
    };
    expect(await ask('Why were the invoices lost?')).toEqual(['c2', 'c1']);
    const { itemId } = await caller.call('causes.overturn', { causeId: 'c1', reason: 'The disk had room left.' });
    expect(await ask('Why were the invoices lost?')).toEqual(['c2']);
    const { chains } = await caller.call('causes.find', { of: 'failed backup', includeOverturned: true });
    expect(chains[0]?.links[0]).toMatchObject({ causeId: 'c1', status: 'overturned', overturnedBy: itemId });
  });
});
