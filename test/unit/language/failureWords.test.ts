import { expect, test } from 'vitest';
import { tellsFailure } from '../../../main/language/failureWords.ts';

test.each([
  'It failed.',
  'The build broke and was rolled back',
  'error 500 after the change',
  "The command didn't work.",
  'The value was outdated; it crashed.',
])('%j tells of a failure', (outcome) => {
  expect(tellsFailure(outcome)).toBe(true);
});

test.each([
  'It worked.',
  'Deployed without errors.',
  'no failure',
  'fixed the error',
  'It did not fail.',
  'zero errors',
  '',
])('%j does not', (outcome) => {
  expect(tellsFailure(outcome)).toBe(false);
});
