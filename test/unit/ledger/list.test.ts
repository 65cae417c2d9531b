import { describe, expect, test } from 'vitest';
import type { LedgerFilter } from '../../../main/ledger/ledger.ts';
import { append, noon, statement, temporaryLedger } from './fixtures.ts';

function tenEvents() {
  const made = temporaryLedger();
  for (let n = 1; n <= 10; n++) {
    append(
      made.ledger,
      statement(`event ${n} says "hi"\nto n${n}.`, {
        namespace: n % 2 ? 'odd' : 'even',
        actor: n > 5 ? 'late' : 'early',
        eventType: n === 3 ? 'action' : 'observation',
      }),
    );
    made.clock.advance(60_000);
  }
  const seqs = (filter: Partial<LedgerFilter>) =>
    made.ledger.list({ limit: 100, ...filter }).events.map((event) => event.seq);
  return { ...made, seqs };
}

const minute = (n: number) => new Date(noon + n * 60_000).toISOString();

describe('list', () => {
  test('gives the newest first, a page at a time', () => {
    const { ledger, seqs } = tenEvents();
    const first = ledger.list({ limit: 4 });
    expect(first.events.map((event) => event.seq)).toEqual([10, 9, 8, 7]);
    expect(first.nextBeforeSeq).toBe(7);
    expect(seqs({ limit: 4, beforeSeq: 7 })).toEqual([6, 5, 4, 3]);
    expect(ledger.list({ limit: 2, beforeSeq: 3 })).toMatchObject({ nextBeforeSeq: null });
    expect(ledger.list({ limit: 3, beforeSeq: 1 })).toEqual({ events: [], nextBeforeSeq: null });
  });

  test('filters by type, namespace and actor', () => {
    const { seqs } = tenEvents();
    expect(seqs({ eventTypes: ['action'] })).toEqual([3]);
    expect(seqs({ eventTypes: ['action', 'observation'], namespace: 'odd' })).toEqual([9, 7, 5, 3, 1]);
    expect(seqs({ namespace: 'even', actor: 'late' })).toEqual([10, 8, 6]);
    expect(seqs({ eventTypes: [] })).toEqual([]);
  });

  test('filters by the time of recording, half-open', () => {
    const { seqs } = tenEvents();
    expect(seqs({ from: minute(7) })).toEqual([10, 9, 8]);
    expect(seqs({ to: minute(2) })).toEqual([2, 1]);
    expect(seqs({ from: minute(3), to: minute(5) })).toEqual([5, 4]);
    expect(seqs({ from: minute(99) })).toEqual([]);
    expect(seqs({ from: minute(3), to: minute(9), beforeSeq: 6, limit: 1 })).toEqual([5]);
  });

  test('finds text as it was written, quotes and line breaks included', () => {
    const { seqs } = tenEvents();
    expect(seqs({ text: 'n7.' })).toEqual([7]);
    expect(seqs({ text: 'says "hi"\nto n2' })).toEqual([2]);
    expect(seqs({ text: 'EVENT 7' })).toEqual([]);
    expect(seqs({ text: '' })).toHaveLength(10);
  });
});

describe('readAfter', () => {
  test('gives events in order and stops short of holding too much at once', () => {
    const { ledger } = temporaryLedger();
    ledger.append([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => statement(`${n}`.padEnd(2_000_000, '.'))));
    const first = ledger.readAfter(0, 100);
    expect(first.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(ledger.readAfter(8, 100).map((event) => event.seq)).toEqual([9, 10]);
    expect(ledger.readAfter(10, 100)).toEqual([]);
  });
});
