import { describe, expect, test } from 'vitest';
import { inLivePart } from '../../../main/retrieval/livePart.ts';
import { inWordsOfSources } from '../../../main/retrieval/sources.ts';
import { item, judged, searchHit, term } from './support.ts';

const text = 'The bell tone is 400 Hz and the bell weight is 2 t.';
const stale = [{ start: 0, end: 'The bell tone is 400 Hz'.length, by: 'm2' }];
const plain = judged(item(1, text), [searchHit(1)]);
const old = {
  ...plain,
  standing: {
    ...plain.standing,
    currentness: 'superseded' as const,
    isCurrent: false,
    by: 'm2',
    supersededBy: ['m2'],
    stale,
  },
};
const bell = term('bell');

describe('a text of which most is stale', () => {
  test('stands, with its stale part marked, where the live part is asked for', () => {
    expect(inLivePart([bell, term('weight')])(old).standing).toEqual({ ...plain.standing, stale });
  });

  test.each([[['bell', 'tone']], [['bell']], [['harbour']]])('stays hidden for a question about %j', (words) => {
    expect(inLivePart(words.map((word) => term(word)))(old)).toBe(old);
  });

  test('stands where a structure answers with a statement of its live part', () => {
    const hit = { path: 'temporal' as const, rank: 1, score: 0.9, signals: {}, asked: true };
    const statement = (rowid: number, words: string) =>
      judged(item(rowid, words, { kind: 'fact', derivedFrom: ['m1'] }), [hit]);
    const currentness = (words: string) =>
      inWordsOfSources([old, statement(3, words)], []).map(({ standing }) => standing.currentness);
    expect(currentness('the bell weight is 2 t')).toEqual(['current']);
    expect(currentness('The bell tone is 400 Hz')).toEqual(['superseded']);
  });
});
