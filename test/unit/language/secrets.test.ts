import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSecrets, redactWithin, secretSpans } from '../../../main/language/secrets.ts';

// Put together here, so that no scanner takes this file for a leak.
const random = (length: number, alphabet = 'aB3dE5gH7jK9mN1pQ') =>
  Array.from({ length }, (_, at) => alphabet[(at * 7 + 3) % alphabet.length]).join('');
const pem = `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${`${random(64)}\n`.repeat(12)}-----END RSA ${'PRIVATE'} KEY-----`;
const jwt = `eyJ${random(17)}.eyJ${random(30)}.${random(43)}`;

describe('what is left out of delivered text', () => {
  test.each([
    ['private-key', `Use this:\n${pem}\nfor the host.`, 'Use this:\n[redacted: private-key]\nfor the host.'],
    [
      'connection-string',
      'postgres://app:s3cr3t-Pw@db.internal:5432/x',
      'postgres://app:[redacted: connection-string]@db.internal:5432/x',
    ],
    ['connection-string', 'Server=db;User=sa;Pwd=Tr0ub4dor&3;', 'Server=db;User=sa;Pwd=[redacted: connection-string];'],
    ['api-key', `The key is AKIA${'QWERTYUIOPASDFGH'}.`, 'The key is [redacted: api-key].'],
    ['api-key', `OPENAI: sk-proj-${random(40)}`, 'OPENAI: [redacted: api-key]'],
    ['api-key', `maps use AIza${random(35)} today`, 'maps use [redacted: api-key] today'],
    ['token', `push with ghp_${random(36)}`, 'push with [redacted: token]'],
    ['token', `xoxb-${random(24)}`, '[redacted: token]'],
    ['token', `he sent ${jwt} along`, 'he sent [redacted: token] along'],
    ['token', `Authorization: Bearer ${random(32)}`, 'Authorization: Bearer [redacted: token]'],
    ['password', 'DB_PASSWORD=hunter2!x', 'DB_PASSWORD=[redacted: password]'],
    ['password', 'smb://nas?password=sunshine', 'smb://nas?password=[redacted: password]'],
    ['password', 'dbPassword: "sun shine"', 'dbPassword: "[redacted: password]"'],
    ['password', 'パスワードpassword=aB3x', 'パスワードpassword=[redacted: password]'],
    ['password', 'password=1234', 'password=[redacted: password]'],
    ['password', 'The PIN is 9173.', 'The PIN is [redacted: password].'],
    ['api-key', '{"api_key": "9f8e7d6c5b"}', '{"api_key": "[redacted: api-key]"}'],
    ['password', "client_secret => 'aZ9-kk2Q'", "client_secret => '[redacted: password]'"],
    ['password', 'The password for the router is Wint3rsun.', 'The password for the router is [redacted: password].'],
    ['password', 'The password is “correct horse battery 7”.', 'The password is “[redacted: password]”.'],
  ])('%s: %j', (kind, text, told) => {
    expect(redactSecrets(text).text).toBe(told);
    expect(secretSpans(text).map((span) => span.kind)).toEqual([kind]);
  });

  test('is a private key also where its end is missing', () => {
    expect(redactSecrets(pem.slice(0, 300)).text).toBe('[redacted: private-key]');
  });
});

describe('what stays', () => {
  test.each([
    'Fixed in 3f2a9c1d4e5b6f708192a3b4c5d6e7f801234567.',
    'commit 5b3c59b',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'session 018f3f2e-7b1a-7c3d-9e4f-5a6b7c8d9e0f',
    'JIRA-12345 and PAY-204 are closed, #4711 is open.',
    'IBAN DE89 3704 0044 0532 0130 00, or DE89370400440532013000.',
    'card ending 4242, order 20261130-000123',
    'call +49 30 1234567',
    'The password is the name of his dog.',
    'The password was changed on Monday.',
    'Password: required',
    'token: expired',
    'tokens: 6000',
    'compass=north and bypass: 30 km',
    'token = 42',
    'max_token=6000',
    'password:\n\nAda1 wrote the rest.',
    'password=$DB_PASSWORD',
    'password: <your password>',
    'password: ********',
    'api_key: process.env.API_KEY',
    'secret: vault:kv/app',
    'The secret of good tea: patience.',
    'https://example.com:8080/path?q=1',
    'mail ada@example.com or see https://user@example.com/x',
    'git@github.com:piper/memory.git',
    'basic understanding of authentication123',
    'main/retrieval/tokenBudget.ts and secretSpans(text)',
    'The PIN is printed on the card.',
    'sk-learn is a library; risk-assessment-for-everybody-involved',
    'e5-small-v2-int8 and npm_config_registry',
  ])('%s', (text) => {
    expect(redactSecrets(text).text).toBe(text);
  });
});

test('redacting twice changes nothing more, and the spans are in order and apart', () => {
  const pieces = fc.constantFrom(
    'password=',
    'token: ',
    '"',
    'aB3$xyz9',
    ' ',
    '\n',
    jwt,
    `ghp_${random(36)}`,
    'is',
    '[redacted: password]',
    '://a:b1c2@h',
    ';',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const once = redactSecrets(text);
      expect(redactSecrets(once.text).text).toBe(once.text);
      let from = 0;
      for (const { start, end } of once.spans) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThan(start);
        from = end;
      }
    }),
    { seed: 11, numRuns: 300 },
  );
});

test('a value is redacted in depth, but for the ids that others refer to', () => {
  const kinds: string[] = [];
  const value = { itemId: 'password=aB3dE5gH', facts: [{ value: 'token=aB3dE5gH7j', n: 3 }], none: null };
  expect(redactWithin(value, (kind) => kinds.push(kind))).toEqual({
    itemId: 'password=aB3dE5gH',
    facts: [{ value: 'token=[redacted: token]', n: 3 }],
    none: null,
  });
  expect(kinds).toEqual(['token']);
});

test('a jumble behind a word for a secret is one, and what merely looks random is none', () => {
  const told = [
    'Deploy key and secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'My API token for the tide service: 9f8c2d1e-tide-77ab41. Do not share it.',
  ];
  for (const text of told) expect(redactSecrets(text).text).toContain('[redacted: token]');
  const plain = [
    'the token parser commit 512057fabc99aa00 is fine',
    'secret meeting on 2026-03-04T10:00:00Z',
    'token id 123e4567-e89b-12d3-a456-426614174000',
    'The secret garden-of-eden-1234 thing',
  ];
  for (const text of plain) expect(redactSecrets(text).text).toBe(text);
});

test('two megabytes of near misses are read in good time', () => {
  const near = 'password token key eyJhbGciOi https://a:b '.repeat(50_000);
  expect(secretSpans(near)).toEqual([]);
});
