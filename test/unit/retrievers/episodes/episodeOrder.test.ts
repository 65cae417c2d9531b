import { describe, expect, test } from 'vitest';
import { type MethodInput, methods } from '../../../../main/contract/methods.ts';
import { episodeDraft } from '../../../../main/methods/episodes.ts';
import { openEntities } from '../../../../main/projections/entities/entities.ts';
import { openEpisodes } from '../../../../main/projections/episodes/episodes.ts';
import { openKeywords } from '../../../../main/projections/keywords/keywords.ts';
import { fuse } from '../../../../main/retrieval/fuse.ts';
import { openEpisodeOrder } from '../../../../main/retrievers/episodes/episodeOrder.ts';
import type { PathQuery } from '../../../../main/retrievers/path.ts';
import { openSearch } from '../../../../main/retrievers/search/search.ts';
import { memory, openTestStore } from '../../projections/store.ts';
import { present } from './episodeStore.ts';

type Recorded = MethodInput<'episodes.record'>;

function openStore() {
  const store = openTestStore((db) => [openEntities(db), openEpisodes(db), openKeywords(db)]);
  const search = openSearch(store.memory);
  const order = openEpisodeOrder(store.memory);
  const idOf = store.memory.prepare<[number], string>('SELECT item_id FROM items WHERE rowid = ?').pluck();
  const asking = (text: string, more: Partial<PathQuery>): PathQuery => ({
    ...{ text, namespaces: ['default'], depth: 50, now: present, timeZone: 'UTC', knownAt: null },
    ...{ includeHistorical: false, ...more },
  });
  const result = (text: string) => order(asking(text, {}), search(asking(text, {})));
  const ask = (text: string, more: Partial<PathQuery> = {}) => {
    const query = asking(text, more);
    return order(query, search(query)).candidates.map((one) => ({ ...one, id: idOf.get(one.rowid) ?? '' }));
  };
  return {
    ...store,
    ask,
    result,
    ids: (text: string, more: Partial<PathQuery> = {}) => ask(text, more).map(({ id }) => id),
    plain: (text: string) => search(asking(text, {})).candidates.map(({ rowid }) => idOf.get(rowid)),
    record: (...episodes: readonly Recorded[]) =>
      store.writes.append(episodes.map((one) => episodeDraft(methods['episodes.record'].params.parse(one)))),
  };
}

/** Five of a kind: the same was done to the same thing, by other people, on other days, at other places. */
function fiveAlike() {
  const store = openStore();
  const episode = (id: string, actor: string, day: string, environment: string): Recorded => ({
    ...{ id, actors: [actor], environment, occurredAt: `2026-${day}T09:00:00Z` },
    summary: 'The firmware of the router was updated and it was restarted.',
  });
  store.record(
    episode('anna-then', 'Anna Weber', '02-10', 'production'),
    episode('ben-then', 'Ben Okoro', '02-12', 'staging'),
    episode('anna-last', 'Anna Weber', '03-04', 'staging'),
    episode('ben-last', 'Ben Okoro', '03-05', 'production'),
    episode('cid-last', 'Cid Moreau', '03-06', 'production'),
  );
  return store;
}

