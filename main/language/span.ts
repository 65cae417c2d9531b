/** A place in a text, in UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** A text with blanks in some places, so that all others stay where they are. What lies behind its end is nothing. */
export function blanked(text: string, places: readonly Span[]): string {
  return places.reduce((left, { start, end }) => {
    const to = Math.max(start, Math.min(end, left.length));
    return left.slice(0, start) + ' '.repeat(to - start) + left.slice(to);
  }, text);
}
