import type { BenchSetup } from '../../contract/bench.ts';

/** What the frozen baseline of a setup is called: `r4-small-today`, `r4-small-prose-today`. */
export function baselineName({ benchmark, structure, policy }: BenchSetup): string {
  return [benchmark, ...(structure === 'prose' ? [structure] : []), policy].join('-');
}
