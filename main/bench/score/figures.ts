import type { BenchFigures, ProbeRow } from '../../contract/bench.ts';
import { RetrievalPath } from '../../contract/packet.ts';
import { mean } from './measures.ts';
import { percentile } from './percentileOf.ts';

/** What is measured beside the score and never mixed in (bench.md). */
export function figuresOf(rows: readonly ProbeRow[]): BenchFigures {
  const paths = rows.map(({ answer }) => new Set(answer.executed).size);
  const qualityWhere = (sealed: boolean) => {
    const those = rows.filter(({ probe }) => (probe.about?.sealed ?? false) === sealed);
    return those.length === 0 ? null : mean(those.map(({ quality }) => quality));
  };
  return {
    pathsPerProbe: mean(paths),
    fullFusionShare: mean(paths.map((count) => Number(count === RetrievalPath.options.length))),
    latencyMs: latencies(rows),
    calibration: riskByCoverage(rows),
    bySealed: { open: qualityWhere(false), sealed: qualityWhere(true) },
  };
}

/** Milliseconds of each stage, and in total, over the probes that have them. */
function latencies(rows: readonly ProbeRow[]): BenchFigures['latencyMs'] {
  const stages = [...new Set(rows.flatMap(({ answer }) => Object.keys(answer.latencyMs)))];
  return Object.fromEntries(
    stages.map((stage) => {
      const times = rows.flatMap(({ answer }) => answer.latencyMs[stage] ?? []);
      return [stage, { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }];
    }),
  );
}

/**
 * The risk–coverage curve (El-Yaniv and Wiener 2010): if only the answers with at least this confidence had been given,
 * the share of all probes that would have been answered, and the mean loss of quality on those. One point for each tenth of
 * the answers; equal confidences are never parted. A good confidence lets risk rise with coverage.
 */
export function riskByCoverage(rows: readonly ProbeRow[]): BenchFigures['calibration'] {
  const answers = rows
    .filter(({ answer }) => answer.results.length > 0)
    .map(({ answer, quality }) => ({ confidence: answer.confidence, loss: 1 - quality }))
    .sort((a, b) => b.confidence - a.confidence);
  const points = new Map<number, BenchFigures['calibration'][number]>();
  for (let tenth = 1; tenth <= 10 && answers.length > 0; tenth++) {
    const confidence = answers[Math.ceil((tenth * answers.length) / 10) - 1]?.confidence ?? 0;
    const given = answers.filter((one) => one.confidence >= confidence);
    const point = { coverage: given.length / rows.length, risk: mean(given.map(({ loss }) => loss)), confidence };
    points.set(confidence, point);
  }
  return [...points.values()];
}
