import { describe, expect, test } from 'vitest';
import { openWordsAgainst } from '../../../../main/projections/items/wordsAgainst.ts';
import { document, memory, openTestStore } from '../store.ts';

describe('supersessions', () => {
  test('hold although the target arrives after the item that names it', () => {
    const { writes, items, said } = openTestStore();
    writes.append([
      memory({ id: 'new', text: 'It is 30.', supersedes: ['old'] }, { occurredAt: Date.UTC(2026, 2, 3) }),
      memory(
        { id: 'fix', text: 'Never 10.', corrects: ['old'], retracts: ['other'] },
        { occurredAt: Date.UTC(2026, 2, 2) },
      ),
    ]);
    writes.append([memory({ id: 'old', text: 'It is 10.' })]);
    expect(items.item('default', 'new')?.supersedes).toEqual(['old']);
    expect(items.item('default', 'fix')?.supersedes).toEqual(['old', 'other']);
    expect(said('old')).toEqual([
      { by: 'fix', relation: 'corrects', from: Date.UTC(2026, 2, 2) },
      { by: 'new', relation: 'supersedes', from: Date.UTC(2026, 2, 3) },
    ]);
  });

  test('take effect at the valid_from of the new item where it has one', () => {
    const { writes, said } = openTestStore();
    const fact = { subject: 's', predicate: 'p', object: 'o', validFrom: '2026-05-01T00:00:00Z' };
    writes.append([memory({ id: 'old', text: 'x' }), memory({ id: 'new', fact, supersedes: ['old'] })]);
    expect(said('old')).toMatchObject([{ from: Date.UTC(2026, 4, 1) }]);
  });

  test('do not cross namespaces, and an item cannot replace itself', () => {
    const { writes, items, said } = openTestStore();
    writes.append([
      memory({ id: 'old', text: 'x', supersedes: ['old'] }),
      memory({ id: 'new', text: 'y', supersedes: ['old'] }, { namespace: 'elsewhere' }),
    ]);
    expect(items.item('default', 'old')).toMatchObject({ supersedes: [] });
    expect(said('old')).toEqual([]);
  });

  test('end with the erasing of the item that said so', () => {
    const { writes, said, erase } = openTestStore();
    const [, outcome] = writes.append([
      memory({ id: 'old', text: 'x' }),
      memory({ id: 'new', text: 'y', supersedes: ['old'] }),
    ]);
    if (outcome?.status !== 'appended') throw new Error('not appended');
    erase(outcome.event.eventId, ['new']);
    expect(said('old')).toEqual([]);
  });

  test('what is said of a document holds for its chunks', () => {
    const { writes, said, memory: db } = openTestStore();
    writes.append([
      document({ id: 'd', text: 'words' }),
      memory({ id: 'r', text: 'The file was wrong.', retracts: ['d'] }),
    ]);
    expect(said('d')).toMatchObject([{ by: 'r', relation: 'retracts' }]);
    expect(openWordsAgainst(db)('default', 'd#1', null)).toEqual({ why: 'unsupported', by: 'd' });
  });
});
