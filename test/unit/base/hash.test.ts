import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../../../main/base/hash.ts';

describe('canonicalJson', () => {
  test('sorts keys at every depth and leaves out what is undefined', () => {
    expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[{"d":1}]}');
  });

  test('is JSON of the same value, the same for the same members in any order, and stable', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
        const text = canonicalJson(value);
        const backwards = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(backwards)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('sha256', () => {
  test('is the sum of its parts put together', () => {
    expect(sha256('a', 'bc')).toBe(sha256('abc'));
    expect(sha256(Buffer.from('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
