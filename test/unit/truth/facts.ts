import type { Assertion, Timeline, Witness, Word } from '../../../main/truth/evidence.ts';

let lastSeq = 0;

/** An assertion of an ordinary source, known when it begins to hold. */
export function says(id: string, value: string, validFrom: number, rest: Partial<Assertion> = {}): Assertion {
  const seq = ++lastSeq;
  return {
    id,
    value,
    valueKey: value,
    denial: null,
    validFrom,
    validTo: null,
    cardinality: null,
    authority: 0.6,
    knownAt: validFrom,
    seq,
    sourceSeq: seq,
    place: 0,
    invalid: false,
    derivedFrom: [],
    ...rest,
  };
}

export function witness(id: string, knownAt: number, rest: Partial<Witness> = {}): Witness {
  return { id, knownAt, seq: ++lastSeq, invalid: false, derivedFrom: [], ...rest };
}

export function word(by: string, relation: Word['relation'], target: string, rest: Partial<Word> = {}): Word {
  return { by, relation, target, from: 0, until: null, authority: 0.6, ...rest };
}

/** `value[from, to)` of each segment. */
export function drawn({ segments }: Timeline): string[] {
  return segments.map(({ value, from, to }) => `${value}[${from}, ${to ?? '∞'})`);
}
