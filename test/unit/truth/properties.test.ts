import fc from 'fast-check';
import { describe, test } from 'vitest';
import { holdingsAt } from '../../../main/truth/questions.ts';
import { resolve } from '../../../main/truth/resolve.ts';
import { truthProperties } from '../../support/truthProperty.ts';

// A sample: `npm run test:truth -- --cases 100000` runs them in full.
describe('the resolution rule', () => {
  test.each(Object.entries(truthProperties))('%s', (_name, property) => {
    fc.assert<unknown[]>(property({ resolve, holdingsAt }) as fc.IRawProperty<unknown[]>, { numRuns: 500, seed: 3 });
  });
});
