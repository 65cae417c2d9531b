import type { Assertion, Part } from './evidence.ts';
import { bandOf, compareWithinBand } from './rank.ts';

/** A living assertion and what explicit words leave of its time: `[validFrom, end)`. */
export interface Life {
  readonly assertion: Assertion;
  /** Infinity while it is open. */
  readonly end: number;
  /** Words of replacement from a lower band, which cannot end it: `[from, until)`. */
  readonly disputes: readonly Dispute[];
}

export interface Dispute {
  readonly by: string;
  readonly from: number;
  readonly until: number;
}

/** At most so many are named in one part: thousands of voices make a dispute no clearer. */
const mostNamed = 100;

/**
 * Who decides when, among assertions of which one holds at a time: a sweep over the instants at which something begins
 * or ends, O(n log n) for n assertions. Stretches in which nothing holds are left out; neighbours differ in the one who
 * decides or in the dispute.
 */
export function partsOf(lives: readonly Life[]): Part[] {
  const rising = lives
    .filter(({ assertion, end }) => assertion.validFrom < end)
    .toSorted((a, b) => compareWithinBand(a.assertion, b.assertion));
  const stacks: Life[][] = [[], [], []];
  const parts: Part[] = [];
  const instants = boundariesOf(rising);
  let begun = 0;
  for (const [index, instant] of instants.entries()) {
    // Whatever begins now outranks all of its band that began before: the strongest of each band lies on top.
    for (let life = rising[begun]; life !== undefined && life.assertion.validFrom <= instant; life = rising[begun]) {
      stacks[bandOf(life.assertion.authority)]?.push(life);
      begun++;
    }
    const winner = strongest(stacks, instant);
    if (winner === null) continue;
    const to = instants[index + 1] ?? null;
    append(parts, { from: instant, to, winner: winner.assertion, contestedBy: disputants(winner, stacks, instant) });
  }
  return parts;
}

function boundariesOf(lives: readonly Life[]): number[] {
  const instants = new Set<number>();
  for (const { assertion, end, disputes } of lives) {
    instants.add(assertion.validFrom);
    instants.add(end);
    for (const { from, until } of disputes) instants.add(from).add(until);
  }
  instants.delete(Number.POSITIVE_INFINITY);
  return [...instants].sort((a, b) => a - b);
}

/** The one on top of the highest band, once those that have ended are out of the way. */
function strongest(stacks: readonly Life[][], instant: number): Life | null {
  for (const stack of stacks.toReversed()) {
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (top.end > instant) return top;
      stack.pop();
    }
  }
  return null;
}

/** Those of a lower band with another value that are not older than the winner, and those who would replace it. */
function disputants({ assertion, disputes }: Life, stacks: readonly Life[][], instant: number): string[] {
  const named = new Set<string>();
  for (const { by, from, until } of disputes) if (from <= instant && instant < until) named.add(by);
  for (const stack of stacks.slice(0, bandOf(assertion.authority)).toReversed()) {
    for (let place = stack.length - 1; place >= 0 && named.size < mostNamed; place--) {
      const other = stack[place];
      if (other === undefined || other.assertion.validFrom < assertion.validFrom) break;
      if (other.end > instant && other.assertion.valueKey !== assertion.valueKey) named.add(other.assertion.id);
    }
  }
  return [...named].sort();
}

/** Adds a part, or lengthens the last one where nothing changes. */
function append(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  const goesOn =
    last !== undefined &&
    last.to === part.from &&
    last.winner === part.winner &&
    last.contestedBy.length === part.contestedBy.length &&
    last.contestedBy.every((id, place) => id === part.contestedBy[place]);
  if (goesOn) parts[parts.length - 1] = { ...last, to: part.to };
  else parts.push(part);
}
