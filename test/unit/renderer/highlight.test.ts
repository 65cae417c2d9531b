import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlight, matchedTerms, questionTerms, withStale } from '../../../renderer/parts/highlight.ts';

const marked = (text: string, terms: string[]) =>
  highlight(text, terms)
    .filter((segment) => segment.matched)
    .map((segment) => segment.text);

describe('highlight', () => {
  test('gives the text back unchanged when its segments are joined', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (text, terms) => {
        expect(
          highlight(text, terms)
            .map((segment) => segment.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  test('marks a word whatever its case and ending', () => {
    expect(marked('Painting a sunrise, she painted; paints.', ['paint'])).toEqual(['Painting', 'painted', 'paints']);
    expect(marked('She hikes and hiked', ['hike'])).toEqual(['hikes', 'hiked']);
  });

  test('does not mark a word that merely begins alike', () => {
    expect(marked('cattle and category', ['cat'])).toEqual([]);
  });

  test('marks an identifier whole and not its neighbour', () => {
    expect(marked('v1.5.1 then v1.5.2', ['v1.5.2'])).toEqual(['v1.5.2']);
    expect(marked('see foundation_router here', ['foundation_router'])).toEqual(['foundation_router']);
  });

  test('marks inside a word of a script without spaces', () => {
    expect(marked('私は東京に住んでいます', ['東京'])).toEqual(['東京']);
  });

  test('keeps markup in a text as text', () => {
    expect(highlight('<b>paint</b>', ['paint'])).toEqual([
      { text: '<b>', matched: false },
      { text: 'paint', matched: true },
      { text: '</b>', matched: false },
    ]);
  });
});

describe('matchedTerms', () => {
  test('takes the terms that a signal names, else those of the question', () => {
    expect(matchedTerms([{ path: 'search', matched: ['group', 'group'] }], 'Which group?')).toEqual(['group']);
    expect(matchedTerms([{ path: 'search', terms: [{ term: 'caroline', idf: 2 }] }], 'x')).toEqual(['caroline']);
    expect(matchedTerms([{ path: 'recall' }], 'When did Caroline go?')).toEqual(['Caroline', 'go']);
  });

  test('leaves the small words of a question out', () => {
    expect(questionTerms('What is the name of my dog?')).toEqual(['name', 'dog']);
  });
});

describe('withStale', () => {
  test('cuts segments where a stale part begins and ends, and loses nothing', () => {
    const segments = highlight('the limit was 300 s, now 600 s', ['limit', '300']);
    const cut = withStale(segments, [{ start: 10, end: 19 }]);
    expect(cut.map(({ text }) => text).join('')).toBe('the limit was 300 s, now 600 s');
    expect(
      cut
        .filter(({ stale }) => stale)
        .map(({ text }) => text)
        .join(''),
    ).toBe('was 300 s');
    expect(cut.find(({ text }) => text === '300')).toMatchObject({ matched: true, stale: true });
  });

  test('leaves everything as it is where nothing is stale, or where a part lies outside the text', () => {
    const segments = highlight('six knots', []);
    expect(withStale(segments, []).map(({ stale }) => stale)).toEqual([false]);
    expect(withStale(segments, [{ start: 40, end: 50 }]).map(({ stale }) => stale)).toEqual([false]);
  });
});
