import { PiperError } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import type { MethodParams, MethodResult } from '../contract/methods.ts';
import type { EventDraft } from '../ledger/event.ts';
import type { KeptUse, Use } from '../retrieval/followedUse.ts';
import { type AnswerContext, type FoundUse, matcherVersion } from '../retrieval/matchUse.ts';
import type { ShownResult, TraceStore } from '../retrieval/trace.ts';
import { actionText } from './actionText.ts';
import type { Handlers, Writing } from './ports.ts';
import { unknownSession } from './trace.ts';

/** Finds what an answer took from results; a long one takes its time. */
export interface UseMatching {
  matchUse(answer: string, context: AnswerContext): Promise<FoundUse[]> | FoundUse[];
}

export interface EvidenceParts {
  readonly traces: Pick<TraceStore, 'shown' | 'answerContext' | 'keepUse'>;
  readonly writing: Writing;
  readonly matching: UseMatching;
}

type Report = MethodParams<'evidence.report'>;

/** A session that was before the agent when it answered. */
interface Context {
  readonly sessionId: string;
  readonly namespaces: readonly string[];
  readonly results: ReadonlyMap<string, ShownResult>;
}

/**
 * `evidence.report` and `evidence.observe`: the ledger keeps what the agent says it did with the results, and what was
 * found of them in its answer, as events of their own (one a session and namespace, because item ids are unique only
 * within one); the trace keeps the marks. Results that no session showed are named, not guessed.
 */
export function evidenceHandlers(parts: EvidenceParts): Pick<Handlers, 'evidence.report' | 'evidence.observe'> {
  return {
    'evidence.report': (params, { client }) => takeReport(parts, params, client),
    'evidence.observe': async (params, { client }) => {
      const { eventId, observed } = await takeReport(parts, params, client);
      return { eventId, observed, traced: observed.some(({ mark }) => mark !== 'ignored') };
    },
  };
}

async function takeReport(
  parts: EvidenceParts,
  report: Report,
  client: string,
): Promise<MethodResult<'evidence.report'>> {
  const { traces, writing, matching } = parts;
  const contexts = [...new Set([report.sessionId, ...report.contextIds])].map((sessionId): Context => {
    const session = traces.shown(sessionId);
    if (session === null) throw unknownSession();
    return { sessionId, ...session };
  });
  const { marked, unknown } = marksOf(report, contexts);
  const answer = answerOf(report);
  if (unknown.length > 0 && marked === 0 && answer === null && report.outcome === undefined) throw strangers();
  const sessionIds = contexts.map(({ sessionId }) => sessionId);
  const found =
    answer === null
      ? []
      : await matching.matchUse(answer.text, traces.answerContext(sessionIds, answer.kind === 'answer'));
  const words = contexts.flatMap((context, at) => [
    ...reportedWord(report, context, at === 0),
    ...(answer === null ? [] : [observedWord(report, context, found, answer)]),
  ]);
  const drafts = words.flatMap((word) => draftsOf(word, report, client));
  const outcomes = await writing.append(drafts.map(({ draft }) => draft));
  const eventIds = outcomes.map((outcome) => {
    if (outcome.status === 'refused') throw new PiperError(outcome.code, outcome.message, outcome.remedy);
    return outcome.event.eventId;
  });
  const [first] = eventIds;
  if (first === undefined) throw new Error('the writer answered for no draft');
  for (const word of words) {
    const eventId = eventIds[drafts.findIndex((draft) => draft.word === word)] ?? first;
    traces.keepUse(word.context.sessionId, { ...word.kept, eventId });
  }
  return {
    eventId: first,
    marked,
    unknown,
    observed: words.flatMap(({ context, kept }) =>
      kept.source === 'observed' ? observationsOf(context, kept.uses) : [],
    ),
  };
}

/** What one source says of one session. */
interface Word {
  readonly context: Context;
  readonly kept: Omit<KeptUse, 'eventId'>;
}

