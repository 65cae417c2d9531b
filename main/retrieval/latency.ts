/** Milliseconds at the 50th and 95th percentile of the last `n` calls. */
export interface LatencySummary {
  readonly p50: number;
  readonly p95: number;
  readonly n: number;
}

export interface LatencyRing {
  add(name: string, ms: number): void;
  summary(): Record<string, LatencySummary>;
}

/** Remembers the last `capacity` latencies of each name. */
export function latencyRing(capacity = 1000): LatencyRing {
  const rings = new Map<string, { readonly values: Float64Array; count: number }>();
  return {
    add(name, ms) {
      const ring = rings.get(name) ?? { values: new Float64Array(capacity), count: 0 };
      ring.values[ring.count % capacity] = ms;
      ring.count++;
      rings.set(name, ring);
    },
    summary() {
      return Object.fromEntries(
        [...rings].map(([name, { values, count }]) => {
          return [name, summaryOf(values.slice(0, Math.min(count, capacity)))];
        }),
      );
    },
  };
}

/** Percentiles by nearest rank: the ⌈p·n⌉-th smallest; 0 where there is nothing. */
export function summaryOf(latencies: Float64Array): LatencySummary {
  const sorted = latencies.toSorted();
  const at = (p: number) => sorted[Math.ceil(p * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95), n: sorted.length };
}
