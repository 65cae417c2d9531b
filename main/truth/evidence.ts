import type { AssertionStatus } from '../contract/facts.ts';
import type { Denial } from '../contract/memory.ts';

/** Anything that is said, or that says something of others: an item or a retraction. Times are milliseconds. */
export interface Witness {
  readonly id: string;
  /** Record time: `known_at`, or `recorded_at` where the ledger's own is asked for. */
  readonly knownAt: number;
  readonly seq: number;
  /** Written down as invalid: it is not believed and its word does not count. */
  readonly invalid: boolean;
  /** What it was concluded from; it falls when all of them do. */
  readonly derivedFrom: readonly string[];
}

export type Relation = 'supersedes' | 'corrects' | 'retracts' | 'distrusts';

/** What one witness says of another. It is known when the one who says it is. */
export interface Word {
  readonly by: string;
  readonly relation: Relation;
  readonly target: string;
  /** For `supersedes`: the part of valid time, `[from, until)`, in which the successor claims to hold. */
  readonly from: number;
  readonly until: number | null;
  readonly authority: number;
}

/** One statement of a slot's value, or against one, valid in `[validFrom, validTo)`; null is open. */
export interface Assertion extends Witness {
  readonly value: string | number | boolean;
  /** Equal for values that are the same, whatever their units. */
  readonly valueKey: string;
  /**
   * What it says against the value; null where it states that the value holds. `no-longer`: it does not in this
   * interval; `never`: whoever had said so before was wrong, whatever the interval.
   */
  readonly denial: Denial | null;
  /** What it says of the slot; null where it says nothing. */
  readonly cardinality: 'one' | 'many' | null;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly authority: number;
  /** The `seq` of the item whose text states it (its own where none does), and the place in that text. */
  readonly sourceSeq: number;
  readonly place: number;
}

/** What is held about one slot: its assertions, and everything that bears on whether they stand. */
export interface Evidence {
  readonly assertions: readonly Assertion[];
  /** Whoever speaks, or is concluded from, directly or at several removes; assertions need not be named again. */
  readonly witnesses: readonly Witness[];
  readonly words: readonly Word[];
}

/** Why a witness does not stand, and whose word decides it. */
export interface Fate {
  readonly alive: boolean;
  readonly why: Extract<AssertionStatus, 'corrected' | 'retracted' | 'distrusted' | 'unsupported'> | null;
  readonly by: string | null;
}

/**
 * A stretch of valid time with one deciding assertion and the same dispute throughout. Where a denial decides, nothing
 * holds.
 */
export interface Part {
  readonly from: number;
  readonly to: number | null;
  readonly winner: Assertion;
  /** Who disputes it here. */
  readonly contestedBy: readonly string[];
}

/** A value and the whole stretch in which it is believed, whoever decides it: neighbours differ in value. */
export interface Segment {
  readonly value: Assertion['value'];
  readonly valueKey: string;
  readonly from: number;
  readonly to: number | null;
  readonly parts: readonly Part[];
  /** Live assertions of the value that begin in it or decide a part of it. */
  readonly support: readonly string[];
  /** The denial of the value that decides from `to` on; null where something else ends it, or nothing does. */
  readonly endedBy: string | null;
}

/** Who stands and whose words count, as known at one instant. */
export interface Verdicts {
  /** Of every witness known by then. */
  readonly fates: ReadonlyMap<string, Fate>;
  /** Words that deny their target its life, in force. */
  readonly denials: readonly Word[];
  /** Words of replacement in force, by their targets. */
  readonly successions: ReadonlyMap<string, readonly Word[]>;
}

/** A slot's life as known at one instant. */
export interface Timeline {
  readonly cardinality: 'one' | 'many';
  /** By `from`, then by the value's key; of a slot with one value they do not overlap. */
  readonly segments: readonly Segment[];
  /** Where a denial decides that a value does not hold; ascending, of a slot with one value apart from the segments. */
  readonly absences: readonly Part[];
  /** Of every assertion known by then. */
  readonly statuses: ReadonlyMap<string, AssertionStatus>;
}
