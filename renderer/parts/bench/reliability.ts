import type { BenchResults } from '../../../main/contract/index.ts';

/** The answers whose confidence lies in one tenth of 0–1. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly answers: number;
  /** Mean confidence of these answers. */
  readonly confidence: number;
  /** Mean quality of these answers: what their confidence should have been. */
  readonly quality: number;
}

export interface Reliability {
  /** The bins that hold an answer, least confident first. */
  readonly bins: readonly ReliabilityBin[];
  readonly answers: number;
  /** Expected calibration error, 0–1: the mean distance of quality from confidence, each bin by its answers; null without any. */
  readonly error: number | null;
}

type Answered = Pick<BenchResults['probes'][number], 'quality'> & {
  readonly answer: Pick<BenchResults['probes'][number]['answer'], 'confidence' | 'results'>;
};

const tenths = 10;

/** What confidence was worth: reliability bins of equal width over the probes that were answered by something (Guo et al. 2017). */
export function reliabilityOf(rows: readonly Answered[]): Reliability {
  const given = rows.filter(({ answer }) => answer.results.length > 0);
  const byBin = Map.groupBy(given, ({ answer }) => Math.min(tenths - 1, Math.floor(answer.confidence * tenths)));
  const bins = [...byBin]
    .sort(([a], [b]) => a - b)
    .map(([bin, those]) => ({
      from: bin / tenths,
      to: (bin + 1) / tenths,
      answers: those.length,
      confidence: mean(those.map(({ answer }) => answer.confidence)),
      quality: mean(those.map(({ quality }) => quality)),
    }));
  const missed = bins.reduce(
    (sum, { answers, confidence, quality }) => sum + answers * Math.abs(quality - confidence),
    0,
  );
  return { bins, answers: given.length, error: given.length === 0 ? null : missed / given.length };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
