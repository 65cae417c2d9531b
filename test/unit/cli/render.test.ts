import { describe, expect, test } from 'vitest';
import { printable } from '../../../main/base/printable.ts';
import { importLine, renderImport } from '../../../main/cli/render.ts';
import { renderPacket } from '../../../main/cli/renderPacket.ts';
import type { ImportStatus } from '../../../main/contract/imports.ts';
import { emptyPacket } from '../../integration/hostFixtures.ts';

const status: ImportStatus = {
  importId: 'i',
  state: 'finished',
  dryRun: false,
  files: 2,
  filesDone: 1,
  bytes: 200,
  bytesDone: 50,
  written: 10,
  already: 3,
  unresolved: 0,
  rejected: 1,
  rejectedRows: [{ file: 'a.pmem.jsonl', line: 7, reason: 'is not JSON' }],
  namespaces: ['default'],
  startedAt: '2026-03-03T12:00:00Z',
  finishedAt: '2026-03-03T12:00:01Z',
  etaMs: 2500,
  error: null,
};

describe('what a person reads', () => {
  test('never moves the cursor, changes colours or turns the text around', () => {
    expect(printable('a\u001b[31mred\u0007\r\nb\tc\u202ed')).toBe('a�[31mred��\nb\tc�d');
  });

  test('of an import names each rejected row by file and line', () => {
    expect(renderImport(status)).toBe(
      'Imported: 2 files, 10 written, 3 known already, 1 rejected, in default.\n  a.pmem.jsonl:7: is not JSON',
    );
  });

  test('of a cancelled import says how to go on', () => {
    expect(renderImport({ ...status, state: 'cancelled' })).toContain('start the same import again to go on');
  });

  test('of a running import is one line with its share and its time left', () => {
    expect(importLine(status)).toBe('Importing 25 %: 1 of 2 files, 10 written, 3 known, 1 rejected, about 3 s left');
  });

  test('of a packet without results still says why and by which path', () => {
    expect(renderPacket({ ...emptyPacket, notices: ['recall lags by 3 items'] })).toBe(
      'none, confidence 0.90: nothing qualifies\nmixed by search (default), 1 ms, session s1\nNote: recall lags by 3 items',
    );
  });
});
