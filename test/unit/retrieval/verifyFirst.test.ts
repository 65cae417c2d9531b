import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Reliance, verifyFirst } from '../../../main/retrieval/verifyFirst.ts';
import { days } from './support.ts';

const quiet: Reliance = {
  class: { volatile: false, horizon: days(180) },
  age: days(10),
  over: false,
  contested: false,
  acting: false,
  failedBefore: false,
  sourceChanged: false,
};

describe('what is to be verified first', () => {
  test('is nothing that is fresh, undisputed and only asked about', () => {
    expect(verifyFirst(quiet)).toEqual([]);
  });

  test.each<[string, Partial<Reliance>, string[]]>([
    ['what changes without telling memory', { class: { volatile: true, horizon: days(30) } }, ['volatile']],
    ['what is older than its horizon', { age: days(181) }, ['past-horizon']],
    ['what something disagrees with', { contested: true }, ['contested']],
    ['whatever is about to be acted on', { acting: true }, ['about-to-act']],
    ['what went wrong before', { failedBefore: true }, ['failed-before']],
    ['what was taken from a changed source', { sourceChanged: true }, ['source-changed']],
  ])('is %s', (_, rest, reasons) => {
    expect(verifyFirst({ ...quiet, ...rest })).toEqual(reasons);
  });

  test('is not a time that is over, however volatile the thing is', () => {
    expect(verifyFirst({ ...quiet, class: { volatile: true, horizon: days(1) }, age: days(900), over: true })).toEqual(
      [],
    );
  });
});

const reliance = fc.record<Reliance>({
  class: fc.oneof(
    fc.record({ volatile: fc.boolean(), horizon: fc.integer({ min: 1, max: days(1000) }) }),
    fc.constant({ volatile: false, horizon: null }),
  ),
  age: fc.integer({ min: 0, max: days(2000) }),
  over: fc.boolean(),
  contested: fc.boolean(),
  acting: fc.boolean(),
  failedBefore: fc.boolean(),
  sourceChanged: fc.boolean(),
});

test('growing older takes no reason away', () => {
  fc.assert(
    fc.property(reliance, fc.nat(days(3000)), (one, more) => {
      const older = verifyFirst({ ...one, age: one.age + more });
      for (const reason of verifyFirst(one)) expect(older).toContain(reason);
    }),
    { seed: 5 },
  );
});

test('what is stable for good is never verified for its age alone', () => {
  fc.assert(
    fc.property(fc.nat(days(100_000)), fc.boolean(), (age, over) => {
      expect(verifyFirst({ ...quiet, class: { volatile: false, horizon: null }, age, over })).toEqual([]);
    }),
    { seed: 5 },
  );
});

test('each further misgiving adds exactly its own reason', () => {
  const flags = ['contested', 'acting', 'failedBefore', 'sourceChanged'] as const;
  fc.assert(
    fc.property(reliance, fc.constantFrom(...flags), (one, flag) => {
      const [without, withIt] = [verifyFirst({ ...one, [flag]: false }), verifyFirst({ ...one, [flag]: true })];
      expect(withIt.length).toBe(without.length + 1);
    }),
    { seed: 5 },
  );
});
