import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkText } from '../../../../main/projections/documents/chunk.ts';

const markdown = (text: string) => chunkText(text, 'text/markdown');
const words = (count: number, seed = 'word') => Array.from({ length: count }, (_, n) => `${seed}${n}`).join(' ');
const sentences = (count: number) =>
  Array.from({ length: count }, (_, n) => `This is sentence number ${n} of the text.`).join(' ');
const headings = (text: string) => markdown(text).map(({ heading }) => heading);

describe('sections', () => {
  test('a chunk carries the path of its headings, its own heading included in its words', () => {
    const chunks = markdown('intro\n\n# Setup\n\nfirst\n\n## Linux\n\nsecond\n\n### Arch\nthird\n\n## Mac\n\nfourth\n');
    expect(chunks.map(({ heading, text }) => [heading, text])).toEqual([
      [null, 'intro'],
      ['Setup', '# Setup\n\nfirst'],
      ['Setup > Linux', '## Linux\n\nsecond'],
      ['Setup > Linux > Arch', '### Arch\nthird'],
      ['Setup > Mac', '## Mac\n\nfourth'],
    ]);
  });

  test('setext headings count, and a rule under a list or a long line is no heading', () => {
    expect(headings('Title\n=====\n\na\n\nPart\n----\nb')).toEqual(['Title', 'Title > Part']);
    expect(headings('- item\n---\ntext')).toEqual([null]);
    expect(headings(`${words(60)}\n---\ntext`)).toEqual([null]);
    expect(headings('one\ntwo\n---\ntext')).toEqual([null]);
  });

  test('a closing sequence of hashes, a hash without a space and seven hashes are read as CommonMark does', () => {
    expect(headings('## Two ##\na')).toEqual(['Two']);
    expect(headings('# C#\na')).toEqual(['C#']);
    expect(headings('#tag\na')).toEqual([null]);
    expect(headings('####### seven\na')).toEqual([null]);
  });

  test('what looks like a heading inside a code fence is code', () => {
    const fenced = '# Real\n\n```sh\n# comment\nTitle\n=====\n```\n\n~~~~\n```\n# still code\n~~~~\n\nend';
    expect(headings(fenced)).toEqual(['Real']);
  });

  test('a fence that is never closed runs to the end', () => {
    expect(headings('# A\n```\n# b\n\n# c\n')).toEqual(['A']);
  });

  test('a heading with nothing under it goes with the section that follows', () => {
    const chunks = markdown('# Book\n\n## Chapter\n\ntext\n\n## Last\n');
    expect(chunks.map(({ heading, text }) => [heading, text])).toEqual([
      ['Book > Chapter', '# Book\n\n## Chapter\n\ntext'],
      ['Book > Last', '## Last'],
    ]);
  });

  test('CRLF documents have the same headings', () => {
    expect(headings('# A\r\n\r\ntext\r\n\r\nB\r\n---\r\n\r\nmore\r\n')).toEqual(['A', 'A > B']);
  });

  test('plain text knows underlined titles and no hashes', () => {
    const chunks = chunkText('# not a title\n\nTitle\n=====\n\ntext', 'text/plain');
    expect(chunks.map(({ heading }) => heading)).toEqual([null, 'Title']);
  });
});

describe('cuts', () => {
  test('a section of up to 900 characters stays whole, one of up to 1,400 unless two paragraphs make good halves', () => {
    expect(markdown(`# A\n\n${'x'.repeat(300)}\n\n${'y'.repeat(590)}`)).toHaveLength(1);
    expect(markdown(`# A\n\n${sentences(32)}`)).toHaveLength(1);
    expect(markdown(`# A\n\n${'x'.repeat(200)}\n\n${'y'.repeat(1100)}`)).toHaveLength(1);
    expect(markdown(`# A\n\n${'x'.repeat(600)}\n\n${'y'.repeat(700)}`)).toHaveLength(2);
  });

  test('a long section is cut at the end of a paragraph', () => {
    const paragraph = sentences(15);
    const chunks = markdown([paragraph, paragraph, paragraph, paragraph].join('\n\n'));
    expect(chunks.map(({ text }) => text)).toEqual([paragraph, paragraph, paragraph, paragraph]);
  });

  test('a long paragraph is cut at the end of a sentence, wrapped lines or not', () => {
    for (const text of [sentences(100), sentences(100).replace(/(.{60}\S*) /g, '$1\n')]) {
      const chunks = markdown(text);
      expect(chunks.length).toBeGreaterThan(3);
      for (const chunk of chunks) expect(chunk.text).toMatch(/^This[\s\S]*text\.$/);
    }
  });

  test('code and tables are cut at line ends', () => {
    const code = `\`\`\`\n${Array.from({ length: 120 }, (_, n) => `call(${n}); // Do it. Then stop.`).join('\n')}\n\`\`\``;
    const table = Array.from({ length: 90 }, (_, n) => `| row ${n} | One. Two. | three |`).join('\n');
    for (const text of [code, table]) {
      const ends = markdown(text).map(({ end }) => text.charAt(end));
      expect(ends.length).toBeGreaterThan(2);
      expect(ends.slice(0, -1).every((next) => next === '\n')).toBe(true);
    }
  });

  test('Chinese and Japanese text without spaces is cut after a full stop', () => {
    const chunks = markdown('今日は天気がとても良いので、友達と公園へ散歩に行きました。'.repeat(120));
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text } of chunks) expect(text.endsWith('。')).toBe(true);
  });

  test('an enormous line without a space is cut at the target length', () => {
    const chunks = markdown('x'.repeat(1_000_000));
    expect(chunks.every(({ text }, n) => text.length === 900 || n === chunks.length - 1)).toBe(true);
    expect(chunks.map(({ text }) => text).join('')).toHaveLength(1_000_000);
  });

  test('joined emoji and accents are not torn', () => {
    for (const sign of ['👨‍👩‍👧‍👦', 'e\u0301', '👍🏽']) {
      for (const { text } of markdown(`a${sign.repeat(2000)}`)) {
        expect(text.replace(/^a/, '').replaceAll(sign, '')).toBe('');
      }
    }
  });

  test('white space alone gives no chunk', () => {
    expect(markdown(' \n\t\r\n\u3000')).toEqual([]);
    expect(markdown('')).toEqual([]);
  });
});

