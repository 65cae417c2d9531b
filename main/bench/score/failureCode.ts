import type { FailureCode, Probe, ProbeAnswer, ProbeRow } from '../../contract/bench.ts';
import type { RetrievalPath } from '../../contract/packet.ts';
import {
  askedResults,
  creditedObjects,
  creditedPath,
  expectsNothing,
  isEmpty,
  type Measures,
  ranksOf,
  shownObjects,
} from './measures.ts';

/** What is known of the store that was searched, by object id. */
export interface Known {
  readonly stored: ReadonlySet<string>;
  /** Objects of which a fact, an edge or a cause is known; null where nobody looked. */
  readonly structured: ReadonlySet<string> | null;
}

export type Failure = NonNullable<ProbeRow['failure']>;

/** The stages in which retrieval can fail (memory.md §8.1), the earliest first: what broke first is the reason. */
const stages = ['W0', 'W1', 'R0', 'R1', 'R2', 'R3'] as const satisfies readonly FailureCode[];

/** The families whose questions a structure answers: relations, paths, causes, and facts in time. */
const asksStructure: ReadonlySet<string> = new Set(['C', 'D', 'E', 'F']);

/** What a failure is read from: a probe's answer, its measures, and what each forced route answered. */
interface Case {
  readonly probe: Probe;
  readonly answer: ProbeAnswer;
  readonly forced: Readonly<Record<string, ProbeAnswer>>;
  readonly known: Known;
}

/**
 * Why a probe failed, or null where it did not: it failed where gold is missing from the top 5, where something stale
 * or of another time stands in its place, or where something was shown although nothing qualifies.
 */
export function failureOf(
  { probe, answer, recallAt5, stale, asOf }: Pick<Case, 'probe' | 'answer'> & Measures,
  forced: Case['forced'],
  known: Known,
): Failure | null {
  if (recallAt5 === 1 && (stale ?? 0) === 0 && asOf !== 0) return null;
  const one = { probe, answer, forced, known };
  if (expectsNothing(probe)) return notEmpty(one);
  const ranks = ranksOf(probe.gold, creditedObjects(probe, answer));
  const missing = probe.gold.flatMap((id, at) => ((ranks[at] ?? 0) > 5 ? [whyMissing(id, ranks[at] ?? 0, one)] : []));
  return missing.toSorted((a, b) => stages.indexOf(a.code) - stages.indexOf(b.code))[0] ?? outranked(one, ranks);
}

type StagedFailure = Failure & { readonly code: (typeof stages)[number] };

function notEmpty({ probe, answer }: Case): StagedFailure {
  if (isEmpty(answer)) return outranked({ probe, answer }, []);
  if (answer.status === 'could_not_look') return couldNotLook(answer);
  const { length } = answer.results;
  const first = length === 0 ? '' : ` The first is ${describe(probe, answer, 0)}.`;
  return {
    code: 'R3',
    evidence: `Nothing qualifies, yet the status is ${answer.status} with ${length} shown.${first}`,
  };
}

/** @param rank where the answer has it, below the top 5 */
function whyMissing(id: string, rank: number, one: Case): StagedFailure {
  return notThere(id, one) ?? notShown(id, rank, one) ?? notFound(id, one);
}

/** It is not in the store, not in the structure that its family asks, or nobody looked. */
function notThere(id: string, { probe, answer, known }: Case): StagedFailure | null {
  if (!known.stored.has(id)) return { code: 'W0', evidence: `${id} is not in the store.` };
  if (asksStructure.has(probe.family) && known.structured !== null && !known.structured.has(id)) {
    return { code: 'W1', evidence: `${id} is stored, but no fact, edge or cause of it was made or shown.` };
  }
  if (answer.status === 'could_not_look') return couldNotLook(answer);
  if (answer.calls > 0) return null;
  return { code: 'R0', evidence: `${id} was not looked for: no path was asked.` };
}

