import type { CauseView } from '../../contract/causes.ts';
import type { MethodParams, MethodResult } from '../../contract/methods.ts';
import { openCauseReads } from '../../projections/causes/causeReads.ts';
import { phraseWords } from '../../projections/causes/causeWords.ts';
import type { Database } from '../../store/sqlite.ts';
import { openCauseChains } from './causeChains.ts';
import { openWordStarts } from './causeStarts.ts';

/** Recorded causes as the methods ask for them, over any connection to `memory.db`. */
export interface CauseFinder {
  cause(namespace: string, itemId: string): CauseView | null;
  find(params: MethodParams<'causes.find'>): MethodResult<'causes.find'>;
}

export function openFindCauses(db: Database): CauseFinder {
  const reads = openCauseReads(db);
  const startsOf = openWordStarts(reads);
  const chainsOf = openCauseChains(reads);

  function find(params: MethodParams<'causes.find'>): MethodResult<'causes.find'> {
    const { of, direction, depth, includeOverturned, limit, namespace } = params;
    const starts = startsOf({ namespaces: [namespace], words: phraseWords(of), direction });
    const chains = chainsOf(starts, { depth, limit, knownAt: null, includeOverturned });
    return { chains: chains.map(({ links, start }) => ({ links: links.map(({ view }) => view), score: start.score })) };
  }

  return {
    cause(namespace, itemId) {
      const recorded = reads.byId(namespace, itemId);
      return recorded === null ? null : reads.view(recorded, null);
    },
    find: db.transaction(find).deferred,
  };
}
