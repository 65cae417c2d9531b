import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { uuidv7 } from '../../../main/base/ids.ts';
import { openLedgerReader } from '../../../main/ledger/open.ts';
import { backupDatabase, verifyBackup } from '../../../main/store/backup.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { append, noon, statement, temporaryLedger } from '../ledger/fixtures.ts';

describe('backupDatabase', () => {
  test('copies a ledger that is being written, whole and verifiable, into one file', async () => {
    const { ledger, db } = temporaryLedger();
    ledger.append(Array.from({ length: 2000 }, (_, index) => statement(`event ${index}`)));
    const dir = temporaryDirectory();
    const copying = backupDatabase(db, join(dir, 'ledger.db'));
    for (let n = 0; n < 20; n++) append(ledger, statement(`meanwhile ${n}`));
    const bytes = await copying;
    expect(readdirSync(dir)).toEqual(['ledger.db']);
    expect(bytes).toBe(statSync(join(dir, 'ledger.db')).size);
    expect(verifyBackup(dir)).toMatchObject({ databases: ['ledger.db'] });
    const clock = fixedClock(noon);
    const copy = openLedgerReader(join(dir, 'ledger.db'), { clock, ids: uuidv7(clock) });
    const report = copy.ledger.verify();
    expect(report.ok).toBe(true);
    expect(report.events).toBeGreaterThanOrEqual(2000);
    expect(ledger.readAfter(report.headSeq - 1, 1)[0]?.hash).toBe(report.headHash);
    copy.close();
    expect(readdirSync(dir)).toEqual(['ledger.db']);
  });

  test('never writes over a file', async () => {
    const { db } = temporaryLedger();
    const file = join(temporaryDirectory(), 'ledger.db');
    writeFileSync(file, 'mine');
    await expect(backupDatabase(db, file)).rejects.toMatchObject({ code: 'io' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('verifyBackup', () => {
  test('a folder without a ledger is not a backup', () => {
    expect(() => verifyBackup(temporaryDirectory())).toThrowError(expect.objectContaining({ code: 'not-found' }));
  });

  test('a damaged copy is named', async () => {
    const { ledger, db } = temporaryLedger();
    ledger.append(Array.from({ length: 500 }, (_, index) => statement(`event ${index}`)));
    const dir = temporaryDirectory();
    const file = join(dir, 'ledger.db');
    await backupDatabase(db, file);
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.from(bytes).fill(0xa5, 10 * 4096, 12 * 4096));
    expect(() => verifyBackup(dir)).toThrowError(expect.objectContaining({ code: 'store-corrupt' }));
    writeFileSync(file, 'nothing like it '.repeat(100));
    expect(() => verifyBackup(dir)).toThrowError(expect.objectContaining({ code: 'store-corrupt' }));
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
