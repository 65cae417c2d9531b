import { PiperError } from '../base/errors.ts';
import { checkpoint, type Database, openDatabase } from '../store/sqlite.ts';
import { type Ledger, type LedgerOptions, openLedger, type ReadOnlyReason } from './ledger.ts';
import { genesisHash } from './row.ts';
import { refuseWrites } from './write.ts';

/** `ledger.db`, opened and looked at. */
export interface LedgerFile {
  readonly ledger: Ledger;
  /** Null where SQLite cannot read the file. */
  readonly db: Database | null;
  close(): void;
}

/**
 * Opens the ledger for its one writer, after a check of its last 1,000 events. A broken one is read-only and says from
 * which event on; a file that SQLite cannot read gives a ledger whose every use says so (`ledger.readOnly` is set in
 * both cases). The file stays as it is: mending it is a restore, and the operator's.
 *
 * Throws PiperError `disk-full`, `io` or `store-newer`.
 */
export function openLedgerFile(path: string, options: LedgerOptions): LedgerFile {
  return open(path, 'writer', (db) => {
    const ledger = openLedger(db, options);
    const found = ledger.checkTail();
    if (found !== null) {
      ledger.freeze(found);
      return ledger;
    }
    // A crash right after an erasure leaves the erased bytes in the write-ahead log.
    checkpoint(db);
    return ledger;
  });
}

/** Opens the ledger for reading beside its writer, in any thread. */
export function openLedgerReader(path: string, options: LedgerOptions): LedgerFile {
  return open(path, 'reader', (db) => openLedger(db, options));
}

function open(path: string, role: 'writer' | 'reader', make: (db: Database) => Ledger): LedgerFile {
  let db: Database | null = null;
  try {
    db = openDatabase(path, { role, synchronous: 'FULL', migrations: 'ledger' });
    const opened = db;
    return { ledger: make(opened), db: opened, close: () => opened.close() };
  } catch (error) {
    db?.close();
    if (!(error instanceof PiperError) || error.code !== 'store-corrupt') throw error;
    return { ledger: unreadableLedger(), db: null, close() {} };
  }
}

function unreadableLedger(): Ledger {
  const readOnly: ReadOnlyReason = { seq: null, reason: 'ledger.db is damaged or is not a SQLite database' };
  const report = {
    ok: false,
    events: 0,
    checkedPayloads: 0,
    erasedPayloads: 0,
    headSeq: 0,
    headHash: genesisHash,
    break: { seq: 1, reason: readOnly.reason },
  };
  return {
    ...refuseWrites(readOnly),
    readOnly,
    freeze() {},
    readAfter: cannotRead,
    get: cannotRead,
    list: cannotRead,
    head: () => ({ seq: 0, hash: genesisHash, recordedAt: 0 }),
    verify: () => report,
    // biome-ignore lint/correctness/useYield: there is no page to tell of
    *verifySteps() {
      return report;
    },
    checkTail: () => report.break,
  };
}

function cannotRead(): never {
  throw new PiperError(
    'ledger-corrupt',
    'The ledger cannot be read: ledger.db is damaged or is not a SQLite database.',
    'Keep a copy of the file and bring back a backup with `piper-memory restore`.',
  );
}
