import { expect, test } from 'vitest';
import { openEpisodes } from '../../../main/projections/episodes/episodes.ts';
import { openFailures } from '../../../main/projections/failures.ts';
import { openMisgivings } from '../../../main/projections/misgivings.ts';
import { openStandings } from '../../../main/projections/standings.ts';
import { openTestStore } from './store.ts';

const base = {
  actor: 'agent',
  sourceType: 'agent',
  privacyClass: 'internal',
  retentionClass: 'keep',
  namespace: 'default',
} as const;
const at = Date.UTC(2026, 0, 2);

function open() {
  const store = openTestStore((memory) => [openEpisodes(memory), openFailures(memory)]);
  const misgivings = openMisgivings(store.memory, store.items, openStandings(store.memory));
  const write = (id: string, rest: Record<string, unknown> = {}) =>
    store.writes.append([{ ...base, eventType: 'observation', payload: { id, text: `Note ${id}.`, ...rest } }]);
  const report = (sessionId: string, itemIds: readonly string[], outcome?: string, mark: 'used' | 'ignored' = 'used') =>
    store.writes.append([
      {
        ...base,
        eventType: 'evidence_use',
        payload: {
          sessionId,
          uses: itemIds.map((itemId) => ({ resultId: `r-${itemId}`, itemId, mark })),
          ...(outcome === undefined ? {} : { outcome }),
        },
      },
    ]);
  const about = (...itemIds: string[]) =>
    misgivings(store.items.itemsNamed(itemIds.map((itemId) => ({ namespace: 'default', itemId }))), {
      at,
      knownAt: null,
    }).map(({ itemId, failedBefore, sourceChanged }) => [itemId, failedBefore, sourceChanged]);
  return { store, write, report, about };
}

test('what was relied on where something went wrong is known as such, also when that is told later', () => {
  const { write, report, about } = open();
  for (const id of ['a', 'b', 'c', 'd']) write(id);
  report('s1', ['a'], 'The deployment failed.');
  report('s1', ['b'], undefined, 'ignored');
  report('s2', ['c']);
  report('s2', [], 'It turned out to be wrong.');
  report('s3', ['d'], 'Deployed without errors.');
  expect(about('a', 'b', 'c', 'd')).toEqual([
    ['a', true, false],
    ['c', true, false],
  ]);
});

test('evidence of an episode that ended badly is known as such', () => {
  const { store, write, about } = open();
  write('log');
  store.writes.append([
    {
      ...base,
      eventType: 'episode',
      payload: {
        id: 'e',
        kind: 'episode',
        text: 'We deployed.',
        derivedFrom: ['log'],
        episode: { outcome: 'rolled back' },
      },
    },
  ]);
  expect(about('log')).toEqual([['log', true, false]]);
});

test('what rests on something replaced, or names a document that was imported anew, has a changed source', () => {
  const { store, write, about } = open();
  write('old');
  write('rests', { derivedFrom: ['old'] });
  write('cites', { source: 'guide.md' });
  expect(about('rests', 'cites')).toEqual([]);
  write('new', { supersedes: ['old'] });
  store.writes.append([
    {
      ...base,
      eventType: 'document',
      sourceRef: 'guide.md',
      payload: { id: 'doc', title: 'Guide', text: 'The guide, anew.', mediaType: 'text/plain' },
    },
  ]);
  expect(about('rests', 'cites')).toEqual([
    ['rests', false, true],
    ['cites', false, true],
  ]);
});

test('rebuilt equals incremental, and erasing an item leaves nothing of its use', () => {
  const { store, write, report } = open();
  write('a');
  report('s1', ['a'], 'It failed.');
  const before = store.projector.digest();
  store.projector.truncateAll();
  store.projector.catchUp();
  expect(store.projector.digest()).toBe(before);
  const { eventId } = store.items.item('default', 'a') ?? { eventId: '' };
  store.erase(eventId, ['a']);
  expect(store.memory.prepare('SELECT count(*) AS n FROM reliance').get()).toEqual({ n: 0 });
});
