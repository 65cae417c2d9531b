import { expect, test } from 'vitest';
import { openEdgeReads } from '../../../../main/projections/entities/edgeReads.ts';
import { openRelationVocabularies } from '../../../../main/projections/relations/relationVocabularies.ts';
import { openStandings } from '../../../../main/projections/standings.ts';
import { openRelationAsks } from '../../../../main/retrievers/relations/relationAsks.ts';
import { questionWords } from '../../../../main/retrievers/relations/relationWords.ts';
import { edge, now, openEdgeStore } from './edgeStore.ts';

test('what belongs to a named thing is a noun', () => {
  const text = 'which hall Otter’s engine stands in';
  const at = text.indexOf('Otter');
  const uses = questionWords(text, [{ start: at, end: at + 'Otter'.length }]).map(({ word, use }) => [word, use]);
  expect(uses).toContainEqual(['engine', 'noun']);
});

test('a kind of thing that stands at no relation of what is named is reached over something between', () => {
  const store = openEdgeStore();
  const halls = ['K1', 'K2', 'K3', 'K4', 'K5', 'K6'];
  store.say(
    edge('e0', 'mill', 'runs on', 'rix-1'),
    ...halls.map((hall, at) => edge(`h${at}`, `rix-${at}`, 'located in', `hall ${hall}`)),
  );
  const edges = openEdgeReads(store.memory, store.items, openStandings(store.memory));
  const asks = openRelationAsks(store.entities, edges, openRelationVocabularies(store.memory));
  const asked = (text: string) =>
    asks({ text, namespaces: ['default'], depth: 10, now, timeZone: 'UTC', knownAt: null, includeHistorical: false });
  expect(asked('Which hall is mill’s engine in?')).toBe('chain');
  expect(asked('Which hall is rix-3 located in?')).toBe('edge');
});
