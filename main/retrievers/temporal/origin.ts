import type { Assertion, Segment, Verdicts } from '../../truth/evidence.ts';

/**
 * The statement by which a value came into force: of those that say the same without another value between them, the first.
 * Later ones only repeat it, and what held for a limited time in between did not replace it.
 */
export function originOf(segment: Segment, rows: readonly Assertion[], { fates }: Verdicts): Assertion | null {
  const first = segment.parts[0]?.winner;
  if (first === undefined) return null;
  const earlier = rows
    .filter(
      ({ id, denial, validFrom }) => fates.get(id)?.alive === true && denial === null && validFrom < first.validFrom,
    )
    .toSorted((a, b) => b.validFrom - a.validFrom);
  let origin = first;
  for (const one of earlier) {
    if (one.valueKey === segment.valueKey) origin = one.validTo === null ? one : origin;
    else if (one.validTo === null) break;
  }
  return origin;
}