describe('episodes that are told in the same words', () => {
  test.each([
    ['What did Anna do to the router last week?', ['anna-last']],
    ['What did Ben Okoro do to the router last week?', ['ben-last']],
    ['What did cid moreau do to the router?', ['cid-last']],
    ['Was the router updated on 12 February 2026?', ['ben-then']],
    ['What did Anna do to the router?', ['anna-last', 'anna-then']],
    ['What did Ben do to the router in production?', ['ben-last']],
  ])('%s', (question, wanted) => {
    expect(fiveAlike().ids(question).slice(0, wanted.length).toSorted()).toEqual(wanted);
  });

  test('the one that is asked for stays first where another path ranks it last', () => {
    const candidates = fiveAlike().ask('What did Anna do to the router last week?');
    const last = candidates.toReversed().map((one, at) => ({ ...one, rank: at + 1 }));
    const weights = { search: 1, recall: 0.7, associate: 0.3, graph: 0.15, causal: 0.7, temporal: 0.5 };
    const fused = fuse(
      [
        { path: 'search', candidates },
        { path: 'recall', candidates: last },
      ],
      { k0: 10, weights },
    );
    expect(fused[0]?.rowid).toBe(candidates[0]?.rowid);
  });

  test('the reason is told for each', () => {
    const because = new Map(
      fiveAlike()
        .ask('What did Anna do to the router last week?')
        .map(({ id, signals }) => [id, signals.episode]),
    );
    expect(because.get('anna-last')).toEqual({ who: true, when: true, where: null, turn: null });
    expect(because.get('anna-then')).toEqual({ who: true, when: false, where: null, turn: null });
    expect(because.get('ben-last')).toEqual({ who: false, when: true, where: null, turn: null });
  });

  test('a question that names nobody, no time and no place is left as it is, and so is one that none fits', () => {
    const store = fiveAlike();
    for (const question of ['Was the router restarted?', 'What did Zoe do to the router?', 'router update of 2019']) {
      expect(store.ids(question)).toEqual(store.plain(question));
    }
  });

  test('one of a time is found among more than the words propose', () => {
    const store = fiveAlike();
    store.record(
      ...Array.from(
        { length: 80 },
        (_, at): Recorded => ({
          summary: `The firmware of the router was updated, router firmware, round ${at}.`,
          actors: ['Dora Lind'],
          occurredAt: '2026-01-05T09:00:00Z',
        }),
      ),
    );
    expect(store.ids('What did Anna do to the router last week?')[0]).toBe('anna-last');
  });

  test('an actor is known by an alias too', () => {
    const store = fiveAlike();
    store.writes.append([memory({ edge: { from: 'Nan', relation: 'alias_of', to: 'Cid Moreau' } })]);
    expect(store.ids('What did Nan do to the router?').find((id) => /-(?:then|last)$/.test(id))).toBe('cid-last');
  });

  test.each([
    ['When did Anna last update the router?', 'anna-last'],
    ['When did Anna update the router first?', 'anna-then'],
    ['When was the latest update of the router?', 'cid-last'],
    ['When was the earliest update of the router?', 'anna-then'],
  ])('%s has its turn', (question, wanted) => {
    expect(fiveAlike().ids(question)[0]).toBe(wanted);
  });

  test('a word that asks for a turn is no word that a text has to hold', () => {
    const terms = fiveAlike()
      .result('When did Anna last update the router?')
      .terms?.map(({ term }) => term);
    expect(terms).toEqual(['anna', 'update', 'router']);
  });

  test.each([
    ['Was the router updated on 03/04/2026?', ['anna-last']],
    ['Was the router updated on 12.02.2026?', ['ben-then']],
    ['Was the router updated before 11 February 2026?', ['anna-then']],
    ['Was the router updated after 5 March 2026?', ['cid-last']],
    ['Was the router updated since 6 March 2026?', ['cid-last']],
    ['Was the router updated between 11 and 13 February 2026?', ['ben-then']],
    ['Was the router updated between 11 February 2026 and 1 March 2026?', ['ben-then']],
  ])('%s names a time', (question, wanted) => {
    expect(fiveAlike().ids(question).slice(0, wanted.length)).toEqual(wanted);
  });

  test('one that was written down late is of the day that its words name', () => {
    const store = fiveAlike();
    store.record({
      id: 'late',
      summary: 'On 14 February 2026 the firmware of the router was updated again.',
      occurredAt: '2026-03-09T09:00:00Z',
    });
    expect(store.ids('Was the router updated on 14 February 2026?')[0]).toBe('late');
  });

  test('the words that say when, and those that only ask for an event, are told', () => {
    const { happened } = fiveAlike().result('What happened to the router on 12 February 2026?');
    expect(happened?.terms).toEqual(['happened', '12', 'february', '2026']);
    expect(happened?.spans).toEqual([
      { shown: 'on 12 February 2026', from: Date.UTC(2026, 1, 12), to: Date.UTC(2026, 1, 13) },
    ]);
    expect(fiveAlike().result('What happened to the router?').happened).toBeUndefined();
  });

  test('texts keep their places, and a namespace sees nothing of another', () => {
    const store = fiveAlike();
    store.writes.append([
      memory({ id: 'note', text: 'What Anna did to the router last week: she updated its firmware.' }),
    ]);
    expect(store.ids('What did Anna do to the router last week?').slice(0, 2)).toEqual(['note', 'anna-last']);
    expect(store.ids('What did Anna do to the router last week?', { namespaces: ['other'] })).toEqual([]);
  });
});
