import { type CountableTimeInterval, scaleLinear, utcDay, utcMonday, utcMonth, utcYear } from 'd3';
import type { EventType } from '../../main/contract/index.ts';

export interface HistogramBar {
  readonly from: Date;
  readonly to: Date;
  readonly count: number;
  readonly x: number;
  readonly width: number;
  readonly parts: readonly {
    readonly type: EventType;
    readonly count: number;
    readonly y: number;
    readonly height: number;
  }[];
}

export interface Histogram {
  readonly unit: 'day' | 'week' | 'month' | 'year';
  readonly bars: readonly HistogramBar[];
  readonly highest: number;
}

const units: readonly { readonly unit: Histogram['unit']; readonly interval: CountableTimeInterval }[] = [
  { unit: 'day', interval: utcDay },
  { unit: 'week', interval: utcMonday },
  { unit: 'month', interval: utcMonth },
  { unit: 'year', interval: utcYear },
];

/** Events by UTC day and type, stacked; by week, month or year where days would be narrower than three pixels. */
export function histogram(
  events: readonly { readonly at: number; readonly type: EventType }[],
  width: number,
  height: number,
): Histogram {
  if (events.length === 0) return { unit: 'day', bars: [], highest: 0 };
  const first = new Date(events.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY));
  const last = new Date(events.reduce((most, { at }) => Math.max(most, at), Number.NEGATIVE_INFINITY));
  const room = Math.max(Math.floor(width / 5), 1);
  const { unit, interval } = units.find((candidate) => candidate.interval.count(first, last) < room) ?? lastUnit;
  const start = interval.floor(first);
  const bins = interval.count(start, interval.floor(last)) + 1;
  const counts = Array.from({ length: bins }, () => new Map<EventType, number>());
  for (const { at, type } of events) {
    const bin = counts[interval.count(start, interval.floor(new Date(at)))];
    bin?.set(type, (bin.get(type) ?? 0) + 1);
  }
  const totals = counts.map((bin) => [...bin.values()].reduce((sum, count) => sum + count, 0));
  const highest = Math.max(...totals);
  const tall = scaleLinear([0, highest], [0, height]);
  const slot = Math.min(width / bins, 36);
  return {
    unit,
    highest,
    bars: counts.map((bin, index) => {
      let below = 0;
      return {
        from: interval.offset(start, index),
        to: interval.offset(start, index + 1),
        count: totals[index] ?? 0,
        x: index * slot,
        width: Math.max(slot - 1, 1),
        parts: [...bin].sort().map(([type, count]) => {
          const part = { type, count, y: height - tall(below + count), height: tall(count) };
          below += count;
          return part;
        }),
      };
    }),
  };
}

const lastUnit = { unit: 'year', interval: utcYear } as const;
