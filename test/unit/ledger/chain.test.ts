import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { uuidv7 } from '../../../main/base/ids.ts';
import type { EventDraft } from '../../../main/ledger/event.ts';
import { openLedgerReader } from '../../../main/ledger/open.ts';
import { type EventRow, eventColumns, eventHash } from '../../../main/ledger/row.ts';
import type { Database } from '../../../main/store/sqlite.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { append, noon, statement, tamper, temporaryLedger, tombstone } from './fixtures.ts';

const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '');
const anyDraft = fc.record({
  text: anyText,
  actor: anyText,
  namespace: anyText,
  idempotencyKey: fc.option(anyText, { nil: undefined }),
  sourceRef: fc.option(anyText, { nil: undefined }),
  sessionId: fc.option(anyText, { nil: undefined }),
  occurredAt: fc.option(fc.integer({ min: -1e12, max: 4e12 }), { nil: undefined }),
  provenance: fc.option(fc.dictionary(anyText, fc.jsonValue()), { nil: undefined }),
});

function drafts(rows: readonly ({ text: string } & Partial<EventDraft>)[]): EventDraft[] {
  return rows.map(({ text, ...more }) => statement(text, more as Partial<EventDraft>));
}

function verifyCopy(path: string) {
  const clock = fixedClock(noon);
  const file = openLedgerReader(path, { clock, ids: uuidv7(clock) });
  try {
    return file.ledger.verify();
  } finally {
    file.close();
  }
}

/** Changes one byte (of `at`, wrapped) in one column of one event; false where there is none, or the table refuses. */
function flipByte(db: Database, seq: number, name: string, at: number, flip: number): boolean {
  const [table, column] = name.startsWith('payload.') ? ['memory_payloads', name.slice(8)] : ['memory_events', name];
  const type = db.prepare(`SELECT typeof(${column}) FROM ${table} WHERE seq = ?`).pluck().get(seq);
  const update = (value: string) => db.prepare(`UPDATE ${table} SET ${column} = ${value} WHERE seq = @seq`);
  if (type === 'null') return false;
  if (type === 'integer') {
    const value = db.prepare(`SELECT ${column} FROM ${table} WHERE seq = ?`).safeIntegers().pluck().get(seq) as bigint;
    const changed = BigInt.asIntN(64, value ^ (BigInt(flip) << BigInt((at % 8) * 8)));
    try {
      return update('@changed').run({ changed, seq }).changes === 1;
    } catch {
      return false; // The seq of another row.
    }
  }
  const bytes = db.prepare(`SELECT CAST(${column} AS BLOB) FROM ${table} WHERE seq = ?`).pluck().get(seq) as Buffer;
  const place = at % bytes.length;
  bytes.writeUInt8(bytes.readUInt8(place) ^ flip, place);
  const value = type === 'blob' ? '@bytes' : 'CAST(@bytes AS TEXT)';
  return update(value).run({ bytes, seq }).changes === 1;
}

function bytesOf(path: string): string {
  const files = [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));
  return files.map((file) => readFileSync(file, 'latin1')).join('');
}

