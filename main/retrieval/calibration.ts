import { z } from 'zod';
import { isAnswer, round, type Verdict } from './evidence.ts';

/**
 * How often a verdict is right, learnt from questions whose answers are known. Made by build/calibrate.ts; the numbers hold
 * for the embedder whose cosines they were learnt from.
 */
export const Calibration = z.strictObject({
  version: z.string().min(1),
  recipe: z.strictObject({
    script: z.string().min(1),
    from: z.string().min(1),
    questions: z.number().int().min(1),
    /** What it says of questions that it was not learnt from. */
    checked: z.string().min(1),
  }),
  /** A part of the embedder's id in lower case. */
  embedder: z.string().min(1),
  /** The share of answers by structure that are right. */
  structure: z.number().min(0).max(1),
  /** Platt's scaling of what words and meaning say: 1 / (1 + exp(−(intercept + slope × strength))). */
  likeness: z.strictObject({ intercept: z.number(), slope: z.number().min(0) }),
});
export type Calibration = z.infer<typeof Calibration>;

/**
 * The verdict with the chance that its results answer in the place of its strength, which is kept among the signals. As it
 * is where nothing was learnt for this embedder, and where there are no results that could be right.
 */
export function calibrated(verdict: Verdict, calibration: Calibration | null, recallVersion: string): Verdict {
  if (calibration === null || !recallVersion.toLowerCase().includes(calibration.embedder)) return verdict;
  if (!isAnswer(verdict)) return verdict;
  const { confidence: strength, status, signals } = verdict;
  const { structure, likeness } = calibration;
  const chance = isByStructure(signals) && status === 'found' ? structure : chanceOf(strength, likeness);
  return { ...verdict, confidence: round(chance), signals: { ...signals, strength } };
}

/** Answered by what was stated, or by when it happened: such a verdict has no degrees. */
export function isByStructure(signals: Verdict['signals']): boolean {
  return signals.byStructure === true || signals.byTime === true;
}

/** The logistic curve of Platt (1999). */
export function chanceOf(strength: number, { intercept, slope }: Calibration['likeness']): number {
  return 1 / (1 + Math.exp(-(intercept + slope * strength)));
}
