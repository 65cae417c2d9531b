import type { AuthorityBand } from '../contract/facts.ts';
import type { Assertion, Witness } from './evidence.ts';

/** From the weakest up (data-model.md, resolution rule). */
export const bands = ['weak', 'ordinary', 'authoritative'] as const satisfies readonly AuthorityBand[];

/** The place of an authority's band in `bands`. */
export function bandOf(authority: number): 0 | 1 | 2 {
  if (authority >= 0.8) return 2;
  return authority >= 0.5 ? 1 : 0;
}

/**
 * Which of two assertions of one band decides where both hold, the weaker first: valid_from, then known_at, then the
 * later source and the later place in it, then seq. The id comes last, so that no two are equal.
 */
export function compareWithinBand(a: Assertion, b: Assertion): number {
  return (
    a.validFrom - b.validFrom ||
    a.knownAt - b.knownAt ||
    a.sourceSeq - b.sourceSeq ||
    a.place - b.place ||
    a.seq - b.seq ||
    compareIds(a.id, b.id)
  );
}

type Known = Pick<Witness, 'id' | 'knownAt' | 'seq'>;

/** Which of two assertions of a slot decides where both hold, the weaker first: the band, then `compareWithinBand`. */
export function compareStrength(a: Assertion, b: Assertion): number {
  return bandOf(a.authority) - bandOf(b.authority) || compareWithinBand(a, b);
}

/** In the order in which they became known. */
export function compareKnown(a: Known, b: Known): number {
  return a.knownAt - b.knownAt || a.seq - b.seq || compareIds(a.id, b.id);
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
