import { mulberry32 } from '../../base/mulberry32.ts';
import type { ProbeRow } from '../../contract/bench.ts';
import { mean } from './measures.ts';
import { percentile } from './percentileOf.ts';

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly seed: number;
  /** How often a sample is drawn anew. */
  readonly rounds?: number;
}

/**
 * 95 % intervals by the percentile bootstrap (Efron 1979) of any statistics of a sample, computed together on each draw so
 * that what is paired stays paired. `mean` is the statistic of the sample itself.
 *
 * @param strata the members (as indices) that are drawn among themselves, with replacement
 * @param statistics of the drawn indices; the same names at every call
 */
export function bootstrap<Name extends string>(
  strata: readonly (readonly number[])[],
  statistics: (drawn: readonly number[]) => Readonly<Record<Name, number>>,
  { seed, rounds = 2000 }: BootstrapOptions,
): Record<Name, Interval> {
  const random = mulberry32(seed);
  const observed = statistics(strata.flat());
  const names = Object.keys(observed) as Name[];
  const values = names.map(() => new Float64Array(rounds));
  for (let round = 0; round < rounds; round++) {
    const drawn = statistics(drawFrom(strata, random));
    for (const [at, name] of names.entries()) values[at]?.fill(drawn[name], round, round + 1);
  }
  return Object.fromEntries(
    names.map((name, at) => {
      const sorted = [...(values[at] ?? [])];
      return [name, { mean: observed[name], low: percentile(sorted, 0.025), high: percentile(sorted, 0.975) }];
    }),
  ) as Record<Name, Interval>;
}

function drawFrom(strata: readonly (readonly number[])[], random: () => number): number[] {
  const drawn: number[] = [];
  for (const members of strata) {
    for (let draw = 0; draw < members.length; draw++) drawn.push(members[Math.floor(random() * members.length)] ?? 0);
  }
  return drawn;
}

/** The indices of rows by family: a draw then has as many probes of each as the benchmark. */
export function familyStrata(rows: readonly ProbeRow[]): number[][] {
  return [...Map.groupBy(rows.keys(), (at) => rows[at]?.probe.family).values()];
}

/** 95 % interval of the mean of paired differences a − b. */
export function pairedBootstrap(a: readonly number[], b: readonly number[], options: BootstrapOptions): Interval {
  const differences = a.map((value, index) => value - (b[index] ?? 0));
  const { mean: interval } = bootstrap(
    [[...differences.keys()]],
    (drawn) => ({ mean: mean(drawn.map((at) => differences[at] ?? 0)) }),
    options,
  );
  return interval;
}
