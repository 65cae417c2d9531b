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

  test('a pronoun stands for what was named last before it', () => {
    expect(parts('Who repairs Otter and who owns Heron and where does it lie?', 'Otter', 'Heron')).toEqual([
      'Who repairs Otter',
      'who owns Heron',
      'where does Heron lie?',
    ]);
  });

  test('a clause with a name that the memory does not know is asked of that name', () => {
    expect(parts('Who repairs Otter and where does Zorblax lie?', 'Otter')).toEqual([
      'Who repairs Otter',
      'where does Zorblax lie?',
    ]);
    expect(parts('Who repairs Otter and what was the toll in May 2025?', 'Otter')).toEqual([
      'Who repairs Otter',
      'what was the toll in May 2025 (Otter)?',
    ]);
  });

  test('two nouns, each with its own name, are two questions', () => {
    expect(parts('What is the berth of Otter and the toll of Heron?', 'Otter', 'Heron')).toEqual([
      'What is the berth of Otter?',
      'What is the toll of Heron?',
    ]);
  });

  test('a second noun without a name is asked of what the first one names', () => {
    expect(parts('Give me the skipper of Otter and the pier of its tender?', 'Otter')).toEqual([
      'Give me the skipper of Otter?',
      'Give me the pier of Otter’s tender?',
    ]);
    expect(parts('I miss the reason why Otter leaks, plus the present owner.', 'Otter')).toEqual([
      'I miss the reason why Otter leaks.',
      'I miss the present owner (Otter)?',
    ]);
    expect(parts('I miss the cause of the leak in Otter and the owner of the ship in my notes.', 'Otter')).toEqual([
      'I miss the cause of the leak in Otter.',
      'I miss the owner of the ship (Otter) in my notes?',
    ]);
  });

  test('what stands right before the name ties both nouns to it', () => {
    expect(parts('need the berth and the number of sails of Otter', 'Otter')).toEqual([
      'need the berth of Otter',
      'need the number of sails of Otter',
    ]);
  });

  test('two adjectives share their noun', () => {
    expect(parts('Tell me the old and the new berth of Otter.', 'Otter')).toEqual([
      'Tell me the old berth of Otter.',
      'Tell me the new berth of Otter.',
    ]);
  });

  test('two keywords behind a name are two questions', () => {
    expect(parts('notes on Otter skipper and home port as of May', 'Otter')).toEqual([
      'the skipper of Otter as of May',
      'the home port of Otter as of May',
    ]);
    expect(parts('leaks in the hull of Otter cause and skipper', 'Otter')).toEqual([
      'leaks in the hull of Otter cause',
      'the skipper of Otter',
    ]);
  });

  test('what only looks like two stays one', () => {
    for (const [text, ...names] of [
      ['Who wrote Bread and Butter?', 'Bread and Butter'],
      ['What and where is Otter?', 'Otter'],
      ['What is the difference between the skipper and the owner of Otter?', 'Otter'],
      ['Which port do Otter and Heron share?', 'Otter', 'Heron'],
      ['Did the owner of Otter and the skipper agree?', 'Otter'],
      ['What did Otter and the tender cost?', 'Otter'],
      ['How does the mast of Otter differ, and the mast of Heron?', 'Otter', 'Heron'],
      ['salt and pepper'],
    ] as const) {
      expect(parts(text, ...names)).toEqual([text]);
    }
  });
});
