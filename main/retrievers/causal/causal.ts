import type { EdgeView } from '../../contract/entities.ts';
import { openCauseReads } from '../../projections/causes/causeReads.ts';
import { openTermCounts } from '../../projections/keywords/termCounts.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Candidate, PathQuery, PathResult } from '../path.ts';
import { type CauseChain, type Link, openCauseChains } from './causeChains.ts';
import { type CauseQuestion, readCauseQuestion, tellsCause } from './causeQuestion.ts';

/** Which recipe ranked: kept in traces, and raised when a rank may change. */
export const causalVersion = 'causal-2';

/** Links of a chain that are followed, and chains that are proposed. */
const longestChain = 4;
const mostChains = 20;
/** Texts that are looked at for a cause that nobody recorded. */
const mostTexts = 50;
/** A claim that covers so much of the question is what was asked for, and not merely near it. */
const surelyMeant = 0.6;

/**
 * Finds recorded causes and effects, backwards and forwards, in chains: the candidates of one chain follow each other
 * in its order, each with the chain up to it as its supporting path. What was overturned is shown where it is asked
 * for. Nothing is inferred; where the question's thing is known and no cause of it is recorded, the answer says so.
 */
export function openCausal(db: Database): (query: PathQuery) => PathResult {
  const reads = openCauseReads(db);
  const chainsOf = openCauseChains(reads);
  const terms = openTermCounts(db);
  const selectTexts = db
    .prepare<[string], string>('SELECT text FROM items WHERE rowid IN (SELECT value FROM json_each(?))')
    .pluck();

  function causal(query: PathQuery): PathResult {
    const question = readCauseQuestion(query.text);
    if (question.isOfOtherThings) return { status: 'ok', reason: null, candidates: [], lagging: 0 };
    const overturned = question.overturned || query.includeHistorical;
    const chains = chainsOf({
      namespaces: [...new Set(query.namespaces)],
      words: question.words,
      direction: question.direction,
      depth: longestChain,
      limit: Math.min(mostChains, query.depth),
      knownAt: query.knownAt,
      includeOverturned: overturned,
    });
    const candidates = candidatesOf(chains, question).slice(0, query.depth);
    const result: PathResult = { status: 'ok', reason: null, candidates, lagging: 0 };
    if (candidates.length > 0 || !question.isCausal) return result;
    const known = query.namespaces.some((namespace) =>
      question.words.some((word) => terms.holding(namespace, word) > 0),
    );
    if (!known || query.namespaces.some((namespace) => isToldOf(namespace, question.words))) return result;
    return { ...result, absence: question.direction === 'effects' ? 'effect-not-recorded' : 'cause-not-recorded' };
  }

  /** Whether a text tells a cause of just this that nobody recorded: then its silence here is no absence. */
  function isToldOf(namespace: string, words: readonly string[]): boolean {
    const items = terms.together(namespace, words).slice(0, mostTexts);
    return selectTexts.all(JSON.stringify(items)).some((text) => tellsCause(text));
  }

  // One snapshot for all reads of a question, however much is written meanwhile.
  return db.transaction(causal).deferred;
}

function candidatesOf(chains: readonly CauseChain[], question: CauseQuestion): Candidate[] {
  const shown = new Map<number, Omit<Candidate, 'rank'>>();
  for (const { links, score } of chains) {
    for (const [at, { recorded, view }] of links.entries()) {
      if (shown.has(recorded.rowid)) continue;
      const backwards = question.direction !== 'effects';
      shown.set(recorded.rowid, {
        rowid: recorded.rowid,
        // A step further from what was asked is a step less of an answer.
        score: score * 0.9 ** at,
        signals: {
          direction: question.direction,
          match: score,
          step: at + 1,
          of: links.length,
          claimType: view.claimType,
          status: view.status,
          counterEvidence: view.counterEvidence,
        },
        edges: edgesOf(links.slice(0, at + 1), backwards),
        ...(question.isCausal && score >= surelyMeant ? { asked: true } : {}),
      });
    }
  }
  return [...shown.values()].map((candidate, index) => ({ ...candidate, rank: index + 1 }));
}

/** The chain as a path in the direction in which it happened, from cause to effect. */
function edgesOf(links: readonly Link[], backwards: boolean): EdgeView[] {
  const inOrder = backwards ? links.toReversed() : links;
  return inOrder.map(({ view }) => ({
    itemId: view.causeId,
    from: view.cause,
    relation: 'causes',
    to: view.effect,
    validFrom: null,
    validTo: null,
    knownAt: view.knownAt,
    isCurrent: view.status === 'standing',
    support: view.evidence.length > 0 ? view.evidence : [view.causeId],
    confidence: view.confidence,
  }));
}
