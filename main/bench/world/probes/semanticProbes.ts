import type { ParaphraseCase } from '../model.ts';
import { formsOf } from '../paraphraseCases.ts';
import { sealedParaphrases } from '../voices/sealedPhrases.ts';
import { fill } from '../voices/telling.ts';
import { type Desk, type Draft, some } from './draft.ts';

/** B: a thing asked for in none of the words in which it was told. */
export function semanticDrafts(desk: Desk, count: number): Draft[] {
  return desk.division.paraphrases.slice(0, count).map((item) => draftOf(desk, item));
}

function draftOf(desk: Desk, { story, slots, gold, semantic, lexical }: ParaphraseCase): Draft {
  const slot = /\{(\w+)\}/.exec(story.at)?.[1] ?? 'c';
  const subject = slots[slot] ?? '';
  return {
    family: 'B',
    intent: `told.${story.key}`,
    forms: { open: formsOf(story), sealed: sealedParaphrases[story.key] ?? {} },
    slots: { at: fill(story.at, slots) },
    mode: 'open',
    gold: [gold],
    negatives: {
      semantic: some(desk, semantic, [gold]),
      lexical: some(desk, lexical, [gold]),
      entity: some(desk, [...lexical, ...desk.about(subject)], [gold]),
    },
    names: [subject],
  };
}
