import type { StaleSpan } from '../standing.ts';

/** The same stretches, ascending and apart: where two meet, the later one's word about the rest counts. */
export function joinSpans(spans: readonly StaleSpan[]): StaleSpan[] {
  const joined: StaleSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) joined.push(span);
    else if (span.end > last.end) joined[joined.length - 1] = { ...last, end: span.end, by: last.by ?? span.by };
  }
  return joined;
}

/** Which share of a text's letters and figures lies in these stretches, which are apart: 0 to 1. */
export function coveredShare(text: string, spans: readonly StaleSpan[]): number {
  const all = lettersOf(text);
  if (all === 0) return 0;
  return spans.reduce((sum, { start, end }) => sum + lettersOf(text.slice(start, end)), 0) / all;
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
