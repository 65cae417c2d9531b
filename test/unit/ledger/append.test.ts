import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../main/base/clock.ts';
import { canonicalJson, sha256 } from '../../../main/base/hash.ts';
import { openLedger } from '../../../main/ledger/ledger.ts';
import { append, noon, statement, temporaryLedger } from './fixtures.ts';

describe('append', () => {
  test('writes every field and gives it back', () => {
    const { ledger } = temporaryLedger();
    const event = append(
      ledger,
      statement('The gateway timeout is 300 seconds.', {
        eventId: 'event-1',
        occurredAt: noon - 5000,
        knownAt: noon - 4000,
        sessionId: 'session-1',
        sourceRef: 'notes.md',
        provenance: { tool: 'import', line: 3 },
        parentEventId: 'event-0',
        correctionOfEventId: 'event-x',
        idempotencyKey: 'key-1',
      }),
    );
    expect(event).toMatchObject({
      seq: 1,
      eventId: 'event-1',
      eventType: 'observation',
      occurredAt: noon - 5000,
      recordedAt: noon,
      knownAt: noon - 4000,
      sessionId: 'session-1',
      actor: 'agent',
      sourceType: 'agent',
      sourceRef: 'notes.md',
      provenance: { tool: 'import', line: 3 },
      parentEventId: 'event-0',
      correctionOfEventId: 'event-x',
      privacyClass: 'internal',
      retentionClass: 'keep',
      namespace: 'default',
      schemaVersion: 1,
      idempotencyKey: 'key-1',
      prevHash: '0'.repeat(64),
      payload: { text: 'The gateway timeout is 300 seconds.' },
    });
    expect(ledger.get('event-1')).toEqual(event);
    expect(ledger.readAfter(0, 10)).toEqual([event]);
    expect(ledger.head()).toEqual({ seq: 1, hash: event.hash, recordedAt: noon });
  });

  test('an event that nobody dated happened and was known when it was recorded', () => {
    const { ledger } = temporaryLedger();
    expect(append(ledger, statement('a'))).toMatchObject({ occurredAt: noon, knownAt: noon, recordedAt: noon });
    expect(append(ledger, statement('b', { knownAt: noon - 9 }))).toMatchObject({ occurredAt: noon - 9 });
  });

  test('the hashes can be computed from the columns by anyone', () => {
    const { ledger, db } = temporaryLedger();
    append(ledger, statement('first'));
    append(ledger, statement('second', { provenance: { b: 1, a: 2 } }));
    const [first, second] = db.prepare('SELECT * FROM memory_events').all() as Record<string, unknown>[];
    const { hash, prev_hash: prevHash, ...header } = second as Record<string, string>;
    expect(prevHash).toBe(first?.hash);
    expect(hash).toBe(sha256(prevHash as string, canonicalJson(header)));
    const payload = db.prepare('SELECT * FROM memory_payloads WHERE seq = 2').get() as { salt: Buffer; body: string };
    expect(payload.salt.length).toBeGreaterThanOrEqual(16);
    expect(header.payload_hash).toBe(sha256(payload.salt, canonicalJson({ text: 'second' })));
  });

  test('unknown keys of a memory object are kept', () => {
    const { ledger } = temporaryLedger();
    expect(append(ledger, statement('a', { payload: { text: 'a', mood: 'calm' } })).payload).toEqual({
      text: 'a',
      mood: 'calm',
    });
  });

  test('one invalid event stops its batch before anything is written', () => {
    const { ledger } = temporaryLedger();
    const batch = [statement('fine'), statement('', { payload: { text: ' ' } })];
    expect(() => ledger.append(batch)).toThrowError(
      expect.objectContaining({ code: 'invalid-params', message: expect.stringContaining('Event 2 of the batch') }),
    );
    expect(() => ledger.append([statement('x', { occurredAt: Number.NaN })])).toThrowError(/whole milliseconds/);
    expect(ledger.head().seq).toBe(0);
  });

  test('a value nested too deeply is refused and the ledger lives on', () => {
    const { ledger } = temporaryLedger();
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(() => ledger.append([statement('x', { provenance: { deep } })])).toThrowError(/nested too deeply/);
    expect(append(ledger, statement('y')).seq).toBe(1);
  });

  test('an event id that is taken is refused, its neighbours go in', () => {
    const { ledger } = temporaryLedger();
    append(ledger, statement('a', { eventId: 'mine' }));
    const outcomes = ledger.append([statement('b'), statement('c', { eventId: 'mine' }), statement('d')]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['appended', 'refused', 'appended']);
    expect(outcomes[1]).toMatchObject({ code: 'id-taken' });
    expect(ledger.verify().ok).toBe(true);
  });

  test('recorded_at never runs backwards, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4e12 }), { minLength: 1, maxLength: 20 }), (times) => {
        let at = 0;
        const clock: Clock = { now: () => times[at++ % times.length] as number };
        const { ledger } = temporaryLedger({ clock });
        const half = Math.floor(times.length / 2);
        ledger.append(times.slice(0, half).map((time) => statement(`at ${time}`)));
        for (const time of times.slice(half)) append(ledger, statement(`at ${time}`));
        const recorded = ledger.readAfter(0, 100).map((event) => event.recordedAt);
        expect(recorded).toEqual(recorded.toSorted((a, b) => a - b));
        expect(recorded[0]).toBe(times[0]);
        expect(ledger.verify().ok).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe('idempotency', () => {
  const keyed = (text: string, more = {}) => statement(text, { idempotencyKey: 'k', ...more });

  test('the same key with the same payload returns the first event', () => {
    const { ledger, clock } = temporaryLedger();
    const first = append(ledger, keyed('a'));
    clock.advance(1000);
    expect(ledger.append([keyed('a', { occurredAt: 5 })])).toEqual([
      { status: 'duplicate', event: first, followed: [] },
    ]);
    expect(ledger.head().seq).toBe(1);
  });

  test('the same key with another payload or type is a conflict', () => {
    const { ledger } = temporaryLedger();
    append(ledger, keyed('a'));
    const conflict = { status: 'refused', code: 'idempotency-conflict' };
    expect(ledger.append([keyed('b')])).toMatchObject([conflict]);
    expect(ledger.append([keyed('a', { eventType: 'action' })])).toMatchObject([conflict]);
  });

  test('a key belongs to its namespace and actor', () => {
    const { ledger } = temporaryLedger();
    const batch = [keyed('a'), keyed('b', { namespace: 'other' }), keyed('c', { actor: 'someone' })];
    expect(ledger.append(batch).map((outcome) => outcome.status)).toEqual(['appended', 'appended', 'appended']);
  });

  test('what was erased is not brought back by writing it again', () => {
    const { ledger } = temporaryLedger();
    const first = append(ledger, keyed('a secret'));
    ledger.erase(first.eventId, {
      ...statement(''),
      eventType: 'tombstone',
      payload: { eventId: first.eventId, itemIds: [], reason: 'asked for' },
    });
    expect(ledger.append([keyed('a secret')])).toMatchObject([{ status: 'duplicate', event: { payload: null } }]);
  });

  test('replaying any batches in any cut leaves the ledger as it was', () => {
    const key = fc.constantFrom('k1', 'k2', 'k3', undefined);
    const draft = fc.record({ key, text: fc.constantFrom('x', 'y') });
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 12 }), fc.nat(12), (rows, cut) => {
        const { ledger } = temporaryLedger();
        const drafts = rows.map(({ key: idempotencyKey, text }) => statement(text, { idempotencyKey }));
        const outcomes = [...ledger.append(drafts.slice(0, cut)), ...ledger.append(drafts.slice(cut))];
        const firstText = new Map<string, string>();
        for (const [index, { key: name, text }] of rows.entries()) {
          const known = name === undefined ? undefined : firstText.get(name);
          const expected = known === undefined ? 'appended' : known === text ? 'duplicate' : 'refused';
          expect(outcomes[index]?.status).toBe(expected);
          if (name !== undefined && known === undefined) firstText.set(name, text);
        }
        const head = ledger.head();
        const again = ledger.append(drafts.filter((each) => each.idempotencyKey !== undefined));
        expect(again.some((outcome) => outcome.status === 'appended')).toBe(false);
        expect(ledger.head()).toEqual(head);
        expect(ledger.verify()).toMatchObject({ ok: true, events: head.seq });
      }),
      { numRuns: 30 },
    );
  });
});

