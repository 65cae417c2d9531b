/**
 * The candidate that was probably meant: the same but for case and marks (`valid_from`, `validFrom`), else the one with
 * the fewest letters changed (Levenshtein), at most a third of them; null where none is near.
 */
export function nearest(given: string, candidates: Iterable<string>): string | null {
  const bare = bareOf(given);
  if (bare.length === 0 || bare.length > longest) return null;
  let best: string | null = null;
  let fewest = Math.floor(bare.length / 3) + 1;
  for (const candidate of candidates) {
    const other = bareOf(candidate);
    if (other === bare) return candidate;
    if (other.length > longest || Math.abs(other.length - bare.length) >= fewest) continue;
    const changed = changes(bare, other);
    if (changed < fewest) [best, fewest] = [candidate, changed];
  }
  return best;
}

/** Names are short; what is longer is no slip of the hand. UTF-16 code units. */
const longest = 100;

function bareOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Levenshtein's distance, row by row. */
function changes(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...a].entries()) {
    const here = [row + 1];
    for (const [at, other] of [...b].entries()) {
      const [left = 0, diagonal = 0, up = 0] = [here[at], above[at], above[at + 1]];
      here.push(Math.min(left + 1, up + 1, diagonal + (letter === other ? 0 : 1)));
    }
    above = here;
  }
  return above.at(-1) ?? 0;
}
