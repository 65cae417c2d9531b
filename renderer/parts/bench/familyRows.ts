import type { BenchResults, ProbeFamily } from '../../../main/contract/index.ts';
import { probeFamilies } from '../../benchWords.ts';
import { retrievalPaths } from '../../words.ts';

/** One family, chosen routes against the best ones: mean quality, 0–1. */
export interface FamilyRow {
  readonly family: ProbeFamily;
  readonly probes: number;
  readonly recallAt5: number;
  readonly mrr: number;
  readonly regret: number | null;
  readonly routed: number;
  readonly oracle: number | null;
}

type Scored = Pick<BenchResults, 'score' | 'routes'>;

export function familyRows({ score, routes }: Scored): FamilyRow[] {
  return probeFamilies.flatMap((family) => {
    const one = score.families[family];
    if (one === undefined) return [];
    const { ndcgAt5, ...rest } = one;
    return [{ family, ...rest, routed: ndcgAt5, oracle: routes.oracle?.families[family]?.ndcgAt5 ?? null }];
  });
}

/** The columns of the heat map: each path alone, all of them together, as routed, and the best of all. */
export const heatColumns = [...retrievalPaths, 'all', 'routed', 'oracle'] as const;
export type HeatColumn = (typeof heatColumns)[number];

export interface HeatRow {
  readonly family: ProbeFamily | null;
  /** 0–1; null where that was not run. */
  readonly cells: readonly { readonly column: HeatColumn; readonly value: number | null; readonly best: boolean }[];
}

/** Mean quality by family and route; the last row, without a family, is the total as a share of 100. */
export function heatRows({ score, routes }: Scored): HeatRow[] {
  const rowOf = (family: ProbeFamily | null, quality: (column: HeatColumn) => number | undefined): HeatRow => {
    const values = heatColumns.map((column) => ({ column, value: quality(column) ?? null }));
    const single = values.slice(0, retrievalPaths.length).map(({ value }) => value ?? 0);
    const best = Math.max(...single);
    const tells = best > Math.min(...single);
    return {
      family,
      cells: values.map((cell, index) => ({
        ...cell,
        best: tells && index < retrievalPaths.length && cell.value === best,
      })),
    };
  };
  const of = (column: HeatColumn) => (column === 'routed' ? score : routes[column]);
  return [
    ...probeFamilies
      .filter((family) => score.families[family] !== undefined)
      .map((family) => rowOf(family, (column) => of(column)?.families[family]?.ndcgAt5)),
    rowOf(null, (column) => {
      const total = of(column)?.total;
      return total === undefined ? undefined : total / 100;
    }),
  ];
}
