import { describe, expect, test } from 'vitest';
import { memory } from '../store.ts';
import { day, fact, openFactStore, retraction } from './factStore.ts';

const nothing = { namespace: 'default', itemIds: [], source: null, distrust: false, now: day(60) };

describe('the blast radius', () => {
  test('names what goes, what falls with it, what stands again, and which values change', () => {
    const { writes, questions, projector } = openFactStore();
    writes.append([
      fact('f1', 'A', 1),
      fact('f2', 'B', 10, { source: 'blog', supersedes: ['f1'] }),
      memory({ id: 'note', text: 'concluded', derivedFrom: ['f2'] }),
      fact('f3', 'A', 1, { slot: ['door', 'state'] }),
    ]);
    const before = projector.digest();
    expect(questions.blastRadius({ ...nothing, source: 'blog' })).toMatchObject({
      retracted: ['f2'],
      dependent: ['note'],
      revived: ['f1'],
      changes: [{ subject: 'router', before: [{ value: 'B' }], after: [{ value: 'A' }] }],
    });
    expect(projector.digest()).toBe(before);
  });

  test('is the same as what the retraction then does, and its own retraction undoes it', () => {
    const { writes, questions } = openFactStore();
    const now = () =>
      questions.factAnswer(
        { namespace: 'default', subject: 'router', predicate: 'timeout' },
        { at: day(60), knownAt: null },
      );
    writes.append([fact('f1', 'A', 1), fact('f2', 'B', 10), fact('f3', 'C', 20)]);
    const first = now();
    const [change] = questions.blastRadius({ ...nothing, itemIds: ['f3', 'f2'] }).changes;
    writes.append([retraction('r1', ['f3', 'f2'])]);
    expect(now().values).toEqual(change?.after);
    const back = questions.blastRadius({ ...nothing, itemIds: ['r1'] });
    expect(back).toMatchObject({ retracted: ['r1'], revived: ['f2', 'f3'], changes: [{ after: [{ value: 'C' }] }] });
    writes.append([retraction('r2', ['r1'])]);
    expect(now()).toEqual(first);
  });

  test('of something that is gone already is empty', () => {
    const { writes, questions } = openFactStore();
    writes.append([fact('f1', 'A', 1), retraction('r1', ['f1'])]);
    expect(questions.blastRadius({ ...nothing, itemIds: ['f1'] })).toEqual({
      retracted: [],
      dependent: [],
      revived: [],
      changes: [],
    });
  });
});
