import { describe, expect, test } from 'vitest';
import { memory, openTestStore, turn } from '../store.ts';

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

  test('one that is erased leaves its neighbours beside each other', () => {
    const { writes, items, erase } = openTestStore();
    writes.append([turn('a', 't', 1), turn('c', 't', 3)]);
    const [outcome] = writes.append([turn('b', 't', 2)]);
    if (outcome?.status !== 'appended') throw new Error('not appended');
    erase(outcome.event.eventId, ['b']);
    expect(items.turnNeighbours(1)).toEqual({ previous: null, next: 2 });
  });

  test('what was concluded from a turn is no turn between two others', () => {
    const { writes, items } = openTestStore();
    const found = { text: 'X = 1', derivedFrom: ['a'], thread: 't', position: 1 };
    writes.append([turn('a', 't', 1), { ...memory(found), eventType: 'extraction' }, turn('b', 't', 2)]);
    expect(items.turnNeighbours(1)).toEqual({ previous: null, next: 3 });
  });

  test('two namespaces may have a thread of the same name', () => {
    const { writes, items } = openTestStore();
    writes.append([turn('a', 't', 1), { ...turn('b', 't', 2), namespace: 'elsewhere' }]);
    expect(items.turnNeighbours(1)).toEqual({ previous: null, next: null });
  });
});
