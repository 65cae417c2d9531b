import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../main/store/makeFolder.ts';
import { folderOf, temporaryDirectory } from '../../support/temporary.ts';

test('makes a folder and those above it, for its owner alone', () => {
  const folder = join(temporaryDirectory(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('says so when a file stands in the way, at the end or before it', () => {
  const dir = folderOf({ file: 'x' });
  expect(() => makeFolder(join(dir, 'file'))).toThrow(/is a file, not a folder/);
  expect(() => makeFolder(join(dir, 'file', 'under'))).toThrow(/is a file, not a folder/);
});

test.skipIf(process.platform !== 'linux')('comes back from where nothing can be made', () => {
  expect(() => makeFolder('/proc/nothing/here')).toThrow();
});
