import { describe, expect, test } from 'vitest';
import type { Projection } from '../../../main/projections/projection.ts';
import { memory, openTestStore, turn } from './store.ts';

/** Writes down what each batch touched. */
function watch(touched: Set<number>[]): Projection {
  return {
    name: 'watch',
    version: 1,
    apply: (_, change) => touched.push(new Set(change.touched)),
    erase: () => undefined,
    truncate: () => undefined,
    digest: () => undefined,
  };
}

describe('turns', () => {
  test('stand in the order of their positions, whatever the order of their arrival', () => {
    const { writes, items } = openTestStore();
    writes.append([turn('c', 't', 30), turn('a', 't', 10), turn('x', 'other', 20)]);
    writes.append([turn('b', 't', 20), turn('b2', 't', 20), memory({ text: 'no turn', thread: 't' })]);
    const row = (id: string) => items.item('default', id)?.rowid ?? -1;
    expect(items.turnNeighbours(row('a'))).toEqual({ previous: null, next: row('b') });
    expect(items.turnNeighbours(row('b'))).toEqual({ previous: row('a'), next: row('b2') });
    expect(items.turnNeighbours(row('b2'))).toEqual({ previous: row('b'), next: row('c') });
    expect(items.turnNeighbours(row('x'))).toEqual({ previous: null, next: null });
    expect(items.turnNeighbours(6)).toEqual({ previous: null, next: null });
  });

  test('a new turn touches its neighbours, and so does one that is erased', () => {
    const touched: Set<number>[] = [];
    const { writes, erase } = openTestStore(() => [watch(touched)]);
    writes.append([turn('a', 't', 1), turn('d', 't', 4), turn('e', 't', 5)]);
    const [outcome] = writes.append([turn('b', 't', 2)]);
    expect(touched.at(-1)).toEqual(new Set([4, 1, 2]));
    if (outcome?.status !== 'appended') throw new Error('not appended');
    erase(outcome.event.eventId, ['b']);
    expect(touched.at(-1)).toEqual(new Set([1, 2]));
  });

  test('two namespaces may have a thread of the same name', () => {
    const { writes, items } = openTestStore();
    writes.append([turn('a', 't', 1), { ...turn('b', 't', 2), namespace: 'elsewhere' }]);
    expect(items.turnNeighbours(1)).toEqual({ previous: null, next: null });
  });
});
