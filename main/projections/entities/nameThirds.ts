/** A third of a key, and its place: what two keys at edit distance 2 or less have in common (Pass-Join, 2011). */
export interface Third {
  readonly length: number;
  readonly third: number;
  readonly letters: string;
}

/** Shorter keys are too alike to be told from each other by their letters. UTF-16 code units. */
const shortestNear = 4;

/** How far two names may lie apart and still look alike: one edit for short ones, two from eight letters on. */
export function nearDistance(key: string): number {
  if (key.length < shortestNear) return 0;
  return key.length < 8 ? 1 : 2;
}

/** The three thirds under which a key is kept; none for one that is too short to have near ones. */
export function thirdsOf(key: string): Third[] {
  if (key.length < shortestNear - 1) return [];
  return [0, 1, 2].map((third) => {
    const [from, to] = boundsOf(key.length, third);
    return { length: key.length, third, letters: key.slice(from, to) };
  });
}

/** Every third that a key within `distance` may have: of each near length, at each place to which edits can shift it. */
export function thirdsNear(key: string, distance: number): Third[] {
  const found = new Map<string, Third>();
  for (let length = key.length - distance; length <= key.length + distance; length++) {
    if (length < shortestNear - 1) continue;
    for (const third of [0, 1, 2]) {
      const [from, to] = boundsOf(length, third);
      for (let shift = -distance; shift <= distance; shift++) {
        const letters = key.slice(Math.max(0, from + shift), to + shift);
        if (letters.length !== to - from) continue;
        found.set(`${length} ${third} ${letters}`, { length, third, letters });
      }
    }
  }
  return [...found.values()];
}

function boundsOf(length: number, third: number): [number, number] {
  return [Math.floor((length * third) / 3), Math.floor((length * (third + 1)) / 3)];
}

/** The edit distance of two strings (Levenshtein, in UTF-16 code units), or null when it is above `most`. */
export function editDistance(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    if (Math.min(...next) > most) return null;
    row = next;
  }
  const distance = row[b.length] ?? 0;
  return distance > most ? null : distance;
}
