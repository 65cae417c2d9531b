import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitOf } from '../../../main/engine/commit.ts';
import { folderOf } from '../../support/temporary.ts';

function checkout(): string {
  const dir = folderOf({ 'package.json': '{}', 'main/code.ts': 'export const a = 1;\n' });
  const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...author, 'commit', '-q', '-m', 'first'],
  ]) {
    execFileSync('git', args, { cwd: dir });
  }
  return dir;
}

test('two different changes to one commit are not the same code, and one of them twice is', () => {
  const dir = checkout();
  const write = (text: string) => {
    writeFileSync(join(dir, 'main', 'code.ts'), text);
    return commitOf(join(dir, 'main')) ?? '';
  };
  const clean = commitOf(join(dir, 'main')) ?? '';
  expect(clean).toMatch(/^[0-9a-f]{40}$/);
  const [two, three] = [write('export const a = 2;\n'), write('export const a = 3;\n')];
  expect(two).toMatch(new RegExp(`^${clean}-dirty-[0-9a-f]{12}$`));
  expect(three).not.toBe(two);
  expect(write('export const a = 2;\n')).toBe(two);
  expect(write('export const a = 1;\n')).toBe(clean);
});

test('what lies in no checkout has no commit', () => {
  const dir = folderOf({ 'package.json': '{}' });
  expect(commitOf(dir)).toBeNull();
});