describe('lists of statements', () => {
  const facts = Array.from({ length: 12 }, (_, n) => `The seat of firm number ${n} is Bonn.`);

  test.each([
    ['plain', (line: string) => line],
    ['numbered', (line: string, n: number) => `${n}. ${line}`],
    ['bulleted', (line: string) => `- ${line.slice(0, -1)}`],
  ])('%s: each line is a chunk of its own', (_, mark) => {
    const lines = facts.map(mark);
    for (const end of ['\n', '\r\n', '\n\n']) {
      expect(chunkText(lines.join(end), 'text/plain').map(({ text }) => text)).toEqual(lines);
    }
  });

  test('the line that opens it is a chunk too, a heading goes with the first line and names them all', () => {
    const chunks = markdown(`# Seats\n\n${['What follows is known:', ...facts].join('\n')}`);
    expect(chunks[0]?.text).toBe('# Seats\n\nWhat follows is known:');
    expect(chunks.slice(1).map(({ text, heading }) => [text, heading])).toEqual(facts.map((fact) => [fact, 'Seats']));
  });

  test('an indented line goes on with the one before it', () => {
    const lines = facts.map((line) => `- ${line.replace(' is', '\n  is')}`);
    expect(markdown(lines.join('\n')).map(({ text }) => text)).toEqual(lines);
  });

  test('few lines, prose, dialogue, code and headings alone are no list', () => {
    const talk = Array.from({ length: 12 }, (_, n) => `I told you ${n} times. Did you hear?`).join('\n');
    const wrapped = sentences(30).replace(/(.{60}\S*) /g, '$1\n');
    const code = `\`\`\`\n${Array.from({ length: 12 }, (_, n) => `call(${n}); // The end is near.`).join('\n')}\n\`\`\``;
    for (const text of [facts.slice(0, 7).join('\n'), talk, wrapped.slice(0, 800), code]) {
      expect(markdown(text)).toHaveLength(1);
    }
  });

  test('a line of enormous length in it is cut like any other text', () => {
    const chunks = markdown([...facts, `${'y'.repeat(5000)}.`].join('\n'));
    expect(chunks.slice(0, 12).map(({ text }) => text)).toEqual(facts);
    expect(Math.max(...chunks.map(({ text }) => text.length))).toBeLessThanOrEqual(1400);
  });
});

/** Fragments that make a chunker stumble, in any order. */
const document = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# A\n',
        '## B ##\r\n',
        'T\n===\n',
        'U\n---\n',
        '```\n',
        '~~~ js\n',
        '\n',
        '\r\n\r\n',
        '\r',
        '  ',
      ),
      fc.constantFrom('The seat of Acme is Bonn.\n', '2. The head of Acme is Ida.\n'),
      fc.constantFrom('| a | b |\n', '- item\n', '> quote. Then more.\n', '今日は。', '\u2028', '\ufeff', '\u00a0'),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), fc.nat(900)).map(([s, n]) => s.repeat(n)),
      fc.nat(60).map(sentences),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('for any text', () => {
  test.each(['text/markdown', 'text/plain'] as const)('%s: chunks cover every word once, in order, exactly', (type) => {
    fc.assert(
      fc.property(document, (text) => {
        let at = 0;
        for (const chunk of chunkText(text, type)) {
          expect(chunk.start).toBeGreaterThanOrEqual(at);
          expect(text.slice(at, chunk.start).trim()).toBe('');
          expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
          expect(chunk.text.trim()).toBe(chunk.text);
          expect(chunk.text.length).toBeGreaterThan(0);
          expect(chunk.text.length).toBeLessThanOrEqual(1400);
          if (text.isWellFormed()) expect(chunk.text.isWellFormed()).toBe(true);
          expect(chunk.heading?.isWellFormed() ?? true).toBe(true);
          at = chunk.end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
      { seed: 20, numRuns: 300 },
    );
  });
});
