import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Starts every thread once before the tests do, so that their TypeScript is stripped once and kept
 * (`NODE_COMPILE_CACHE`). Node strips types with WebAssembly, and V8 can take a whole process down where many threads
 * load that at the same time.
 */
export default async function warmCompileCache(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'piper-warm-'));
  const cli = fileURLToPath(new URL('../../main/cli.ts', import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [cli, '--data', dir, 'write', 'The compile cache is warm.']);
  } catch {
    // What does not start here does not start in the tests either, and they say it better.
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
