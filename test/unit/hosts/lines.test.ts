import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineReader } from '../../../main/hosts/lines.ts';

function read(chunks: readonly Buffer[], maxBytes = 1000) {
  const seen: string[] = [];
  const reader = lineReader(maxBytes, {
    line: (bytes) => seen.push(bytes.toString('latin1')),
    tooLong: () => seen.push('(too long)'),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return seen;
}

describe('the line reader', () => {
  test('reads the same lines however the stream is cut into chunks', () => {
    const line = fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replace(/\n/g, ' '));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.array(fc.nat(400), { maxLength: 30 }), (lines, cuts) => {
        const whole = Buffer.from(lines.map((text) => `${text}\n`).join(''), 'utf8');
        const places = [0, ...cuts.filter((at) => at < whole.length).sort((a, b) => a - b), whole.length];
        const chunks = places.slice(1).map((end, index) => whole.subarray(places[index] ?? 0, end));
        expect(read(chunks)).toEqual(lines.map((text) => Buffer.from(text, 'utf8').toString('latin1')));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('reports a line over the limit once, passes over its rest and reads the next', () => {
    const long = Buffer.from('x'.repeat(64));
    expect(read([long, long, Buffer.from('x\nnext\n')], 100)).toEqual(['(too long)', 'next']);
  });

  test('takes a line of exactly the limit', () => {
    expect(read([Buffer.from('0123456789\n')], 10)).toEqual(['0123456789']);
  });

  test('gives a last line that nobody ended', () => {
    expect(read([Buffer.from('one\ntw'), Buffer.from('o')])).toEqual(['one', 'two']);
  });

  test('passes over empty lines', () => {
    expect(read([Buffer.from('\n\none\n\n')])).toEqual(['one']);
  });
});
