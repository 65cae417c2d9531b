import { describe, expect, test } from 'vitest';
import { questionParts } from '../../../main/language/questionParts.ts';

function parts(text: string, ...names: readonly string[]): string[] {
  return questionParts(
    text,
    names.map((name) => ({ start: text.indexOf(name), end: text.indexOf(name) + name.length })),
  );
}

describe('the parts of a question', () => {
  test('two clauses with question words of their own are two questions, and a pronoun is said', () => {
    expect(parts('Who repairs Otter, and in which shed is its engine?', 'Otter')).toEqual([
      'Who repairs Otter',
      'in which shed is Otter’s engine?',
    ]);
    expect(parts('Why did Otter sink and who was on it?', 'Otter')).toEqual([
      'Why did Otter sink',
      'who was on Otter?',
    ]);
  });

  test('a clause that names nothing is asked of the thing that the other one names', () => {
    expect(parts('Who repairs Otter, and when does the lease end?', 'Otter')).toEqual([
      'Who repairs Otter',
      'when does the lease end (Otter)?',
    ]);
  });

  test('two things asked of one are two questions', () => {
    expect(parts('Tell me the skipper and the home port of Otter.', 'Otter')).toEqual([
      'Tell me the skipper of Otter.',
      'Tell me the home port of Otter.',
    ]);
    expect(parts("What are Otter's skipper and home port?", 'Otter')).toEqual([
      "What are Otter's skipper?",
      "What are Otter's home port?",
    ]);
  });

  test('what only looks like two stays one', () => {
    for (const [text, ...names] of [
      ['Who wrote Bread and Butter?', 'Bread and Butter'],
      ['What and where is Otter?', 'Otter'],
      ['What is the difference between the skipper and the owner of Otter?', 'Otter'],
      ['Which port do Otter and Heron share?', 'Otter', 'Heron'],
      ['salt and pepper'],
    ] as const) {
      expect(parts(text, ...names)).toEqual([text]);
    }
  });
});
