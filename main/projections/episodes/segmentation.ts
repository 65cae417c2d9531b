/** A turn, tool result or action of one thread or session, in order of time among the others. */
export interface Member {
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly goalId: string | null;
  readonly taskId: string | null;
  readonly eventType: string;
  /** Who said or did it. */
  readonly actor: string;
}

/**
 * After half an hour of silence something new begins. The bound is the one by which web sessions are cut since Catledge
 * and Pitkow 1995 (25.5 minutes measured); turns of one conversation follow within minutes, and sittings within hours.
 */
export const longestPauseMs = 30 * 60_000;

/** The company at a place: who took part in so many members before it, and in so many after. */
export const companyReach = 8;

/** From so many on, who took part says who the company is; one alone may just be the next to speak. */
const leastCompany = 2;

/**
 * Whether an episode begins with the member at `at`: goal or task have changed, there was a long pause, or the company
 * has. Depends on no more than `companyReach` members to each side, so that one more member moves only what is near it.
 */
export function startsAt(members: readonly Member[], at: number): boolean {
  return partsFromPrevious(members, at) || companyChanges(members, at);
}

function partsFromPrevious(members: readonly Member[], at: number): boolean {
  const [before, after] = [members[at - 1], members[at]];
  if (before === undefined || after === undefined) return true;
  return (
    before.goalId !== after.goalId ||
    before.taskId !== after.taskId ||
    after.occurredAt - before.occurredAt > longestPauseMs
  );
}

/**
 * Nobody of those before takes part any more. A request and its carrying out are one episode, although one asks and
 * another acts: companies are compared only where both speak, or both act.
 */
function companyChanges(members: readonly Member[], at: number): boolean {
  const before = companyAt(members, at - 1, -1);
  const after = companyAt(members, at, 1);
  if (before.length < leastCompany || after.length < leastCompany) return false;
  return !share(before, after, ({ actor }) => actor) && share(before, after, isRequest);
}

/** The members from `from` on in one direction, up to a goal, task or pause that parts them. */
function companyAt(members: readonly Member[], from: number, step: 1 | -1): Member[] {
  const company: Member[] = [];
  for (let at = from; company.length < companyReach; at += step) {
    const member = members[at];
    if (member === undefined) break;
    company.push(member);
    if (partsFromPrevious(members, step === 1 ? at + 1 : at)) break;
  }
  return company;
}

function share(some: readonly Member[], others: readonly Member[], trait: (member: Member) => unknown): boolean {
  const traits = new Set(some.map(trait));
  return others.some((member) => traits.has(trait(member)));
}

function isRequest({ eventType }: Member): boolean {
  return eventType === 'user_statement';
}
