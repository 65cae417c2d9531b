import type { Assertion, Part } from './evidence.ts';
import { bandOf, compareStrength, compareWithinBand } from './rank.ts';

/** A living assertion, for a value or against one, and what explicit words leave of its time: `[validFrom, end)`. */
export interface Life {
  readonly assertion: Assertion;
  /** Infinity while it is open. */
  readonly end: number;
  /** Words against it from a lower band, which cannot end it: `[from, until)`. */
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
 * or ends, O(n log n) for n assertions. The strongest statement decides; where a stronger denial of its value covers the
 * instant, the next strongest that is not older than the denial, and where there is none, the denial: nothing holds.
 * Stretches of which nothing is said are left out; neighbours differ in the one who decides or in the dispute.
 * What is denied though it is newer than its denial is passed over anew at each instant.
 */
export function partsOf(lives: readonly Life[]): Part[] {
  const rising = lives
    .filter(({ assertion, end }) => assertion.validFrom < end)
    .toSorted((a, b) => compareWithinBand(a.assertion, b.assertion));
  const open = new OpenLives();
  const parts: Part[] = [];
  const instants = boundariesOf(rising);
  let begun = 0;
  for (const [index, instant] of instants.entries()) {
    // Whatever begins now outranks all of its band that began before: the strongest of each band lies on top.
    for (let life = rising[begun]; life !== undefined && life.assertion.validFrom <= instant; life = rising[begun]) {
      open.add(life);
      begun++;
    }
    const decider = open.decider(instant);
    if (decider === null) continue;
    const to = instants[index + 1] ?? null;
    append(parts, { from: instant, to, winner: decider.assertion, contestedBy: open.disputants(decider, instant) });
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

/** The lives that have begun, each band's in a stack, denials apart by their value. Instants are asked in ascending order. */
class OpenLives {
  readonly #statements: readonly Life[][] = [[], [], []];
  readonly #denials = new Map<string, readonly Life[][]>();

  add(life: Life): void {
    const { authority, valueKey, denial } = life.assertion;
    if (denial !== null && !this.#denials.has(valueKey)) this.#denials.set(valueKey, [[], [], []]);
    const stacks = denial === null ? this.#statements : this.#denials.get(valueKey);
    stacks?.[bandOf(authority)]?.push(life);
  }

  /** The strongest statement that no denial ends and that is not older than one that ended a stronger; else that denial. */
  decider(instant: number): Life | null {
    let denial: Life | null = null;
    let since = Number.NEGATIVE_INFINITY;
    const denied = new Set<string>();
    for (const stack of this.#statements.toReversed()) {
      dropEnded(stack, instant);
      for (let place = stack.length - 1; place >= 0; place--) {
        const next = stack[place];
        if (next === undefined || next.assertion.validFrom < since) break;
        if (next.end <= instant || denied.has(next.assertion.valueKey)) continue;
        const against = this.#denialOf(next, instant);
        if (against === null) return next;
        denial ??= against;
        since = Math.max(since, this.#deniedSince(next, instant));
        denied.add(next.assertion.valueKey);
      }
    }
    return denial;
  }

  /**
   * Those of a lower band who say something else and are not older than the one who decides, and those whose word is
   * against it. A statement that a denial has ended says nothing any more.
   */
  disputants(decider: Life, instant: number): string[] {
    const { assertion, disputes } = decider;
    const named = new Set<string>();
    for (const { by, from, until } of disputes) if (from <= instant && instant < until) named.add(by);
    const isDenial = assertion.denial !== null;
    const speaksAgainst = (other: Life) =>
      other.assertion.valueKey === assertion.valueKey ? isDenial : this.#denialOf(other, instant) === null;
    nameWeaker(this.#statements, decider, instant, named, speaksAgainst);
    if (!isDenial) nameWeaker(this.#denials.get(assertion.valueKey) ?? [], decider, instant, named, () => true);
    return [...named].sort();
  }

  /** The denial that stands above a statement at an instant. */
  #denialOf({ assertion }: Life, instant: number): Life | null {
    const stacks = this.#denials.get(assertion.valueKey);
    const denial = stacks === undefined ? null : strongest(stacks, instant);
    return denial !== null && compareStrength(denial.assertion, assertion) > 0 ? denial : null;
  }

  /** Since when a statement is denied: from the first denial above it on, so that to say it again changes nothing. */
  #deniedSince({ assertion }: Life, instant: number): number {
    let since = Number.POSITIVE_INFINITY;
    for (const denials of this.#denials.get(assertion.valueKey) ?? []) {
      const first = denials.find((one) => one.end > instant && compareStrength(one.assertion, assertion) > 0);
      if (first !== undefined) since = Math.min(since, first.assertion.validFrom);
    }
    return since;
  }
}

/** The one on top of the highest band, once those that have ended are out of the way. */
function strongest(stacks: readonly Life[][], instant: number): Life | null {
  for (let band = stacks.length - 1; band >= 0; band--) {
    const stack = stacks[band] ?? [];
    dropEnded(stack, instant);
    const top = stack.at(-1);
    if (top !== undefined) return top;
  }
  return null;
}

/** Takes those that have ended off the top. */
function dropEnded(stack: Life[], instant: number): void {
  for (let top = stack.at(-1); top !== undefined && top.end <= instant; top = stack.at(-1)) stack.pop();
}

/** Names those of lower bands who are not older than the one who decides and speak against it. */
function nameWeaker(
  stacks: readonly (readonly Life[])[],
  { assertion }: Life,
  instant: number,
  named: Set<string>,
  speaksAgainst: (other: Life) => boolean,
): void {
  for (const stack of stacks.slice(0, bandOf(assertion.authority)).toReversed()) {
    for (let place = stack.length - 1; place >= 0 && named.size < mostNamed; place--) {
      const other = stack[place];
      if (other === undefined || other.assertion.validFrom < assertion.validFrom) break;
      if (other.end > instant && speaksAgainst(other)) named.add(other.assertion.id);
    }
  }
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