/** It was among what the paths proposed, and came too late in the list or was left out of it. */
function notShown(id: string, rank: number, { probe, answer }: Case): StagedFailure | null {
  if (rank <= askedResults) {
    return { code: 'R3', evidence: `${id} is at rank ${rank}, behind ${describe(probe, answer, 0)}.` };
  }
  const left = answer.dropped.find(({ itemId }) => itemId === id);
  return left === undefined ? null : { code: 'R3', evidence: `${id} was found and left out as ${left.reason}.` };
}

/** The answer has nothing of it: whether another route would have, or a path that was asked, or none. */
function notFound(id: string, { probe, answer, forced }: Case): StagedFailure {
  const asked = `asked: ${answer.executed.join(', ')}`;
  const finders = findersOf(id, probe, forced);
  const heard = finders.find(({ paths }) => paths.every((path) => answer.executed.includes(path)));
  if (heard !== undefined) {
    return { code: 'R3', evidence: `${heard.route} alone shows ${id} at rank ${heard.rank}; here others outrank it.` };
  }
  const [finder] = finders;
  if (finder !== undefined) {
    return { code: 'R1', evidence: `${finder.route} shows ${id} at rank ${finder.rank}; ${asked}.` };
  }
  const own = creditedPath[probe.family];
  if (own !== undefined && !answer.executed.includes(own)) {
    return { code: 'R1', evidence: `${id} is what ${own} is for; ${asked}.` };
  }
  const where = Object.keys(forced).length === 0 ? 'the answer does not show it' : 'no forced route shows it';
  return { code: 'R2', evidence: `${id} is stored, but ${where}; ${asked}.` };
}

interface Finder {
  readonly route: string;
  readonly paths: readonly RetrievalPath[];
  readonly rank: number;
}

/** The forced routes whose results count for an object, the best rank first, then the fewest paths. */
function findersOf(id: string, probe: Probe, forced: Case['forced']): Finder[] {
  return Object.entries(forced)
    .map(([route, answer]) => {
      const [rank = Number.POSITIVE_INFINITY] = ranksOf([id], creditedObjects(probe, answer));
      return { route, paths: answer.executed, rank };
    })
    .filter(({ rank }) => rank <= askedResults)
    .sort((a, b) => a.rank - b.rank || a.paths.length - b.paths.length);
}

/** All gold is in the top 5, and something that no longer, or not then, holds stands before it. */
function outranked({ probe, answer }: Pick<Case, 'probe' | 'answer'>, ranks: readonly number[]): StagedFailure {
  const shown = shownObjects(answer);
  const staleRank = Math.min(...ranksOf(probe.stale, shown));
  if (probe.mode === 'current' && staleRank <= askedResults) {
    const stale = probe.stale.find((id) => shown[staleRank - 1]?.includes(id));
    return { code: 'R3', evidence: `The superseded ${stale} is at rank ${staleRank}, above what holds now.` };
  }
  const best = Math.min(...ranks);
  return { code: 'R3', evidence: `What held then is at rank ${best}, behind ${describe(probe, answer, 0)}.` };
}

function couldNotLook({ executed }: ProbeAnswer): StagedFailure {
  return {
    code: 'R2',
    evidence: `The engine could not look, or gave no answer; asked: ${executed.join(', ') || 'no path'}.`,
  };
}

/** A result by its first object, the paths that proposed it, and the class of hard negative that it is. */
function describe({ negatives, stale }: Probe, { results }: ProbeAnswer, at: number): string {
  const result = results[at];
  const [id] = result?.counts ?? [];
  if (result === undefined || id === undefined) return 'something that is no object of the corpus';
  const classes = Object.entries(negatives).flatMap(([name, ids]) => (ids.includes(id) ? [name] : []));
  const known = [...new Set([...(stale.includes(id) ? ['stale'] : []), ...classes])];
  const kind = known.length === 0 ? '' : `; negative: ${known.join(', ')}`;
  return `${id} (${result.paths.join(', ')}${kind})`;
}
