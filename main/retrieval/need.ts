import type { NeedAnswer, NeedReason } from '../contract/need.ts';
import { findIdentifiers } from '../language/identifiers.ts';
import type { HeldFact } from '../retrievers/temporal/heldFacts.ts';
import type { Volatility, VolatilityClass } from './volatility.ts';

/** What is known when it is decided whether to look. Instants are milliseconds since 1970. */
export interface NeedQuestion {
  readonly question: string;
  readonly now: number;
  /** The asker is about to change something outside by the answer. */
  readonly acting: boolean;
  /** When the asker last retrieved what it would answer from; null where it has nothing at hand. */
  readonly heldSince: number | null;
  /** What the question names that memory knows, and the facts that it seems to be about. */
  readonly names: NeedAnswer['known'];
  readonly facts: readonly HeldFact[];
  /** Of the names in the question those that stand in stored texts. */
  readonly spokenOf: readonly string[];
}

/**
 * Whether a question has to be looked up before it is answered (memory.md §3.6). By rule: what memory knows nothing of
 * is not looked up, unless it is the asker's own affair; what it knows is, unless the asker has it at hand and it is of
 * a sort that keeps that long.
 */
export function judgeNeed(asked: NeedQuestion, volatility: Volatility): NeedAnswer {
  const { question, now, acting, heldSince, names, facts, spokenOf } = asked;
  const words = volatility.wordsOf(question);
  const [fact] = facts;
  const kind =
    fact === undefined ? volatility.ofQuestion(question) : volatility.ofItem({ kind: 'fact', fact, text: question });
  const told = {
    volatility: kind.name,
    horizon: kind.horizon,
    known: [...names],
    policyVersion: volatility.version,
  };
  const isKnown = names.length > 0 || facts.length > 0 || spokenOf.length > 0;
  const about = [...new Set([...names.map(({ name }) => name), ...spokenOf])].slice(0, 5).join(', ');
  if (!isKnown) {
    const reason = words.personal
      ? reasons.personal()
      : namesIn(question).length > 0
        ? reasons.unknown()
        : reasons.general();
    return { verdict: 'unknowable', look: words.personal, reasons: [reason], ...told };
  }
  const grounds = [
    ...(about === '' ? [] : [reasons.known(about)]),
    ...(fact === undefined ? [] : [reasons.fact(fact.predicate)]),
    ...(words.personal ? [reasons.personal()] : []),
  ];
  const over = (words.past && !words.present) || (fact !== undefined && fact.validTo !== null && fact.validTo <= now);
  const doubts = doubtsOf({ kind, over, present: words.present, acting, facts, heldSince, now });
  if (doubts.length > 0) return { verdict: 'may-be-stale', look: true, reasons: [...grounds, ...doubts], ...told };
  const settled = [...grounds, ...(over ? [reasons.past()] : [])];
  if (heldSince === null) return { verdict: 'stable', look: true, reasons: settled, ...told };
  return { verdict: 'stable', look: false, reasons: [...settled, reasons.held()], ...told };
}

interface Doubtful {
  readonly kind: VolatilityClass;
  readonly over: boolean;
  readonly present: boolean;
  readonly acting: boolean;
  readonly facts: readonly HeldFact[];
  readonly heldSince: number | null;
  readonly now: number;
}

/** Why an answer from what is known may be stale; none where what is known was said within its horizon. */
function doubtsOf({ kind, over, present, acting, facts, heldSince, now }: Doubtful): NeedReason[] {
  const [fact] = facts;
  const said = Math.max(fact?.saidAt ?? Number.NEGATIVE_INFINITY, heldSince ?? Number.NEGATIVE_INFINITY);
  const isOld = kind.horizon !== null && now - said > kind.horizon;
  return [
    ...(kind.volatile && !over ? [reasons.volatile(kind)] : []),
    ...(isOld && !over ? [reasons.old(kind)] : []),
    ...(present && kind.horizon !== null ? [reasons.present()] : []),
    ...(facts.some(({ contested }) => contested) ? [reasons.contested()] : []),
    ...(heldSince !== null && facts.some(({ lastKnownAt }) => lastKnownAt > heldSince) ? [reasons.newer()] : []),
    ...(acting ? [reasons.acting()] : []),
  ];
}

const reasons = {
  known: (names: string): NeedReason => ({ code: 'names-known', says: `Memory knows of ${names}.` }),
  fact: (predicate: string): NeedReason => ({ code: 'fact-held', says: `It holds a fact for “${predicate}”.` }),
  personal: (): NeedReason => ({
    code: 'personal',
    says: 'It is about the asker or their group, of whom only memory can know.',
  }),
  general: (): NeedReason => ({
    code: 'general',
    says: 'It is a general question, and memory holds nothing under its words.',
  }),
  unknown: (): NeedReason => ({ code: 'names-unknown', says: 'Memory knows nothing of what it names.' }),
  past: (): NeedReason => ({ code: 'past-only', says: 'It asks for a time that is over, which does not change.' }),
  present: (): NeedReason => ({ code: 'time-words', says: 'Its words ask for the present.' }),
  volatile: ({ reason }: VolatilityClass): NeedReason => ({ code: 'volatile', says: reason }),
  old: ({ horizon }: VolatilityClass): NeedReason => ({
    code: 'past-horizon',
    says: `It is not known to have been said within the last ${Math.round((horizon ?? 0) / 86_400_000)} days.`,
  }),
  contested: (): NeedReason => ({ code: 'contested', says: 'Memory holds words against it.' }),
  acting: (): NeedReason => ({ code: 'about-to-act', says: 'Something outside is about to be changed by it.' }),
  held: (): NeedReason => ({ code: 'already-held', says: 'You have it at hand, and nothing newer is known.' }),
  newer: (): NeedReason => ({ code: 'newer-held', says: 'Memory has learnt something about it since you looked.' }),
} as const;

/** Names in a question as it is written: identifiers, and words with a capital that do not begin a sentence. */
export function namesIn(question: string): string[] {
  const exact = findIdentifiers(question).map(({ text }) => text);
  const capitals = [
    ...question.matchAll(/(?<=[\p{L}\p{N},;:)”"’'] )\p{Lu}[\p{L}\p{N}’'-]+(?: \p{Lu}[\p{L}\p{N}’'-]+)*/gu),
  ];
  const names = capitals.map(([name]) => name).filter((name) => !/^(?:I['’]\w+|Does|Did|Is|Are)$/u.test(name));
  return [...new Set([...exact, ...names])].slice(0, 20);
}
