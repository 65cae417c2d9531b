import type { Standing } from '../projections/standing.ts';
import type { QueryTerm } from '../retrievers/path.ts';
import { termsIn } from './coverage.ts';
import type { Judged, JudgedItem } from './validity.ts';

/**
 * A text of which most is stale still answers by the rest: where a word of the question stands in its live part and not in
 * what is stale, the live part is what is asked for, and the text stands with its stale parts marked.
 */
export function inLivePart<One extends JudgedItem>(terms: readonly QueryTerm[]): (one: One) => One {
  return (one) => {
    const { item, standing } = one;
    if (!isMostlyStale(standing)) return one;
    const within = standing.stale.map(({ start, end }) => item.text.slice(start, end)).join('\n');
    const stale = termsIn(within, terms);
    const live = termsIn(liveTextOf(one), terms);
    return [...live].some((term) => !stale.has(term)) ? { ...one, standing: standingByRest(standing) } : one;
  };
}

/** How a text stands in which a statement was read that a structure answers with: by that, where it is not what is stale. */
export function standingBehind(statement: Judged, whole: JudgedItem): Standing {
  const { standing } = whole;
  const answers = statement.standing.isCurrent && statement.hits.some(({ asked }) => asked === true);
  if (!answers || !isMostlyStale(standing)) return standing;
  return liveTextOf(whole).includes(statement.item.text) ? standingByRest(standing) : standing;
}

function isMostlyStale({ currentness, stale }: Standing): boolean {
  return (currentness === 'superseded' || currentness === 'contested') && stale.length > 0;
}

function liveTextOf({ item, standing }: JudgedItem): string {
  const ends = [0, ...standing.stale.map(({ end }) => end)];
  return ends.map((from, at) => item.text.slice(from, standing.stale[at]?.start)).join('\n');
}

function standingByRest(standing: Standing): Standing {
  const supersededBy = standing.supersededBy.filter((itemId) => itemId !== standing.by);
  return { ...standing, currentness: 'current', isCurrent: true, by: null, supersededBy, held: null };
}
