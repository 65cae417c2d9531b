import { nearest } from '../base/nearest.ts';
import type { EvidenceResult } from '../contract/packet.ts';
import { redactSecrets } from '../language/secrets.ts';
import { itemKey } from '../projections/items/item.ts';
import type { PathAnswer } from './ask.ts';
import type { Cut } from './cut.ts';
import { bestHit } from './fuse.ts';
import type { Packed } from './packet.ts';
import { clipToTokens, tokensOf } from './tokenCount.ts';
import type { CandidateRecord } from './traceRows.ts';
import type { DroppedItem, Judged } from './validity.ts';

/** Everything that was proposed and not shown, each with its reason, those decided first in front. */
export function allDropped(hidden: readonly DroppedItem[], cut: Cut, packed: Packed, answered: boolean): DroppedItem[] {
  // Where nothing qualifies, the nearest ones are told as dropped, not shown.
  const unqualified = answered ? [] : cut.selected.map((one) => ({ ...one, reason: 'below-floor' as const, by: null }));
  return [...hidden, ...unqualified, ...packed.overBudget, ...cut.dropped];
}

/**
 * The dropped items that the asker is told of, best rank first: those that something was decided about. What merely
 * came after k is in the trace.
 */
export function toldDropped(dropped: readonly DroppedItem[]): DroppedItem[] {
  return dropped
    .filter(({ reason }) => reason !== 'beyond-k')
    .map((one) => ({ one, rank: bestHit(one).rank }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 100)
    .map(({ one }) => one);
}

/** One row a path and candidate, with what became of it. Rows that were gone when they were loaded are left out. */
export function candidateRecords(
  answers: readonly PathAnswer[],
  judged: readonly Judged[],
  dropped: readonly DroppedItem[],
  packed: Packed,
): CandidateRecord[] {
  const byRow = new Map(judged.flatMap((one) => [one.rowid, ...(one.rows ?? [])].map((row) => [row, one])));
  const reasonOf = new Map(dropped.map(({ rowid, reason }) => [rowid, reason]));
  const shownAs = new Map(packed.results.map((result) => [itemKey(result), result.resultId]));
  return answers.flatMap(({ path, run, result }) =>
    result.candidates.flatMap((candidate) => {
      const one = byRow.get(candidate.rowid);
      if (one === undefined) return [];
      const { item, standing } = one;
      return {
        retriever: path,
        retrieverVersion: run.version,
        itemId: item.itemId,
        namespace: item.namespace,
        rank: candidate.rank,
        score: candidate.score,
        validFrom: item.validFrom,
        validTo: item.validTo,
        isCurrent: standing.isCurrent,
        isSuperseded: standing.supersededBy.length > 0,
        resultId: shownAs.get(itemKey(item)) ?? null,
        droppedReason: reasonOf.get(one.rowid) ?? null,
      };
    }),
  );
}

/** Sentences for the asker about what the paths could not see, and how they understood the question. */
export function noticesOf(answers: readonly PathAnswer[]): string[] {
  return answers.flatMap(({ path, result }) => {
    const notices: string[] = [];
    if (result.status === 'could_not_look') notices.push(`${path} could not look (${result.reason ?? 'unknown'}).`);
    if (result.status === 'partial' && result.lagging === 0)
      notices.push(`${path} looked only in part (${result.reason ?? 'unknown'}).`);
    if (result.lagging > 0) {
      notices.push(`${path} cannot see ${result.lagging} ${result.lagging === 1 ? 'item' : 'items'} yet.`);
    }
    return [...notices, ...(result.notices ?? [])];
  });
}

/** What is to be said of a namespace without items: the one that was probably meant, or how to see those that there are. */
function emptyNotice(namespace: string, held: readonly string[]): string {
  const meant = nearest(namespace, held);
  const hint =
    meant === null ? 'namespaces.list shows those that hold something.' : `Did you mean ${JSON.stringify(meant)}?`;
  return `The namespace ${JSON.stringify(namespace)} holds nothing. ${hint}`;
}

/** The same of each of these namespaces that is not among those held. */
export function emptyNamespaces(asked: readonly string[], held: readonly { readonly namespace: string }[]): string[] {
  const names = held.map(({ namespace }) => namespace);
  return [...new Set(asked)].filter((one) => !names.includes(one)).map((one) => emptyNotice(one, names));
}

/** How much of a budget of tokens is kept for the statements: what they want, a quarter at most. */
export function statementShare(answers: readonly PathAnswer[], budget: number): number {
  const statements = answers.flatMap(({ result }) => result.statement ?? []);
  return Math.min(Math.floor(budget / 4), tokensOf(statements.join(' ')));
}

/**
 * The sentences that a path made from its facts, one for each part of the question, as long as one of those it proposed is
 * shown; without their secrets where they are left out, and cut off where they take more tokens than their share.
 */
export function statementOf(
  answers: readonly PathAnswer[],
  results: readonly EvidenceResult[],
  share: number,
  redact: boolean,
): string | null {
  const shown = new Set(results.flatMap(({ paths }) => paths.map(({ path }) => path)));
  const told = answers.flatMap(({ path, result }) => (shown.has(path) ? (result.statement ?? []) : []));
  if (told.length === 0) return null;
  const statement = [...new Set(told)].join(' ');
  return clipToTokens(redact ? redactSecrets(statement).text : statement, share);
}
