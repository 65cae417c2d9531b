import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryObject } from '../../../../main/contract/memory.ts';
import { openEntityReads } from '../../../../main/projections/entities/entityReads.ts';
import { openFactReads } from '../../../../main/projections/facts/factReads.ts';
import { answerOf } from '../../../../main/projections/facts/factViews.ts';
import { day, fact, openFactStore, retraction } from './factStore.ts';

const someFact = fc.record({
  value: fc.constantFrom('A', 'B', 'C'),
  from: fc.integer({ min: 1, max: 200 }),
  length: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 2 }),
  holds: fc.constantFrom(undefined, undefined, undefined, undefined, 'no-longer' as const, 'never' as const),
  replaces: fc.option(fc.integer({ min: 0, max: 59 }), { freq: 2 }),
  isRetracted: fc.constantFrom(false, false, false, true),
});
const someSlot = fc.record({
  said: fc.array(someFact, { minLength: 40, maxLength: 60 }),
  last: fc.constantFrom<Partial<MemoryObject>>({}, {}, {}, { authority: 0.9 }, { authority: 0.2 }),
});

test('a long slot is answered from its newest statements as it is from all of them', () => {
  fc.assert(
    fc.property(someSlot, ({ said, last }) => {
      const { writes, memory, questions } = openFactStore();
      writes.append(
        said.map(({ value, from, length, holds, replaces }, at) => {
          const until = length === null ? {} : { until: from + length };
          const words = replaces === null || replaces === at ? {} : { supersedes: [`f${replaces}`] };
          const rest = at === 0 ? last : {};
          return fact(`f${at}`, value, from, { ...until, ...words, ...rest, ...(holds && { holds }), knownAt: 1 + at });
        }),
      );
      writes.append(said.flatMap(({ isRetracted }, at) => (isRetracted ? [retraction(`r${at}`, [`f${at}`])] : [])));
      const reads = openFactReads(memory, openEntityReads(memory));
      const slot = { namespace: 'default', subject: 'router', predicate: 'timeout' };
      const everything = reads.resolve(reads.slot('default', 'router', 'timeout'), { knownAt: null });
      for (const at of [90, 150, 199, 230].map(day)) {
        const whole = { at, knownAt: null, everything: () => everything.rows, isKnown: () => true };
        const { subject, predicate, ...expected } = answerOf(everything, whole);
        expect(questions.factAnswer(slot, { at, knownAt: null })).toMatchObject(expected);
      }
    }),
    { seed: 5, numRuns: 20, endOnFailure: true },
  );
});