describe('verify', () => {
  test('an empty ledger verifies', () => {
    const { ledger } = temporaryLedger();
    expect(ledger.verify()).toEqual({
      ok: true,
      events: 0,
      checkedPayloads: 0,
      erasedPayloads: 0,
      headSeq: 0,
      headHash: '0'.repeat(64),
      break: null,
    });
  });

  test('any batches of any drafts give a chain that holds', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyDraft, { maxLength: 5 }), { maxLength: 4 }), (batches) => {
        const { ledger, reopen, close } = temporaryLedger();
        for (const batch of batches) ledger.append(drafts(batch));
        const report = ledger.verify();
        expect(report).toMatchObject({ ok: true, events: ledger.head().seq });
        const events = ledger.readAfter(0, 1000);
        expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
        close();
        const again = reopen();
        expect(again.ledger.readOnly).toBeNull();
        expect(again.ledger.verify()).toEqual(report);
      }),
      { numRuns: 25 },
    );
  });

  test('walks in pages, tells of progress and stops when told to', () => {
    const { ledger } = temporaryLedger();
    ledger.append(Array.from({ length: 1201 }, (_, index) => statement(`${index}`)));
    const seen: number[] = [];
    const report = ledger.verify(({ done, total }) => {
      seen.push(done);
      expect(total).toBe(1201);
      return true;
    });
    expect(seen).toEqual([500, 1000, 1201]);
    expect(report).toMatchObject({ ok: true, events: 1201, checkedPayloads: 1201 });
    expect(() => ledger.verify(() => false)).toThrowError(expect.objectContaining({ code: 'cancelled' }));
  });

  test('walks what is appended while it walks', () => {
    const { ledger } = temporaryLedger();
    ledger.append(Array.from({ length: 501 }, (_, index) => statement(`${index}`)));
    const steps = ledger.verifySteps();
    steps.next();
    append(ledger, statement('late'));
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(step.value).toMatchObject({ ok: true, events: 502, headSeq: 502 });
  });

  test('a single changed byte of any column of any event is found at that event', () => {
    const { ledger, path, close } = temporaryLedger();
    ledger.append(
      drafts([
        { text: 'one', sessionId: 's', sourceRef: 'r', idempotencyKey: 'k1', provenance: { a: 1 } },
        { text: 'two', parentEventId: 'p', correctionOfEventId: 'c', occurredAt: noon - 1 },
        { text: 'drei ä 漢字', actor: 'someone', idempotencyKey: 'k3' },
        { text: 'four', namespace: 'other', knownAt: noon - 7 },
        { text: 'five', privacyClass: 'secret', retentionClass: 'days:9' },
      ]),
    );
    close();
    const columns = [...eventColumns, 'payload.salt', 'payload.body', 'payload.seq'] as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...columns),
        fc.nat(1000),
        fc.integer({ min: 1, max: 255 }),
        (seq, column, at, flip) => {
          const dir = temporaryDirectory();
          const copy = `${dir}/ledger.db`;
          copyFileSync(path, copy);
          let changed = false;
          tamper(copy, (db) => {
            changed = flipByte(db, seq, column, at, flip);
          });
          fc.pre(changed);
          const report = verifyCopy(copy);
          expect(report.ok).toBe(false);
          const gone = column === 'seq' && report.break?.reason.includes('comes next') && report.break.seq <= seq;
          if (!gone) expect(report.break?.seq).toBe(seq);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('names an event that was taken out, put in, or moved', () => {
    const { ledger, path, close } = temporaryLedger();
    ledger.append(drafts([{ text: 'one' }, { text: 'two' }, { text: 'three' }]));
    close();
    tamper(path, (db) => db.exec('DELETE FROM memory_payloads WHERE seq = 2; DELETE FROM memory_events WHERE seq = 2'));
    expect(verifyCopy(path).break).toEqual({ seq: 2, reason: 'event 2 is missing: 3 comes next' });
  });

  test('a payload that is gone without a tombstone, and one that belongs to no event, are breaks', () => {
    const { ledger, path, close } = temporaryLedger();
    ledger.append(drafts([{ text: 'one' }, { text: 'two' }]));
    close();
    const copy = `${temporaryDirectory()}/ledger.db`;
    copyFileSync(path, copy);
    tamper(path, (db) => db.exec('DELETE FROM memory_payloads WHERE seq = 1'));
    expect(verifyCopy(path).break).toEqual({ seq: 1, reason: 'its payload is missing and no tombstone says why' });
    tamper(copy, (db) => db.exec(`INSERT INTO memory_payloads VALUES (9, zeroblob(16), '{}')`));
    expect(verifyCopy(copy).break).toEqual({ seq: 9, reason: 'a payload belongs to no event' });
  });

  test('a recorded_at forged to run backwards is found although its hash was made to fit', () => {
    const { ledger, path, close } = temporaryLedger();
    ledger.append(drafts([{ text: 'one' }, { text: 'two' }]));
    close();
    tamper(path, (db) => {
      const row = db.prepare<[], EventRow>('SELECT * FROM memory_events WHERE seq = 2').get() as EventRow;
      const forged = { ...row, recorded_at: noon - 1000 };
      db.prepare('UPDATE memory_events SET recorded_at = ?, hash = ? WHERE seq = 2').run(
        forged.recorded_at,
        eventHash(forged),
      );
    });
    expect(verifyCopy(path).break).toEqual({ seq: 2, reason: 'recorded_at runs backwards' });
  });
});

describe('the check at start', () => {
  test('looks at the last thousand events', () => {
    const { ledger, path, close, reopen } = temporaryLedger();
    ledger.append(Array.from({ length: 1500 }, (_, index) => statement(`${index}`)));
    close();
    tamper(path, (db) => db.exec(`UPDATE memory_events SET actor = 'intruder' WHERE seq = 300`));
    const early = reopen();
    expect(early.ledger.readOnly).toBeNull();
    expect(early.ledger.verify().break?.seq).toBe(300);
    early.close();
    tamper(path, (db) => db.exec(`UPDATE memory_events SET actor = 'intruder' WHERE seq = 1400`));
    const late = reopen();
    expect(late.ledger.readOnly).toEqual({ seq: 1400, reason: 'its content does not match its hash' });
    expect(() => late.ledger.append([statement('x')])).toThrowError(
      expect.objectContaining({ code: 'ledger-read-only', message: expect.stringContaining('from event 1400 on') }),
    );
    expect(late.ledger.readAfter(1498, 10)).toHaveLength(2);
  });
});

describe('erase', () => {
  test('leaves a chain that holds, a tombstone, and no byte of the text', () => {
    const { ledger, path, reopen, close } = temporaryLedger();
    append(ledger, statement('before'));
    const event = append(ledger, statement('the password is xyzzy-4711'));
    append(ledger, statement('after'));
    const erased = ledger.erase(event.eventId, tombstone(event.eventId));
    expect(erased).toMatchObject({
      status: 'erased',
      logCleared: true,
      tombstone: { eventType: 'tombstone', parentEventId: event.eventId },
    });
    expect(ledger.get(event.eventId)).toEqual({ ...event, payload: null });
    expect(ledger.verify()).toMatchObject({ ok: true, events: 4, checkedPayloads: 3, erasedPayloads: 1 });
    expect(bytesOf(path)).not.toContain('xyzzy-4711');
    expect(ledger.erase(event.eventId, tombstone(event.eventId))).toMatchObject({ status: 'already-erased' });
    close();
    expect(reopen().ledger.verify().ok).toBe(true);
  });

  test('refuses what is not there, a tombstone, and a tombstone for another event', () => {
    const { ledger } = temporaryLedger();
    const one = append(ledger, statement('one'));
    const two = append(ledger, statement('two'));
    expect(() => ledger.erase('nobody', tombstone('nobody'))).toThrowError(
      expect.objectContaining({ code: 'not-found' }),
    );
    expect(() => ledger.erase(one.eventId, tombstone(two.eventId))).toThrowError(
      expect.objectContaining({ code: 'invalid-params' }),
    );
    const { tombstone: stone } = ledger.erase(one.eventId, tombstone(one.eventId));
    expect(() => ledger.erase(stone.eventId, tombstone(stone.eventId))).toThrowError(
      expect.objectContaining({ code: 'invalid-params' }),
    );
  });
});
