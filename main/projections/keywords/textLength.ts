/**
 * A text's length in words as one of 256 steps of 4.4 % (0 to 65,000 words), which is as exact as a score needs it
 * and fits into one byte of each posting.
 */
export function lengthStep(words: number): number {
  return Math.min(255, Math.round(16 * Math.log2(1 + words)));
}

/** The length in words that a step stands for. */
export function stepLength(step: number): number {
  return 2 ** (step / 16) - 1;
}
