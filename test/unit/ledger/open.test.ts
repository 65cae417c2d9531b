import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { uuidv7 } from '../../../main/base/ids.ts';
import { openLedgerFile, openLedgerReader } from '../../../main/ledger/open.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { append, noon, statement, temporaryLedger } from './fixtures.ts';

const clock = fixedClock(noon);
const options = { clock, ids: uuidv7(clock) };

describe('a damaged ledger', () => {
  test('that is no SQLite file refuses to append, says why, and is left as it is', () => {
    const path = join(temporaryDirectory(), 'ledger.db');
    writeFileSync(path, 'these are not the pages you are looking for'.repeat(200));
    const before = readFileSync(path);
    for (const open of [openLedgerFile, openLedgerReader]) {
      const { ledger, db, close } = open(path, options);
      expect(db).toBeNull();
      expect(ledger.readOnly).toMatchObject({ seq: null });
      expect(() => ledger.append([statement('a')])).toThrowError(expect.objectContaining({ code: 'ledger-read-only' }));
      expect(() => ledger.readAfter(0, 1)).toThrowError(expect.objectContaining({ code: 'ledger-corrupt' }));
      expect(ledger.verify()).toMatchObject({ ok: false, break: { seq: 1 } });
      close();
    }
    expect(readFileSync(path)).toEqual(before);
  });

  test('that was cut short is opened read-only, with the place', () => {
    const { ledger, path, close, reopen } = temporaryLedger();
    ledger.append(Array.from({ length: 3000 }, (_, index) => statement(`event number ${index}`)));
    close();
    truncateSync(path, Math.floor(readFileSync(path).length / 2 / 4096) * 4096);
    const cut = reopen();
    expect(cut.ledger.readOnly).not.toBeNull();
    expect(() => cut.ledger.append([statement('a')])).toThrowError(
      expect.objectContaining({ code: 'ledger-read-only' }),
    );
    expect(cut.ledger.verify().ok).toBe(false);
  });

  test('with one page overwritten is never trusted', () => {
    const { ledger, path, close, reopen } = temporaryLedger();
    ledger.append(Array.from({ length: 500 }, (_, index) => statement(`event number ${index}`)));
    close();
    const bytes = readFileSync(path);
    const pages = bytes.length / 4096;
    for (const page of [3, Math.floor(pages / 2), pages - 1]) {
      writeFileSync(path, Buffer.from(bytes).fill(0xa5, page * 4096, (page + 1) * 4096));
      const broken = reopen();
      const report = broken.ledger.verify();
      const refused = broken.ledger.readOnly !== null || !report.ok;
      const indexOnly = report.ok && broken.db?.pragma('integrity_check(1)', { simple: true }) !== 'ok';
      expect(refused || indexOnly, `page ${page}`).toBe(true);
      broken.close();
    }
  });
});

describe('a reader', () => {
  test('sees what the writer acknowledged, while the writer goes on', () => {
    const { ledger, path } = temporaryLedger();
    const first = append(ledger, statement('one'));
    const { ledger: reader, close } = openLedgerReader(path, options);
    expect(reader.head()).toMatchObject({ seq: 1, hash: first.hash });
    append(ledger, statement('two'));
    expect(reader.head().seq).toBe(2);
    expect(reader.verify()).toMatchObject({ ok: true, events: 2 });
    expect(() => reader.append([statement('x')])).toThrowError(expect.objectContaining({ code: 'ledger-read-only' }));
    close();
  });

  test('opens a ledger whose writer has closed', () => {
    const { ledger, path, close } = temporaryLedger();
    append(ledger, statement('one'));
    close();
    const reader = openLedgerReader(path, options);
    expect(reader.ledger.list({ limit: 10 }).events).toHaveLength(1);
    reader.close();
  });
});
