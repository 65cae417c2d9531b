import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { uuidv7 } from '../../../main/base/ids.ts';
import type { EventDraft } from '../../../main/ledger/event.ts';
import type { Ledger, LedgerOptions } from '../../../main/ledger/ledger.ts';
import { openLedgerFile } from '../../../main/ledger/open.ts';
import type { Database } from '../../../main/store/sqlite.ts';
import { openSqlite } from '../../../native/sqlite.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

export const noon = Date.parse('2026-03-03T12:00:00Z');

/** A ledger at noon on 3 March 2026, in a directory of its own unless a path is given. */
export function temporaryLedger(
  options: Partial<LedgerOptions> = {},
  path: string = join(temporaryDirectory(), 'ledger.db'),
) {
  const clock = fixedClock(noon);
  const ids = uuidv7(clock);
  const open = () => {
    const file = openLedgerFile(path, { clock, ids, ...options });
    onTestFinished(() => file.close());
    return file;
  };
  const { ledger, db, close } = open();
  return { path, clock, ledger, db: db as Database, close, reopen: open };
}

export function statement(text: string, more: Partial<EventDraft> = {}): EventDraft {
  return {
    eventType: 'observation',
    payload: { text },
    actor: 'agent',
    sourceType: 'agent',
    privacyClass: 'internal',
    retentionClass: 'keep',
    namespace: 'default',
    ...more,
  };
}

export function tombstone(eventId: string): EventDraft<'tombstone'> {
  return {
    eventType: 'tombstone',
    payload: { eventId, itemIds: [], reason: 'asked for' },
    actor: 'operator',
    sourceType: 'operator',
    privacyClass: 'internal',
    retentionClass: 'keep',
    namespace: 'default',
  };
}

/** The event of an append that must have succeeded. */
export function append(ledger: Ledger, draft: EventDraft) {
  const [outcome] = ledger.append([draft]);
  if (outcome?.status !== 'appended') throw new Error(`not appended: ${JSON.stringify(outcome)}`);
  return outcome.event;
}

/** What an intruder would do: the file changed behind the ledger's back, its triggers dropped first. */
export function tamper(path: string, change: (db: Database) => void): void {
  const db = openSqlite(path);
  try {
    db.pragma('foreign_keys = OFF');
    const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).pluck().all() as string[];
    for (const trigger of triggers) db.exec(`DROP TRIGGER ${trigger}`);
    change(db);
  } finally {
    db.close();
  }
}
