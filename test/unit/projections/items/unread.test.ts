import { describe, expect, test } from 'vitest';
import type { MemoryObject } from '../../../../main/contract/memory.ts';
import type { EventDraft } from '../../../../main/ledger/event.ts';
import { openUnread } from '../../../../main/projections/items/unread.ts';
import { statement, temporaryLedger, tombstone } from '../../ledger/fixtures.ts';

const said = (payload: MemoryObject, more: Partial<EventDraft> = {}) => statement('', { payload, ...more });

function extracted(sourceItem: string, object: string): EventDraft {
  const extraction = { rule: 'value', version: '1', by: 'rules', sourceItem, start: 0, end: 1 } as const;
  return said({ fact: { subject: 'a', predicate: 'b', object }, extraction }, { eventType: 'extraction' });
}

function ledgerOf(...drafts: readonly EventDraft[]) {
  const { ledger } = temporaryLedger();
  ledger.append(drafts);
  return { ledger, unread: openUnread(ledger) };
}

describe('openUnread', () => {
  test('statements come in the order of the ledger, each with what rules found in it', () => {
    const { unread } = ledgerOf(
      said({ id: 'first', text: 'one' }),
      extracted('first', '1'),
      extracted('first', '2'),
      said({ id: 'second', text: 'two' }),
      extracted('second', '3'),
    );
    const first = unread.after(0);
    expect(first).toMatchObject({ through: 1, text: { seq: 1, itemId: 'first', text: 'one' } });
    expect(first.text?.found.map(({ fact }) => fact?.object)).toEqual(['1', '2']);
    const second = unread.after(first.through);
    expect(second).toMatchObject({ through: 4, text: { itemId: 'second' } });
    expect(second.text?.found).toHaveLength(1);
    expect(unread.after(4)).toEqual({ through: 5, text: null });
    expect(unread.after(5)).toEqual({ through: 5, text: null });
  });

  test('secrets, what is invalid, what has no words and what was concluded are passed over', () => {
    const { ledger, unread } = ledgerOf(
      said({ text: 'hunter2' }, { privacyClass: 'secret' }),
      said({ text: 'nonsense', trust: 'invalid' }),
      said({ text: ' ', fact: { subject: 'a', predicate: 'b', object: 'c' } }),
      extracted('elsewhere', '1'),
      said({ id: 'gone', text: 'erased' }),
    );
    const { eventId = '' } = ledger.readAfter(4, 1)[0] ?? {};
    ledger.erase(eventId, tombstone(eventId));
    expect(unread.after(0)).toEqual({ through: 6, text: null });
  });

  test('a page is never longer than a thread can spare', () => {
    const { unread } = ledgerOf(...Array.from({ length: 250 }, () => extracted('elsewhere', '1')));
    expect(unread.after(0)).toEqual({ through: 200, text: null });
    expect(unread.after(200)).toEqual({ through: 250, text: null });
  });

  test('the place is what the last reading says', () => {
    const mark = { model: 'm', sourceItem: 'x', outcome: 'read', proposed: 0, known: 0, refused: 0 } as const;
    const read = (through: number) => said({}, { eventType: 'model_read', payload: { ...mark, through } });
    expect(ledgerOf().unread.position()).toBe(0);
    expect(ledgerOf(said({ text: 'one' }), read(1), said({ text: 'two' }), read(3)).unread.position()).toBe(3);
  });
});
