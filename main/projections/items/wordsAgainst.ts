import type { Database } from '../../store/sqlite.ts';
import type { Fate } from '../../truth/evidence.ts';
import { judge } from '../../truth/resolve.ts';
import { openWordGraph } from './wordGraph.ts';

/** A word that is in force against an item, and whose it is. */
export interface WordAgainst {
  readonly why: 'superseded' | NonNullable<Fate['why']>;
  readonly by: string | null;
}

/**
 * What is said against an item and in force, as known by an instant in milliseconds (null: all that is known); null
 * where the item stands.
 */
export type WordsAgainst = (namespace: string, itemId: string, knownAt: number | null) => WordAgainst | null;

export function openWordsAgainst(db: Database): WordsAgainst {
  const wordsAbout = openWordGraph(db);
  return (namespace, itemId, knownAt) => {
    const { witnesses, words } = wordsAbout(namespace, [itemId], { knownAt });
    const { fates, successions } = judge(witnesses, words, knownAt);
    const fate = fates.get(itemId);
    if (fate !== undefined && !fate.alive && fate.why !== null) return { why: fate.why, by: fate.by };
    const successor = successions.get(itemId)?.at(-1);
    return successor === undefined ? null : { why: 'superseded', by: successor.by };
  };
}
