import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultDataDir } from '../../../main/cli/place.ts';

describe('the data directory', () => {
  test('is the one that PIPER_DATA names', () => {
    expect(defaultDataDir({ PIPER_DATA: '/srv/piper' }, 'linux', '/home/ada')).toBe('/srv/piper');
  });

  test.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, join('/home/ada', '.local', 'share', 'piper-memory')],
    ['linux', { XDG_DATA_HOME: '/data' }, join('/data', 'piper-memory')],
    ['darwin', {}, join('/home/ada', 'Library', 'Application Support', 'Piper Memory')],
    ['win32', { LOCALAPPDATA: '/local' }, join('/local', 'Piper Memory')],
  ])('lies on %s where applications keep their data', (platform, env, dir) => {
    expect(defaultDataDir(env, platform, '/home/ada')).toBe(dir);
  });
});
