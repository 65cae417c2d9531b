import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCauseReads } from '../../../../main/projections/causes/causeReads.ts';
import { openCauses } from '../../../../main/projections/causes/causes.ts';
import { memory, openTestStore, turn } from '../store.ts';

function openStore() {
  const store = openTestStore((db) => [openCauses(db)]);
  const reads = openCauseReads(store.memory);
  const view = (itemId: string, knownAt: number | null = null) => {
    const cause = reads.byId('default', itemId);
    return cause === null ? null : reads.view(cause, knownAt);
  };
  return { ...store, reads, view };
}

const leak = { cause: 'memory leak', effect: 'gateway outage' };
const day = (n: number) => Date.UTC(2026, 2, n);

describe('a recorded cause', () => {
  test('keeps its claim type, its basis, and the evidence for and against it', () => {
    const { writes, view } = openStore();
    writes.append([
      memory({ id: 'e1', text: 'The heap grew.' }),
      memory(
        {
          id: 'c',
          cause: { ...leak, claimType: 'intervention', basis: 'it went away after the patch' },
          derivedFrom: ['e1'],
          counterEvidence: ['e2'],
          confidence: 0.9,
        },
        { eventType: 'cause_asserted', occurredAt: day(3), knownAt: day(4) },
      ),
    ]);
    expect(view('c')).toMatchObject({
      ...leak,
      claimType: 'intervention',
      basis: 'it went away after the patch',
      confidence: 0.9,
      status: 'standing',
      evidence: ['e1'],
      counterEvidence: ['e2'],
      overturnedBy: null,
      occurredAt: '2026-03-03T00:00:00.000Z',
      knownAt: '2026-03-04T00:00:00.000Z',
    });
  });

  test('never comes from co-occurrence: only a cause structure makes one', () => {
    const { writes, reads } = openStore();
    writes.append([
      turn('a', 'talk', 1, 'The memory leak and the gateway outage happened together.'),
      turn('b', 'talk', 2, 'Every time the memory leaks, the gateway is down a minute later.'),
      memory({ id: 'f', fact: { subject: 'gateway', predicate: 'went down after', object: 'memory leak' } }),
      memory({ id: 'g', edge: { from: 'memory leak', relation: 'precedes', to: 'gateway outage' } }),
      memory(
        { id: 'h', text: 'Leak, then outage.', episode: { action: 'leak', outcome: 'outage' } },
        { eventType: 'episode' },
      ),
    ]);
    expect(reads.count('default')).toBe(0);
  });

  test('is overturned by the word that it was never true, and stands again when that word falls', () => {
    const { writes, view } = openStore();
    const no = { id: 'no', text: 'It was the disk.', cause: { ...leak, holds: false }, corrects: ['c'] };
    writes.append([memory({ id: 'c', cause: leak }), memory(no, { eventType: 'cause_overturned' })]);
    expect(view('c')).toMatchObject({ status: 'overturned', overturnedBy: 'no', counterEvidence: ['no'] });
    writes.append([memory({ id: 'yes', text: 'It was the leak after all.', retracts: ['no'] })]);
    expect(view('c')).toMatchObject({ status: 'standing', overturnedBy: null, counterEvidence: [] });
  });

  test('is overturned by a later denial of the same cause in other spelling, and not by an earlier one', () => {
    const { writes, view } = openStore();
    const denial = { cause: { cause: 'the Memory-Leak', effect: 'Gateway_outage', holds: false } };
    writes.append([
      memory({ id: 'c1', cause: leak }, { knownAt: day(1) }),
      memory({ id: 'no', ...denial }, { knownAt: day(2) }),
      memory({ id: 'c2', cause: leak }, { knownAt: day(3) }),
    ]);
    expect(view('c1')).toMatchObject({ status: 'overturned', overturnedBy: 'no' });
    expect(view('c2')).toMatchObject({ status: 'standing', counterEvidence: ['no'] });
    expect(view('c1', day(1))).toMatchObject({ status: 'standing', counterEvidence: [] });
  });

  test('is retracted or superseded by the word of another item', () => {
    const { writes, view } = openStore();
    writes.append([
      memory({ id: 'c1', cause: leak }),
      memory({ id: 'c2', cause: leak, supersedes: ['c1'] }),
      memory({ id: 'r', text: 'Not so.', retracts: ['c2'] }),
    ]);
    expect(view('c1')?.status).toBe('standing');
    expect(view('c2')?.status).toBe('retracted');
    writes.append([memory({ id: 'r2', text: 'So it is.', retracts: ['r'] })]);
    expect(view('c1')?.status).toBe('superseded');
  });

  test('falls when everything it was concluded from has fallen', () => {
    const { writes, view } = openStore();
    writes.append([
      memory({ id: 'e1', text: 'x' }),
      memory({ id: 'e2', text: 'y' }),
      memory({ id: 'c', cause: leak, derivedFrom: ['e1', 'e2'] }),
      memory({ id: 'r1', text: 'no x', retracts: ['e1'] }),
    ]);
    expect(view('c')?.status).toBe('standing');
    writes.append([memory({ id: 'r2', text: 'no y', corrects: ['e2'] })]);
    expect(view('c')?.status).toBe('retracted');
  });

  test('stands where it and another rest on each other or it rests on itself, until both are taken back', () => {
    const { writes, view } = openStore();
    const back = { cause: leak.effect, effect: leak.cause };
    writes.append([
      memory({ id: 'c1', cause: leak, derivedFrom: ['c2'] }),
      memory({ id: 'c2', cause: back, derivedFrom: ['c1'] }),
      memory({ id: 'own', cause: { cause: 'frost', effect: 'burst pipe' }, derivedFrom: ['own'] }),
    ]);
    expect(['c1', 'c2', 'own'].map((id) => view(id)?.status)).toEqual(['standing', 'standing', 'standing']);
    writes.append([memory({ id: 'r', text: 'no', retracts: ['c1', 'own'] })]);
    expect(['c1', 'c2', 'own'].map((id) => view(id)?.status)).toEqual(['retracted', 'retracted', 'retracted']);
  });

  test('makes no row where cause and effect are the same thing', () => {
    const { writes, reads } = openStore();
    writes.append([memory({ id: 'c', cause: { cause: 'The outage', effect: 'outage' } })]);
    expect(reads.count('default')).toBe(0);
  });

  test('leaves with its words when it is erased, and a rebuild gives the same rows', () => {
    const { writes, erase, memory: db, projector, reads } = openStore();
    const [first] = writes.append([
      memory({ id: 'c1', cause: leak }),
      memory({ id: 'c2', cause: { cause: 'disk full', effect: 'memory leak' } }),
      memory({ id: 'big', cause: { cause: 'flood '.repeat(200_000), effect: 'power cut' } }),
    ]);
    if (first?.status !== 'appended') throw new Error('not appended');
    erase(first.event.eventId, ['c1']);
    expect(reads.count('default')).toBe(2);
    for (const table of ['cause_words', 'cause_claims']) {
      const orphans = `SELECT count(*) AS n FROM ${table} WHERE item NOT IN (SELECT item FROM causes)`;
      expect(db.prepare(orphans).get()).toEqual({ n: 0 });
    }
    const before = projector.digest();
    projector.truncateAll();
    projector.catchUp();
    expect(projector.digest()).toBe(before);
  });
});

