import { describe, expect, test } from 'vitest';
import type { Projection } from '../../../main/projections/projection.ts';
import { openProjector } from '../../../main/projections/projector.ts';
import { memory, openProjections, openTestStore, turn } from './store.ts';

const named = (name: string, version: number): Projection => ({
  name,
  version,
  apply: () => undefined,
  erase: () => undefined,
  truncate: () => undefined,
  digest: () => undefined,
});

describe('projector', () => {
  test('the rows and the checkpoint of a batch go in together or not at all', () => {
    const { ledger, projector, items } = openTestStore(() => [
      {
        ...named('fragile', 1),
        apply: (events) => {
          if (events.some(({ seq }) => seq === 3)) throw new Error('cannot');
        },
      },
    ]);
    ledger.append([turn('a', 't', 1), turn('b', 't', 2), turn('c', 't', 3)]);
    projector.step(2);
    expect(() => projector.catchUp()).toThrow('cannot');
    expect(projector.positions().map(({ position }) => position)).toEqual([2, 2, 2, 2, 2]);
    expect(projector.behind()).toBe(1);
    expect(items.total()).toBe(2);
  });

  test('events that are in already are passed over, and a gap is a bug', () => {
    const { ledger, projector, items } = openTestStore();
    ledger.append([1, 2, 3].map((n) => memory({ id: `m${n}`, text: 'x' })));
    const [first, second, third] = ledger.readAfter(0, 3);
    if (!first || !second || !third) throw new Error('three events expected');
    projector.apply([first, second]);
    projector.apply([second, third]);
    projector.apply([third]);
    expect(items.total()).toBe(3);
    ledger.append([4, 5].map((n) => memory({ id: `m${n}`, text: 'x' })));
    expect(() => projector.apply(ledger.readAfter(4, 1))).toThrow('does not follow');
  });

  test('catching up reports how far it is', () => {
    const { ledger, projector } = openTestStore();
    ledger.append(Array.from({ length: 25 }, () => memory({ text: 'x' })));
    const seen: string[] = [];
    expect(projector.catchUp(({ done, total }) => seen.push(`${done}/${total}`), 10)).toBe(25);
    expect(seen).toEqual(['10/25', '20/25', '25/25']);
    expect(projector.catchUp()).toBe(0);
  });

  test('a projection of another version, or a new one, makes everything be made again', () => {
    const { ledger, projector, memory: db, items } = openTestStore(() => [named('extra', 1)]);
    ledger.append([turn('a', 't', 1)]);
    projector.catchUp();
    const digest = projector.digest();
    for (const extra of [[named('extra', 2)], [named('extra', 2), named('more', 1)], []]) {
      const reopened = openProjector(db, [...openProjections(db), ...extra], ledger);
      expect(reopened.position()).toBe(0);
      expect(items.total()).toBe(0);
      expect(reopened.catchUp()).toBe(1);
      expect(items.total()).toBe(1);
    }
    const same = openProjector(db, openProjections(db), ledger);
    expect(same.position()).toBe(1);
    expect(same.digest()).not.toBe(digest);
  });

  test('a tombstone in a batch erases what came before it and leaves what bears the id after it', () => {
    const { ledger, projector, items } = openTestStore();
    const [appended] = ledger.append([memory({ id: 'a', text: 'first' })]);
    if (appended?.status !== 'appended') throw new Error('not appended');
    const live = ledger.readAfter(0, 1);
    const payload = { eventId: appended.event.eventId, itemIds: ['a'], reason: 'asked for' };
    ledger.erase(appended.event.eventId, { ...memory({ text: 'x' }), eventType: 'tombstone', payload });
    ledger.append([memory({ id: 'a', text: 'second' })]);
    projector.apply([...live, ...ledger.readAfter(1, 10)]);
    expect(items.item('default', 'a')?.text).toBe('second');
    expect(items.total()).toBe(1);
  });
});
