import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('every thread that is started by its name is an entry of the build', () => {
  const sources = globSync('main/**/*.ts', { cwd: root }).map((file) => readFileSync(`${root}/${file}`, 'utf8'));
  const started = new Set(
    sources.flatMap((source) => [...source.matchAll(/startThread<\w+>\(\s*'(\w+)'/g)].map(([, name]) => name)),
  );
  const config = readFileSync(`${root}/electron.vite.config.ts`, 'utf8');
  const entries = [...config.matchAll(/(\w+): 'main\/threads\/\w+\.ts'/g)].map(([, name]) => name);
  expect([...started].sort()).toEqual(entries.sort());
});
