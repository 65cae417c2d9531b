import { recogniseFolder } from '../bench/convert/recogniseFolder.ts';
import type { BenchmarkFound } from '../contract/bench.ts';
import type { Imports } from '../policy/importers/imports.ts';
import type { Handlers } from './ports.ts';

export function importHandlers(
  imports: Omit<Imports, 'close'>,
): Pick<Handlers, 'import.preview' | 'import.start' | 'import.status' | 'import.cancel'> {
  return {
    'import.preview': async ({ paths, ...options }) => ({
      ...(await imports.preview(paths, options)),
      benchmarks: paths.flatMap(benchmarkAt),
    }),
    'import.start': ({ paths, ...options }) => imports.start(paths, options),
    'import.status': ({ importId }) => ({ imports: imports.status(importId) }),
    'import.cancel': ({ importId }) => imports.cancel(importId),
  };
}

function benchmarkAt(path: string): BenchmarkFound[] {
  const format = recogniseFolder(path);
  return format === 'corpus' ? [] : [{ path, format }];
}
