import { describe, expect, test } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { silentLog } from '../../../main/base/log.ts';
import type { EventDraft } from '../../../main/ledger/event.ts';
import { createDispatch } from '../../../main/methods/dispatch.ts';
import { episodeHandlers } from '../../../main/methods/episodes.ts';
import type { EpisodesFound, Proposed } from '../../../main/retrievers/episodes/findEpisodes.ts';
import type { Path, PathResult } from '../../../main/retrievers/path.ts';

const at = Date.parse('2026-03-03T12:00:00Z');
const nothing: EpisodesFound = { status: 'none', reason: 'No episode has that.', episodes: [], differing: [] };
const ok: PathResult = { status: 'ok', reason: null, candidates: [], lagging: 0 };

function workshop({ search = ok, recall = ok as PathResult | Error, found = nothing } = {}) {
  const drafts: EventDraft[] = [];
  const proposals: Proposed[] = [];
  const path = (name: 'search' | 'recall', result: PathResult | Error): Path => ({
    path: name,
    version: '1',
    retrieve: async () => {
      if (result instanceof Error) throw result;
      return result;
    },
  });
  const handlers = episodeHandlers({
    writing: {
      append: async (given) => {
        drafts.push(...given);
        return [
          { status: 'appended', event: { seq: 1, eventId: 'e1', recordedAt: at }, itemId: 'item-1', extracted: 0 },
        ];
      },
    },
    reading: {
      unknownIds: async (_, itemIds) => itemIds.filter((id) => !id.startsWith('known')),
      episode: async () => null,
      episodes: async () => ({ episodes: [], total: 0 }),
      findEpisodes: async (_, proposed) => {
        proposals.push(proposed);
        return found;
      },
    },
    proposing: { search: path('search', search), recall: path('recall', recall) },
    clock: fixedClock(at),
  });
  const call = createDispatch(handlers, { log: silentLog });
  const { signal } = new AbortController();
  return {
    drafts,
    proposals,
    call: (method: string, params: object) => call(method, params, { role: 'agent', client: 't', signal }),
  };
}

describe('episodes.record', () => {
  test('makes an event of kind episode with its fields and its evidence', async () => {
    const { call, drafts } = workshop();
    const written = await call('episodes.record', {
      summary: 'The release went out.',
      occurredAt: '2026-03-01T10:00:00Z',
      endedAt: '2026-03-01T11:00:00Z',
      actors: ['Ada'],
      goalId: 'g',
      outcome: 'fine',
      evidence: ['known-1'],
      actor: 'agent-7',
    });
    expect(written).toMatchObject({ itemId: 'item-1', duplicate: false });
    expect(drafts).toMatchObject([
      {
        eventType: 'episode',
        actor: 'agent-7',
        occurredAt: Date.parse('2026-03-01T10:00:00Z'),
        payload: {
          kind: 'episode',
          text: 'The release went out.',
          goalId: 'g',
          derivedFrom: ['known-1'],
          episode: { actors: ['Ada'], goalId: 'g', outcome: 'fine', endedAt: '2026-03-01T11:00:00Z' },
        },
      },
    ]);
  });

  test('takes the end for the time of what is only known to have ended', async () => {
    const { call, drafts } = workshop();
    await call('episodes.record', { summary: 'x', endedAt: '2026-02-01T00:00:00Z' });
    expect(drafts[0]?.occurredAt).toBe(Date.parse('2026-02-01T00:00:00Z'));
  });

  test.each([
    [{ summary: 'x', occurredAt: '2026-03-01T10:00:00Z', endedAt: '2026-03-01T09:59:59Z' }, 'invalid-params'],
    [{ summary: 'x', evidence: ['known-1', 'lost'] }, 'not-found'],
    [{ summary: '' }, 'invalid-params'],
    [{ summary: 'x'.repeat(1_000_000) }, 'invalid-params'],
    [{ summary: 'x', salience: 2 }, 'invalid-params'],
    [{ summary: 'x', occurredAt: '2026-02-30T00:00:00Z' }, 'invalid-params'],
  ])('refuses %.60j as %s', async (params, code) => {
    const { call, drafts } = workshop();
    await expect(call('episodes.record', params)).rejects.toMatchObject({ code });
    expect(drafts).toEqual([]);
  });
});

describe('episodes.find', () => {
  test('could not look where the index lags and nothing was found', async () => {
    const { call } = workshop({ search: { ...ok, status: 'partial', reason: 'index-behind', lagging: 3 } });
    expect(await call('episodes.find', { what: 'x' })).toMatchObject({
      status: 'could_not_look',
      reason: 'Not everything could be looked at (index-behind, 3 to come).',
    });
  });

  test('answers without an embedder, and without one that fails', async () => {
    const { PiperError } = await import('../../../main/base/errors.ts');
    const missing = workshop({ recall: { ...ok, status: 'could_not_look', reason: 'embedder-missing' } });
    expect(await missing.call('episodes.find', { what: 'x' })).toEqual(nothing);
    expect(missing.proposals).toEqual([{ search: [], recall: null }]);
    const failing = workshop({ recall: new PiperError('io', 'No.', 'Wait.') });
    expect(await failing.call('episodes.find', { what: 'x' })).toEqual(nothing);
  });

  test('needs to be asked something, and of an episode that is there', async () => {
    await expect(workshop().call('episodes.find', {})).rejects.toMatchObject({ code: 'invalid-params' });
    await expect(workshop().call('episodes.find', { relatedTo: 'lost' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(workshop().call('episodes.get', { episodeId: 'lost' })).rejects.toMatchObject({ code: 'not-found' });
  });
});
