import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statementSpans } from '../../../main/language/statementSpans.ts';

const sentences = (text: string) => [...statementSpans(text)].map(({ start, end }) => text.slice(start, end));

test('sentences are told apart, abbreviations and initials are not their ends', () => {
  expect(sentences('Dr. Moe lives in St. Ives. Ursula K. Lee is in Bonn! Where? Here.')).toEqual([
    'Dr. Moe lives in St. Ives.',
    'Ursula K. Lee is in Bonn!',
    'Where?',
    'Here.',
  ]);
  expect(sentences('Hon. Ada Moe met Maj. Roe. Fine.')).toEqual(['Hon. Ada Moe met Maj. Roe.', 'Fine.']);
});

test('a line of a list is one, its mark left out; a wrapped line goes on', () => {
  expect(sentences('1. One is here.\n- Two is\n  there\n* Three\n\nFour\nis wrapped. Five')).toEqual([
    'One is here.',
    'Two is\n  there',
    'Three',
    'Four\nis wrapped.',
    'Five',
  ]);
});

test('headings and code hold no statements', () => {
  expect(sentences('# The head is X\n\nText.\n\n```\nThe a is b.\n```\nMore.')).toEqual(['Text.', 'More.']);
});

test('spans ascend, do not overlap and hold words for any text', () => {
  const part = fc.oneof(
    fc.constantFrom('A is B. ', '\n', '\r\n\r\n', '- ', '12) ', '# H\n', '```\n', 'Dr. ', '! ', '今日は。', '  '),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      let at = 0;
      for (const { start, end } of statementSpans(text)) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
        at = end;
      }
    }),
    { seed: 7, numRuns: 500 },
  );
});
