import type { R4Score } from '../../contract/bench.ts';

/** The p-th percentile (0–1) by the nearest-rank method; 0 of nothing. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? 0;
}

/** Where one value lies among others: the share of them below it, equals counting half (the mid-rank percentile). */
export function percentileOf(value: number, among: readonly number[]): number {
  if (among.length === 0) return 0.5;
  const below = among.filter((other) => other < value).length;
  const equal = among.filter((other) => other === value).length;
  return (below + equal / 2) / among.length;
}

export interface SeedsRow {
  readonly name: string;
  readonly value: number;
  readonly p10: number;
  readonly p90: number;
  readonly percentile: number;
  readonly within: boolean;
}

export interface SeedsReport {
  /** Whether the frozen benchmark's total lies between the 10th and 90th percentile of the other seeds. */
  readonly representative: boolean;
  /** The total, then points by part, then quality by family: all to be read, the first to be held to. */
  readonly rows: readonly SeedsRow[];
}

/** Whether the frozen benchmark is like any other that its generator makes, under one policy. */
export function seedsReport(frozen: R4Score, seeds: readonly R4Score[]): SeedsReport {
  const row = (name: string, read: (score: R4Score) => number | undefined): SeedsRow[] => {
    const value = read(frozen);
    if (value === undefined) return [];
    const among = seeds.flatMap((score) => read(score) ?? []);
    const [p10, p90] = [percentile(among, 0.1), percentile(among, 0.9)];
    return [{ name, value, p10, p90, percentile: percentileOf(value, among), within: p10 <= value && value <= p90 }];
  };
  const parts = Object.keys(frozen.parts) as (keyof R4Score['parts'])[];
  const families = Object.keys(frozen.families) as (keyof R4Score['families'])[];
  const rows = [
    ...row('total', ({ total }) => total),
    ...parts.flatMap((name) => row(name, (score) => score.parts[name].points)),
    ...families.flatMap((name) => row(name, (score) => score.families[name]?.ndcgAt5)),
  ];
  return { representative: rows[0]?.within ?? false, rows };
}
