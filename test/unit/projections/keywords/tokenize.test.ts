import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuestion, tokenize } from '../../../../main/projections/keywords/tokenize.ts';

const words = (text: string) => tokenize(text).words;
const wholes = (text: string) => tokenize(text).wholes;
const asked = (text: string) => readQuestion(text).map(({ shown }) => shown);

describe('words', () => {
  test('are compared without case, marks and endings', () => {
    expect(words('Painting, PAINTED (paints)')).toEqual(['paint', 'paint', 'paint']);
    expect(words('café naïve Straße Ærø İzmir')).toEqual(['cafe', 'naiv', 'strass', 'aero', 'izmir']);
    expect(words('Ёлка Москва Αθήνας')).toEqual(['елка', 'москва', 'αθηνασ']);
  });

  test('lose the possessive and keep the apostrophe’s two sides together', () => {
    expect(words("Caroline's James' don’t")).toEqual(['carolin', 'jame', 'dont']);
    expect(wholes('O’Brien')).toEqual(['obrien']);
    expect(words("l'homme")).toEqual(['l', 'homm']);
  });

  test('side by side are words by themselves and a whole', () => {
    expect(tokenize('self-care and/or')).toEqual({
      words: ['self', 'care', 'and', 'or'],
      wholes: ['selfcar', 'andor'],
    });
    expect(words('the end.Next one')).toEqual(['the', 'end', 'next', 'on']);
  });

  test('an acronym with points is one word', () => {
    expect(words('the U.S. and e.g. this')).toEqual(['the', 'us', 'and', 'eg', 'thi']);
  });

  test('emoji, control and invisible characters are no terms', () => {
    expect(words('🎉👍🏽 ok\u200bay \u0000 1️⃣')).toEqual(['okai', '1']);
    expect(tokenize('🎉🎉').words).toEqual([]);
  });
});

describe('identifiers', () => {
  test('are indexed whole and split', () => {
    expect(tokenize('foundation_router')).toEqual({
      words: ['foundat', 'router'],
      wholes: ['foundation_router', 'foundationrout'],
    });
    expect(tokenize('FoundationRouter')).toEqual({ words: ['foundat', 'router'], wholes: ['foundationrout'] });
    expect(tokenize('PROJ-1234')).toEqual({ words: ['proj', '1234'], wholes: ['proj-1234', 'proj1234'] });
    expect(tokenize('memory-tools.ts').words).toEqual(['memori', 'tool', 'ts']);
    expect(wholes('(memory-tools.ts).')).toContain('memory-tools.ts');
  });

  test('capitals in a row are one word, before a word a word of their own', () => {
    expect(words('HTTPServer TVs LGBTQ+')).toEqual(['http', 'server', 'tv', 'lgbtq']);
  });

  test('a path, a URL and an address are found by the names in them', () => {
    expect(wholes('see main/projections/keywords.ts')).toEqual(
      expect.arrayContaining(['main/projections/keywords.ts', 'keywords.ts']),
    );
    expect(wholes('https://www.example.com/docs/foo_bar?x=1')).toEqual(
      expect.arrayContaining(['example.com/docs/foo_bar?x=1', 'example.com', 'foo_bar']),
    );
    expect(words('https://example.com')).not.toContain('http');
    expect(wholes('to caroline.smith@example.org, please')).toEqual(
      expect.arrayContaining(['caroline.smith@example.org', 'caroline.smith', 'example.org']),
    );
  });

  test('a hash and a UUID are one term', () => {
    expect(words('commit 3f2a91c4d')).toEqual(['commit', '3f2a91c4d']);
    expect(tokenize('0190b8a4-7c1e-7def-8a3b-0123456789ab')).toEqual({
      words: ['0190b8a4-7c1e-7def-8a3b-0123456789ab'],
      wholes: [],
    });
  });

  test('a number with its unit is found with and without the space', () => {
    expect(tokenize('300ms')).toEqual({ words: ['300', 'ms'], wholes: ['300ms'] });
    expect(words('1,234,567 and 1.5GB')).toEqual(['1234567', 'and', '1.5', 'gb']);
  });

  test('languages whose names are a letter and a sign keep the sign', () => {
    expect(words('C++, C# and F#.')).toEqual(['c++', 'c#', 'and', 'f#']);
  });
});

