import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

// Inherited by the forks, their threads and the daemons that they start: see test/support/warmCompileCache.ts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url));

/** Threads are started from source, so tests run in forked processes; two at a time suit a two-core machine. */
export default defineConfig({
  root,
  test: {
    globalSetup: fileURLToPath(new URL('../test/support/warmCompileCache.ts', import.meta.url)),
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/cases/**/*.test.ts'] } },
      { extends: true, test: { name: 'integration', include: ['test/{integration,formats,eval,speed}/**/*.test.ts'] } },
      { extends: true, test: { name: 'crash', include: ['test/crash/**/*.test.ts'], testTimeout: 300_000 } },
      {
        extends: true,
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 180_000 },
      },
    ],
  },
});
