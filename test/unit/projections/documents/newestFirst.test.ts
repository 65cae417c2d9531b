import { expect, test } from 'vitest';
import { isNewestFirst } from '../../../../main/projections/documents/newestFirst.ts';

test.each([
  ['versions that fall', ['Changes > 1.10.0', 'Changes > 1.10.0', 'Changes > 1.9.2', 'Changes > v1.9'], true],
  ['dates that fall', ['2026-03-01', 'Notes', '2026-02-11 — rain'], true],
  ['versions that rise', ['1.9', '1.10'], false],
  ['now this way, now that', ['2026-03-01', '2026-02-11', '2026-02-12'], false],
  ['one mark, or the same one', ['1.2', '1.2', null], false],
  ['no marks', ['Kitchen', null, 'Hall'], false],
])('%s', (_, headings, expected) => {
  expect(isNewestFirst(headings)).toBe(expected);
});
