import { describe, expect, test } from 'vitest';
import type { QuestionLink } from '../../../../main/projections/entities/questionLinks.ts';
import { expandEntity } from '../../../../main/retrieval/expansion/entity.ts';

const text = 'Who repairs the old kiln?';
const link = (more: Partial<QuestionLink> = {}): QuestionLink => ({
  ...{ start: 16, end: 24, namespace: 'default', name: 'Kiln North', edges: true, facts: false, stated: true },
  ...more,
});

describe('other names of what a question names', () => {
  test('are added to the words, and the shown one to the meaning', () => {
    expect(expandEntity(text, [link({ also: ['kiln north', 'kn 2'] })])).toEqual({
      names: ['kiln north', 'kn 2'],
      text: 'Who repairs the old kiln (Kiln North)?',
    });
  });

  test('are not added where there are none, or the question says them', () => {
    expect(expandEntity(text, [])).toBeNull();
    expect(expandEntity(text, [link()])).toBeNull();
    expect(expandEntity('Is the old kiln Kiln North?', [link({ start: 7, end: 15, also: ['kiln north'] })])).toBeNull();
  });

  test('of one thing in two namespaces are shown once', () => {
    const both = [link({ also: ['kiln north'] }), link({ namespace: 'works', also: ['kiln north'] })];
    expect(expandEntity(text, both)).toEqual({ names: ['kiln north'], text: 'Who repairs the old kiln (Kiln North)?' });
  });
});
