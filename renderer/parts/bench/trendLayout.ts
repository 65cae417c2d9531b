import { line, scaleLinear, scalePoint } from 'd3';
import type { BenchListed } from '../../benchListed.ts';
import { setupWords } from '../../benchWords.ts';

export interface TrendPoint {
  readonly runId: string;
  readonly total: number;
  readonly x: number;
  readonly y: number;
}

/** The runs of one setup, joined by a line in the order in which they were started. */
export interface TrendLine {
  readonly setup: string;
  /** A value hue, 0–7. */
  readonly hue: number;
  readonly points: readonly TrendPoint[];
  readonly d: string;
}

export interface TrendLayout {
  readonly lines: readonly TrendLine[];
  readonly baselines: readonly { readonly name: string; readonly total: number; readonly y: number }[];
  readonly ticks: readonly { readonly total: number; readonly y: number }[];
}

const margin = { left: 30, right: 12, top: 12, bottom: 8 };

/**
 * The totals of the runs over one corpus with the same probes, each a step to the right of the one before it: only these can be compared. Frozen
 * baselines are heights, not points: they belong to no day.
 */
export function trendLayout(
  listed: readonly BenchListed[],
  { corpusHash, probesHash }: Pick<BenchListed, 'corpusHash' | 'probesHash'>,
  size: { readonly width: number; readonly height: number },
): TrendLayout {
  const same = listed.flatMap((one) =>
    one.total === null || one.corpusHash !== corpusHash || one.probesHash !== probesHash
      ? []
      : [{ ...one, total: one.total }],
  );
  const totals = same.map(({ total }) => total);
  const y = scaleLinear(
    [Math.max(0, Math.min(...totals) - 4), Math.min(100, Math.max(...totals) + 4)],
    [size.height - margin.bottom, margin.top],
  ).nice(4);
  const runs = same.filter(({ frozen }) => !frozen).sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  const x = scalePoint(
    runs.map(({ runId }) => runId),
    [margin.left + 10, size.width - margin.right],
  );
  const draw = line<TrendPoint>(
    (point) => point.x,
    (point) => point.y,
  );
  const bySetup = Map.groupBy(runs, ({ setup }) => setupWords(setup));
  return {
    lines: [...bySetup].map(([setup, those], index) => {
      const points = those.map(({ runId, total }) => ({ runId, total, x: x(runId) ?? 0, y: y(total) }));
      return { setup, hue: index % 8, points, d: draw(points) ?? '' };
    }),
    baselines: same.filter(({ frozen }) => frozen).map(({ runId, total }) => ({ name: runId, total, y: y(total) })),
    ticks: y.ticks(4).map((total) => ({ total, y: y(total) })),
  };
}
