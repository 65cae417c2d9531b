import { describe, expect, test } from 'vitest';
import { memory } from '../../projections/store.ts';
import { idsOf, openEpisodeStore } from './episodeStore.ts';

describe('finding episodes', () => {
  test('by another one: a shared goal, shared people, a recorded cause or its own word', () => {
    const store = openEpisodeStore();
    store.record(
      {
        id: 'leak',
        summary: 'The gateway leaked memory.',
        goalId: 'g1',
        actors: ['Ada'],
        occurredAt: '2026-03-02T09:00:00Z',
      },
      { id: 'same-goal', summary: 'A ticket was filed.', goalId: 'g1', occurredAt: '2026-03-02T10:00:00Z' },
      { id: 'same-person', summary: 'Ada went on leave.', actors: ['Ada'], occurredAt: '2026-03-02T11:00:00Z' },
      { id: 'effect', summary: 'The checkout outage lasted an hour.', occurredAt: '2026-03-02T12:00:00Z' },
      {
        id: 'named',
        summary: 'The post-mortem was written.',
        relatedEpisodeIds: ['leak'],
        occurredAt: '2026-03-05T12:00:00Z',
      },
      { id: 'stranger', summary: 'A plant was watered.', actors: ['Zed'], occurredAt: '2026-03-02T09:30:00Z' },
    );
    expect(idsOf(store.find({ relatedTo: 'leak' }))).not.toContain('effect');
    store.write(memory({ id: 'c', cause: { cause: 'gateway leaked memory', effect: 'checkout outage' } }));
    const found = store.find({ relatedTo: 'leak' });
    expect(idsOf(found).toSorted()).toEqual(['effect', 'named', 'same-goal', 'same-person']);
    const because = Object.fromEntries(found.episodes.map(({ episode, because }) => [episode.episodeId, because]));
    expect(because.effect).toMatchObject({ causalLink: 1, sharedGoal: 0, sharedEntities: 0 });
    expect(because['same-goal']).toMatchObject({ sharedGoal: 1, causalLink: 0 });
    expect(because['same-person']).toMatchObject({ sharedEntities: 1 });
    expect(because.named).toMatchObject({ sharedEntities: 1 });
  });

  test('names every signal, and leaves null those for which the question gave no occasion', () => {
    const store = openEpisodeStore();
    store.record({ id: 'e', summary: 'The boiler was repaired.', outcome: 'it works', salience: 0.7, actors: ['Ada'] });
    const [plain] = store.find({ what: 'boiler repair' }).episodes;
    expect(plain?.because).toEqual({
      lexical: 1,
      embedding: null,
      timeProximity: null,
      sharedGoal: null,
      sharedEntities: null,
      causalLink: null,
      outcome: null,
      salience: 0.7,
    });
    const row = store.items.item('default', 'e')?.rowid ?? -1;
    const [near] = store.find({ what: 'boiler repair', outcome: 'success' }, [
      { rowid: row, rank: 1, score: 0.6, signals: {} },
    ]).episodes;
    expect(near?.because).toMatchObject({ embedding: 0.6, outcome: 0.8 });
  });

  test('shows what was taken back only where history is asked for', () => {
    const store = openEpisodeStore();
    store.record({ id: 'e', summary: 'The boiler exploded.' });
    store.write(memory({ id: 'no', text: 'It was another house.', retracts: ['e'] }));
    expect(store.find({ what: 'boiler exploded' })).toMatchObject({
      status: 'none',
      reason: 'No episode that fits still stands.',
    });
    expect(idsOf(store.find({ what: 'boiler exploded', includeHistorical: true }))).toEqual(['e']);
  });

  test('counts one that lasts into the time asked for', () => {
    const store = openEpisodeStore();
    store.record({
      id: 'long',
      summary: 'The audit went on.',
      occurredAt: '2026-03-01T00:00:00Z',
      endedAt: '2026-03-05T00:00:00Z',
    });
    expect(idsOf(store.find({ what: 'audit', from: '2026-03-04T00:00:00Z' }))).toEqual(['long']);
    expect(store.find({ what: 'audit', from: '2026-03-06T00:00:00Z' }).reason).toBe('No episode lies in that time.');
  });

  test('does not take an event by someone of almost the same name', () => {
    const store = openEpisodeStore();
    store.record({ id: 'e', summary: 'The report was filed.', actors: ['Anna Berger'] });
    expect(store.find({ what: 'report filed', who: 'Anna Bergers' }).status).toBe('none');
    expect(store.find({ what: 'report filed', who: 'Hanna Berger' }).status).toBe('none');
    expect(idsOf(store.find({ what: 'report filed', who: 'Berger' }))).toEqual(['e']);
  });

  test('answers about a megabyte of text and about a page that is pasted as the question', () => {
    const store = openEpisodeStore();
    const long = `The beacon was lit. ${'weather '.repeat(130_000)}`;
    store.write(memory({ id: 'm', text: long, thread: 't' }, { occurredAt: Date.UTC(2026, 2, 1) }));
    expect(idsOf(store.find({ what: 'When was the beacon lit?' }))).toEqual(['segment:m']);
    expect(store.find({ what: 'cloud '.repeat(600) }).status).toBe('none');
  });
});
