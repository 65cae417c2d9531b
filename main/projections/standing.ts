import type { AssertionStatus, FactAssertion } from '../contract/facts.ts';
import type { EvidenceResult } from '../contract/packet.ts';

export type Currentness = EvidenceResult['memoryStatus']['currentness'];

/** The instants from which an item is judged, in milliseconds since 1970. */
export interface Frame {
  /** Of valid time: usually the asker's present. */
  readonly at: number;
  /** Of record time; null for all that is known. */
  readonly knownAt: number | null;
}

/** How an item stands in a frame, and which items say so. */
export interface Standing {
  readonly currentness: Currentness;
  readonly isCurrent: boolean;
  /** The item that decides it, where another one does. */
  readonly by: string | null;
  /** The items whose word against this one is in force, in the order in which it took effect. */
  readonly supersededBy: readonly string[];
  /** Items that contradict it without winning. */
  readonly contradicts: readonly string[];
  /** For a fact: the value and the time in which it is believed, as resolved against every other assertion. */
  readonly fact: {
    readonly subject: string;
    readonly predicate: string;
    readonly value: FactAssertion['object'];
    readonly validFrom: number | null;
    readonly validTo: number | null;
    readonly status: AssertionStatus;
  } | null;
  /** For a text that a later version of it replaced: when it held, in milliseconds since 1970, `[from, to)`. */
  readonly held: { readonly from: number; readonly to: number } | null;
  /** Parts of its text (UTF-16 offsets) that state what no longer holds, ascending and apart. */
  readonly stale: readonly StaleSpan[];
}

export interface StaleSpan {
  readonly start: number;
  readonly end: number;
  /** The item that says what holds instead. */
  readonly by: string | null;
}

/** A part of a text that states something, and how that stands. */
export interface StatedSpan extends StaleSpan {
  readonly currentness: Currentness;
}
