import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openRelationVocabularies } from '../../../../main/projections/relations/relationVocabularies.ts';
import { learnVocabulary } from '../../../../main/projections/relations/relationVocabulary.ts';
import { statementWords } from '../../../../main/projections/relations/statementWords.ts';
import { openWordLikeness } from '../../../../main/projections/relations/wordLikeness.ts';
import { edge, openEdgeStore } from '../../retrievers/relations/edgeStore.ts';

const asked = (stem: string, pair: string | null = null) => ({ stem, pair });
const hosted = statementWords('Tea was late. Shop was deployed to the host pir-63 on Monday.', 'Shop', 'pir-63');
const kept = statementWords('New contact for Shop: Ann Berg. Tea was late.', 'Shop', 'Ann Berg');

describe('the words of a statement', () => {
  test('are those of the sentence that holds both ends, without names, times and words that only hold it together', () => {
    expect(hosted.words).toEqual(['deploi', 'deploi to', 'host']);
    expect(kept.words).toEqual(['new', 'contact', 'contact for']);
  });

  test('before a name tell its preposition and what kind of thing it is', () => {
    expect(hosted.to).toMatchObject({ preposition: 'to' });
    expect(hosted.to.kinds).toContain('host');
  });
});

describe('the vocabulary of relations', () => {
  const relations = [
    { relation: 'runs_on', statements: [hosted, hosted] },
    { relation: 'maintained_by', statements: [kept, kept] },
  ];

  test('a word that only one relation is told in means it, and one of chatter means none', () => {
    const vocabulary = learnVocabulary(relations, null);
    expect(vocabulary.fit([asked('contact')]).map(({ key }) => key)).toEqual(['maintained by']);
    expect(vocabulary.fit([asked('tea')])).toEqual([]);
    expect(vocabulary.preposition('runs on', 'to', 'to')).toBeGreaterThan(0);
  });

  test('a word of its name names a relation outright', () => {
    const [best] = learnVocabulary(relations, null).fit([asked('maintain')]);
    expect(best).toMatchObject({ key: 'maintained by', score: 1, strengths: [1] });
  });

  test('a word that is like those of a relation in general English means it less surely', () => {
    const supplied = [{ relation: 'supplied_by', statements: [] }, ...relations];
    const [best] = learnVocabulary(supplied, openWordLikeness()).fit([asked('vend')]);
    expect(best?.key).toBe('supplied by');
    expect(best?.score).toBeLessThan(1);
  });

  test('every measure is from 0 to 1, and the order of statements does not matter', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd');
    const end = fc.record({ preposition: fc.option(word), kinds: fc.uniqueArray(word) });
    const statement = fc.record({ words: fc.uniqueArray(word), from: end, to: end });
    const told = fc.array(
      fc.record({ relation: fc.constantFrom('one', 'two', 'three'), statements: fc.array(statement) }),
    );
    fc.assert(
      fc.property(told, fc.array(word), (relations, words) => {
        const question = words.map((stem) => asked(stem));
        const fits = learnVocabulary(relations, null).fit(question);
        for (const { score, strengths } of fits) {
          for (const value of [score, ...strengths]) expect(value >= 0 && value <= 1).toBe(true);
        }
        const reversed = relations.map((one) => ({ ...one, statements: one.statements.toReversed() })).toReversed();
        const again = new Map(
          learnVocabulary(reversed, null)
            .fit(question)
            .map(({ key, score }) => [key, score]),
        );
        expect(again.size).toBe(fits.length);
        for (const { key, score } of fits) expect(again.get(key)).toBeCloseTo(score);
      }),
    );
  });
});

describe('the vocabulary of a store', () => {
  const told = (id: string, text: string, from: string, to: string) => edge(id, from, 'maintained_by', to, { text });

  test('follows what is written and what is erased, and keeps to its namespace', () => {
    const store = openEdgeStore();
    const vocabularyOf = openRelationVocabularies(store.memory);
    const means = (word: string, namespace = 'default') =>
      vocabularyOf(namespace)
        .fit([asked(word)])
        .find(({ key }) => key === 'maintained by')?.score ?? 0;
    expect(means('zymurg')).toBe(0);
    const [first] = store.say(told('e1', 'Zymurgy questions about shop go to Ann.', 'shop', 'Ann'));
    expect(means('zymurgi')).toBeGreaterThan(0);
    expect(means('zymurgi', 'other')).toBe(0);
    store.say(told('e2', 'Ask Bo about gate, the quokka.', 'gate', 'Bo'));
    expect(means('quokka')).toBeGreaterThan(0);
    store.erase(first?.status === 'appended' ? first.event.eventId : '', ['e1']);
    expect(means('zymurgi')).toBe(0);
    expect(means('quokka')).toBeGreaterThan(0);
  });

  test('does not depend on what was asked before', () => {
    const store = openEdgeStore();
    const early = openRelationVocabularies(store.memory);
    for (const [at, name] of ['shop', 'gate', 'mill'].entries()) {
      store.say(told(`e${at}`, `New contact for ${name}: Ann Berg.`, name, 'Ann Berg'));
      early('default');
    }
    const words = [asked('contact'), asked('new')];
    expect(early('default').fit(words)).toEqual(openRelationVocabularies(store.memory)('default').fit(words));
  });
});
