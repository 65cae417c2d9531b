import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changeConfig, readConfig } from '../../../main/store/config.ts';
import { dataPaths } from '../../../main/store/paths.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const defaults = {
  embedder: 'on',
  model: null,
  vectors: { uri: null, settleAt: null },
  shadow: { on: false, candidate: null, share: 1, budgetMs: 5000, waiting: 20 },
  traces: { retentionDays: 90, reportWithinMinutes: 60 },
  autoRecall: false,
  delivery: { redactSecrets: true },
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
      traces: { retentionDays: 7, reportWithinMinutes: 60 },
    });
    expect(read('{"vectors": {"uri": "s3://bucket/vectors"}}').vectors.uri).toBe('s3://bucket/vectors');
  });

  test('a server of one’s own that cannot be used is kept as a bad setting, and nothing else suffers', () => {
    const model = { baseUrl: 'http://localhost:1234/v1', name: 'm' };
    expect(read(JSON.stringify({ model })).model).toEqual({ ...model, maxTextsPerMinute: 20, temperature: 0 });
    expect(read('{"model": {"baseUrl": "http://10.0.0.1/v1", "name": "m"}, "embedder": "off"}')).toMatchObject({
      model: { bad: expect.stringMatching(/^model\.baseUrl: must be https/) },
      embedder: 'off',
    });
    expect(read('{"embedder": {"baseUrl": "https://example.org"}}').embedder).toMatchObject({
      bad: expect.stringMatching(/^embedder\.model/),
    });
  });

  test.each([
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'http://[::2]',
    'file:///etc',
    'https://a/?k=1',
    'https://me:pw@a/',
    'nonsense',
  ])('nothing is sent to %s', (baseUrl) => {
    expect(read(JSON.stringify({ model: { baseUrl, name: 'm' } })).model).toHaveProperty('bad');
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

describe('changeConfig', () => {
  test('changes what is given, keeps what the file says beside it, and makes the file where there is none', () => {
    const { config } = dataPaths(temporaryDirectory());
    expect(changeConfig(config, { autoRecall: true })).toEqual({ ...defaults, autoRecall: true });
    writeFileSync(config, '{"embedder": "off", "delivery": {}, "autoRecall": true}');
    expect(changeConfig(config, { delivery: { redactSecrets: false } })).toMatchObject({
      embedder: 'off',
      autoRecall: true,
    });
    expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({
      embedder: 'off',
      autoRecall: true,
      delivery: { redactSecrets: false },
    });
  });

  test('refuses what is not valid, and leaves the file as it was', () => {
    const { config } = dataPaths(temporaryDirectory());
    writeFileSync(config, '{"embedder": "off"}');
    expect(() => changeConfig(config, { autoRecall: 'yes' })).toThrow(/autoRecall/);
    expect(readFileSync(config, 'utf8')).toBe('{"embedder": "off"}');
  });
});