/** What the agent says itself; nothing about a further session of which it names no result. */
function reportedWord({ uses, outcome, about }: Report, context: Context, isFirst: boolean): Word[] {
  const known = (uses ?? []).filter(({ resultId }) => context.results.has(resultId));
  const nothingUsed = saysNothingUsed(uses);
  if (known.length === 0 && !nothingUsed && !(isFirst && outcome !== undefined)) return [];
  return [
    {
      context,
      kept: {
        source: 'reported',
        uses: known,
        state: known.length > 0 || nothingUsed ? 'reported' : null,
        outcome: outcome === undefined || !isFirst ? undefined : { text: outcome, about },
      },
    },
  ];
}

function saysNothingUsed(uses: Report['uses']): boolean {
  return uses !== undefined && uses.length === 0;
}

function observedWord({ claimId }: Report, context: Context, found: readonly FoundUse[], answer: Answer): Word {
  const uses = found
    .filter(({ resultId }) => context.results.has(resultId))
    .map((use) => ({ ...use, claimId: use.mark === 'ignored' ? undefined : claimId }));
  // Of several sessions one may have been of no use: that the answer came from another one says so.
  const state = uses.length > 0 ? 'observed' : 'untraced';
  return { context, kept: { source: 'observed', uses, state, answer: { ...answer, claimId } } };
}

interface Answer {
  readonly kind: 'answer' | 'action';
  readonly text: string;
}

function answerOf({ answer, action }: Report): Answer | null {
  if (answer !== undefined) return { kind: 'answer', text: answer };
  return action === undefined ? null : { kind: 'action', text: actionText(action) };
}

interface WordDraft {
  readonly word: Word;
  readonly draft: EventDraft<'evidence_use'>;
}

/** One draft a namespace concerned; a word that names no result still says something, in the session's first. */
function draftsOf(word: Word, { actor, about, claimId, uses: said }: Report, client: string): WordDraft[] {
  const { context, kept } = word;
  const { answer, outcome, source } = kept;
  const uses = kept.uses.flatMap((use) => {
    const result = context.results.get(use.resultId);
    return result === undefined || use.mark === 'surfaced' ? [] : [{ ...use, mark: use.mark, ...result }];
  });
  const concerned = new Set(uses.map(({ namespace }) => namespace));
  const namespaces = concerned.size > 0 ? [...concerned] : context.namespaces.slice(0, 1);
  return namespaces.map((namespace) => ({
    word,
    draft: {
      eventType: 'evidence_use',
      payload: {
        sessionId: context.sessionId,
        source,
        uses: uses
          .filter((use) => use.namespace === namespace)
          .map(({ resultId, itemId, mark, claimId, signs }) => ({
            resultId,
            itemId,
            mark,
            claimId,
            signs: signs === undefined ? undefined : [...signs],
          })),
        nothingUsed: source === 'reported' && saysNothingUsed(said) ? true : undefined,
        answer: answer === undefined ? undefined : { kind: answer.kind, textHash: sha256(answer.text), claimId },
        matcher: source === 'observed' ? matcherVersion : undefined,
        outcome: outcome?.text,
      },
      actor,
      sourceType: 'agent',
      provenance: { client },
      parentEventId: outcome === undefined ? undefined : about,
      privacyClass: 'internal',
      retentionClass: 'keep',
      namespace,
    },
  }));
}

function marksOf({ uses = [] }: Report, contexts: readonly Context[]): { marked: number; unknown: string[] } {
  const known = uses.filter(({ resultId }) => contexts.some(({ results }) => results.has(resultId)));
  const unknown = uses.map(({ resultId }) => resultId).filter((id) => known.every(({ resultId }) => resultId !== id));
  return { marked: known.length, unknown: [...new Set(unknown)] };
}

function observationsOf({ sessionId }: Context, uses: readonly Use[]): MethodResult<'evidence.report'>['observed'] {
  return uses.map(({ resultId, mark, signs = [] }) => ({ sessionId, resultId, mark, signs: [...signs] }));
}

function strangers(): PiperError {
  return new PiperError(
    'not-found',
    'None of these results was shown in that session.',
    'Take resultIds from the evidence packet of this very sessionId; name further sessions in contextIds. Nothing was kept.',
  );
}
