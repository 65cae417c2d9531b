import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { dataDirWithoutVectors, startedDaemon } from './cliFixtures.ts';

// Each step is a process with its own start, which a busy machine takes its time over.
vi.setConfig({ testTimeout: 180_000 });

const script = join(import.meta.dirname, '..', 'clients', 'piper_client.py');
const python3 = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!python3 || process.platform === 'win32')(
  'twenty lines of Python write and ask over the socket (skipped where python3 is missing)',
  async () => {
    const dir = dataDirWithoutVectors();
    await startedDaemon(dir);
    const { stdout } = await promisify(execFile)('python3', [
      script,
      join(dir, 'daemon.sock'),
      'The lighthouse keeper Grüße-猫 counts 42 ships a night.',
      'How many ships does the lighthouse keeper count?',
    ]);
    const [written, , ...texts] = stdout.trim().split('\n');
    expect(written).toMatch(/^written \S+$/);
    expect(texts).toContain('The lighthouse keeper Grüße-猫 counts 42 ships a night.');
  },
);
