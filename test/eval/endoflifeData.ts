import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryObject } from '../../main/contract/memory.ts';

/** One version of one lifecycle date, as the catalogue carried it from `known_from` until `known_to`. */
export interface Version {
  readonly product: string;
  readonly cycle: string;
  readonly field: string;
  readonly value: string | boolean;
  readonly known_from: string;
  readonly known_to: string | null;
}

export const kinds = ['asof', 'current', 'unknown_yet'] as const;
export type Kind = (typeof kinds)[number];

export interface Case {
  readonly id: string;
  readonly kind: Kind;
  readonly product: string;
  readonly title: string;
  readonly cycle: string;
  readonly field: string;
  readonly label: string;
  /** A day: the records say the same from its beginning to its end. */
  readonly known_as_of: string;
  readonly gold: string | null;
}

export interface Slot {
  readonly product: string;
  readonly cycle: string;
  readonly field: string;
}

export interface Catalogue {
  readonly versions: readonly Version[];
  readonly cases: readonly Case[];
  /** What the catalogue said at an instant; null for nothing. */
  valueAt(slot: Slot, ms: number): string | boolean | null;
  /** Whether it said just one thing, be it nothing, all through a span. */
  isConstant(slot: Slot, from: number, to: number): boolean;
}

export function loadCatalogue(dataDir: string): Catalogue {
  const read = <T>(name: string) =>
    readFileSync(join(dataDir, 'endoflife-dev', name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  const versions = read<Version>('facts.jsonl');
  const bySlot = Map.groupBy(versions, keyOf);
  const valueAt = (slot: Slot, ms: number) => {
    const found = bySlot
      .get(keyOf(slot))
      ?.find((one) => Date.parse(one.known_from) <= ms && (one.known_to === null || ms < Date.parse(one.known_to)));
    return found?.value ?? null;
  };
  return {
    versions,
    cases: read<Case>('cases.jsonl'),
    valueAt,
    isConstant(slot, from, to) {
      const changes = (bySlot.get(keyOf(slot)) ?? []).flatMap((one) => [
        one.known_from,
        one.known_to ?? one.known_from,
      ]);
      const moments = [from, to, ...changes.map(Date.parse).filter((ms) => ms > from && ms <= to)];
      return new Set(moments.map((ms) => valueAt(slot, ms))).size === 1;
    },
  };
}

function keyOf({ product, cycle, field }: Slot): string {
  return JSON.stringify([product, cycle, field]);
}

/** As a user would name them: the cycle behind its product is the thing, the field is what is asked of it. */
export function subjectOf({ product, cycle }: Slot): string {
  return `${product} ${cycle}`;
}

/**
 * The catalogue as memory objects. Each version is a fact that the source recorded at `known_from`; a later one of the
 * same slot ends it by the resolution rule. Where the catalogue dropped a line and put nothing in its place, it did not
 * say that its word had been false, but its word does not go on: at that time (`known_to`) every version since the last
 * gap is stated anew with the end that it turned out to have, as a correction of the open-ended statement. What was
 * believed before stays what was believed.
 */
export function memoryObjects({ versions }: Catalogue): MemoryObject[] {
  const objects: MemoryObject[] = [];
  for (const [key, those] of Map.groupBy(versions, keyOf)) {
    const inOrder = those.toSorted((a, b) => (a.known_from < b.known_from ? -1 : 1));
    let since = 0;
    for (const [at, version] of inOrder.entries()) {
      const { field, value, known_from, known_to } = version;
      const fact = { subject: subjectOf(version), predicate: field, object: value };
      const id = `${key}@${known_from}`;
      objects.push({ id, occurredAt: known_from, recordedAt: known_from, fact });
      const next = inOrder[at + 1];
      if (known_to === null || next?.known_from === known_to) continue;
      for (const { value, known_from, known_to: end } of inOrder.slice(since, at + 1)) {
        objects.push({
          id: `${key}@${known_from} ended`,
          occurredAt: known_to,
          recordedAt: known_to,
          fact: { ...fact, object: value, validFrom: known_from, validTo: end },
          corrects: [`${key}@${known_from}`],
        });
      }
      since = at + 1;
    }
  }
  return objects;
}

/** The only thing that is taken from the cases for the store: which title a product and which label a field goes by. */
export function aliasesIn(cases: readonly Case[]): { titles: [string, string][]; labels: [string, string][] } {
  const distinct = (pairs: [string, string][]) => [
    ...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values(),
  ];
  return {
    titles: distinct(cases.map(({ title, product }) => [title, product])),
    labels: distinct(cases.map(({ label, field }) => [label, field])),
  };
}

/** Cases that are left out of plain language: under another field of the same label there already was a value. */
export function saidUnderOtherField({ cases, versions, valueAt }: Catalogue): ReadonlySet<string> {
  const fieldsOf = Map.groupBy(cases, ({ label }) => label);
  const known = new Set(versions.map(keyOf));
  return new Set(
    cases
      .filter(({ kind }) => kind === 'unknown_yet')
      .filter((one) => {
        const others = new Set((fieldsOf.get(one.label) ?? []).map(({ field }) => field));
        others.delete(one.field);
        const at = Date.parse(`${one.known_as_of}T12:00:00Z`);
        return [...others].some(
          (field) => known.has(keyOf({ ...one, field })) && valueAt({ ...one, field }, at) !== null,
        );
      })
      .map(({ id }) => id),
  );
}
