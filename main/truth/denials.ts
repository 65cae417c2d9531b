import type { Assertion, Word } from './evidence.ts';
import { bandOf, compareKnown } from './rank.ts';

/** What it takes to say whether a `never` speaks of an assertion of the same slot and value. */
export type Ranked = Pick<Assertion, 'id' | 'knownAt' | 'seq' | 'authority'>;

/**
 * Whether a `never` takes the life of an assertion of its value: one that was known before it, in the same band or a
 * lower one. One of a higher band it only contests, and one that became known later speaks against it.
 */
export function fells(never: Ranked, one: Ranked): boolean {
  return isKnownBefore(one, never) && bandOf(never.authority) >= bandOf(one.authority);
}

/** Whether a `never` contests an assertion of its value instead. */
export function contests(never: Ranked, one: Ranked): boolean {
  return isKnownBefore(one, never) && bandOf(never.authority) < bandOf(one.authority);
}

/** The word that lies in a `never` about an assertion that it fells. */
export function correction(by: string, target: string, authority: number): Word {
  return { by, relation: 'corrects', target, from: 0, until: null, authority };
}

/** The corrections that lie in the denials among the assertions of one slot. */
export function correctionsIn(assertions: readonly Assertion[]): Word[] {
  const nevers = assertions.filter(({ denial }) => denial === 'never');
  if (nevers.length === 0) return [];
  const stated = Map.groupBy(
    assertions.filter(({ denial }) => denial === null),
    ({ valueKey }) => valueKey,
  );
  return nevers.flatMap((never) =>
    (stated.get(never.valueKey) ?? [])
      .filter((one) => fells(never, one))
      .map((one) => correction(never.id, one.id, never.authority)),
  );
}

function isKnownBefore(one: Ranked, other: Ranked): boolean {
  return compareKnown(one, other) < 0;
}
