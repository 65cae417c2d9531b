import type { LedgerReport } from '../contract/status.ts';
import { type Database, mapSqliteError } from '../store/sqlite.ts';
import { type EventRow, eventHash, genesisHash, type LedgerHead, payloadHash } from './row.ts';

export interface VerifyProgress {
  readonly done: number;
  readonly total: number;
}

type Break = NonNullable<LedgerReport['break']>;

interface VerifiedRow extends EventRow {
  readonly salt: Uint8Array | null;
  readonly body: Uint8Array | null;
}

const genesis: LedgerHead = { seq: 0, hash: genesisHash, recordedAt: Number.MIN_SAFE_INTEGER };

export interface Verifier {
  /**
   * Walks the whole chain, yielding after each page of 500 events, so that whoever drives it can tell of progress,
   * stop, or let other work in between. Every header hash, every payload hash, gapless `seq`, monotone `recorded_at`,
   * and a tombstone for every payload that is gone. Events appended meanwhile are walked too.
   */
  steps(): Generator<VerifyProgress, LedgerReport>;
  /** The same over the last `events` events only, which are trusted to follow what lies before them. */
  tail(events: number): Break | null;
}

export function openVerifier(db: Database): Verifier {
  // The body as bytes: a text that is no longer UTF-8 must not be mended on its way to the hash.
  const selectPage = db.prepare<[number, number], VerifiedRow>(`
    SELECT e.*, p.salt, CAST(p.body AS BLOB) AS body
    FROM memory_events e LEFT JOIN memory_payloads p ON p.seq = e.seq
    WHERE e.seq > ? ORDER BY e.seq LIMIT ?`);
  const selectLink = db.prepare<[number], LedgerHead>(
    'SELECT seq, hash, recorded_at AS recordedAt FROM memory_events WHERE seq = ?',
  );
  const selectHead = db.prepare<[], { seq: number; hash: string }>(
    'SELECT seq, hash FROM memory_events ORDER BY seq DESC LIMIT 1',
  );
  const selectTombstone = db.prepare<[string, number]>(
    `SELECT 1 FROM memory_events WHERE event_type = 'tombstone' AND parent_event_id = ? AND seq > ?`,
  );
  const selectStrayPayload = db.prepare<[], { seq: number }>(
    'SELECT seq FROM memory_payloads WHERE seq NOT IN (SELECT seq FROM memory_events) ORDER BY seq LIMIT 1',
  );

  function flaw(row: VerifiedRow, before: LedgerHead): string | null {
    if (row.seq !== before.seq + 1) return `event ${before.seq + 1} is missing: ${row.seq} comes next`;
    if (row.prev_hash !== before.hash) return `it does not follow event ${before.seq}: prev_hash differs`;
    if (row.hash !== eventHash(row)) return 'its content does not match its hash';
    if (row.recorded_at < before.recordedAt) return 'recorded_at runs backwards';
    if (row.body === null || row.salt === null) {
      return selectTombstone.get(row.event_id, row.seq) ? null : 'its payload is missing and no tombstone says why';
    }
    return row.payload_hash === payloadHash(row.salt, row.body) ? null : 'its payload does not match payload_hash';
  }

  /** Walks on from `start`; returns the first break. `counted` sees every event that held. */
  function* walk(start: LedgerHead, counted: (row: VerifiedRow) => void): Generator<number, Break | null> {
    let last = start;
    // Rows below 1 should not be there; starting under them finds them.
    let after = start === genesis ? Number.MIN_SAFE_INTEGER : start.seq;
    const checkPage = (): string | null => {
      // One row at a time: a page of whole documents need not fit in memory.
      for (const row of selectPage.iterate(after, 500)) {
        const reason = flaw(row, last);
        if (reason !== null) return reason;
        last = { seq: row.seq, hash: row.hash, recordedAt: row.recorded_at };
        counted(row);
      }
      return null;
    };
    for (;;) {
      const reason = orDamaged(checkPage, 'the database file is damaged here');
      if (reason !== null) return { seq: last.seq + 1, reason };
      if (last.seq <= after || last === start) return null;
      after = last.seq;
      yield last.seq;
    }
  }

  function stray(): Break | null {
    const found = orDamaged(() => selectStrayPayload.get() ?? null, 'damaged');
    if (found === 'damaged') return { seq: 1, reason: 'the payload table is damaged' };
    return found && { seq: found.seq, reason: 'a payload belongs to no event' };
  }

  function head(): { seq: number; hash: string } {
    return orDamaged(() => selectHead.get() ?? genesis, genesis);
  }

  return {
    *steps() {
      let events = 0;
      let checkedPayloads = 0;
      const walking = walk(genesis, (row) => {
        events += 1;
        if (row.body !== null) checkedPayloads += 1;
      });
      let step = walking.next();
      for (; !step.done; step = walking.next()) {
        yield { done: events, total: Math.max(events, head().seq) };
      }
      const found = step.value ?? stray();
      const { seq: headSeq, hash: headHash } = head();
      return {
        ok: found === null,
        events,
        checkedPayloads,
        erasedPayloads: events - checkedPayloads,
        headSeq,
        headHash,
        break: found,
      };
    },
    tail(events) {
      const from = orDamaged(() => selectLink.get(head().seq - events) ?? genesis, null);
      if (from === null) return { seq: 1, reason: 'the database file is damaged' };
      const walking = walk(from, () => {});
      let step = walking.next();
      while (!step.done) step = walking.next();
      return step.value;
    },
  };
}

/** What SQLite cannot read is a finding, not a failure of the search for one. */
function orDamaged<T, D>(read: () => T, damaged: D): T | D {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged;
    throw mapSqliteError(error, 'ledger.db');
  }
}
