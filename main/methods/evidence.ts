import { PiperError } from '../base/errors.ts';
import type { MethodParams } from '../contract/methods.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { ShownResult, TraceStore } from '../retrieval/trace.ts';
import type { Handlers, Writing } from './ports.ts';
import { unknownSession } from './trace.ts';

/**
 * `evidence.report`: the ledger keeps what the agent says it did with the results (one event a namespace, because item
 * ids are unique only within one), the trace its marks. Results that the session never showed are named, not guessed.
 */
export function evidenceHandlers({
  traces,
  writing,
}: {
  readonly traces: Pick<TraceStore, 'shown' | 'markUse'>;
  readonly writing: Writing;
}): Pick<Handlers, 'evidence.report'> {
  return {
    'evidence.report': async (params, { client }) => {
      const session = traces.shown(params.sessionId);
      if (session === null) throw unknownSession();
      const drafts = draftsOf(params, session, client);
      const outcomes = await writing.append(drafts);
      for (const outcome of outcomes) {
        if (outcome.status === 'refused') throw new PiperError(outcome.code, outcome.message, outcome.remedy);
      }
      const [first] = outcomes;
      if (first === undefined || first.status === 'refused') throw new Error('the writer answered for no draft');
      const marks = traces.markUse(params.sessionId, params.uses);
      // Pruned while the ledger was written: the report itself is kept all the same.
      if (marks === null) return { eventId: first.event.eventId, marked: 0, unknown: [] };
      return { eventId: first.event.eventId, ...marks };
    },
  };
}

function draftsOf(
  { sessionId, uses, outcome, actor }: MethodParams<'evidence.report'>,
  session: { readonly namespaces: readonly string[]; readonly results: ReadonlyMap<string, ShownResult> },
  client: string,
): EventDraft<'evidence_use'>[] {
  const known = uses.flatMap(({ resultId, mark, claimId }) => {
    const result = session.results.get(resultId);
    return result === undefined ? [] : [{ resultId, mark, claimId, ...result }];
  });
  const concerned = new Set(known.map(({ namespace }) => namespace));
  // A report that names no result still says something: that nothing of this session was of use.
  const namespaces = concerned.size > 0 ? [...concerned] : session.namespaces.slice(0, 1);
  return namespaces.map((namespace) => ({
    eventType: 'evidence_use',
    payload: {
      sessionId,
      uses: known.filter((use) => use.namespace === namespace).map(({ namespace: _, ...use }) => use),
      outcome,
    },
    actor,
    sourceType: 'agent',
    provenance: { client },
    privacyClass: 'internal',
    retentionClass: 'keep',
    namespace,
  }));
}
