import { describe, expect, test } from 'vitest';
import { inWordsOfSources, sourceOf } from '../../../main/retrieval/sources.ts';
import { item, judged, searchHit } from './support.ts';

const said = item(1, 'We met at noon. The timeout is 600 seconds. Ann left.');
const fact = item(2, 'The timeout is 600 seconds.', { kind: 'fact', derivedFrom: ['m1'] });
const temporalHit = { path: 'temporal' as const, rank: 1, score: 0.9, signals: { mode: 'now' }, asked: true };

describe('what a statement was read in', () => {
  test('stands in its place, with the path and the fact that led to it', () => {
    const [shown, ...others] = inWordsOfSources([judged(fact, [temporalHit])], [judged(said, [searchHit(1)])]);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ item: { itemId: 'm1' }, hits: [{ path: 'temporal', asked: true }], rows: [2] });
  });

  test('is one result with its statement, at the better place and with the hits of both', () => {
    const other = judged(item(3, 'Something else.'), [searchHit(2)]);
    const list = [judged(fact, [temporalHit]), other, judged(said, [searchHit(3)])];
    const shown = inWordsOfSources(list, []);
    expect(shown.map(({ item }) => item.itemId)).toEqual(['m1', 'm3']);
    expect(shown[0]?.hits.map(({ path, rank }) => [path, rank])).toEqual([
      ['search', 3],
      ['temporal', 1],
    ]);
  });

  test('does not stand for a fact that words it differently, or that rests on several items', () => {
    const summed = item(4, 'timeout 10 minutes', { kind: 'fact', derivedFrom: ['m1'] });
    const several = item(5, 'The timeout is 600 seconds.', { kind: 'fact', derivedFrom: ['m1', 'm3'] });
    expect(sourceOf(several)).toBeNull();
    const list = [judged(summed, [temporalHit]), judged(several, [temporalHit])];
    expect(inWordsOfSources(list, [judged(said, [searchHit(1)])]).map(({ item }) => item.itemId)).toEqual(['m4', 'm5']);
  });
});
