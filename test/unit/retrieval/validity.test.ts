import { describe, expect, test } from 'vitest';
import { cutToK } from '../../../main/retrieval/cut.ts';
import { droppedRow, filterAuthority, filterValidity } from '../../../main/retrieval/validity.ts';
import { days, item, judged, noon, recallHit, searchHit } from './support.ts';

describe('filters', () => {
  const present = { at: noon, knownAt: null };
  const old = judged(
    item(1, 'timeout is 300', {
      supersededBy: [{ itemId: 'm2', relation: 'supersedes', from: noon - 1 }],
    }),
    [searchHit(1)],
  );
  const now = judged(item(2, 'timeout is 600'), [searchHit(2)]);
  const poison = judged(item(3, 'timeout is 1', { trust: 'invalid' }), [searchHit(3)]);

  test('hide a superseded item from a question about now and say what replaced it', () => {
    const { kept, dropped } = filterValidity([old, now], present, false);
    expect(kept.map(({ rowid }) => rowid)).toEqual([2]);
    expect(dropped.map(droppedRow)).toEqual([
      { itemId: 'm1', path: 'search', rank: 1, reason: 'superseded', by: 'm2' },
    ]);
  });

  test('show it, labelled, to a historical question', () => {
    const { kept } = filterValidity([old, now], present, true);
    expect(kept.map(({ standing }) => standing.isCurrent)).toEqual([false, true]);
  });

  test('show a cause that was overturned, labelled, to a question for what was once believed', () => {
    const hit = { path: 'causal' as const, rank: 1, score: 1, signals: { status: 'overturned' } };
    const { kept } = filterValidity([{ ...old, hits: [hit] }], present, false);
    expect(kept.map(({ standing }) => standing.currentness)).toEqual(['superseded']);
  });

  test('never show a distrusted item', () => {
    const { kept } = filterValidity([poison, now], present, true);
    expect(filterAuthority(kept, 0).dropped).toMatchObject([{ rowid: 3, reason: 'distrusted' }]);
  });

  test('drop what lies below the floor of authority', () => {
    const hearsay = judged(item(4, 'they say 5', { authority: 0.2 }), [searchHit(1)]);
    expect(filterAuthority([hearsay, now], 0.3)).toMatchObject({
      kept: [{ rowid: 2 }],
      dropped: [{ reason: 'below-floor' }],
    });
  });
});

describe('cut to k', () => {
  test('keeps the first of equal texts, notes the others, and fills the list with what follows', () => {
    const list = [
      judged(item(1, 'yes'), [searchHit(1)]),
      judged(item(2, 'yes'), [searchHit(2)]),
      judged(item(3, 'no'), [searchHit(3)]),
      judged(item(4, 'maybe'), [searchHit(4)]),
    ];
    const { selected, dropped } = cutToK(list, 2, 0);
    expect(selected.map(({ rowid, sameText }) => [rowid, sameText])).toEqual([
      [1, ['m2']],
      [3, []],
    ]);
    expect(dropped.map(({ rowid, reason, by }) => [rowid, reason, by])).toEqual([
      [2, 'same-text', 'm1'],
      [4, 'beyond-k', null],
    ]);
  });

  test('tells the same words apart by namespace and by speaker', () => {
    const list = [
      judged(item(1, 'yes', { author: 'Ann' }), [searchHit(1)]),
      judged(item(2, 'yes', { author: 'Bob' }), [searchHit(2)]),
      judged(item(3, 'yes', { author: 'Ann', namespace: 'other' }), [searchHit(3)]),
    ];
    expect(cutToK(list, 5, 0).selected).toHaveLength(3);
  });

  test('keeps what happened twice in the same words as two episodes, and one that was recorded twice as one', () => {
    const happened = (rowid: number, ago: number) =>
      judged(item(rowid, 'It was deployed.', { kind: 'episode', occurredAt: noon - days(ago) }), [searchHit(rowid)]);
    const { selected } = cutToK([happened(1, 9), happened(2, 2), happened(3, 9)], 5, 0);
    expect(selected.map(({ rowid, sameText }) => [rowid, sameText])).toEqual([
      [1, ['m3']],
      [2, []],
    ]);
  });

  test('drops what only a faint likeness vouches for, but not when words vouch too', () => {
    const list = [judged(item(1, 'a'), [recallHit(1, 0.1)]), judged(item(2, 'b'), [searchHit(2), recallHit(2, 0.1)])];
    expect(cutToK(list, 5, 0.15)).toMatchObject({
      selected: [{ rowid: 2 }],
      dropped: [{ rowid: 1, reason: 'below-floor' }],
    });
  });
});
