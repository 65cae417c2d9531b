import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Assertion, Evidence, Relation, Timeline, Witness, Word } from '../../main/truth/evidence.ts';
import type { Holding } from '../../main/truth/questions.ts';
import { plainTruth } from './plainTruth.ts';

/** What is under test: main/truth, or a copy of it with a fault. */
export interface Truth {
  resolve(evidence: Evidence, knownAt: number | null): Timeline;
  holdingsAt(timeline: Timeline, at: number): Holding[];
}

/** Small numbers, so that instants, values and speakers meet often. */
const instants = Array.from({ length: 19 }, (_, at) => at - 1);
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'u', 'v', 'w', 'x'];
const assertionIds = ids.slice(0, 8);
const witnessIds = ids.slice(8);

const common = {
  knownAt: fc.integer({ min: 0, max: 5 }),
  invalid: fc.constantFrom(false, false, false, false, false, false, true),
  derivedFrom: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...ids, 'unknown'), { maxLength: 2 }) },
  ),
};
const authority = fc.constantFrom(0.2, 0.49, 0.5, 0.6, 0.79, 0.8, 0.95);
const instant = fc.integer({ min: 0, max: 10 });
const end = fc.option(fc.integer({ min: 1, max: 6 }), { freq: 2 });

const assertionRecord = fc.record({
  ...common,
  value: fc.constantFrom('p', 'q', 'r'),
  denial: fc.constantFrom(null, null, null, null, 'no-longer' as const, 'no-longer' as const, 'never' as const),
  cardinality: fc.constantFrom(null, null, null, 'one' as const, 'many' as const),
  validFrom: instant,
  length: end,
  authority,
  sourceSeq: fc.integer({ min: 1, max: 3 }),
  place: fc.integer({ min: 0, max: 2 }),
});

const wordRecord = fc.record({
  by: fc.constantFrom(...ids, 'unknown'),
  relation: fc.constantFrom<Relation>('supersedes', 'supersedes', 'corrects', 'retracts', 'distrusts'),
  target: fc.constantFrom(...ids, 'unknown'),
  from: instant,
  until: fc.constant(null),
  authority,
});

/** A slot with up to eight assertions and four others, any of which may speak of any. */
export const someEvidence: fc.Arbitrary<Evidence> = fc
  .record({
    assertions: fc.array(assertionRecord, { minLength: 1, maxLength: 8 }),
    witnesses: fc.array(fc.record(common), { maxLength: 4 }),
    words: fc.array(wordRecord, { maxLength: 9 }),
    order: fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length }),
  })
  .map(({ assertions, witnesses, words, order }) => {
    const seqOf = (id: string | undefined) => order.indexOf(id ?? '') + 1;
    const stated: Assertion[] = assertions.map(({ value, length, ...rest }, at) => ({
      ...rest,
      id: assertionIds[at] ?? '',
      seq: seqOf(assertionIds[at]),
      value,
      valueKey: value,
      validTo: length === null ? null : rest.validFrom + length,
    }));
    const others: Witness[] = witnesses.map((rest, at) => ({
      ...rest,
      id: witnessIds[at] ?? '',
      seq: seqOf(witnessIds[at]),
    }));
    return { assertions: stated, witnesses: others, words: words.map((word) => asSpoken(word, stated)) };
  });

/** A successor that is an assertion speaks for its own time and with its own authority. */
function asSpoken(word: Word, assertions: readonly Assertion[]): Word {
  const speaker = assertions.find(({ id }) => id === word.by);
  if (speaker === undefined) return word;
  return { ...word, from: speaker.validFrom, until: speaker.validTo, authority: speaker.authority };
}

/** A denial that may be concluded from anything, and so close a circle. */
const someDenial: fc.Arbitrary<Assertion> = assertionRecord.map(({ value, length, denial, ...rest }) => ({
  ...rest,
  id: 'denial',
  seq: 99,
  value,
  valueKey: value,
  denial: denial ?? 'no-longer',
  validTo: length === null ? null : rest.validFrom + length,
}));

/** A slot of one value, of which every other statement is a denial and nobody speaks of another. */
const someDenials: fc.Arbitrary<Evidence> = someEvidence.map(({ assertions }) => ({
  assertions: assertions.map((one, at) => ({
    ...one,
    denial: at % 2 === 0 ? null : ('no-longer' as const),
    cardinality: null,
    invalid: false,
    derivedFrom: [],
  })),
  witnesses: [],
  words: [],
}));

export const someKnownAt = fc.option(fc.integer({ min: -1, max: 6 }), { freq: 2 });

/** At every instant: the same values, decided by the same assertions, contested by the same. */
export function agreesWithPlain(truth: Truth, evidences = someEvidence) {
  return fc.property(evidences, someKnownAt, (evidence, knownAt) => {
    const timeline = truth.resolve(evidence, knownAt);
    const plain = plainTruth(evidence, knownAt);
    for (const at of instants) {
      const found = truth.holdingsAt(timeline, at).map(({ segment, part }) => ({
        value: segment.value,
        winner: part.winner.id,
        contestedBy: [...part.contestedBy],
      }));
      const expected = plain.holding(at).map(({ winner, contestedBy }) => ({
        value: winner.value,
        winner: winner.id,
        contestedBy: [...contestedBy],
      }));
      assert.deepEqual(sorted(found), sorted(expected), `at ${at}`);
    }
    for (const [id, status] of timeline.statuses) {
      const why = plain.why(id);
      if (why !== null) assert.equal(status, why);
      else assert.equal(status === 'standing', plain.stands(id, instants), `${id} is ${status}`);
    }
    for (const { to, valueKey, endedBy } of timeline.segments) {
      assert.equal(endedBy, to === null ? null : (plain.denierAt(valueKey, to)?.id ?? null), `ended at ${to}`);
    }
    assertWellFormed(timeline);
  });
}

