import type { LexicalCase } from '../model.ts';
import { type Desk, type Draft, some, takeShares } from './draft.ts';

/** A: something that only an exact mark tells apart. */
export function lexicalDrafts(desk: Desk, count: number): Draft[] {
  const drafts = desk.division.lexical.flatMap((item) => (item.gold ? [draftOf(desk, item)] : []));
  return takeShares(desk, count, [[count, drafts]]);
}

function draftOf(desk: Desk, { kind, id, component, what, gold, mentions, near, elsewhere }: LexicalCase): Draft {
  const answer = gold ? [gold] : [];
  const release = kind.key === 'release';
  const sameMatter = release ? elsewhere.slice(0, 1) : elsewhere;
  const sameMark = release ? elsewhere.slice(1) : near;
  return {
    family: 'A',
    intent: kind.key,
    slots: { id, c: component, what },
    mode: 'open',
    gold: answer,
    negatives: {
      lexical: some(desk, [...sameMark, ...sameMatter], answer),
      semantic: some(desk, release ? [...sameMatter, ...near] : [...elsewhere, ...near], answer),
      entity: some(desk, [...mentions, ...desk.about(release ? component : id)], answer),
      ...(release ? { temporal: some(desk, near, answer) } : {}),
    },
    names: [component, id],
  };
}
