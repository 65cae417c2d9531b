import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkOut, writeOut } from '../../../main/cli/benchOut.ts';
import { folderOf, temporaryDirectory } from '../../support/temporary.ts';
import { resultsOf, scoredWith } from '../bench/score/builders.ts';

const results = resultsOf(scoredWith(({ answer }) => answer));

test('a file that can be written passes and is not touched', () => {
  const dir = folderOf({ 'old.json': 'old' });
  checkOut(join(dir, 'new.json'));
  checkOut(join(dir, 'old.json'));
  expect(existsSync(join(dir, 'new.json'))).toBe(false);
  expect(readFileSync(join(dir, 'old.json'), 'utf8')).toBe('old');
});

test.each([
  ['a folder', '.'],
  ['a file in a folder that is not there', 'nowhere/out.json'],
  ['a file below a file', 'old.json/out.json'],
])('%s is refused with a remedy', (_, name) => {
  const file = join(folderOf({ 'old.json': 'old' }), name);
  const remedy = 'Name a file in a folder that is there and can be written.';
  expect(() => checkOut(file)).toThrow(expect.objectContaining({ code: 'io', remedy }));
});

test('results that cannot be written after all are told to be in the record of their run', () => {
  const dir = temporaryDirectory();
  mkdirSync(join(dir, 'out.json'));
  const kept = join(dir, 'bench', 'runs', results.runId, 'results.json');
  expect(() => writeOut(join(dir, 'out.json'), results, { dir })).toThrow(
    expect.objectContaining({ code: 'io', remedy: expect.stringContaining(kept) }),
  );
});
