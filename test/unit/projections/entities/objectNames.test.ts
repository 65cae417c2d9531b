import { describe, expect, test } from 'vitest';
import { isWrittenAsName } from '../../../../main/projections/entities/objectNames.ts';

describe('the object of a fact', () => {
  test.each([
    'Anna',
    'Jonas Weber',
    'J. Weber',
    'Ludwig van Beethoven',
    'Bank of England',
    'PostgreSQL',
    'PostgreSQL 16',
    'foundation_router',
    'web-01',
    'iPhone',
    'Team Atlas (Oslo)',
    'AT&T',
    'Àngel Œuvre',
    'Владимир',
  ])('%s is written as a name', (object) => {
    expect(isWrittenAsName(object)).toBe(true);
  });

  test.each([
    '',
    '   ',
    '300 seconds',
    '5 min',
    '$5',
    'v1.5.0',
    '1.5.2',
    '2026-03-01',
    '1 May 2024',
    'true',
    'Enabled',
    'N/A',
    'blue',
    'degraded since noon',
    'nobody yet',
    'It was restarted twice.',
    'Anna, Ben and Cid',
    'See the Wiki: Routers',
    'https://example.org/Router',
    'The quick brown fox',
    'Ann '.repeat(40),
  ])('%j is not', (object) => {
    expect(isWrittenAsName(object)).toBe(false);
  });
});