describe('looking causes up by their words', () => {
  const words = ['frost', 'rust', 'leak', 'pump', 'alarm', 'bolt', 'fan'];
  const phrase = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 });

  test('finds just those that hold the least share of the weight, whichever words are common', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(phrase, phrase), { minLength: 1, maxLength: 25 }),
        phrase,
        fc.constantFrom(0.3, 0.6, 1),
        (causes, asked, least) => {
          const { writes, reads } = openStore();
          writes.append(
            causes.map(([cause, effect], at) =>
              memory({ id: `c${at}`, cause: { cause: cause.join(' '), effect: effect.join(' ') } }),
            ),
          );
          const weighed = reads.weigher()('default', asked);
          const weightIn = (held: readonly string[]) =>
            weighed.reduce((sum, { word, idf }) => sum + (held.includes(word) ? idf : 0), 0);
          const total = weightIn(asked);
          const expected = causes.flatMap(([cause, effect], at) => {
            const isSame = cause.toSorted().join() === effect.toSorted().join();
            return !isSame && weightIn(effect) >= least * total - 1e-9 && weightIn(effect) > 0 ? [`c${at}`] : [];
          });
          const found = reads.holding('default', weighed, 'effect', { least, limit: 100 });
          expect(found.map(({ itemId }) => itemId).toSorted()).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 60, seed: 9 },
    );
  });
});
