import type { FactStructure } from '../contract/memory.ts';
import type { Sentence } from './extraction.ts';
import { bare, type Slot } from './phrases.ts';
import { pastOf, validityOf } from './validity.ts';

/** The fact that a slot has a value, valid as its sentence says. */
export function factOf(
  sentence: Sentence,
  { subject, predicate }: Slot,
  value: string,
  taken: readonly string[] = [],
  cardinality?: 'one' | 'many',
): FactStructure {
  const { validFrom, validTo } = validityOf(sentence, [value, ...taken]);
  return {
    subject,
    predicate,
    object: bare(value),
    ...(cardinality === undefined ? {} : { cardinality }),
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
  };
}

/** The fact that a slot had a value in the time that its sentence tells; null where that may not be over. */
export function pastFactOf(
  sentence: Sentence,
  { subject, predicate }: Slot,
  value: string,
  taken: readonly string[] = [],
): FactStructure | null {
  const held = pastOf(sentence, [value, ...taken]);
  return held === null ? null : { subject, predicate, object: bare(value), ...held };
}

/**
 * Calls `read` with the groups of the first match in each clause and with what stands behind it, and gathers what it finds. Patterns are written for
 * lower case: a pattern of this size that ignores case takes ten times as long to compile.
 */
export function inClauses<T>(
  { clauses }: Sentence,
  pattern: RegExp,
  read: (groups: Readonly<Record<string, string | undefined>>, clause: string, rest: string) => T | null,
): T[] {
  const found: T[] = [];
  for (const clause of clauses) {
    const lower = clause.toLowerCase();
    if (lower.length !== clause.length || !pattern.test(lower)) continue;
    const match = locating(pattern).exec(lower);
    const places = match?.indices?.groups ?? {};
    const groups = Object.fromEntries(
      Object.entries(places).map(([name, place]) => [name, place === undefined ? undefined : clause.slice(...place)]),
    );
    const result = read(groups, clause, clause.slice(match?.indices?.[0]?.[1] ?? clause.length));
    if (result !== null) found.push(result);
  }
  return found;
}

const located = new WeakMap<RegExp, RegExp>();

/** The same pattern, which also tells where its groups stand; compiled for the few that ever match. */
function locating(pattern: RegExp): RegExp {
  const known = located.get(pattern);
  if (known !== undefined) return known;
  const made = new RegExp(pattern.source, `${pattern.flags}d`);
  located.set(pattern, made);
  return made;
}
