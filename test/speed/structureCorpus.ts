import { mulberry32 } from '../../main/base/mulberry32.ts';

/** A made world of named things: what they are now and were before, how they hang together, what caused what. */
export interface Structure {
  readonly facts: readonly FactRow[];
  readonly edges: readonly EdgeRow[];
  readonly causes: readonly CauseRow[];
}
export interface FactRow {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  readonly validFrom: string;
}
export interface EdgeRow {
  readonly from: string;
  readonly relation: string;
  readonly to: string;
}
export interface CauseRow {
  readonly cause: string;
  readonly effect: string;
}

const syllables = 'ba ke di lo mu na po ri sa te vu zo fen gar hil jun kor lam nor pel'.split(' ');
const predicates = ['timeout', 'owner', 'version', 'region', 'budget', 'quota', 'capacity', 'port', 'contact', 'tier'];
const relations = ['uses', 'depends on', 'is written by', 'is deployed on', 'reports to', 'is part of'];
const troubles = ['crash', 'restart', 'overflow', 'time-out', 'data loss', 'slow start', 'lost lock', 'full disk'];

/** `size` facts and edges: half facts in slots of five versions, half edges; a tenth as many causes. */
export function makeStructure(size: number, seed: number): Structure {
  const random = mulberry32(seed);
  const names = makeNames(Math.max(20, Math.floor(size / 10)), random);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const slots = Math.ceil(size / 10);
  const facts = Array.from({ length: slots }, (_, slot) => ({
    subject: names[slot % names.length] ?? '',
    predicate: predicates[Math.floor(slot / names.length + slot) % predicates.length] ?? '',
  })).flatMap((slot) =>
    [2019, 2020, 2021, 2022, 2023].map((year) => ({
      ...slot,
      object: `${10 + Math.floor(random() * 990)} ${year}`,
      validFrom: `${year}-0${1 + Math.floor(random() * 9)}-01T00:00:00Z`,
    })),
  );
  const edges = Array.from({ length: Math.ceil(size / 2) }, () => ({
    from: pick(names),
    relation: pick(relations),
    to: pick(names),
  }));
  const causes = Array.from({ length: Math.ceil(size / 10) }, () => ({
    cause: `${pick(names)} ${pick(troubles)}`,
    effect: `${pick(names)} ${pick(troubles)}`,
  }));
  return { facts, edges, causes };
}

export function* structureLines({ facts, edges, causes }: Structure): Generator<string> {
  for (const { validFrom, ...fact } of facts) {
    yield JSON.stringify({ fact: { ...fact, validFrom }, occurredAt: validFrom, recordedAt: validFrom });
  }
  for (const edge of edges) yield JSON.stringify({ edge });
  for (const cause of causes) yield JSON.stringify({ cause });
}

function makeNames(count: number, random: () => number): string[] {
  const names = new Set<string>();
  const word = () =>
    Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)])
      .join('')
      .replace(/^./, (first) => first.toUpperCase());
  while (names.size < count) names.add(`${word()} ${word()}`);
  return [...names];
}
