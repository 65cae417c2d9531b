import { redactionMark, type SecretKind, type SecretSpan, secretSpans } from '../language/secrets.ts';

/** A stored text as it may be shown, and how its offsets (UTF-16) and those of the stored one answer to each other. */
export interface ShownText {
  readonly text: string;
  /** An offset of the shown text for one of the stored text; inside a secret it is that of the mark's beginning or end. */
  toShown(offset: number, edge: Edge): number;
  /** The other way round. */
  toStored(offset: number, edge: Edge): number;
  /** The kinds of what was left out within a part of the shown text. */
  leftOut(start: number, end: number): SecretKind[];
}

/** Of a span: the offset where it begins, or the one where it ends. */
export type Edge = 'start' | 'end';

interface Mark {
  readonly stored: SecretSpan;
  readonly start: number;
  readonly end: number;
}

/** The text without its secrets, or as it was stored. */
export function shownText(stored: string, redact: boolean): ShownText {
  const marks: Mark[] = [];
  let [text, from] = ['', 0];
  for (const span of redact ? secretSpans(stored) : []) {
    text += stored.slice(from, span.start);
    const start = text.length;
    text += redactionMark(span.kind);
    marks.push({ stored: span, start, end: text.length });
    from = span.end;
  }
  text += stored.slice(from);
  return {
    text,
    toShown: (offset, edge) =>
      moved(
        offset,
        edge,
        marks.map(({ stored, start, end }) => [stored, { start, end }]),
      ),
    toStored: (offset, edge) =>
      moved(
        offset,
        edge,
        marks.map(({ stored, start, end }) => [{ start, end }, stored]),
      ),
    leftOut: (start, end) =>
      marks.filter((mark) => mark.start < end && start < mark.end).map(({ stored }) => stored.kind),
  };
}

type Place = { readonly start: number; readonly end: number };

/** An offset moved along by what stands before it; `pairs` are the same places here and there, ascending. */
function moved(offset: number, edge: Edge, pairs: readonly (readonly [here: Place, there: Place])[]): number {
  let shift = 0;
  for (const [here, there] of pairs) {
    if (offset <= here.start) break;
    if (offset < here.end) return edge === 'start' ? there.start : there.end;
    shift = there.end - here.end;
  }
  return offset + shift;
}
