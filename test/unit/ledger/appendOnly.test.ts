import { describe, expect, test } from 'vitest';
import { append, statement, temporaryLedger, tombstone } from './fixtures.ts';

describe('the tables themselves', () => {
  test('refuse every change and removal of an event', () => {
    const { ledger, db } = temporaryLedger();
    append(ledger, statement('a'));
    for (const sql of [
      `UPDATE memory_events SET actor = 'x'`,
      'UPDATE memory_events SET seq = seq',
      'DELETE FROM memory_events',
      `UPDATE OR REPLACE memory_events SET event_id = 'x'`,
    ]) {
      expect(() => db.exec(sql), sql).toThrowError(/append-only/);
    }
    expect(ledger.verify().ok).toBe(true);
  });

  test('refuse to replace an event by its seq, its id or its key', () => {
    const { ledger, db } = temporaryLedger();
    append(ledger, statement('a', { eventId: 'e1', idempotencyKey: 'k' }));
    const columns = (seq: string, id: string, key: string) =>
      `INSERT OR REPLACE INTO memory_events SELECT ${seq}, ${id}, event_type, occurred_at, recorded_at, known_at,
       session_id, actor, source_type, source_ref, payload_hash, provenance, parent_event_id, correction_of_event_id,
       privacy_class, retention_class, namespace, schema_version, ${key}, prev_hash, hash FROM memory_events`;
    expect(() => db.exec(columns('seq', `'e2'`, `'k2'`))).toThrowError(/append-only/);
    expect(() => db.exec(columns('seq + 1', 'event_id', `'k2'`))).toThrowError(/append-only/);
    expect(() => db.exec(columns('seq + 1', `'e2'`, 'idempotency_key'))).toThrowError(/append-only/);
    expect(() => db.exec(columns('seq + 2', `'e2'`, `'k2'`))).toThrowError(/append-only/);
    expect(ledger.verify()).toMatchObject({ ok: true, events: 1 });
  });

  test('refuse to change, replace or remove a payload', () => {
    const { ledger, db } = temporaryLedger();
    const event = append(ledger, statement('a'));
    append(ledger, statement('b'));
    for (const sql of [
      `UPDATE memory_payloads SET body = '{}'`,
      'DELETE FROM memory_payloads WHERE seq = 1',
      `INSERT OR REPLACE INTO memory_payloads VALUES (2, zeroblob(16), '{}')`,
      `INSERT INTO memory_payloads VALUES (1, zeroblob(16), '{}')`,
    ]) {
      expect(() => db.exec(sql), sql).toThrowError(/append-only|tombstone|together with its event/);
    }
    expect(ledger.verify()).toMatchObject({ ok: true, checkedPayloads: 2 });
    append(ledger, { ...tombstone(event.eventId), parentEventId: event.eventId });
    expect(() => db.exec('DELETE FROM memory_payloads WHERE seq = 2')).toThrowError(/tombstone/);
    db.exec('DELETE FROM memory_payloads WHERE seq = 1');
    expect(() => db.exec(`INSERT INTO memory_payloads VALUES (1, zeroblob(16), '{}')`)).toThrowError(/once/);
    expect(ledger.verify()).toMatchObject({ ok: true, erasedPayloads: 1 });
  });
});
