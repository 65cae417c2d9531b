import type { Imports } from '../policy/importers/imports.ts';
import type { Handlers } from './ports.ts';

export function importHandlers(
  imports: Omit<Imports, 'close'>,
): Pick<Handlers, 'import.preview' | 'import.start' | 'import.status' | 'import.cancel'> {
  return {
    'import.preview': ({ paths, ...options }) => imports.preview(paths, options),
    'import.start': ({ paths, ...options }) => imports.start(paths, options),
    'import.status': ({ importId }) => ({ imports: imports.status(importId) }),
    'import.cancel': ({ importId }) => imports.cancel(importId),
  };
}
