import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../main/store/config.ts';
import { dataPaths } from '../../../main/store/paths.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const defaults = {
  embedder: 'on',
  vectors: { uri: null, settleAt: null },
  traces: { retentionDays: 90 },
  log: { level: 'info' },
};

function read(content: string) {
  const { config } = dataPaths(temporaryDirectory());
  writeFileSync(config, content);
  return readConfig(config);
}

describe('readConfig', () => {
  test('every setting has a default', () => {
    expect(readConfig(dataPaths(temporaryDirectory()).config)).toEqual(defaults);
    expect(read('{}')).toEqual(defaults);
  });

  test('what the file says is taken, the rest stays', () => {
    expect(read('{"embedder": "off", "traces": {"retentionDays": 7}}')).toEqual({
      ...defaults,
      embedder: 'off',
      traces: { retentionDays: 7 },
    });
    expect(read('{"vectors": {"uri": "s3://bucket/vectors"}}').vectors.uri).toBe('s3://bucket/vectors');
  });

  test.each([
    ['{"embedder": "of"}', /embedder: /],
    ['{"traces": {"retentionDays": 0}}', /traces\.retentionDays: /],
    ['{"tracez": {}}', /tracez/],
    ['[]', /the top level: /],
    ['{"embedder": ', /JSON/],
    ['', /JSON/],
  ])('%s names the place and the way out', (content, place) => {
    expect(() => read(content)).toThrowError(
      expect.objectContaining({
        code: 'invalid-params',
        message: expect.stringMatching(place),
        remedy: expect.stringContaining('config.json'),
      }),
    );
  });

  test('a directory in its place is io', () => {
    const { config } = dataPaths(temporaryDirectory());
    mkdirSync(config);
    expect(() => readConfig(config)).toThrowError(expect.objectContaining({ code: 'io' }));
  });
});
