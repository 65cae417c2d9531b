import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMessage } from '../../../main/hosts/message.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a message off the wire', () => {
  test('is parsed as JSON is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        expect(parseMessage(text)).toEqual(JSON.parse(text));
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  test('may say anything inside a text', () => {
    const text = JSON.stringify({ a: `\\"${'[{,'.repeat(100_000)}\\`, b: '\\\\"' });
    expect(parseMessage(text)).toEqual(JSON.parse(text));
  });

  test('must not nest too deep', () => {
    expect(parseMessage(nested(64))).toEqual(JSON.parse(nested(64)));
    expect(() => parseMessage(nested(65))).toThrow('must not nest deeper than 64 levels');
  });

  test('must not hold too many values', () => {
    expect(() => parseMessage(`[${'0,'.repeat(100_000)}0]`)).toThrow('must not hold more than 100000 values');
  });

  test.each(['', '{', '"', '"\\', '[1', 'x'])('like %j is no JSON', (text) => {
    expect(() => parseMessage(text)).toThrow('The message is not JSON.');
  });
});