/** Retracting a retraction brings everything back, whatever it had taken, for all that was known before. */
export function retractionIsUndone(truth: Truth) {
  return fc.property(someEvidence, fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }), (evidence, targets) => {
    const before = truth.resolve(evidence, null);
    const first = speaker('r1', 100);
    const second = speaker('r2', 101);
    const retracted = {
      ...evidence,
      witnesses: [...evidence.witnesses, first, second],
      words: [...evidence.words, ...targets.map((target) => retracts('r1', target)), retracts('r2', 'r1')],
    };
    assert.deepEqual(viewOf(truth.resolve(retracted, null)), viewOf(before));
  });
}

/** What a denial says of others, and others of it. */
const wordsAround = fc.array(
  fc.tuple(wordRecord, fc.boolean()).map(([word, isSpeaker]) => ({ ...word, [isSpeaker ? 'by' : 'target']: 'denial' })),
  { maxLength: 3 },
);

/** A denial that is taken back is as if it had not been said, whatever it was concluded from and said besides. */
export function deniedDenialSaysNothing(truth: Truth) {
  return fc.property(someEvidence, someDenial, wordsAround, (evidence, denial, around) => {
    const assertions = [...evidence.assertions, denial];
    const taken = {
      assertions,
      witnesses: [...evidence.witnesses, speaker('r1', 100)],
      words: [...evidence.words, ...around.map((word) => asSpoken(word, assertions)), retracts('r1', denial.id)],
    };
    assert.deepEqual(viewOf(truth.resolve(taken, null)), viewOf(truth.resolve(evidence, null)));
  });
}

/** The order in which things are handed in says nothing; only `known_at` and `seq` do. */
export function orderOfArrivalDoesNotMatter(truth: Truth) {
  return fc.property(someEvidence, someKnownAt, (evidence, knownAt) => {
    const reversed = {
      assertions: evidence.assertions.toReversed(),
      witnesses: evidence.witnesses.toReversed(),
      words: evidence.words.toReversed(),
    };
    assert.deepEqual(viewOf(truth.resolve(reversed, knownAt)), viewOf(truth.resolve(evidence, knownAt)));
  });
}

/** What becomes known later changes no answer about what was known before. */
export function laterEvidenceChangesNoEarlierBelief(truth: Truth) {
  return fc.property(someEvidence, fc.integer({ min: 0, max: 5 }), (evidence, knownAt) => {
    const isKnown = (one: Witness) => one.knownAt <= knownAt;
    const then = {
      assertions: evidence.assertions.filter(isKnown),
      witnesses: evidence.witnesses.filter(isKnown),
      words: evidence.words,
    };
    assert.deepEqual(viewOf(truth.resolve(then, null)), viewOf(truth.resolve(evidence, knownAt)));
  });
}

/** Every property, with its name. */
export const truthProperties = {
  'agrees with the plain model at every instant': (truth: Truth) => agreesWithPlain(truth),
  'agrees with the plain model where much is denied': (truth: Truth) => agreesWithPlain(truth, someDenials),
  'retracting a retraction is as if nothing had been retracted': retractionIsUndone,
  'a denial that is taken back is as if it had not been said': deniedDenialSaysNothing,
  'the order of arrival does not matter': orderOfArrivalDoesNotMatter,
  'later evidence changes no earlier belief': laterEvidenceChangesNoEarlierBelief,
} as const;

function assertWellFormed({ segments, cardinality }: Timeline): void {
  for (const { from, to, parts, support, valueKey } of segments) {
    assert.ok(to === null || from < to);
    assert.equal(parts[0]?.from, from);
    assert.equal(parts.at(-1)?.to, to);
    for (const [at, part] of parts.entries()) {
      assert.equal(part.winner.valueKey, valueKey);
      assert.ok(support.includes(part.winner.id));
      const next = parts[at + 1];
      if (next !== undefined) assert.equal(part.to, next.from);
    }
  }
  if (cardinality === 'many') return;
  for (const [at, { to, valueKey }] of segments.entries()) {
    const next = segments[at + 1];
    if (next === undefined) continue;
    assert.ok(to !== null && to <= next.from, 'segments are apart');
    assert.ok(to < next.from || valueKey !== next.valueKey, 'equal neighbours are one');
  }
}

function speaker(id: string, seq: number): Witness {
  return { id, knownAt: 6, seq, invalid: false, derivedFrom: [] };
}

function retracts(by: string, target: string): Word {
  return { by, relation: 'retracts', target, from: 0, until: null, authority: 1 };
}

function viewOf({ segments, statuses, cardinality }: Timeline) {
  const plain = segments.map(({ parts, ...segment }) => ({
    ...segment,
    parts: parts.map(({ winner, ...part }) => ({ ...part, winner: winner.id })),
  }));
  return { cardinality, segments: plain, statuses: [...statuses].filter(([id]) => ids.includes(id)).sort() };
}

function sorted<T extends { readonly winner: string }>(holdings: readonly T[]): T[] {
  return holdings.toSorted((a, b) => (a.winner < b.winner ? -1 : 1));
}
