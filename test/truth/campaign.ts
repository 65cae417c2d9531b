import { resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type Truth, truthProperties } from '../support/truthProperty.ts';

/**
 * `npm run test:truth -- --cases 100000`: holds main/truth (or, with --truth, a copy of it) against the plain model over
 * so many cases a property. Exit code 1 and the smallest counterexample where they differ.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    truth: { type: 'string', default: resolvePath(import.meta.dirname, '../../main/truth') },
  },
});
const cases = Number(values.cases);
const seed = Number(values.seed);
const folder = pathToFileURL(`${values.truth}/`);
const { resolve } = (await import(new URL('resolve.ts', folder).href)) as Pick<Truth, 'resolve'>;
const { holdingsAt } = (await import(new URL('questions.ts', folder).href)) as Pick<Truth, 'holdingsAt'>;

let failed = 0;
for (const [name, property] of Object.entries(truthProperties)) {
  const began = performance.now();
  const report = await fc.check<unknown[]>(property({ resolve, holdingsAt }) as fc.IRawProperty<unknown[], false>, {
    numRuns: cases,
    seed,
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${report.failed ? 'FAILED' : 'holds '}  ${name}: ${report.numRuns} cases, seed ${seed}, ${seconds} s`);
  if (!report.failed) continue;
  failed++;
  console.log(fc.defaultReportMessage(report));
}
process.exitCode = failed === 0 ? 0 : 1;
