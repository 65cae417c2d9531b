import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { type LogFields, openLog } from '../../../main/base/log.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

function logged(write: (log: ReturnType<typeof openLog>) => void, level?: Parameters<typeof openLog>[1]) {
  const file = join(temporaryDirectory(), 'daemon.log');
  const log = openLog(file, level);
  write(log);
  log.close();
  const text = readFileSync(file, 'utf8');
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { file, text, lines };
}

describe('the log', () => {
  test('is one JSON object a line, with the event, its fields and the process', () => {
    const { lines } = logged((log) => {
      log.info('daemon.started', { pid: 7, version: '0.1.0' });
      log.warn('request.slow', { method: 'retrieve', latencyMs: 812, ok: true });
    });
    expect(lines).toMatchObject([
      { level: 30, msg: 'daemon.started', pid: 7, version: '0.1.0' },
      { level: 40, msg: 'request.slow', method: 'retrieve', latencyMs: 812, ok: true },
    ]);
  });

  test('keeps to its level', () => {
    const { lines } = logged((log) => {
      log.info('not.this');
      log.error('but.this', new Error('x'));
    }, 'warn');
    expect(lines.map((line) => line.msg)).toEqual(['but.this']);
  });

  test('never takes stored text: neither a sentence in a field nor an error’s message', () => {
    const secret = 'Anna’s password is swordfish';
    const { text, lines } = logged((log) => {
      log.info('request.done', { method: secret, query: secret } as LogFields);
      log.info(secret);
      log.error('request.failed', new Error(`near "${secret}": syntax error\n    at swordfish (x:1:1)`));
      log.error('request.failed', new PiperError('io', secret, secret, { cause: new TypeError(secret), data: secret }));
      log.error('request.failed', secret);
    });
    expect(text).not.toContain('swordfish');
    expect(lines[0]).toMatchObject({ method: '(withheld)' });
    expect(lines[3]).toMatchObject({ error: { name: 'PiperError', code: 'io', cause: { name: 'TypeError' } } });
    expect(JSON.stringify(lines[2])).toContain('log.test.ts');
  });

  test.skipIf(process.platform === 'win32')('is readable by its owner alone', () => {
    const { file } = logged((log) => log.info('a'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a file that cannot be opened costs the lines and nothing else', () => {
    const log = openLog(join(temporaryDirectory(), 'missing', 'daemon.log'));
    expect(() => {
      log.info('a');
      log.error('b', new Error('x'));
      log.close();
    }).not.toThrow();
  });

  test('a file that has grown large is set aside when it is opened', () => {
    const file = join(temporaryDirectory(), 'daemon.log');
    writeFileSync(file, '');
    truncateSync(file, 10_000_001);
    const log = openLog(file);
    log.info('fresh');
    log.close();
    expect(statSync(`${file}.1`).size).toBe(10_000_001);
    expect(statSync(file).size).toBeLessThan(1000);
  });
});