describe('read-only', () => {
  test('a reader beside the writer sees what was appended and cannot append', () => {
    const { ledger, path, clock, db } = temporaryLedger();
    const event = append(ledger, statement('a'));
    const readOnly = openLedger(db, { clock, ids: { next: () => 'x' }, readOnly: { seq: 7, reason: 'it broke' } });
    expect(path).toContain('ledger.db');
    expect(readOnly.readAfter(0, 10)).toEqual([event]);
    expect(() => readOnly.append([statement('b')])).toThrowError(
      expect.objectContaining({ code: 'ledger-read-only', message: expect.stringContaining('from event 7 on') }),
    );
  });

  test('a full disk refuses the batch, keeps what was there, and is survived', () => {
    const { ledger, db } = temporaryLedger();
    append(ledger, statement('kept'));
    const pages = db.pragma('page_count', { simple: true }) as number;
    db.pragma(`max_page_count = ${pages + 2}`);
    expect(() => ledger.append([statement('small'), statement('x'.repeat(100_000))])).toThrowError(
      expect.objectContaining({ code: 'disk-full' }),
    );
    expect(ledger.head().seq).toBe(1);
    db.pragma('max_page_count = 1000000');
    expect(append(ledger, statement('x'.repeat(100_000))).seq).toBe(2);
    expect(ledger.verify().ok).toBe(true);
  });
});