describe('versions', () => {
  test('are one term with or without the v, and their parts are none', () => {
    expect(words('v1.5.2')).toEqual(['1.5.2']);
    expect(words('upgraded to 1.5.2.')).toEqual(['upgrad', 'to', '1.5.2']);
    expect(words('1.5.2-beta.1 v2')).toEqual(['1.5.2-beta.1', 'v2']);
  });

  test('stay whole inside a name', () => {
    expect(words('app-v1.5.2.tgz python3.11')).toEqual(['app', '1.5.2', 'tgz', 'python', '3.11']);
  });

  test('of different numbers do not meet in a joined name', () => {
    const first = new Set(wholes('app-1.52'));
    expect(wholes('app-15.2').filter((whole) => first.has(whole))).toEqual([]);
  });
});

describe('scripts without spaces', () => {
  test('are indexed by every two characters and the last one', () => {
    expect(words('東京都')).toEqual(['東京', '京都', '都']);
    expect(words('ภาษา')).toEqual(['ภา', 'าษ', 'ษา', 'า']);
    expect(words('第3章 iPhone版')).toEqual(['第', '3', '章', 'i', 'phone', '版']);
  });

  test('full-width and half-width forms are the same', () => {
    expect(words('ＡＢＣ ｶﾞｽ')).toEqual(words('ABC ガス'));
  });

  test('any two characters of a run are among its terms', () => {
    const run = fc.array(fc.constantFrom(...'東京都港区漢字日本語'), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(run, fc.nat(), (characters, at) => {
        const from = at % (characters.length - 1);
        const terms = words(characters.join(''));
        return readQuestion(characters.slice(from, from + 2).join('')).every(({ terms: [term = ''] }) =>
          terms.includes(term),
        );
      }),
    );
  });
});

describe('a question', () => {
  test('is asked without its function words', () => {
    expect(asked('When did Caroline go to the support group?')).toEqual(['caroline', 'go', 'support', 'group']);
  });

  test('of nothing but function words keeps them', () => {
    expect(asked('To be or not to be')).toEqual(['to', 'be', 'or', 'not']);
  });

  test('has a phrase for what stands in quotation marks, its words in reserve', () => {
    const [phrase] = readQuestion('"the Foundation Router"');
    expect(phrase?.phrase).toEqual(['the', 'foundat', 'router']);
    expect(phrase?.otherwise.map(({ shown }) => shown)).toEqual(['the', 'foundation', 'router']);
    expect(asked('„Ärger“ and «peu importe»')).toEqual(['arger', 'peu importe']);
  });

  test('asks for an identifier as a whole or for its parts side by side', () => {
    expect(readQuestion('FoundationRouter')).toMatchObject([
      { terms: ['foundationrout'], phrase: ['foundat', 'router'], strict: true },
    ]);
  });

  test('names days, months and years by which items of that time are found', () => {
    const dates = (text: string) =>
      readQuestion(text)
        .filter(({ bonus }) => bonus)
        .map(({ shown }) => shown);
    expect(dates('what happened on 8 May, 2023')).toEqual(['@2023-05-08', '@2023-05']);
    expect(dates('on March 3rd')).toEqual(['@-03-03', '@-03']);
    expect(dates('in June 2023 or 2021')).toEqual(['@2023-06', '@2021']);
    expect(dates('since 2024-02-29')).toEqual(['@2024-02-29', '@2024-02']);
    expect(dates('they may march in May')).toEqual(['@-05']);
  });

  test('has a limit, however long the text', () => {
    expect(readQuestion(Array.from({ length: 5000 }, (_, n) => `term${n}x`).join(' ')).length).toBeLessThanOrEqual(256);
  });

  test('is found by what it was written from', () => {
    const text = fc.stringMatching(/^[a-zA-Z0-9_.\-/]{1,20}$/);
    fc.assert(
      fc.property(text, (written) => {
        const { words, wholes } = tokenize(`before ${written} after`);
        const held = new Set([...words, ...wholes]);
        const line = ` ${words.join(' ')} `;
        return readQuestion(written).every(
          ({ terms, phrase }) =>
            terms.some((term) => held.has(term)) || (phrase.length > 0 && line.includes(` ${phrase.join(' ')} `)),
        );
      }),
    );
  });
});

describe('any text', () => {
  test('makes terms without white space, quotation marks or control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { words, wholes } = tokenize(text);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be kept out
        return [...words, ...wholes].every((term) => term !== '' && !/[\s"\u0000-\u001f\u007f]/u.test(term));
      }),
    );
  });

  test('of a megabyte is tokenized, whatever it is made of', () => {
    const units = ['a', '_', '1.', "'s", 'a-', 'aB', 'a1', '東', '/', '(', '"', '👍🏽', '\ud800', '1,234', 'http://a/'];
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      expect(tokenize(text).words.length).toBeLessThanOrEqual(1_000_000);
    }
    const marks = `a${'\u0301\u0316'.repeat(500_000)}`;
    expect(tokenize(marks).words).toEqual(['a']);
  });
});
