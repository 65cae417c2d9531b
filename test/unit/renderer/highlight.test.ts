import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlight, matchedTerms, questionTerms } from '../../../renderer/parts/highlight.ts';

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
