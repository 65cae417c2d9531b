import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownText } from '../../../main/retrieval/shownText.ts';

const stored = 'a password=tr0ub4dor b token=aB3dE5gH7 c';

test('keeps both texts in step: what stands outside the marks is the same in both', () => {
  const shown = shownText(stored, true);
  expect(shown.text).toBe('a password=[redacted: password] b token=[redacted: token] c');
  for (const word of [' b ', ' c', 'token=']) {
    const at = stored.indexOf(word);
    expect(shown.text.slice(shown.toShown(at, 'start'), shown.toShown(at + word.length, 'end'))).toBe(word);
    const back = shown.text.indexOf(word);
    expect(stored.slice(shown.toStored(back, 'start'), shown.toStored(back + word.length, 'end'))).toBe(word);
  }
  expect(shown.leftOut(0, 31)).toEqual(['password']);
  expect(shown.leftOut(0, shown.text.length)).toEqual(['password', 'token']);
  expect(shown.leftOut(0, 3)).toEqual([]);
});

test('offsets never run backwards, inside a mark they are its edges', () => {
  const shown = shownText(stored, true);
  fc.assert(
    fc.property(fc.nat(stored.length), fc.nat(stored.length), (a, b) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)];
      expect(shown.toShown(first, 'start')).toBeLessThanOrEqual(shown.toShown(second, 'end'));
    }),
    { seed: 2 },
  );
  const inside = stored.indexOf('tr0ub') + 3;
  expect(shown.text.slice(shown.toShown(inside, 'start'), shown.toShown(inside, 'end'))).toBe('[redacted: password]');
});

test('is the stored text where nothing is to be left out', () => {
  const shown = shownText(stored, false);
  expect(shown.text).toBe(stored);
  expect(shown.toShown(17, 'start')).toBe(17);
});
