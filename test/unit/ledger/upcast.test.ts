import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventPayloads } from '../../../main/contract/events.ts';
import { currentFormats, type EventFormats, upcast } from '../../../main/ledger/upcast.ts';
import { append, statement, temporaryLedger } from './fixtures.ts';

/** As if a later release had split `text` into `text` and `words`, and then counted from 1. */
const later: EventFormats = {
  payloads: {
    ...eventPayloads,
    observation: { version: 3, schema: z.object({ text: z.string(), words: z.number() }) },
  },
  upcasters: {
    observation: [
      (old) => ({ ...(old as { text: string }), words: (old as { text: string }).text.split(' ').length }),
      (old) => ({ ...(old as { words: number }), words: (old as { words: number }).words + 1 }),
    ],
  },
};

describe('upcasting', () => {
  test('an old payload is read in today’s form, and stays as it was written', () => {
    const { ledger, reopen, close, path } = temporaryLedger();
    const old = append(ledger, statement('three short words', { idempotencyKey: 'k' }));
    close();
    const { ledger: newer } = temporaryLedger({ formats: later }, path);
    expect(newer.get(old.eventId)).toEqual({ ...old, payload: { text: 'three short words', words: 4 } });
    const fresh = append(newer, statement('', { payload: { text: 'new', words: 2 } as never }));
    expect(fresh.schemaVersion).toBe(3);
    expect(newer.verify()).toMatchObject({ ok: true, events: 2 });
    expect(reopen().ledger.get(old.eventId)?.payload).toEqual({ text: 'three short words' });
  });

  test('a key first used under an older version recognises the same payload under the new one', () => {
    const { ledger, path, close } = temporaryLedger();
    append(ledger, statement('a b', { idempotencyKey: 'k' }));
    close();
    const { ledger: newer } = temporaryLedger({ formats: later }, path);
    const again = (words: number) =>
      newer.append([statement('', { payload: { text: 'a b', words } as never, idempotencyKey: 'k' })]);
    expect(again(3)).toMatchObject([{ status: 'duplicate' }]);
    expect(again(4)).toMatchObject([{ status: 'refused' }]);
  });

  test('a payload of a later version is refused with a way out', () => {
    const { path, close, ledger } = temporaryLedger({ formats: later });
    append(ledger, statement('', { payload: { text: 'new', words: 2 } as never }));
    close();
    const { ledger: older } = temporaryLedger({ formats: currentFormats }, path);
    expect(() => older.readAfter(0, 1)).toThrowError(expect.objectContaining({ code: 'store-newer' }));
    expect(older.verify().ok).toBe(true);
  });

  test('every version that was ever written can be read', () => {
    for (const [type, { version }] of Object.entries(currentFormats.payloads)) {
      for (let written = 1; written <= version; written++) {
        expect(() => upcast(currentFormats, type as keyof typeof eventPayloads, written, {})).not.toThrow();
      }
    }
  });
});
