import { expect, it } from 'vitest';
import { openKeywords } from '../../../../main/projections/keywords/keywords.ts';
import { openMentionsOf } from '../../../../main/retrievers/search/mentionsOf.ts';
import { memory, openTestStore } from '../../projections/store.ts';

function openNotes(...texts: readonly string[]) {
  const store = openTestStore((db) => [openKeywords(db)]);
  store.writes.append(texts.map((text, n) => memory({ id: `${n}`, text })));
  const mentionsOf = openMentionsOf(store.memory);
  const idOf = store.memory.prepare<[number], string>('SELECT item_id FROM items WHERE rowid = ?').pluck();
  return (names: readonly string[], limit = 10, namespaces = ['default']) =>
    mentionsOf(names, namespaces, limit)?.map((rowid) => idOf.get(rowid)) ?? null;
}

it('finds the items that hold every name', () => {
  const mentions = openNotes('Heron feeds Osprey.', 'Heron is down.', 'The Heron feeds the osprey, too.');
  expect(mentions(['Heron', 'Osprey'])).toEqual(['0', '2']);
  expect(mentions(['Heron'])).toEqual(['0', '1', '2']);
});

it('finds nothing by a name that no item holds, or in a namespace that was not asked for', () => {
  const mentions = openNotes('foundation_router is up.', 'The foundation is laid.');
  expect(mentions(['falcon_gate'])).toEqual([]);
  expect(mentions(['foundation_router'])).toEqual(['0']);
  expect(mentions(['Heron'], 10, ['other'])).toEqual([]);
});

it('gives up on a name that is in more items than the limit', () => {
  const mentions = openNotes('Heron one.', 'Heron two.', 'Heron three.');
  expect(mentions(['Heron'], 2)).toBeNull();
});
