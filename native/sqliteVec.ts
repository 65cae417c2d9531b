import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { PiperError } from '../main/base/errors.ts';
import type { Database } from './sqlite.ts';

const require = createRequire(import.meta.url);

/**
 * Adds sqlite-vec (`vec0` tables) to one connection. Throws PiperError `io` where the platform has no build of it or
 * the file is missing or broken.
 */
export function loadSqliteVec(db: Database): void {
  try {
    const { getLoadablePath } = require('sqlite-vec') as typeof import('sqlite-vec');
    // SQLite opens the file itself and cannot look into the packaged app's archive.
    db.loadExtension(getLoadablePath().replace(`app.asar${sep}`, `app.asar.unpacked${sep}`));
  } catch (cause) {
    throw new PiperError(
      'io',
      'The vector extension of SQLite (sqlite-vec) could not be loaded.',
      'Install again with `npm ci` on this machine; supported are Linux and macOS (x64, arm64) and Windows (x64).',
      { cause },
    );
  }
}
