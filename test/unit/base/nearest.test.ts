import { expect, test } from 'vitest';
import { nearest } from '../../../main/base/nearest.ts';

const fields = ['validFrom', 'validTo', 'subject', 'object'];

test.each([
  ['valid_from', 'validFrom'],
  ['VALID-TO', 'validTo'],
  ['validfrm', 'validFrom'],
  ['subjekt', 'subject'],
  ['objct', 'object'],
  ['namespace', null],
  ['', null],
  ['_', null],
  ['x'.repeat(10_000), null],
])('of %s the nearest field is %s', (given, meant) => {
  expect(nearest(given, fields)).toBe(meant);
});

test('of two that are near the nearer one is meant', () => {
  expect(nearest('default', ['defaults1', 'defaults'])).toBe('defaults');
});
