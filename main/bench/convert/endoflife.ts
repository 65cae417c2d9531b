import { join } from 'node:path';
import { z } from 'zod';
import type { MemoryObject } from '../../contract/memory.ts';
import { readJsonLines } from './readSource.ts';

/** One version of one lifecycle date, as the catalogue carried it from `known_from` until `known_to`. */
const Version = z.object({
  product: z.string().min(1),
  cycle: z.string().min(1),
  field: z.string().min(1),
  value: z.union([z.string().min(1), z.boolean()]),
  known_from: z.iso.datetime({ offset: true }),
  known_to: z.iso.datetime({ offset: true }).nullable(),
});
export type Version = Readonly<z.infer<typeof Version>>;

export const kinds = ['asof', 'current', 'unknown_yet'] as const;
export type Kind = (typeof kinds)[number];

const Case = z.looseObject({
  id: z.string().min(1),
  kind: z.enum(kinds),
  product: z.string(),
  title: z.string().min(1),
  cycle: z.string(),
  field: z.string(),
  label: z.string().min(1),
  /** A day: the records say the same from its beginning to its end. */
  known_as_of: z.iso.date(),
  gold: z.string().nullable(),
});
export type Case = Readonly<z.infer<typeof Case>>;

export interface Slot {
  readonly product: string;
  readonly cycle: string;
  readonly field: string;
}

export interface Catalogue {
  readonly versions: readonly Version[];
  readonly cases: readonly Case[];
  /** What the catalogue said of a slot, oldest first. */
  versionsOf(slot: Slot): readonly Version[];
  /** What it said at an instant; null for nothing. */
  versionAt(slot: Slot, ms: number): Version | null;
  /** Whether it said just one thing, be it nothing, all through a span. */
  isConstant(slot: Slot, from: number, to: number): boolean;
  /** Whether it said something at an instant under another field that goes by the same label. */
  isSaidElsewhere(one: Slot & Pick<Case, 'label'>, ms: number): boolean;
}

/** Reads `facts.jsonl` and `cases.jsonl`, made of the history of endoflife-date/endoflife.date. */
export function readCatalogue(folder: string): Catalogue {
  const versions = readJsonLines(join(folder, 'facts.jsonl'), Version);
  const cases = readJsonLines(join(folder, 'cases.jsonl'), Case);
  const bySlot = Map.groupBy(versions.toSorted(oldestFirst), keyOf);
  const fieldsOf = Map.groupBy(cases, ({ label }) => label);
  const versionsOf = (slot: Slot) => bySlot.get(keyOf(slot)) ?? [];
  const versionAt = (slot: Slot, ms: number) => versionsOf(slot).find((one) => isSaidAt(one, ms)) ?? null;
  const valueAt = (slot: Slot, ms: number) => versionAt(slot, ms)?.value ?? null;
  return {
    versions,
    cases,
    versionsOf,
    versionAt,
    isConstant(slot, from, to) {
      const changes = versionsOf(slot).flatMap((one) => [one.known_from, one.known_to ?? one.known_from]);
      const moments = [from, to, ...changes.map(Date.parse).filter((ms) => ms > from && ms <= to)];
      return new Set(moments.map((ms) => valueAt(slot, ms))).size === 1;
    },
    isSaidElsewhere(one, ms) {
      const fields = new Set((fieldsOf.get(one.label) ?? []).map(({ field }) => field));
      fields.delete(one.field);
      return [...fields].some((field) => versionAt({ ...one, field }, ms) !== null);
    },
  };
}

function isSaidAt({ known_from, known_to }: Version, ms: number): boolean {
  return Date.parse(known_from) <= ms && (known_to === null || ms < Date.parse(known_to));
}

function oldestFirst(a: Version, b: Version): number {
  return Date.parse(a.known_from) - Date.parse(b.known_from);
}

function keyOf({ product, cycle, field }: Slot): string {
  return JSON.stringify([product, cycle, field]);
}

/** The id of the statement as it was first made; one that was restated with its end bears it with “ ended”. */
export function statementId(version: Version): string {
  return `${keyOf(version)}@${version.known_from}`;
}

export function restatementId(version: Version): string {
  return `${statementId(version)} ended`;
}

/** Noon of a case's day. */
export function noonOf({ known_as_of }: Pick<Case, 'known_as_of'>): number {
  return Date.parse(`${known_as_of}T12:00:00Z`);
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
 *
 * @param nameOf what a field is called in the facts
 */
export function catalogueObjects(
  { versions }: Pick<Catalogue, 'versions'>,
  nameOf: (field: string) => string = (field) => field,
): MemoryObject[] {
  const objects: MemoryObject[] = [];
  for (const [, those] of Map.groupBy(versions, keyOf)) {
    const inOrder = those.toSorted(oldestFirst);
    let since = 0;
    for (const [at, version] of inOrder.entries()) {
      const { field, value, known_from, known_to } = version;
      const fact = { subject: subjectOf(version), predicate: nameOf(field), object: value };
      objects.push({ id: statementId(version), occurredAt: known_from, recordedAt: known_from, fact });
      if (known_to === null || inOrder[at + 1]?.known_from === known_to) continue;
      for (const restated of inOrder.slice(since, at + 1)) {
        objects.push({
          id: restatementId(restated),
          occurredAt: known_to,
          recordedAt: known_to,
          fact: { ...fact, object: restated.value, validFrom: restated.known_from, validTo: restated.known_to },
          corrects: [statementId(restated)],
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
